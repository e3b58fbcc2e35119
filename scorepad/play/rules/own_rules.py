"""A club's own rule sets: save a version, undo, retire, bring back, rename. Every change is atomic.

A sender's `key` makes saving idempotent, and its `device` says who sent the form. `base` is the version that the form
showed. After a RulesError nothing was saved. ChangedMeanwhile means that another version was saved in between.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple

from scorepad.play.rules.catalog import OwnSet, find_rules, list_all, read_version
from scorepad.rules import codes
from scorepad.rules.document import Document, says_the_same, to_document
from scorepad.rules.faults import Fault, RulesError, item_names, quote
from scorepad.rules.lookup import named_codes
from scorepad.rules.model import RuleSet
from scorepad.rules.own import MAX_PARENTS, is_own, with_same_positions
from scorepad.rules.parse import clashes, from_document
from scorepad.store import BadEntry, Club, NewVersion, NoSuchRuleSet, RulesChange, RulesVersion, StoreError

RESERVED = ("add", "compare", "new", "paper", "shared", "which")
"""Reserved slugs: URLs below /rules/ use these words."""

MAX_OPTIONS = 40
"""The most options of all choices together. Each is tried alone and with every other one, which takes seconds."""

LONGEST_NAME = 60
_LONGEST_SLUG = 60


class Checked(NamedTuple):
    """A valid document that can be saved, with its slug, its rules, and its current parent.

    `stated_slug` is the slug that the document states, or the one derived from its name.
    """

    document: Document
    rules: RuleSet
    parent: RuleSet | None
    stated_slug: str


class Sender(NamedTuple):
    """The key of a form, and the device that sent it, "" for the command line."""

    key: str
    device: str = ""


def current(club: Club, slug: str) -> OwnSet:
    """Return the current version of an own set. Raises NoSuchRuleSet and RulesError."""
    return read_version(club.rule_sets.latest(slug))


def check(club: Club, data: Mapping[str, Any], slug: str = "") -> Checked:
    """Check a document of own rules, or a whole one, as a rule set of this club. Raises RulesError with every fault.

    `slug` is the own set of which it is a new version, "" for a new set. A new set gets a free slug.
    """
    parents: list[RuleSet] = []

    def find(parent: str) -> RuleSet:
        _refuse_cycle(club, slug, parent)
        parents.append(find_rules(club, parent))
        return parents[-1]

    _refuse_many_options(_count_options(data))
    rules = from_document({**data, "slug": slug} if slug else data, find)
    check_name(rules.name)
    _refuse_many_options(sum(len(choice.options) for choice in rules.choices))
    _refuse_fields(club, rules, slug)
    if clashing := clashes(rules):
        raise RulesError(clashing)
    if rules.parent and not parents:
        # A whole document can do without its parent.
        with suppress(RulesError):
            find(rules.parent)
    free = slug or free_slug(club, rules.slug)
    document = with_same_positions(data, parents[-1]) if parents and is_own(data) else data
    return Checked({**document, "slug": free}, replace(rules, slug=free), parents[-1] if parents else None, rules.slug)


def save_new(club: Club, data: Mapping[str, Any], sender: Sender) -> OwnSet:
    """Save a new rule set. Its slug gets a number if it is taken. An identical set is returned, not saved twice."""
    with club.writing():
        if sent := club.rule_sets.with_key(sender.key):
            return read_version(sent)
        checked = check(club, data)
        if same := same_set(club, checked):
            return bring_back(club, same.slug, same.number, sender) if same.is_retired else same
        return _add(club, checked, 0, sender)


def save_version(club: Club, slug: str, data: Mapping[str, Any], base: int, sender: Sender) -> OwnSet:
    """Save a new version of an own set, based on its parent's current version. If nothing changes, add no version.

    Raises RulesError, NoSuchRuleSet and ChangedMeanwhile.
    """
    with club.writing():
        latest = club.rule_sets.latest(slug)
        checked = check(club, data, slug)
        is_same = (latest.document, latest.parent) == (checked.document, _plain(checked.parent))
        if is_same and not latest.is_retired:
            return read_version(latest)
        return _add(club, checked, base, sender)


def rename(club: Club, slug: str, name: str, base: int, sender: Sender) -> OwnSet:
    """Rename an own set. Its slug and its copy of the parent stay."""
    check_name(name.strip())

    def renamed(latest: RulesVersion) -> NewVersion:
        document = {**latest.document, "name": name.strip()}
        return NewVersion(slug, base, "renamed", document, latest.parent, latest.is_retired, sender.device)

    return _change(club, slug, renamed, sender)


def undo(club: Club, slug: str, base: int, sender: Sender, to: int | None = None) -> OwnSet:
    """Save a new version with the content of an older one: version `to`, or the one before `base`."""
    old = club.rule_sets.version(slug, base - 1 if to is None else to)
    if parent := old.document.get("parent"):
        _refuse_cycle(club, slug, str(parent))

    def undone(_: RulesVersion) -> NewVersion:
        return NewVersion(slug, base, "undone", old.document, old.parent, old.is_retired, sender.device)

    return _change(club, slug, undone, sender)


def retire(club: Club, slug: str, base: int, sender: Sender) -> OwnSet:
    """Stop offering an own set. Its games and its children stay unchanged."""
    return _change(club, slug, lambda latest: _again(latest, base, "retired", sender), sender)


def bring_back(club: Club, slug: str, base: int, sender: Sender) -> OwnSet:
    """Offer a retired set again."""
    return _change(club, slug, lambda latest: _again(latest, base, "returned", sender), sender)


def free_slug(club: Club, wanted: str) -> str:
    """Return this slug, with a number appended if it is reserved or another rule set has it."""
    taken = {*RESERVED, *(listed.slug for listed in list_all(club))}
    numbered = (f"{wanted[: _LONGEST_SLUG - 4].rstrip('-')}-{number}" for number in count(2))
    return wanted if wanted not in taken else next(slug for slug in numbered if slug not in taken)


def check_name(name: str) -> None:
    """Raise RulesError unless a name has 1 to `LONGEST_NAME` printable characters."""
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise RulesError((Fault("name", f"must have 1 to {LONGEST_NAME} letters that can be seen."),))


def _refuse_many_options(number: int) -> None:
    if number > MAX_OPTIONS:
        raise RulesError((Fault("choices", f"may have at most {MAX_OPTIONS} options together."),))


def _count_options(data: Mapping[str, Any]) -> int:
    """Return how many options a document has of its own, before it is read, which tries each of them."""
    added = data.get("add")
    tables = [data, added] if isinstance(added, Mapping) else [data]
    lists = [table.get("choices") for table in tables]
    choices = [choice for choices in lists if isinstance(choices, list) for choice in choices]
    options = [choice.get("options") for choice in choices if isinstance(choice, Mapping)]
    return sum(len(listed) for listed in options if isinstance(listed, list))


def _refuse_fields(club: Club, rules: RuleSet, slug: str) -> None:
    """Refuse the code of a book or bonus that names another cell of a game, unless the rules had it before."""
    lost = {f"lost_{book.code}" for book in rules.books}
    wrong = [(part, code) for part, code in _codes(rules) if codes.is_field(code) or code in lost]
    if wrong and slug:
        with suppress(NoSuchRuleSet, RulesError):
            had = {*_codes(current(club, slug).rules)}
            wrong = [each for each in wrong if each not in had]
    if wrong:
        raise RulesError(tuple(Fault(f"{part}.{code}", "this code is already taken.") for part, code in wrong))


def _codes(rules: RuleSet) -> Iterator[tuple[str, str]]:
    yield from named_codes(rules)
    for option in (option for choice in rules.choices for option in choice.options):
        yield from ((part, code) for part, items in option.add.items() for code in item_names(items))


def _refuse_cycle(club: Club, slug: str, parent: str) -> None:
    """Raise RulesError if an own set would become its own ancestor."""
    above = parent
    for _ in range(MAX_PARENTS):
        if slug and above == slug:
            raise RulesError((Fault("parent", f"{quote(parent)} has these rules as its own parent."),))
        try:
            above = str(club.rule_sets.latest(above).document.get("parent", ""))
        except NoSuchRuleSet:
            return
    raise RulesError((Fault("parent", f"there are more than {MAX_PARENTS} parents, one above the other."),))


def same_set(club: Club, checked: Checked) -> OwnSet | None:
    """Return an own set with the same name and rules, if the club has one."""
    wanted = replace(checked.rules, slug="")
    for version in club.rule_sets.current():
        with suppress(RulesError, StoreError):
            own = read_version(version)
            if says_the_same(replace(own.rules, slug=""), wanted):
                return own
    return None


def _add(club: Club, checked: Checked, base: int, sender: Sender) -> OwnSet:
    parent = _plain(checked.parent)
    new = NewVersion(checked.rules.slug, base, "saved", checked.document, parent, device=sender.device)
    try:
        return read_version(club.rule_sets.add(new, key=sender.key))
    except BadEntry as error:
        raise RulesError((Fault("", str(error)),)) from None


def _plain(parent: RuleSet | None) -> Document | None:
    return to_document(parent) if parent else None


def _again(latest: RulesVersion, base: int, change: RulesChange, sender: Sender) -> NewVersion:
    is_retired = change == "retired"
    return NewVersion(latest.slug, base, change, latest.document, latest.parent, is_retired, sender.device)


def _change(club: Club, slug: str, new: Callable[[RulesVersion], NewVersion], sender: Sender) -> OwnSet:
    with club.writing():
        version = club.rule_sets.add(new(club.rule_sets.latest(slug)), key=sender.key)
        return read_version(version)
