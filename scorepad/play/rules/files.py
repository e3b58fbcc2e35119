"""Rule files in the instance's folder `rules/`, which all its clubs can play. A broken file has faults."""

import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from scorepad.rules.faults import Fault, RulesError, quote
from scorepad.rules.model import RuleSet
from scorepad.rules.own import MAX_PARENTS, Find
from scorepad.rules.parse import from_document
from scorepad.rules.presets import slugs
from scorepad.rules.toml_text import LARGEST_TEXT, line_of, load_toml

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


class _Same:
    """Wraps a rule set in a cache key that compares by identity."""

    __slots__ = ("rules",)

    def __init__(self, rules: RuleSet | None) -> None:
        self.rules = rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.rules is self.rules

    def __hash__(self) -> int:
        return id(self.rules)


class _Read(NamedTuple):
    rules: RuleSet | None
    faults: tuple[Fault, ...]


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
    rules, faults = _rules(file.text, _Same(parent), missing)
    return replace(file, rules=rules, parent=parent, faults=faults)


@lru_cache(maxsize=2 * MAX_FILES)
def _rules(text: str, parent: _Same, missing: str) -> _Read:
    def find(_: str) -> RuleSet:
        if parent.rules is None:
            raise RulesError((Fault("", missing),))
        return parent.rules

    try:
        return _Read(from_document(load_toml(text), find), ())
    except RulesError as error:
        return _Read(None, error.faults)
