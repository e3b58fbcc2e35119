"""Rules that someone provides as a file, text or link, read and checked before the club saves them."""

from dataclasses import dataclass

from scorepad.play.rules import own_rules
from scorepad.play.rules.files import with_line
from scorepad.play.rules.links import PATTERN, digest_of, preset_of, unpack
from scorepad.play.rules.own_rules import Checked, Sender
from scorepad.play.rules.toml_file import toml_of
from scorepad.play.rules.versions import OwnSet, read_version
from scorepad.rules.faults import Fault, RulesError, quote
from scorepad.rules.model import RuleSet
from scorepad.rules.parse import from_document
from scorepad.rules.presets import preset, slugs
from scorepad.rules.presets import text as preset_text
from scorepad.rules.toml_text import load_toml
from scorepad.store import Club, NoSuchRuleSet

LONGEST_TEXT = 40_000
"""The most characters of a file that the page accepts."""

TOO_LONG = f"This is too long for this page, which takes {LONGEST_TEXT:,} characters. “scorepad rules add” takes more."


@dataclass(frozen=True, slots=True)
class Offer:
    """Rules as a text, or the faults why they cannot be saved. `parent` is the parent they have here.

    `is_changed` if they differ here from the rules for which the link was created. `kept` is an identical own set,
    `namesake` an own set of which they may be a new version. A preset need not be saved.
    """

    text: str
    rules: RuleSet | None = None
    parent: RuleSet | None = None
    faults: tuple[str, ...] = ()
    is_changed: bool = False
    kept: OwnSet | None = None
    namesake: OwnSet | None = None
    is_preset: bool = False


def offer_of_text(club: Club, text: str) -> Offer:
    """Read the text of a file, or a link, as rules for this club. Faults are in the result."""
    text = text.replace("\r\n", "\n").removeprefix("\ufeff")
    if len(text) > LONGEST_TEXT:
        return Offer("", faults=(TOO_LONG,))
    if (link := PATTERN.search(text)) and "\n" not in text.strip():
        return offer_of_link(link[1], club)
    try:
        checked = own_rules.check(club, load_toml(text))
    except RulesError as error:
        return Offer(text, faults=tuple(with_line(text, fault) for fault in error.faults))
    return _offer(club, text, checked, is_changed=False)


def offer_of_link(word: str, club: Club | None = None) -> Offer:
    """Read a link as rules for a club. Without a club, only presets can be parents, and own sets are not compared."""
    try:
        shared = unpack(word)
        if slug := preset_of(shared):
            return _offer_of_preset(slug, shared.digest)
        if club:
            checked = own_rules.check(club, shared.document)
            is_changed = digest_of(checked.rules) != shared.digest
            return _offer(club, toml_of(shared.document), checked, is_changed=is_changed)
        rules = from_document(shared.document, preset)
        own_rules.check_name(rules.name)
    except RulesError as error:
        return Offer("", faults=tuple(map(str, error.faults)))
    parent = preset(rules.parent) if rules.parent in slugs() else None
    return Offer(toml_of(shared.document), rules, parent, is_changed=digest_of(rules) != shared.digest)


def _offer_of_preset(slug: str, digest: str) -> Offer:
    """Return a preset as an offer. Raises RulesError if this Scorepad does not have it."""
    if slug not in slugs():
        fault = f"The rules {quote(slug)} do not come with this Scorepad. Update Scorepad, or ask for them as a file."
        raise RulesError((Fault("", fault),))
    rules = preset(slug)
    return Offer(preset_text(slug), rules, is_changed=digest_of(rules) != digest, is_preset=True)


def keep(club: Club, text: str, base: int | None, sender: Sender) -> OwnSet:
    """Save offered rules: as a new version of the own set with their slug, or as a new set if `base` is None.

    `base` is the version that the page showed. Raises RulesError and StoreError.
    """
    data = load_toml(text)
    if base is None:
        return own_rules.save_new(club, data, sender)
    return own_rules.save_version(club, own_rules.check(club, data).stated_slug, data, base, sender)


def _offer(club: Club, text: str, checked: Checked, *, is_changed: bool) -> Offer:
    try:
        namesake = read_version(club.rule_sets.latest(checked.stated_slug))
    except (NoSuchRuleSet, RulesError):
        namesake = None
    kept = own_rules.same_set(club, checked)
    return Offer(text, checked.rules, checked.parent, is_changed=is_changed, kept=kept, namesake=namesake)
