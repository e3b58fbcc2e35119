"""Every rule set that a club can play, by slug, and where it comes from.

If a slug is used more than once, presets win, then the club's own sets, then files in the instance folder.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scorepad import paths
from scorepad.play.rules.files import RulesFile, read_files
from scorepad.play.rules.versions import read_version
from scorepad.rules.document import says_the_same
from scorepad.rules.faults import Fault, RulesError, quote, suggest
from scorepad.rules.model import RuleSet
from scorepad.rules.presets import preset, slugs
from scorepad.store import Club, NoSuchRuleSet, RulesVersion, StoreError

MAX_LOOKED_AT = 20
"""The most versions that are searched for a game's copy of its rules."""


class Origin(StrEnum):
    """Where a rule set comes from."""

    OWN = "own"
    FILE = "file"
    PRESET = "preset"


@dataclass(frozen=True, slots=True)
class Listed:
    """A rule set of the catalog. One with faults has no `rules` and cannot be played.

    `parent` is the rule set it was based on, as it was then. `number` is the version of an own set.
    """

    slug: str
    name: str
    origin: Origin
    rules: RuleSet | None
    parent: RuleSet | None = None
    number: int = 0
    is_retired: bool = False
    faults: tuple[str, ...] = ()

    @property
    def is_playable(self) -> bool:
        """Whether it is offered for new games."""
        return self.rules is not None and not self.is_retired


def find_rules(club: Club, slug: str) -> RuleSet:
    """Return the rule set with a slug; for an own set its current version, even if retired.

    Raises RulesError if there is none, or it has faults.
    """
    if rules := find_listed(club, slug).rules:
        return rules
    raise _unknown(f"{quote(slug)} has faults, so it cannot be played.")


def playable(club: Club) -> list[RuleSet]:
    """Return the rule sets offered for new games: the club's own by name, then files, then presets in their order."""
    return [listed.rules for listed in list_all(club) if listed.rules and listed.is_playable]


def find_listed(club: Club, slug: str) -> Listed:
    """Return one rule set of the catalog. Raises RulesError if there is none."""
    if slug in slugs():
        return _of_preset(slug)
    try:
        return _of_version(club.rule_sets.latest(slug))
    except NoSuchRuleSet:
        everything = list_all(club)
    names = [listed.slug for listed in everything if listed.is_playable]
    for listed in everything:
        if listed.slug == slug and listed.rules:
            return listed
    raise _unknown(f"This club has no rule set {quote(slug)}.{suggest(slug, names)}")


def list_all(club: Club) -> list[Listed]:
    """Return every rule set: the club's own, including retired ones, then files, then presets."""
    own = [_of_version(version) for version in club.rule_sets.current()]
    taken = {listed.slug for listed in own}
    return [*sorted(own, key=lambda listed: listed.name.casefold()), *_files(club, taken), *list_presets()]


def list_presets() -> list[Listed]:
    """Return the rule sets that come with Scorepad."""
    return [_of_preset(slug) for slug in slugs()]


def parent_of(club: Club, rules: RuleSet) -> RuleSet | None:
    """Return the parent of a rule set: as it was then if the club still has that version, else as it is now."""
    if not rules.parent:
        return None
    try:
        for version in club.rule_sets.versions(rules.slug, limit=MAX_LOOKED_AT):
            own = read_version(version)
            if says_the_same(own.rules, rules):
                return own.parent
    except (RulesError, StoreError):
        pass
    try:
        return find_rules(club, rules.parent)
    except RulesError:
        return None


def _of_preset(slug: str) -> Listed:
    rules = preset(slug)
    parent = preset(rules.parent) if rules.parent in slugs() else None
    return Listed(slug, rules.name, Origin.PRESET, rules, parent)


def _of_version(version: RulesVersion) -> Listed:
    try:
        own = read_version(version)
    except (RulesError, StoreError) as error:
        name, faults = _name(version), tuple(str(error).split("\n"))
        return Listed(version.slug, name, Origin.OWN, None, None, version.number, version.is_retired, faults)
    return Listed(version.slug, own.rules.name, Origin.OWN, own.rules, own.parent, version.number, version.is_retired)


def _name(version: RulesVersion) -> str:
    try:
        return str(version.document.get("name", version.slug))
    except StoreError:
        return version.slug


def _files(club: Club, taken: set[str]) -> Iterator[Listed]:
    """Yield the instance's files. If two have the same slug, only the first can be played."""
    taken = {*taken, *slugs()}
    for file in read_files(paths.rules_folder(club.path), lambda slug: _preset_or_own(club, slug)):
        if file.rules is None:
            yield _broken(file, file.sentences)
        elif file.rules.slug in taken:
            yield _broken(file, (f"There are other rules called {quote(file.rules.slug)} here: change the slug.",))
        else:
            taken.add(file.rules.slug)
            yield Listed(file.rules.slug, file.rules.name, Origin.FILE, file.rules, file.parent)


def _broken(file: RulesFile, faults: tuple[str, ...]) -> Listed:
    return Listed("", file.name, Origin.FILE, None, faults=faults)


def _preset_or_own(club: Club, slug: str) -> RuleSet:
    if slug in slugs():
        return preset(slug)
    try:
        return read_version(club.rule_sets.latest(slug)).rules
    except StoreError:
        raise _unknown(f"There are no rules called {quote(slug)} here.{suggest(slug, slugs())}") from None


def _unknown(message: str) -> RulesError:
    return RulesError((Fault("", message),))
