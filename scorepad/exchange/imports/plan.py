"""What a file holds for an import: games of the past, problems by line, and notes.

A source reads the same file as often as it is asked, game by game, so that no file must fit in memory: once for the
preview, once to record it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, tzinfo
from typing import Protocol

from scorepad.rules.model import RuleSet
from scorepad.scoring.names import fold_name
from scorepad.store.imports.bulk import NewGame


class Refused(ValueError):
    """A file that cannot be imported at all. The text is a sentence for people.

    `sheets` are those of a workbook: perhaps another one can be read.
    """

    sheets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a line of a file (0: with the whole file), and what would be right."""

    line: int
    wrong: str
    right: str = ""
    unit: str = "Line"

    @property
    def where(self) -> str:
        """Such as “Line 12”, "" for the whole file."""
        return f"{self.unit} {self.line}" if self.line else ""

    @property
    def sentences(self) -> str:
        return " ".join(filter(None, (self.wrong, self.right)))

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.where, self.sentences)))


@dataclass(frozen=True, slots=True)
class Decisions:
    """What a person decided after the preview.

    `people` maps names of the file, folded, to ids of the club; 0 is a new person. Names that are missing are matched
    by name. `same` maps names of the file, folded, to the name under which the same person comes. `rules` is the slug
    of the rule set for games that name none. `day_first` says how to read 03/04/2024, None if no one was asked.
    `leave_out` records the good games although there are problems, `again` also those that are in the club already.
    `sheet` is the name of a sheet of a workbook, "" for the first that shows.
    """

    people: Mapping[str, int] = field(default_factory=dict)
    rules: str = ""
    day_first: bool | None = None
    leave_out: bool = False
    again: bool = False
    same: Mapping[str, str] = field(default_factory=dict)
    sheet: str = ""

    def spelt(self, name: str) -> str:
        """The name under which somebody comes whom the file spells in several ways."""
        before: set[str] = set()
        while self.same and (folded := fold_name(name)) in self.same and folded not in before:
            before.add(folded)
            name = self.same[folded]
        return name


@dataclass(frozen=True, slots=True)
class Context:
    """What a game needs to become cells: its file's name, who is behind each name, rules by slug, the club's zone."""

    name: str
    person: Callable[[str], int]
    rules: Callable[[str], RuleSet]
    zone: tzinfo | None
    fitting: Callable[[int, int], str] = lambda players, teams: ""
    """A sentence about rules that have a table for so many players in so many teams."""


class PlannedGame(Protocol):
    """A game of a file."""

    @property
    def line(self) -> int:
        """The line where it begins."""

    @property
    def day(self) -> date:
        """The day on which it was played."""

    @property
    def teams(self) -> tuple[tuple[str, ...], ...]:
        """The names of the people of each team, as the file has them."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each team."""

    @property
    def people(self) -> tuple[str, ...]:
        """The names of everyone in it."""

    def check(self, context: Context) -> Iterator[Problem]:
        """What is wrong with it under these rules."""

    def new_game(self, context: Context) -> NewGame:
        """The game as it will be recorded."""


class Source(Protocol):
    """A file that was opened for an import. `kind` is what people call it: “a spreadsheet”.

    `sheets` are those of a workbook, of which `sheet` is read; a file of another kind has none. `date_question` is a
    line with a date such as 03/04/2024 whose order no one knows, and that date; None if there is none.
    """

    kind: str
    sheet: str
    sheets: tuple[str, ...]
    date_question: tuple[int, str] | None

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about how the file was read, such as columns that were not understood."""

    def read(self, decisions: Decisions) -> Iterator[PlannedGame | Problem]:
        """Everything in the file, in its order. Raises Refused."""
