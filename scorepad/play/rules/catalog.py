"""Every rule set that a club can play, by slug, and where it comes from.

If a slug is used more than once, presets win, then the club's own sets, then files in the instance folder.
"""

import json
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from scorepad import paths
from scorepad.rules.document import Document, says_the_same
from scorepad.rules.faults import Fault, RulesError, quote, suggest
from scorepad.rules.model import RuleSet
from scorepad.rules.own import MAX_PARENTS, Find, is_own, with_same_positions
from scorepad.rules.parse import from_document, no_parent
from scorepad.rules.presets import preset, slugs
from scorepad.rules.toml_text import LARGEST_TEXT, line_of, load_toml
from scorepad.scoring.names import fold_name
from scorepad.store import Club, NoSuchRuleSet, RulesVersion, StoreError

# Reads a stored version of an own rule set: its rules, and its parent.


@dataclass(frozen=True, slots=True)
class OwnSet:
    """A version of an own rule set. `parent` is its parent as it was when the version was saved.

    `document` is what was saved: differences from the parent, or a whole document.
    """

    version: RulesVersion
    rules: RuleSet
    parent: RuleSet | None
    document: Document

    @property
    def slug(self) -> str:
        return self.version.slug

    @property
    def number(self) -> int:
        """The version's number, which is the `base` of the next change."""
        return self.version.number

    @property
    def is_retired(self) -> bool:
        return self.version.is_retired


def read_version(version: RulesVersion) -> OwnSet:
    """Read a version. Raises RulesError if this Scorepad cannot play it."""
    return OwnSet(version, *_read(version.document_text, version.parent_text))


@lru_cache(maxsize=200)
def _read(document: str, parent: str) -> tuple[RuleSet, RuleSet | None, Document]:
    """Return the rules of a version, their parent, and the document that was saved."""
    above, saved = _parent(parent), json.loads(document)

    def find(slug: str) -> RuleSet:
        return above or no_parent(slug)

    if above and is_own(saved):
        saved = with_same_positions(saved, above, moving=True)
    return from_document(saved, find), above, saved


@lru_cache(maxsize=100)
def _parent(text: str) -> RuleSet | None:
    document: dict[str, Any] | None = json.loads(text)
    return None if document is None else from_document(document)


# Rule files in the instance's folder `rules/`, which all its clubs can play. A broken file has faults.


MAX_FILES = 100
"""The most files that are read, in the order of their names."""

MAX_BYTES = 4 * LARGEST_TEXT


@dataclass(frozen=True, slots=True)
class RulesFile:
    """A rule file, with either its rules or its faults."""

    name: str
    text: str = ""
    rules: RuleSet | None = None
    parent: RuleSet | None = None
    faults: tuple[Fault, ...] = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """The faults as sentences with line numbers."""
        return tuple(with_line(self.text, fault) for fault in self.faults)


def with_line(text: str, fault: Fault) -> str:
    """Return a fault as a sentence, with its line number in the text if known."""
    # The path of a fault within an option is the option's path, ":" and a second path.
    line = line_of(text, fault.path.partition(":")[0])
    return f"Line {line}: {fault}" if line else str(fault)


def read_files(folder: Path, find: Find) -> list[RulesFile]:
    """Read the files of a folder, which may not exist. `find` returns parents that are not in these files."""
    reader = _FolderReader(dict(_texts(folder)), find)
    return [reader.file(name, ()) for name in reader.texts]


def _texts(folder: Path) -> Iterator[tuple[str, str | Fault]]:
    with suppress(OSError):
        files = sorted(file for file in folder.iterdir() if file.name.endswith(".toml"))
        for file in files[:MAX_FILES]:
            yield file.name, _text(file)


def _text(file: Path) -> str | Fault:
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            return Fault("", "is no file.")
        with file.open("rb") as opened:
            data = opened.read(MAX_BYTES + 1)
        return data.decode("utf-8-sig") if len(data) <= MAX_BYTES else Fault("", "is too long for a rule set.")
    except OSError as error:
        return Fault("", f"cannot be read: {error.strerror}.")
    except UnicodeDecodeError as error:
        return Fault("", f"is not UTF-8 text: byte {error.start} does not fit.")


@dataclass(frozen=True, slots=True)
class _FolderReader:
    """Reads each file once, after its parents."""

    texts: Mapping[str, str | Fault]
    find: Find
    read: dict[str, RulesFile] = field(default_factory=dict)

    def file(self, name: str, below: tuple[str, ...]) -> RulesFile:
        """Return a file; `below` are the files whose ancestor it is, nearest last."""
        if name not in self.read:
            text = self.texts[name]
            if isinstance(text, Fault):
                self.read[name] = RulesFile(name, faults=(text,))
            else:
                self.read[name] = _laid_over(RulesFile(name, text), partial(self._parent, below=(*below, name)))
        return self.read[name]

    def _parent(self, slug: str, below: tuple[str, ...]) -> RuleSet:
        name = f"{slug}.toml"
        if slug in slugs() or name not in self.texts:
            return self.find(slug)
        if name in below:
            raise RulesError((Fault("", f"{quote(slug)} has these rules as its own parent."),))
        if len(below) > MAX_PARENTS:
            raise RulesError((Fault("", f"there are more than {MAX_PARENTS} parents, one above the other."),))
        parent = self.file(name, below)
        if parent.rules is None:
            raise RulesError((Fault("", f"{name} has faults of its own."),))
        return parent.rules


def _laid_over(file: RulesFile, find: Find) -> RulesFile:
    try:
        slug = load_toml(file.text).get("parent")
    except RulesError as error:
        return replace(file, faults=error.faults)
    parent, missing = None, ""
    if isinstance(slug, str):
        try:
            parent = find(slug)
        except RulesError as error:
            missing = error.faults[0].message
    rules, faults = _rules(file.text, parent, missing)
    return replace(file, rules=rules, parent=parent, faults=faults)


@lru_cache(maxsize=2 * MAX_FILES)
def _rules(text: str, parent: RuleSet | None, missing: str) -> tuple[RuleSet | None, tuple[Fault, ...]]:
    def find(_: str) -> RuleSet:
        if parent is None:
            raise RulesError((Fault("", missing),))
        return parent

    try:
        return from_document(load_toml(text), find), ()
    except RulesError as error:
        return None, error.faults


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
    return [*list_added(club), *list_presets()]


def list_added(club: Club) -> list[Listed]:
    """Return the club's own rule sets, including retired ones, then files."""
    own = [_of_version(version) for version in club.rule_sets.current()]
    taken = {listed.slug for listed in own}
    return [*sorted(own, key=lambda listed: fold_name(listed.name)), *_files(club, taken)]


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
