"""The contents of a file for an import: games of the past, problems by line, and notes.

A source reads a file game by game, so that no file must fit in memory, and can do so repeatedly: once for the preview,
once to record it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, tzinfo
from functools import lru_cache
from itertools import accumulate
from typing import Protocol

from scorepad import __version__
from scorepad.rules import lookup
from scorepad.rules.document import to_document
from scorepad.rules.faults import RulesError
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.parse import choose
from scorepad.rules.words import EndBy
from scorepad.scoring.cells import (
    TABLE,
    Adjusted,
    CellValue,
    Count,
    Document,
    EndDecision,
    Mark,
    Place,
    PlayerId,
    Shape,
)
from scorepad.scoring.game.agreement import BROUGHT, IMPORTED, MAX_ON_PAPER, PAPER, SEATED, WHOLE_GAME
from scorepad.scoring.game.course import ends_game, leaders, merits
from scorepad.scoring.game.record import END, FINISHED
from scorepad.scoring.names import LONGEST_REASON, fold_name
from scorepad.store.checks import MAX_ROUNDS
from scorepad.store.imports import NewCell, NewGame, cell_text


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
    sheet of a workbook, "" for the first visible one. `day` is when the game of a sheet without dates was played.
    """

    people: Mapping[str, int] = field(default_factory=dict)
    rules: str = ""
    day_first: bool | None = None
    names_apart: bool | None = None
    leave_out: bool = False
    again: bool = False
    same: Mapping[str, str] = field(default_factory=dict)
    sheet: str = ""
    day: date | None = None

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
    cell that may be one person or several, and its text. `lacks_day` says that no row has a date; `day` is then the one
    in the name of the file or the sheet, if there is one.
    """

    kind: str
    sheet: str
    sheets: tuple[str, ...]
    lacks_day: bool
    day: date | None

    @property
    def date_question(self) -> tuple[int, str] | None: ...

    @property
    def name_question(self) -> tuple[int, str] | None: ...

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about how the file was read, such as unknown columns."""

    def read(self, decisions: Decisions, is_known: Callable[[str], bool]) -> Iterator[PlannedGame | Problem]:
        """Yield everything in the file, in order. `is_known` tells names of the club's people. Raises Refused."""


# A game of the past from a file: who played, and the points of each round or of the whole game.
#
# docs/league.md says how such a game counts in the league.


LONGEST_FILE_NAME = 80
_NOON = time(12)
_YES = cell_text(Mark(True))


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game. `rounds` are the points of the teams in each round; without rounds there are only `totals`.

    `rules` is the slug of its rule set, "" for the one chosen for the whole
    file. `winners` are the numbers, from 1, of the teams that the file names as winners; `is_tie` if it says
    that several teams won, but not which.
    """

    line: int
    day: date
    teams: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]
    rounds: tuple[tuple[int, ...], ...] = ()
    rules: str = ""
    winners: tuple[int, ...] = ()
    is_tie: bool = False
    unit: str = "line"

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(name for team in self.teams for name in team)

    def check(self, context: Context) -> Iterator[Problem]:
        try:
            rules = context.rules(self.rules)
        except RulesError as error:
            yield self._problem(str(error.faults[0]))
            return
        players = len(self.teams[0])
        if _table(rules, players, len(self.teams)) is None:
            sizes = f"{len(self.teams)} teams of {players}"
            yield self._problem(
                f"{rules.name} has no table for {sizes}.", context.fitting(players * len(self.teams), len(self.teams))
            )
        if len(self.rounds) > MAX_ROUNDS:
            yield self._problem(f"A game has at most {MAX_ROUNDS:,} rounds.")
        seated = [context.person(name) for name in self.people]
        if len(set(seated)) < len(seated):
            yield self._problem("One person sits in this game twice.", "Say who is who, or correct the names.")
        first = leaders(merits(_usual(rules), self.totals))
        if (self.winners and self.winners != first) or (self.is_tie and len(first) < 2):
            yield self._problem("The winner does not match the points.", "Correct one of them.")

    def _problem(self, wrong: str, right: str = "") -> Problem:
        return Problem(self.line, wrong, right, self.unit.capitalize())

    def new_game(self, context: Context) -> NewGame:
        rules = context.rules(self.rules)
        table = _table(rules, len(self.teams[0]), len(self.teams))
        assert table is not None
        return NewGame(_noon(self.day, context.zone), self._cells(context, rules, table))

    def _cells(self, context: Context, rules: RuleSet, table: Table) -> Iterator[NewCell]:
        name = context.name[:LONGEST_FILE_NAME]
        origin = Document({"from": name, "line": self.line, "day": self.day.isoformat()})
        yield from _agreement(rules, table)
        yield NewCell(WHOLE_GAME, TABLE, IMPORTED, cell_text(origin))
        for at, person in enumerate(self.people):
            team, member = divmod(at, len(self.teams[0]))
            seat = Place.seat(member * len(self.teams) + team + 1)
            yield NewCell(WHOLE_GAME, seat, SEATED, _player(context.person(person)))
        reason = f"From {name}, {self.unit} {self.line}"[:LONGEST_REASON]
        yield from self._of_rounds(reason) if self.rounds else self._of_whole(rules, reason)
        if (over_after := self._over_after(rules, table)) is not None:
            yield NewCell(*END, cell_text(EndDecision(over_after=over_after)))

    def _of_rounds(self, reason: str) -> Iterator[NewCell]:
        for number, points in enumerate(self.rounds, start=1):
            for team, of_team in enumerate(points, start=1):
                if of_team:
                    yield NewCell(number, Place.team(team), "adjustment1", _adjusted(of_team, reason))
            yield NewCell(number, *FINISHED, _YES)
            yield NewCell(number, TABLE, IMPORTED, _YES)

    def _of_whole(self, rules: RuleSet, reason: str) -> Iterator[NewCell]:
        yield NewCell(WHOLE_GAME, TABLE, PAPER, cell_text(Count(_on_paper(rules))))
        for team, total in enumerate(self.totals, start=1):
            if total:
                yield NewCell(WHOLE_GAME, Place.team(team), BROUGHT, _adjusted(total, reason))

    def _over_after(self, rules: RuleSet, table: Table) -> int | None:
        """The round after which the table must declare the game over, None if the rules end it."""
        if not self.rounds:
            return None if ends_game(_usual(rules), table, _on_paper(rules), self.totals) else _on_paper(rules)
        after = accumulate(self.rounds, lambda before, points: tuple(map(sum, zip(before, points, strict=True))))
        ends = [number for number, totals in enumerate(after, 1) if ends_game(_usual(rules), table, number, totals)]
        return None if ends == [len(self.rounds)] else len(self.rounds)


def _table(rules: RuleSet, players: int, teams: int) -> Table | None:
    return lookup.table_for(_usual(rules), players * teams, teams)


def _on_paper(rules: RuleSet) -> int:
    """How many rounds on paper represent a game with only its totals known."""
    end = _usual(rules).end
    return min(end.rounds or 1, MAX_ON_PAPER) if end.by is EndBy.ROUNDS else 1


@lru_cache(maxsize=64)
def _usual(rules: RuleSet) -> RuleSet:
    """The rules with the default choices."""
    return choose(rules, {})


def _noon(day: date, zone: tzinfo | None) -> str:
    """Noon of a day in the club's time zone (UTC): a file does not say when its games began."""
    at = datetime.combine(day, _NOON)
    at = at.replace(tzinfo=zone) if zone else at.astimezone()
    return at.astimezone(UTC).isoformat(timespec="milliseconds")


@lru_cache(maxsize=64)
def _agreement(rules: RuleSet, table: Table) -> tuple[NewCell, ...]:
    """The cells that all games with the same rules and table share."""
    values: dict[str, CellValue] = {
        "rules": Document(to_document(rules)),
        "choices": Document({}),
        "shape": Shape(table.players, table.teams),
        "decks": Count(table.decks),
        "engine": Document(__version__),
    }
    return tuple(NewCell(WHOLE_GAME, TABLE, field, cell_text(value)) for field, value in values.items())


@lru_cache(maxsize=20_000)
def _player(person: int) -> str:
    return cell_text(PlayerId(person))


def _adjusted(points: int, reason: str) -> str:
    return cell_text(Adjusted(str(points), reason))
