"""A sheet as people draw it: a column for each team, and a row for each round of one game, or for each game.

Its head has the names of the people. A last row Total is never counted; it tells whether the rows are points or running
totals. Without a column of dates, the sheet is one game, whose day may be in the name of the file or of the sheet.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import islice, pairwise

from scorepad.exchange.imports.cells import (
    HOW_DATES_ARE,
    HOW_NUMBERS_ARE,
    SUMS,
    Evidence,
    IsKnown,
    NotUnderstood,
    SlashedDate,
    TeamReader,
    is_absent,
    is_dash,
    is_day,
    is_one_name,
    parse_date,
    parse_points,
    short,
    shown,
)
from scorepad.exchange.imports.columns import ASIDE, DATE, GAME, MAX_TEAMS, ROUND, STAMP, TEAM, VAGUE_DAYS, meaning_of
from scorepad.exchange.imports.people_rows import add_rounds, differences, grows, partners
from scorepad.exchange.imports.plan import Decisions, PastGame, Problem, Refused
from scorepad.exchange.imports.rows import CsvFile, SpreadsheetRow, Workbook
from scorepad.exchange.imports.spreadsheet import HEADER_WITHIN, AnyTable, DateOrder, undated_note
from scorepad.language.words import format_number
from scorepad.scoring.names import fold_name

MAX_PLAYERS = 12
"""The most columns with people."""


_TOTALS = SUMS | {
    "final", "result", "results", "ergebnis", "endergebnis", "resultado", "resultat", "risultato", "uitslag",
}  # fmt: skip
_ANOTHER_TABLE = "Another table begins here, and only the first one is read.", "Put each into a file of its own."


@dataclass(frozen=True, slots=True)
class _Head:
    """The row with the names: its line, and the columns of the teams with their texts.

    `rounds` are the columns of labels that say they are of rounds, `labels` all others without a team; `unnamed` are
    the labels to the left of the teams that have no name. `game` is the column of the games, if there is one of rounds.
    """

    line: int
    teams: dict[int, str]
    rounds: tuple[int, ...]
    labels: tuple[int, ...]
    unnamed: tuple[int, ...]
    date: int | None
    game: int | None


def drawn_sheet(file: CsvFile | Workbook, name: str) -> "DrawnSheet | None":
    """Return the sheet of a file called `name`, None if it is no such sheet. Raises Refused."""
    first = list(islice(file.rows(), HEADER_WITHIN))
    heads = (_head(row, first[at + 1 :]) for at, row in enumerate(first))
    head = next((head for head in heads if head), None)
    if head is None:
        return None
    # A day may stand in the corner of the table, too.
    sheet = DrawnSheet(file, head, name, [row for row in first if row.line <= head.line])
    is_clear = head.rounds or head.date is not None or not any(map(is_one_name, head.teams.values()))
    return sheet if is_clear or sheet.has_total else None


def _head(row: SpreadsheetRow, below: Sequence[SpreadsheetRow]) -> _Head | None:
    teams: dict[int, str] = {}
    rounds: list[int] = []
    games: list[int] = []
    labels: list[int] = []
    dates: list[int] = []
    for at, value in enumerate(row.values):
        text = shown(value)
        meaning, number, is_close = meaning_of(text) if text else (None, 0, False)
        if meaning in (DATE, STAMP) and not is_close:
            # A form says when it was filled in, and Day may be the weekday; a date beside that is the one of the game.
            is_date = meaning == DATE and fold_name(text) not in VAGUE_DAYS
            dates.insert(0 if is_date else len(dates), at)
        elif meaning in (ROUND, GAME) and not is_close:
            (rounds if meaning == ROUND else games).append(at)
        elif meaning == TEAM and number and not is_close:
            # “Team 1” names a column of people.
            return None
        elif not text or (meaning and not is_close) or fold_name(text[:40]).strip(" :=") in SUMS or is_day(value):
            labels.append(at)
        else:
            teams[at] = text
    if any(before < at < after for before, after in pairwise(rounds) for at in teams):
        wrong = f"Line {row.line} has the heads of two tables beside each other."
        raise Refused(f"{wrong} Put each into a file of its own.")
    days = [at for at in labels if is_day(row.values[at])]
    if not 2 <= len(teams) <= MAX_PLAYERS or len(days) > 1 or not _has_points(teams, below):
        return None
    unnamed = tuple(at for at in labels if at < min(teams) and (at in days or not shown(row.values[at])))
    game = games[0] if rounds and games else None
    return _Head(row.line, teams, tuple(rounds or games), tuple(labels), unnamed, dates[0] if dates else None, game)


def _has_points(teams: dict[int, str], below: Sequence[SpreadsheetRow]) -> bool:
    """Whether the first row below that has anything in the columns of the teams has points there, for two at least."""
    for row in below:
        texts = [text for at in teams if at < len(row.values) and (text := shown(row.values[at]))]
        if texts and not all(map(is_absent, texts)):
            return len(texts) > 1 and all(is_absent(text) or _is_points(text) for text in texts)
    return False


def _is_points(text: str) -> bool:
    try:
        parse_points(text)
    except NotUnderstood:
        return False
    return True


@dataclass
class _Game:
    """The rows of a game that were read so far."""

    line: int
    day: date | None = None
    name: str = ""
    """What the column of games says."""
    rounds: list[list[list[int]]] = field(default_factory=list)
    """The rows of each round."""
    label: str = ""
    """What the last row says about its round."""
    totals: list[tuple[int, list[int], int]] = field(default_factory=list)
    """The rows Total: the line, the numbers, and how many rounds are above."""
    is_whole: bool = True
    """Whether all of its rows could be read."""


class DrawnSheet(AnyTable):
    kind = "a score sheet"

    def __init__(self, file: CsvFile | Workbook, head: _Head, name: str, above: Sequence[SpreadsheetRow]) -> None:
        self._file, self._head = file, head
        self._find_day(head.date is not None, name, above)
        self._undated = 0
        self._running = self._repeats = self._unnamed_total = False
        self._rounds = head.rounds
        if not head.rounds and self.lacks_day:
            numbered = (at for at in head.unnamed if any(_number_in(self._text(row, at)) for row in self._rows()))
            self._rounds = tuple(islice(numbered, 1))

    @property
    def notes(self) -> tuple[str, ...]:
        notes = [*self._file.notes, f"Line {self._head.line} was taken for the names of the teams, one column each."]
        notes += self._notes_of_day
        if self._running:
            notes.append("The rows are running totals, as the last row says: each round has the difference.")
        if self._unnamed_total:
            notes.append("The last row has what all rows above add up to: it is taken for the total, and not counted.")
        if self._repeats:
            notes.append("The last row of each round repeats what is above it, as a sum: it is not counted.")
        if self._dates and self._dates.note:
            notes.append(self._dates.note)
        if self._undated:
            notes.append(undated_note(self._undated))
        return tuple(notes)

    @property
    def has_total(self) -> bool:
        return any(self._is_total(row) for row in self._rows())

    def _read(self, decisions: Decisions, is_known: IsKnown) -> Iterator[PastGame | Problem]:
        self._team_reader = TeamReader(is_known, decisions.names_apart, Evidence)
        self._undated = 0
        try:
            names = self._team_reader.read(self._head.line, [[text] for text in self._head.teams.values()])
        except NotUnderstood as error:
            yield Problem(self._head.line, str(error))
            return
        if self._head.date is not None:
            self._dates = DateOrder(self._rows, self._head.date, decisions.day_first)
        is_by_row = self._head.date is not None and not self._head.rounds
        if not is_by_row and max(map(len, names)) > 1 and (problem := _uneven(self._head.line, names)):
            yield problem
            return
        game = _Game(self._head.line, self._day_of(decisions) if self.lacks_day else None)
        for row in self._rows():
            if self._is_aside(row):
                continue
            if self._is_head(row):
                yield from self._finished(game, names)
                yield Problem(row.line, *_ANOTHER_TABLE)
                return
            points = [self._points(row, at) for at in self._head.teams]
            if wrong := next((point for point in points if isinstance(point, Problem)), None):
                yield wrong
                game.is_whole = False
                continue
            numbers = [point for point in points if not isinstance(point, Problem)]
            if all(number is None for number in numbers):
                continue
            if self._is_total(row):
                game.totals.append((row.line, [number or 0 for number in numbers], len(game.rounds)))
                continue
            if self._dates:
                begun = self._begun(row, game)
                if isinstance(begun, Problem):
                    yield begun
                    continue
            else:
                begun = _Game(row.line, game.day) if game.rounds and self._is_other(row, game) else game
            if begun is not game:
                yield from self._finished(game, names)
                game = begun
            if is_by_row:
                yield self._of_a_row(row.line, game.day, names, numbers)
                continue
            game.name = self._name(row) or game.name
            self._add(game, row, [number or 0 for number in numbers])
        yield from self._finished(game, names)

    def _rows(self) -> Iterator[SpreadsheetRow]:
        return self._below(self._head.line, self._head.date)

    def _text(self, row: SpreadsheetRow, at: int) -> str:
        return shown(row.values[at]) if at < len(row.values) else ""

    def _is_total(self, row: SpreadsheetRow) -> bool:
        head = self._head
        beside = [at for at in head.labels if at < min(head.teams)]
        columns = (*head.rounds, *beside, *(at for at in (head.date, head.game) if at is not None))
        texts = [re.findall(r"[^\W\d]+", fold_name(self._text(row, at)[:40])) for at in columns]
        # “Total”, “Total of round 1”, “Running total”.
        return bool(_TOTALS.intersection(word for words in texts for word in (*words[:1], *words[-1:])))

    def _is_aside(self, row: SpreadsheetRow) -> bool:
        """Whether a row says who won, or has notes."""
        columns = (*self._head.rounds, *self._head.unnamed)
        return any(fold_name(self._text(row, at)[:40]).strip(" :=!") in ASIDE for at in columns)

    def _points(self, row: SpreadsheetRow, at: int) -> int | Problem | None:
        """Return the number in a cell, None if it is blank, or what is wrong with it."""
        is_by_row = self._dates and not self._head.rounds
        if not self._text(row, at) or (is_absent if is_by_row else is_dash)(row.values[at]):
            return None
        try:
            return parse_points(row.values[at])
        except NotUnderstood as error:
            return Problem(row.line, f"{short(self._head.teams[at])}: {error}", HOW_NUMBERS_ARE)

    def _begun(self, row: SpreadsheetRow, game: _Game) -> _Game | Problem:
        """Return the game of a row: the same, or a new one on another day or from round 1."""
        assert self._dates is not None
        assert self._head.date is not None
        if not self._text(row, self._head.date):
            is_next = bool(self._head.rounds) and not self._is_other(row, game)
            if game.day is None:
                return Problem(row.line, "The date is missing.", HOW_DATES_ARE)
            self._undated += not self._head.rounds
            return game if is_next else _Game(row.line, game.day)
        try:
            parsed = parse_date(row.values[self._head.date])
            day = parsed.read(day_first=self._dates(row.line, parsed)) if isinstance(parsed, SlashedDate) else parsed
        except NotUnderstood as error:
            return Problem(row.line, str(error), HOW_DATES_ARE)
        is_same = day == game.day and self._head.rounds and not self._is_other(row, game)
        return game if is_same else _Game(row.line, day)

    def _is_head(self, row: SpreadsheetRow) -> bool:
        """Whether a row has the names of another table."""
        texts = [self._text(row, at) for at in self._head.teams]
        return all(texts) and not any(map(_is_points, texts)) and not all(map(is_one_name, texts))

    def _is_other(self, row: SpreadsheetRow, game: _Game) -> bool:
        """Whether a row is of another game than the row above: another one is named, or the rounds begin again."""
        name = self._name(row)
        if name and game.name:
            return name != game.name
        return self._label(row) == "1" and game.label != "1"

    def _name(self, row: SpreadsheetRow) -> str:
        return "" if self._head.game is None else fold_name(self._text(row, self._head.game)[:40])

    def _label(self, row: SpreadsheetRow) -> str:
        """The number of a row's round, or the text there."""
        texts = (fold_name(self._text(row, at)[:40]) for at in self._rounds)
        text = next(filter(None, texts), "")
        return _number_in(text) or text

    def _add(self, game: _Game, row: SpreadsheetRow, numbers: list[int]) -> None:
        """Add a row to its game: a round, or a further row of a round whose label is above or here again."""
        label = self._label(row)
        is_further = not label or (label == game.label and label.isdecimal())
        if self._rounds and game.rounds and is_further:
            game.rounds[-1].append(numbers)
        else:
            game.rounds.append([numbers])
            game.label = label

    def _finished(self, game: _Game, names: Sequence[tuple[str, ...]]) -> Iterator[PastGame | Problem]:
        if not (game.rounds and game.is_whole) or game.day is None:
            return
        self._unnamed_total |= _marks_total(game)
        rounds = [add_rounds(rows) for rows in game.rounds]
        if not _fits(game.totals, rounds) or not game.totals:
            bare = [add_rounds(rows) for rows in _without_sums(game.rounds)]
            if bare != rounds and _fits(game.totals, bare):
                self._repeats, rounds = True, bare
        if not _fits(game.totals, rounds):
            line, total, _ = game.totals[-1]
            if not grows(rounds) or total != rounds[-1]:
                added = _points_text(add_rounds(rounds))
                wrong = f"The total says {_points_text(total)}, and the rounds add up to {added}."
                yield Problem(line, wrong, "Correct one of them.")
                return
            self._running = True
            rounds = differences(rounds)
        elif not game.totals and grows(rounds) and len(rounds) > 2:
            wrong = "The numbers grow from row to row, so they may be running totals."
            yield Problem(game.line, wrong, "Add a last row Total.")
            return
        if all(len(team) == 1 for team in names):
            together = partners([*zip(*rounds, strict=True)])
            names = [tuple(names[at][0] for at in team) for team in together]
            rounds = [[points[team[0]] for team in together] for points in rounds]
        totals = tuple(map(sum, zip(*rounds, strict=True)))
        if problem := _uneven(game.line, names):
            yield problem
            return
        yield PastGame(game.line, game.day, tuple(names), totals, tuple(map(tuple, rounds)))

    def _of_a_row(
        self, line: int, day: date | None, names: Sequence[tuple[str, ...]], numbers: Sequence[int | None]
    ) -> PastGame | Problem:
        """Return the game of a row: those with a number played. People with equal points are a team."""
        assert day is not None
        played = [(team, number) for team, number in zip(names, numbers, strict=True) if number is not None]
        if all(len(team) == 1 for team, _ in played):
            together = partners([number for _, number in played])
            played = [(tuple(played[at][0][0] for at in team), played[team[0]][1]) for team in together]
        teams = [team for team, _ in played]
        return _uneven(line, teams) or PastGame(line, day, tuple(teams), tuple(number for _, number in played))


def _marks_total(game: _Game) -> bool:
    """Move the last row to the totals if no word says that it is one, but it has the sums of all rounds."""
    *before, last = game.rounds
    *rest, total = last
    above = [add_rounds(rows) for rows in (*before, rest) if rows]
    is_alone = bool(rest) and all(len(rows) <= len(rest) for rows in before)
    if game.totals or not (is_alone or (len(above) > 1 and not rest and not game.label.isdecimal())):
        return False
    if total == add_rounds(above) or (is_alone and len(above) > 1 and grows(above) and total == above[-1]):
        game.rounds = [*before, rest] if rest else before
        game.totals.append((game.line, total, len(game.rounds)))
        return True
    return False


def _number_in(text: str) -> str:
    """Return the first number in a label, such as “Round 1, books”, "" if it has none."""
    number = re.search(r"\d+", text)
    return number[0] if number else ""


def _fits(totals: Sequence[tuple[int, list[int], int]], rounds: Sequence[Sequence[int]]) -> bool:
    """Whether each row Total has the sum of its round or of all so far, and together they have them all."""
    sums = [(numbers, add_rounds(rounds[:count]), [*rounds[count - 1]], count) for _, numbers, count in totals if count]
    if any(numbers not in (so_far, of_round) for numbers, so_far, of_round, _ in sums):
        return False
    has_all = any(count == len(rounds) and numbers == so_far for numbers, so_far, _, count in sums)
    return not sums or has_all or len({count for *_, count in sums}) == len(rounds)


def _without_sums(rounds: Sequence[Sequence[list[int]]]) -> list[list[list[int]]]:
    """Return the rows of rounds without rows that repeat those above: the sum of the round, or of all so far."""
    if not rounds or min(map(len, rounds)) < 2:
        return [[*rows] for rows in rounds]
    bare = _without_sums([rows[:-1] for rows in rounds])
    sums = [add_rounds(rows) for rows in bare]
    running = [add_rounds(sums[: at + 1]) for at in range(len(sums))]
    lasts = [rows[-1] for rows in rounds]
    is_sum = (lasts == sums and min(map(len, rounds)) > 2) or (lasts == running and len(rounds) > 1)
    return bare if is_sum else [[*rows] for rows in rounds]


def _uneven(line: int, teams: Sequence[tuple[str, ...]]) -> Problem | None:
    """Return what is wrong with the teams of a game, None if nothing is."""
    if not 2 <= len(teams) <= MAX_TEAMS:
        return Problem(line, f"A game has 2 to {MAX_TEAMS} teams, and this has {len(teams)}.")
    if len({len(team) for team in teams}) > 1:
        sizes = ", ".join(str(len(team)) for team in teams)
        right = "Name everyone of a team at its head: Ann & Bob. Name a column that is no team Notes."
        return Problem(line, f"The teams have {sizes} people.", right)
    return None


def _points_text(points: Sequence[int]) -> str:
    return " : ".join(map(format_number, points))
