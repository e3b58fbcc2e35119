"""Rows with one person or one team of a game each, put together into rows of whole games or whole rounds.

Forms and databases have such tables: a row says that Ann had 5,200 points. The rows of a game are below each other, and
begin a new game where the day or the column Game changes, or where someone comes again. Who played together is in a
column Team or Partner, or shown by equal points in all rounds of the game. A row may also have a column for each round:
then its total is never counted, and tells whether the columns are points or running totals.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from scorepad.exchange.imports.cells import (
    HOW_NUMBERS_ARE,
    MAX_IN_A_TEAM,
    NotUnderstood,
    SlashedDate,
    is_dash,
    is_one_name,
    parse_date,
    parse_points,
    parse_round,
    quoted,
    short,
    shown,
)
from scorepad.exchange.imports.columns import DATE, GAME, MAX_TEAMS, POINTS, ROUND, RULES, WINNER, Columns
from scorepad.exchange.imports.plan import Problem
from scorepad.exchange.imports.rows import SpreadsheetRow
from scorepad.language.words import format_number
from scorepad.scoring.names import fold_name

_AGAINST = re.compile(r"\s(?:vs?\.?|versus|against|gegen|contra|contre|contro|tegen)\s", re.IGNORECASE)

MAX_PEOPLE = 12
"""The most rows of one round, and so the most teams if everyone plays alone."""

_FIRST = (DATE, GAME, ROUND, RULES, WINNER)
_POINTS_AT = len(_FIRST) + MAX_PEOPLE * MAX_IN_A_TEAM
WIDE = Columns(
    at={name: at for at, name in enumerate(_FIRST)},
    teams={
        team: [len(_FIRST) + MAX_IN_A_TEAM * (team - 1) + place for place in range(MAX_IN_A_TEAM)]
        for team in range(1, MAX_PEOPLE + 1)
    },
    points={team: _POINTS_AT + team - 1 for team in range(1, MAX_PEOPLE + 1)},
)
"""The columns of the rows that are put together."""

# fmt: off
_WON = {"1", "1.0", "x", "y", "yes", "true", "won", "win", "winner", "w", "ja", "gewonnen", "si", "oui", "sim", "✓"}
_NOT_WON = {"", "0", "0.0", "n", "no", "false", "lost", "loss", "l", "nein", "verloren", "non", "nao", "nee", "-"}
# fmt: on


def partners(points: Sequence[object]) -> list[list[int]]:
    """Return who played together, as indexes: those with equal points if that gives teams of one size, else no one."""
    equal: dict[object, list[int]] = {}
    for at, of_one in enumerate(points):
        equal.setdefault(of_one, []).append(at)
    sizes = {len(team) for team in equal.values()}
    is_even = len(sizes) == 1 and len(equal) > 1 and max(sizes) <= MAX_IN_A_TEAM
    return [*equal.values()] if is_even else [[at] for at in range(len(points))]


@dataclass(slots=True)
class _Entry:
    """The rows of one person or team of a game.

    `points` are by round, and of round 0 for a whole game; None is a blank or a dash.
    """

    line: int
    names: tuple[str, ...]
    side: str
    won: str
    points: dict[int, int | None] = field(default_factory=dict)
    total: int | None = None
    """The total beside columns of rounds."""


@dataclass(slots=True)
class _Game:
    """The rows of a game so far. `entries` are by the folded names, `rounds` are numbers with their first line."""

    day: object
    date: object
    label: str
    rules: str
    entries: dict[frozenset[str], _Entry] = field(default_factory=dict)
    rounds: dict[int, int] = field(default_factory=dict)
    is_whole: bool = True
    last: tuple[int, frozenset[str]] = (0, frozenset())
    is_by_round: bool = True
    """Whether the rows of a round are below each other; otherwise those of a person are."""


class PeopleRows:
    """Puts rows together. `absent` counts rows of people who have no points in a game, and are left out of it.

    `has_running` says that the columns of rounds are running totals in a game.
    """

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self.absent = 0
        self.has_running = False

    def games(self, rows: Iterator[SpreadsheetRow]) -> Iterator[SpreadsheetRow | Problem]:
        """Yield a row for each game or round, and what is wrong with the others."""
        self.absent, self.has_running = 0, False
        game: _Game | None = None
        for row in rows:
            entry = self._entry(row)
            if self._columns.rounds:
                if game is None or self._is_other(row, game) or self._comes_again(entry, 1, game):
                    if game:
                        yield from self._finish(game)
                    game = self._begun(row)
                yield from self._add_rounds(row, entry, game)
                continue
            is_other = game is None or self._is_other(row, game)
            number = self._round(row, None if is_other else game)
            if game is None or is_other or self._comes_again(entry, number, game):
                if game:
                    yield from self._finish(game)
                number = number if self._text(row, ROUND) else 0
                game = self._begun(row)
            if isinstance(entry, Problem) or isinstance(number, Problem):
                game.is_whole = False
                yield from (part for part in (entry, number) if isinstance(part, Problem))
                continue
            if problem := self._add(row, entry, number, game):
                yield problem
        if game:
            yield from self._finish(game)

    def _begun(self, row: SpreadsheetRow) -> _Game:
        return _Game(self._day(row), self._value(row, DATE), self._text(row, GAME), self._text(row, RULES))

    def _value(self, row: SpreadsheetRow, meaning: str) -> object:
        return _at(row, self._columns.at.get(meaning))

    def _text(self, row: SpreadsheetRow, meaning: str) -> str:
        return shown(self._value(row, meaning))

    def _entry(self, row: SpreadsheetRow) -> _Entry | Problem:
        texts = [shown(row.values[at]) for at in self._columns.people if at < len(row.values)]
        names = tuple(text for text in texts if text and not is_dash(text))
        if not names:
            return Problem(row.line, "A name is missing.", "Each row has the name of a person or of a team.")
        if both := next((name for name in names if _AGAINST.search(name)), ""):
            wrong = f"“{short(both)}” is two teams in one cell."
            return Problem(row.line, wrong, "Write them into two columns, Team 1 and Team 2.")
        side = self._columns.side
        label = fold_name(shown(row.values[side])[:80]) if side is not None and side < len(row.values) else ""
        return _Entry(row.line, names, label, fold_name(self._text(row, WINNER)[:200]))

    def _round(self, row: SpreadsheetRow, game: _Game | None) -> int | Problem:
        """The number of a row's round, 0 for a whole game. Blank cells, as of merged ones, take the one above."""
        if ROUND not in self._columns.at:
            return 0
        if not self._text(row, ROUND):
            return game.last[0] if game else 0
        try:
            return parse_round(self._text(row, ROUND))
        except NotUnderstood as error:
            return Problem(row.line, str(error), "Rounds count from 1.")

    def _day(self, row: SpreadsheetRow) -> object:
        """What tells a day from another: a form writes another time in each row of a game."""
        value = self._value(row, DATE)
        try:
            day = parse_date(value)
        except NotUnderstood:
            return shown(value)
        return (day.first, day.second, day.year) if isinstance(day, SlashedDate) else day

    def _is_other(self, row: SpreadsheetRow, game: _Game) -> bool:
        """Whether a row says that it is of another game."""
        return bool(self._text(row, DATE) and self._day(row) != game.day) or self._text(row, GAME) not in (
            "",
            game.label,
        )

    def _comes_again(self, entry: _Entry | Problem, number: int | Problem, game: _Game) -> bool:
        """Whether someone comes again in a game, or its first round, so that another game begins."""
        if isinstance(entry, Problem) or isinstance(number, Problem):
            return False
        key = _key(entry)
        if (known := game.entries.get(key)) and number in known.points:
            # With a column Partner, a team may have a row for each of its people.
            return known.names == entry.names
        return game.is_by_round and number < game.last[0] and len(game.entries) > 1

    def _add_rounds(self, row: SpreadsheetRow, entry: _Entry | Problem, game: _Game) -> Iterator[Problem]:
        """Add a row with a column, or several, for each round. Yields what is wrong with it."""
        if isinstance(entry, Problem):
            game.is_whole = False
            yield entry
            return
        try:
            entry.total = _number(self._value(row, POINTS))
            for number, columns in self._columns.rounds.items():
                parts = [part for at in columns if (part := _number(_at(row, at))) is not None]
                entry.points[number] = sum(parts) if parts else None
                game.rounds.setdefault(number, row.line)
        except NotUnderstood as error:
            game.is_whole = False
            yield _not_a_number(entry, error)
        known = game.entries.setdefault(_key(entry), entry)
        if known.points != entry.points:
            game.is_whole = False
            yield _other_points(entry, known)

    def _add(self, row: SpreadsheetRow, entry: _Entry, number: int, game: _Game) -> Problem | None:
        try:
            points = _number(self._value(row, POINTS))
        except NotUnderstood as error:
            game.is_whole = False
            return _not_a_number(entry, error)
        key = _key(entry)
        if len(game.entries) == 1 and key in game.entries:
            game.is_by_round = False
        known = game.entries.setdefault(key, entry)
        if number in known.points and known.points[number] != points:
            game.is_whole = False
            return _other_points(entry, known)
        known.points[number] = points
        known.won = known.won or entry.won
        game.rounds.setdefault(number, row.line)
        game.last = number, key
        return None

    def _finish(self, game: _Game) -> Iterator[SpreadsheetRow | Problem]:
        """Yield the rows of a game, or what is wrong with it."""
        if not game.is_whole:
            return
        sides = self._sides([*game.entries.values()])
        self.absent += len(game.entries) - sum(map(len, sides))
        line = min(game.rounds.values())
        if not sides:
            yield Problem(line, "A number is missing.", HOW_NUMBERS_ARE)
            return
        if len(sides) < 2:
            alone = quoted([name for entry in sides[0] for name in entry.names], MAX_IN_A_TEAM)
            wrong = f"There is only {alone} in this game."
            yield Problem(line, wrong, "Put the rows of a game below each other.")
            return
        if sum(map(len, sides)) > (MAX_PEOPLE if game.label else MAX_TEAMS):
            many = f"A game of {sum(map(len, sides))} people begins here."
            yield Problem(line, many, "Say in a column Game which rows are one game.")
            return
        rows = []
        for number in sorted(game.rounds):
            points = []
            for side in sides:
                of_side = _points_of(side, number)
                if isinstance(of_side, Problem):
                    yield of_side
                    return
                points.append(of_side)
            rows.append((number, points))
        if self._columns.rounds:
            by_round = self._of_columns(line, sides, [points for _, points in rows])
            if isinstance(by_round, Problem):
                yield by_round
                return
            rows = [*enumerate(by_round, start=1)]
        won = self._winner(sides)
        for number, points in rows:
            names: list[object] = []
            for side in sides:
                names += _padded([name for entry in side for name in entry.names][:MAX_IN_A_TEAM], MAX_IN_A_TEAM)
            first = [game.date, game.label, number or None, game.rules, won]
            rest = [*_padded(names, MAX_PEOPLE * MAX_IN_A_TEAM), *_padded(points, MAX_PEOPLE)]
            yield SpreadsheetRow(game.rounds[number], [*first, *rest])

    def _sides(self, entries: Sequence[_Entry]) -> list[list[_Entry]]:
        """Return the rows of each team that has points."""
        if self._columns.side is not None:
            by_side: dict[object, list[_Entry]] = {}
            for entry in entries:
                by_side.setdefault(entry.side or _key(entry), []).append(entry)
            return [side for side in by_side.values() if any(map(_has_points, side))]
        entries = [entry for entry in entries if _has_points(entry)]
        if not all(len(entry.names) == 1 and is_one_name(entry.names[0]) for entry in entries):
            return [[entry] for entry in entries]
        together = partners([tuple(sorted((n, p or 0) for n, p in entry.points.items())) for entry in entries])
        return [[entries[at] for at in team] for team in together]

    def _of_columns(
        self, line: int, sides: Sequence[Sequence[_Entry]], rounds: list[list[int]]
    ) -> list[list[int]] | Problem:
        """Return the points of each round, of columns with points or with running totals."""
        played = [number for side in sides for entry in side for number, p in entry.points.items() if p is not None]
        rounds = rounds[: max(played)]
        totals = [next((entry.total for entry in side if entry.total is not None), None) for side in sides]
        sums, lasts = add_rounds(rounds), rounds[-1]
        wrong = [at for at, total in enumerate(totals) if total not in (None, sums[at])]
        if wrong and grows(rounds) and all(total in (None, last) for total, last in zip(totals, lasts, strict=True)):
            self.has_running = True
            return differences(rounds)
        if wrong:
            entry, total, added = sides[wrong[0]][0], totals[wrong[0]], format_number(sums[wrong[0]])
            assert total is not None
            who, said = quoted(entry.names, MAX_IN_A_TEAM), format_number(total)
            sentence = f"{who}: The total says {said}, and the rounds add up to {added}."
            return Problem(entry.line, sentence, "Correct one of them.")
        if len(rounds) > 2 and grows(rounds) and all(total is None for total in totals):
            wrong_numbers = "The numbers grow from round to round, so they may be running totals."
            return Problem(line, wrong_numbers, "Add a column Total.")
        return rounds

    def _winner(self, sides: Sequence[Sequence[_Entry]]) -> str:
        """Return the winner for the column Winner: the number of a team, “tie”, or what all rows say."""
        texts = dict.fromkeys(entry.won for side in sides for entry in side)
        by_side = {side[0].side: number for number, side in enumerate(sides, start=1) if side[0].side}
        if len(texts) == 1 and (number := by_side.get(next(iter(texts)))):
            return str(number)
        won = [str(at) for at, side in enumerate(sides, start=1) if any(entry.won in _WON for entry in side)]
        said = [text for text in texts if text not in _WON | _NOT_WON]
        return said[0] if said else won[0] if len(won) == 1 else "tie" if won else ""


def add_rounds(rounds: Sequence[Sequence[int]]) -> list[int]:
    """Return the points of each team in all rounds."""
    return [sum(of_team) for of_team in zip(*rounds, strict=True)]


def grows(rounds: Sequence[Sequence[int]]) -> bool:
    """Whether no number is smaller than that of the same team in the round before, as in running totals."""
    return all(b >= a for before, after in pairwise(rounds) for a, b in zip(before, after, strict=True))


def differences(rounds: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the points of each round, of running totals."""
    nothing = [0] * len(rounds[0])
    return [[b - a for a, b in zip(*both, strict=True)] for both in pairwise([nothing, *rounds])]


def _at(row: SpreadsheetRow, at: int | None) -> object:
    return row.values[at] if at is not None and at < len(row.values) else None


def _number(value: object) -> int | None:
    """Return the number in a cell, None if it is blank or has a dash. Raises NotUnderstood."""
    return None if is_dash(value) or not shown(value) else parse_points(value)


def _not_a_number(entry: _Entry, error: NotUnderstood) -> Problem:
    return Problem(entry.line, f"{entry.names[0][:40]}: {error}", HOW_NUMBERS_ARE)


def _other_points(entry: _Entry, known: _Entry) -> Problem:
    return Problem(entry.line, f"{quoted(entry.names)} have other points in line {known.line}.", "Correct one.")


def _has_points(entry: _Entry) -> bool:
    return any(points is not None for points in entry.points.values())


def _key(entry: _Entry) -> frozenset[str]:
    return frozenset(map(fold_name, entry.names))


def _padded(values: Sequence[object], count: int) -> list[object]:
    return [*values, *[None] * (count - len(values))]


def _points_of(side: Sequence[_Entry], number: int) -> int | Problem:
    """The points of a team in a round, which one of its people has or all of them."""
    there = [entry for entry in side if number in entry.points]
    known = {points for entry in there if (points := entry.points[number]) is not None}
    names = quoted([name for entry in side for name in entry.names], MAX_IN_A_TEAM)
    if len(known) > 1:
        return Problem(side[0].line, f"{names} play together, and have different points.", "Correct one of them.")
    if not there or not (known or number):
        return Problem(side[0].line, f"{names}: there are no points for round {number}.", HOW_NUMBERS_ARE)
    return next(iter(known), 0)
