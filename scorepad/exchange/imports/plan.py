"""The contents of a file for an import: games of the past, problems by line, and notes.

A source reads a file game by game, so that no file must fit in memory, and can do so repeatedly: once for the preview,
once to record it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, tzinfo
from typing import Protocol

from scorepad.rules.model import RuleSet
from scorepad.scoring.names import fold_name
from scorepad.store.imports import NewGame


class Refused(ValueError):
    """A file that cannot be imported. The text is a message for people.

    `sheets` are the sheets of a workbook, because another one may be readable.
    """

    sheets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """The fault of a line of a file (0: of the whole file), and how to correct it."""

    line: int
    wrong: str
    right: str = ""
    unit: str = "Line"

    @property
    def where(self) -> str:
        """The place, such as “Line 12”, "" for the whole file."""
        return f"{self.unit} {self.line}" if self.line else ""

    @property
    def sentences(self) -> str:
        return " ".join(filter(None, (self.wrong, self.right)))

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.where, self.sentences)))


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions of a person after the preview.

    `people` maps names of the file, folded, to ids of the club; 0 is a new person. Other names are matched by name.
    `same` maps names of the file, folded, to another name of the same person. `rules` is the slug of the rule set for
    games that name none. `day_first` says how to read 03/04/2024, None if undecided, and `names_apart` whether
    “Smith, John” is two people. `leave_out` records the valid
    games although there are problems, `again` includes those that the club already has. `sheet` is the name of a
    sheet of a workbook, "" for the first visible one.
    """

    people: Mapping[str, int] = field(default_factory=dict)
    rules: str = ""
    day_first: bool | None = None
    names_apart: bool | None = None
    leave_out: bool = False
    again: bool = False
    same: Mapping[str, str] = field(default_factory=dict)
    sheet: str = ""

    def spelt(self, name: str) -> str:
        """Return the chosen name of a person whom the file spells in several ways."""
        before: set[str] = set()
        while self.same and (folded := fold_name(name)) in self.same and folded not in before:
            before.add(folded)
            name = self.same[folded]
        return name


@dataclass(frozen=True, slots=True)
class Context:
    """What a game needs to become cells: its file's name, people by name, rules by slug, the club's time zone."""

    name: str
    person: Callable[[str], int]
    rules: Callable[[str], RuleSet]
    zone: tzinfo | None
    fitting: Callable[[int, int], str] = lambda players, teams: ""
    """Returns a sentence about rules that have a table for these numbers of players and teams."""


class PlannedGame(Protocol):
    """A game in a file."""

    @property
    def line(self) -> int:
        """The line where it begins."""

    @property
    def day(self) -> date:
        """The day on which it was played."""

    @property
    def teams(self) -> tuple[tuple[str, ...], ...]:
        """The names of the people of each team, as spelled in the file."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each team."""

    @property
    def people(self) -> tuple[str, ...]:
        """The names of everyone in it."""

    def check(self, context: Context) -> Iterator[Problem]:
        """Yield the problems of the game under these rules."""

    def new_game(self, context: Context) -> NewGame:
        """Return the game to record."""


class Source(Protocol):
    """A file opened for an import. `kind` is its name for people: “a spreadsheet”.

    `sheets` are the sheets of a workbook, of which `sheet` is read; other files have none. `date_question` is a line
    with an ambiguous date such as 03/04/2024, and that date, None if there is none; `name_question` is a line with a
    cell that may be one person or several, and its text.
    """

    kind: str
    sheet: str
    sheets: tuple[str, ...]
    date_question: tuple[int, str] | None

    @property
    def name_question(self) -> tuple[int, str] | None: ...

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about how the file was read, such as unknown columns."""

    def read(self, decisions: Decisions, is_known: Callable[[str], bool]) -> Iterator[PlannedGame | Problem]:
        """Yield everything in the file, in order. `is_known` tells names of the club's people. Raises Refused."""
