"""Own rules being edited: every answer is stored as a step of a draft, until the draft is saved or discarded.

So a draft survives a reload, lost Wi-Fi and a change of phones, and each step can be undone. A draft may contradict
itself; only `keep` requires rules that can be played.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, count
from json import loads
from typing import NamedTuple

from scorepad.play.game import Games, LoadedGame, UnreadableGame
from scorepad.play.rules import own_rules
from scorepad.play.rules.catalog import OwnSet, find_listed, read_version
from scorepad.play.rules.own_rules import Sender
from scorepad.rulebook.draft import with_every_key
from scorepad.rulebook.form import Texts, find_value
from scorepad.rulebook.house_rules import is_option, laid_over, with_option
from scorepad.rulebook.parse import Parsed, parse
from scorepad.rules.document import Document, copied, to_document, with_sources
from scorepad.rules.faults import Fault, RulesError
from scorepad.rules.keys import Group
from scorepad.rules.model import RuleSet
from scorepad.rules.own import complete, own_document, slug_of
from scorepad.rules.parse import from_document
from scorepad.scoring.game.course import Phase
from scorepad.scoring.game.record import PointsChange
from scorepad.scoring.game.what_if import can_score_again, what_if
from scorepad.store import ChangedMeanwhile, Club, DraftStep, NewStep, NoSuchRuleSet, StoreError

NEW_NAME = "Our rules"
"""The name of new rules until someone renames them."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft: its slug, the whole document, and its parent.

    `number` is the current step, 0 if nothing has changed yet. `base` is the version it started from, 0 for new rules.
    `is_whole` if it is an own set without a parent, which then counts as its own parent. While an option of a choice is
    edited, `option` is its path, `document` has the rules of a game with that option, and `of` is the full draft.
    """

    slug: str
    number: int
    base: int
    document: Document
    parent: RuleSet
    device: str | None = None
    option: str = ""
    of: "Draft | None" = None

    @property
    def is_whole(self) -> bool:
        return self.base > 0 and self.parent.slug == self.slug

    @property
    def parent_document(self) -> Document:
        return whole(self.parent)

    @property
    def name(self) -> str:
        return str(self.document["name"])


class Merged(NamedTuple):
    """A draft with a form's changes: `typed` are the changed texts, `clashes` those that others changed differently."""

    draft: Draft
    parsed: Parsed
    typed: Mapping[str, Texts]
    clashes: Mapping[str, Texts]


def whole(rules: RuleSet) -> Document:
    """Return a rule set as a document in which no key is left out."""
    return to_document(rules, every_key=True)


def start(club: Club, like: str, sender: Sender) -> Draft:
    """Start a draft of new rules, based on the rule set with slug `like`. Raises RulesError, TooManyRules."""
    with club.writing():
        if sent := club.rule_drafts.with_key(sender.key):
            return read_step(sent)
        listed = find_listed(club, like)
        if listed.rules is None:
            raise RulesError((Fault("", "These rules have faults. Begin with others."),))
        slug = _free_slug(club)
        names = {"name": NEW_NAME, "slug": slug, "summary": "", "notes": [], "parent": listed.slug}
        draft = Draft(slug, 0, 0, whole(listed.rules) | names, listed.rules)
        return add_step(club, draft, sender)


def _free_slug(club: Club) -> str:
    drafts = {step.slug for step in club.rule_drafts.current()}
    wanted = chain([slug_of(NEW_NAME)], (f"{slug_of(NEW_NAME)}-{number}" for number in count(2)))
    return next(slug for slug in wanted if own_rules.free_slug(club, slug) == slug and slug not in drafts)


def load(club: Club, slug: str) -> Draft:
    """Return the draft with a slug, else the own set's current version. Raises NoSuchRuleSet, RulesError."""
    try:
        return read_step(club.rule_drafts.latest(slug))
    except NoSuchRuleSet:
        return _of_set(own_rules.current(club, slug))


def in_option(draft: Draft, option: str) -> Draft:
    """Return the draft for editing one option of a choice. Its parent is the full draft without its choices.

    Raises RulesError if there is no such option, or while the draft contradicts itself.
    """
    if not option:
        return draft
    if not is_option(draft.document, option):
        raise RulesError((Fault("", "This answer is gone."),))
    base = draft.document | {"choices": []}
    rules = from_document(with_sources(base, base["provenance"]))
    return replace(draft, document=laid_over(draft.document, option), parent=rules, option=option, of=draft)


def at_step(club: Club, slug: str, number: int) -> Draft:
    """Return the draft at a step, as a page showed it. Raises NoSuchRuleSet, RulesError."""
    return read_step(club.rule_drafts.step(slug, number)) if number else _of_set(own_rules.current(club, slug))


def before_last_step(club: Club, slug: str) -> Draft | None:
    """Return the draft as it was before its latest step; None if that cannot be undone. Raises RulesError."""
    step = club.rule_drafts.earlier(slug)
    return read_step(step) if step else None


def _of_set(own: OwnSet) -> Draft:
    return Draft(own.slug, 0, own.number, whole(own.rules), own.parent or own.rules)


def read_step(step: DraftStep) -> Draft:
    document, parent = _read_texts(step.document_text, step.parent_text)
    return Draft(step.slug, step.number, step.base, copied(document), parent, step.device)


@lru_cache(maxsize=200)
def _read_texts(document: str, parent: str) -> tuple[Document, RuleSet]:
    above, own = _read_parent(parent), loads(document)
    laid_over, faults = complete(own, lambda _: above)
    if faults:
        raise RulesError(tuple(faults))
    names = {key: own[key] for key in ("slug", "name", "summary", "notes")}
    # A draft of an older version may leave keys out.
    return with_every_key(whole(above) | laid_over | names), above


@lru_cache(maxsize=50)
def _read_parent(parent: str) -> RuleSet:
    return from_document(loads(parent))


def save(club: Club, draft: Draft, document: Document, sender: Sender) -> Draft:
    """Add a step with a changed document; the first change also stores the unchanged set. Raises ChangedMeanwhile."""
    with club.writing():
        if sent := club.rule_drafts.with_key(sender.key):
            return read_step(sent)
        if document == draft.document:
            return draft
        if all_games := draft.of:
            draft, document = all_games, with_option(all_games.document, draft.option, document)
        if not draft.number:
            draft = add_step(club, draft, Sender(f"{sender.key}:first", sender.device))
        return add_step(club, replace(draft, document=document), sender)


def add_step(club: Club, draft: Draft, sender: Sender) -> Draft:
    """Store a draft as the step after `draft.number`. Raises ChangedMeanwhile."""
    own = own_document(draft.parent, draft.document)
    step = NewStep(draft.slug, draft.number, draft.base, own, to_document(draft.parent), sender.device or None)
    return read_step(club.rule_drafts.add(step, key=sender.key))


def merge(club: Club, slug: str, seen: int, group: Group, texts: Mapping[str, Texts], option: str = "") -> Merged:
    """Return the current draft with what a form changed since step `seen`, which its page showed. Raises RulesError."""
    draft = in_option(load(club, slug), option)
    if seen == draft.number:
        return Merged(draft, parse(draft.document, group, texts), texts, {})
    try:
        shown = in_option(at_step(club, slug, seen), option)
    except (StoreError, RulesError):
        shown = draft
    mine = parse(shown.document, group, texts)
    changed = {path: texts[path] for path in (*mine.changed, *mine.faults)}
    clashes = {
        path: typed
        for path, typed in changed.items()
        if find_value(draft.document, path) != find_value(shown.document, path)
        and find_value(draft.document, path) != find_value(mine.document, path)
    }
    return Merged(draft, parse(draft.document, group, changed), changed, clashes)


def undo(club: Club, slug: str, seen: int) -> Draft:
    """Undo the latest step. Raises ChangedMeanwhile."""
    return read_step(club.rule_drafts.undo(slug, seen))


def discard(club: Club, slug: str) -> None:
    """Delete a draft. An own set stays unchanged."""
    club.rule_drafts.discard(slug)


def keep(club: Club, slug: str, seen: int, name: str, sender: Sender) -> OwnSet:
    """Save a draft under a name, as a new version or set of the club’s rules. Raises RulesError, ChangedMeanwhile."""
    with club.writing():
        if sent := club.rule_sets.with_key(sender.key):
            club.rule_drafts.discard(slug)
            return own_rules.current(club, sent.slug)
        draft = load(club, slug)
        if draft.number != seen and not _differ_in_name(draft, at_step(club, slug, seen)):
            raise ChangedMeanwhile("Someone else has just changed these rules. Look at what is here now.")
        data = _document_to_keep(draft) | {"name": name}
        if draft.base:
            own = own_rules.save_version(club, slug, data, draft.base, sender)
        else:
            own = own_rules.save_new(club, data, sender)
        club.rule_drafts.discard(slug)
        return own


def _differ_in_name(draft: Draft, shown: Draft) -> bool:
    """Whether drafts differ at most in their name, which the page itself may have saved just before."""
    return draft.document | {"name": ""} == shown.document | {"name": ""}


def _document_to_keep(draft: Draft) -> Document:
    if draft.is_whole:
        document = draft.document | {"parent": "none"}
        return to_document(from_document(with_sources(document, document["provenance"])))
    return {key: value for key, value in own_document(draft.parent, draft.document).items() if key != "slug"}


# A draft whose rules have a newer version: rebase it on that version, or keep the draft's rules as the next one.


_NAMES = ("name", "summary", "notes")


def newer_version(club: Club, draft: Draft) -> OwnSet | None:
    """Return the current version of a draft's rules, if the draft started from an older one."""
    if draft.base:
        with suppress(RulesError, StoreError):
            own = own_rules.current(club, draft.slug)
            return own if own.number > draft.base else None
    return None


def begun_with(club: Club, draft: Draft) -> RuleSet:
    """Return the rules that a draft started from. Raises RulesError, NoSuchRuleSet."""
    return read_version(club.rule_sets.version(draft.slug, draft.base)).rules


def take_over(club: Club, draft: Draft, seen: int, sender: Sender) -> Draft:
    """Apply a draft's changes to the newer version. If both changed a value, the draft's value wins.

    Raises ChangedMeanwhile, and RulesError if the newer version no longer has what the draft changed.
    """

    def laid_over(newest: OwnSet) -> Draft:
        began = begun_with(club, draft)
        document, faults = complete(own_document(began, draft.document), lambda _: newest.rules)
        if faults:
            raise RulesError(tuple(faults))
        mine, old, new = draft.document, whole(began), whole(newest.rules)
        names = {key: mine[key] if mine[key] != old[key] else new[key] for key in _NAMES}
        parent = newest.parent or newest.rules
        return replace(draft, base=newest.number, parent=parent, document=new | document | names)

    return _step(club, draft, seen, sender, laid_over)


def keep_mine(club: Club, draft: Draft, seen: int, sender: Sender) -> Draft:
    """Base a draft on the newer version without taking over its changes. Raises ChangedMeanwhile."""

    def following(newest: OwnSet) -> Draft:
        return replace(draft, base=newest.number, parent=newest.rules if draft.is_whole else draft.parent)

    return _step(club, draft, seen, sender, following)


def _step(club: Club, draft: Draft, seen: int, sender: Sender, change: Callable[[OwnSet], Draft]) -> Draft:
    with club.writing():
        if sent := club.rule_drafts.with_key(sender.key):
            return read_step(sent)
        newest = newer_version(club, draft)
        if draft.number != seen or newest is None:
            raise ChangedMeanwhile("Someone else has just changed these rules.")
        return add_step(club, change(newest), sender)


LOOKED_AT = 10
"""The number of latest games that are searched for one that is over."""


class LastGame(NamedTuple):
    """A game that is over: its teams, and their totals before and after a change of rules."""

    number: int
    teams: tuple[str, ...]
    totals: tuple[PointsChange, ...]


def last_game(club: Club, games: Games, rules: RuleSet) -> LastGame | None:
    """Return the last finished game that these rules can score, scored by them; None if there is none."""
    for row in club.games(limit=LOOKED_AT, fields=()):
        loaded = _finished(games, row.id)
        if loaded and can_score_again(rules, loaded.agreement.table):
            try:
                again = what_if(loaded.values, loaded.names, rules)
            except RulesError:
                continue
            return LastGame(loaded.id, loaded.agreement.teams, again.totals)
    return None


def _finished(games: Games, game: int) -> LoadedGame | None:
    try:
        loaded = games.load(game)
    except (StoreError, RulesError, UnreadableGame):
        return None
    record, is_binned = loaded.record, loaded.is_binned
    return loaded if record.course.phase is Phase.OVER and not (is_binned or record.has_only_points) else None
