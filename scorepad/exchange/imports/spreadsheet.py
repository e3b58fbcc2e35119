"""A spreadsheet of past results, with one row per game or per round: its columns and its rows."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import cached_property, partial
from itertools import islice

from scorepad.exchange.imports.cells import (
    HOW_DATES_ARE,
    HOW_NUMBERS_ARE,
    MAX_IN_A_TEAM,
    SUMS,
    TIE,
    Evidence,
    IsKnown,
    NotUnderstood,
    SlashedDate,
    TeamReader,
    is_dash,
    is_day,
    is_team,
    parse_date,
    parse_points,
    parse_round,
    parse_totals,
    quoted,
    short,
    shown,
)
from scorepad.exchange.imports.columns import DATE, GAME, POINTS, ROUND, RULES, WINNER, Columns, find_columns
from scorepad.exchange.imports.people_rows import WIDE, PeopleRows, partners
from scorepad.exchange.imports.plan import Decisions, PastGame, Problem, Refused
from scorepad.exchange.imports.rows import MAX_COLUMNS, CsvFile, SpreadsheetRow, Workbook
from scorepad.scoring.names import fold_name

# Parse one row of a spreadsheet, or collect all its problems.


_LETTERS = "abcdef"
"""What teams may be called instead of 1, 2 …"""

NOT_NAMED = ("", "none", "-", "–")

Order = Callable[[int, SlashedDate], bool]
"""Returns whether the day comes first in a date on a line."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """The contents of a row. `round` is 0 in a row that is a whole game."""

    line: int
    day: date
    game: str
    round: int
    teams: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    rules: str
    winners: tuple[int, ...]
    is_tie: bool = False

    def whole_game(self) -> PastGame:
        return PastGame(self.line, self.day, self.teams, self.points, (), self.rules, self.winners, self.is_tie)

    def differs_from(self, first: "SheetLine") -> str:
        """Return what differs from the first round of a game though all rounds share it, "" if nothing does."""
        teams = [tuple(tuple(map(fold_name, team)) for team in row.teams) for row in (self, first)]
        sentences = {
            f"The teams differ from line {first.line}.": teams[0] != teams[1],
            f"The date differs from line {first.line}.": self.day != first.day,
            f"The game differs from line {first.line}.": self.game != first.game,
            f"The rules differ from line {first.line}.": self.rules != first.rules,
        }
        return next((sentence for sentence, differs in sentences.items() if differs), "")


class RowReader:
    """Reads one row, and collects problems."""

    def __init__(self, columns: Columns, row: SpreadsheetRow, before: SheetLine | None, above: date | None) -> None:
        """`before` is the round above, which provides the blank cells of a later round of the same game.

        `above` is the day of any row above: of merged date cells, only the first has a value.
        """
        self._columns, self._row, self._before, self._above = columns, row, before, above
        self.day: date | None = None
        self.is_undated = self.begins_game = False
        self.dashes = 0
        self._problems: list[Problem] = []

    def parse(self, order: Order, team_reader: TeamReader) -> SheetLine | list[Problem]:
        """Return the line, or all its problems."""
        self._order, self._team_reader = order, team_reader
        number = self._round()
        self.begins_game = number < 2 and not self._problems
        before = self._before if number > 1 else None
        self.day = day = before.day if before and not self._text(DATE) else self._day()
        teams = before.teams if before and not team_texts(self._columns, self._row) else self._teams()
        points = self._points(len(teams))
        rules = self._text(RULES) or (before.rules if before else "")
        game = self._text(GAME) or (before.game if before else "")
        winners = self._winners(teams)
        if self._problems or day is None:
            return self._problems
        return SheetLine(self._row.line, day, game, number, teams, points, rules, winners, self._winner() in TIE)

    def _wrong(self, wrong: str, right: str = "") -> None:
        self._problems.append(Problem(self._row.line, wrong, right))

    def _value(self, at: int | None) -> object:
        return self._row.values[at] if at is not None and at < len(self._row.values) else None

    def _text(self, meaning: str) -> str:
        return shown(self._value(self._columns.at.get(meaning)))

    def _round(self) -> int:
        if ROUND not in self._columns.at or not self._text(ROUND):
            return 0
        try:
            return parse_round(self._text(ROUND))
        except NotUnderstood as error:
            self._wrong(str(error), "Rounds count from 1.")
            return 0

    def _day(self) -> date | None:
        if self._above and not self._text(DATE):
            self.is_undated = True
            return self._above
        try:
            parsed = parse_date(self._value(self._columns.at[DATE]))
            if not isinstance(parsed, SlashedDate):
                return parsed
            return parsed.read(day_first=self._order(self._row.line, parsed))
        except NotUnderstood as error:
            self._wrong(str(error), HOW_DATES_ARE)
            return None

    def _teams(self) -> tuple[tuple[str, ...], ...]:
        texts = team_texts(self._columns, self._row)
        try:
            teams = self._team_reader.read(self._row.line, [*texts.values()])
        except NotUnderstood as error:
            self._wrong(str(error))
            return ()
        if [*texts] != [*range(1, len(teams) + 1)] or len(teams) < 2:
            self._wrong("A game has two teams or more, from Team 1 on.", "Name who played in each: Ann & Bob.")
            return ()
        if len({len(team) for team in teams}) > 1 or len(teams[0]) > MAX_IN_A_TEAM:
            self._wrong(
                f"The teams have {', '.join(str(len(team)) for team in teams)} people.",
                f"All teams of a game need equally many people, at most {MAX_IN_A_TEAM}, with & between the names.",
            )
        names = [fold_name(name) for team in teams for name in team]
        if twice := next((name for name in names if names.count(name) > 1), None):
            self._wrong(f"“{short(twice)}” is in the game twice.", "Add a letter or a surname to tell the two apart.")
        return teams

    def _points(self, teams: int) -> tuple[int, ...]:
        try:
            points = parse_totals(self._value(self._columns.at[POINTS])) if not self._columns.points else None
            if points is None:
                points = tuple(self._points_of(number) for number in range(1, teams + 1))
                if 0 < teams == self.dashes:
                    raise NotUnderstood("A number is missing.")
        except NotUnderstood as error:
            self._wrong(str(error), HOW_NUMBERS_ARE)
            return ()
        if teams and len(points) != teams:
            self._wrong(f"There are points for {len(points)} teams, and {teams} teams.", "Write them as 5200 : 4100.")
        return points

    def _points_of(self, team: int) -> int:
        value = self._value(self._columns.points.get(team))
        try:
            if is_dash(value):
                self.dashes += 1
                return 0
            return parse_points(value)
        except NotUnderstood as error:
            raise NotUnderstood(f"Points {team}: {error}") from None

    def _winner(self) -> str:
        return fold_name(self._text(WINNER)[:200])

    def _winners(self, teams: Sequence[Sequence[str]]) -> tuple[int, ...]:
        text = self._winner()
        if text in (*NOT_NAMED, *TIE) or not teams:
            return ()
        numbered = [*enumerate(teams, start=1)]
        # The whole team comes first: someone may be called “Team 2”.
        named = [number for number, people in numbered if is_team(self._text(WINNER), people)]
        for number, people in numbered:
            if text in (str(number), f"{number}.0", f"team {number}", *map(fold_name, people)):
                named.append(number)
        letters = enumerate(_LETTERS[: len(teams)], start=1)
        named += [number for number, letter in letters if text in (letter, f"team {letter}")]
        if named:
            return (named[0],)
        self._wrong(f"The winner “{short(text)}” is none of the teams.", "Write 1 or 2, or the names of the team.")
        return ()


def team_texts(columns: Columns, row: SpreadsheetRow) -> dict[int, list[str]]:
    """Return the texts in the columns of each team, without empty teams."""
    texts = {
        number: [
            text
            for at in of_team
            if at < len(row.values) and (text := shown(row.values[at])) and not is_dash(row.values[at])
        ]
        for number, of_team in sorted(columns.teams.items())
    }
    return {number: of_team for number, of_team in texts.items() if of_team}


class DateOrder:
    """Whether the day or the month comes first in the dates of a file, by the dates that leave no doubt.

    `question` is the first line whose date nothing decides, with that date.
    """

    def __init__(self, rows: Callable[[], Iterator[SpreadsheetRow]], at: int, chosen: bool | None) -> None:
        """`rows` reads the rows again, `at` is the column of the dates, `chosen` a person's answer."""
        self._rows, self._at, self._chosen = rows, at, chosen
        self._by_file = False
        self.question: tuple[int, str] | None = None

    def __call__(self, line: int, typed: SlashedDate) -> bool:
        """Return whether the day comes first in a date on a line."""
        if self._chosen is not None:
            return self._chosen
        self._by_file |= typed.day_first is None
        if self._clear is None:
            self.question = self.question or (line, str(typed))
            return True
        return self._clear[1].day_first is not False

    @property
    def note(self) -> str:
        """The line that decided about others, in a sentence; "" if none did."""
        if not self._by_file or self._clear is None:
            return ""
        line, typed = self._clear
        if typed.day_first:
            return f"Line {line} says {typed}, so the day comes first in all dates of this file."
        return f"Line {line} says {typed}, so the month comes first in all dates of this file."

    @cached_property
    def _clear(self) -> tuple[int, SlashedDate] | None:
        """The first date that can be read in one order only, with its line; None if others contradict it."""
        clear: dict[bool, tuple[int, SlashedDate]] = {}
        for row in self._rows():
            try:
                parsed = parse_date(row.values[self._at] if self._at < len(row.values) else None)
            except NotUnderstood:
                continue
            if isinstance(parsed, SlashedDate) and parsed.day_first is not None:
                clear.setdefault(parsed.day_first, (row.line, parsed))
        return next(iter(clear.values())) if len(clear) == 1 else None


HEADER_WITHIN = 10
"""How many of the first rows are searched for the header."""


@dataclass
class _Rounds:
    """The rows of a game read so far. A game with an invalid row is not whole."""

    rows: list[SheetLine] = field(default_factory=list)
    is_whole: bool = True

    def finish(self) -> Iterator[PastGame]:
        if self.rows and self.is_whole:
            first, last = self.rows[0], self.rows[-1]
            rounds = tuple(row.points for row in self.rows)
            totals = tuple(map(sum, zip(*rounds, strict=True)))
            end = last if last.winners or last.is_tie else first
            yield PastGame(first.line, first.day, first.teams, totals, rounds, first.rules, end.winners, end.is_tie)
        self.rows, self.is_whole = [], True


NOT_CALCULATED = Problem(
    0,
    "No game has a point other than 0, and the workbook has formulas, which its program may never have calculated.",
    "Open the workbook in a spreadsheet program, and save it again.",
)


class AnyTable(ABC):
    """What tables of every shape have in common: what they may ask a person, and formulas without results."""

    _file: CsvFile | Workbook
    _dates: DateOrder | None = None
    _team_reader: TeamReader | None = None
    sheet = ""
    sheets: tuple[str, ...] = ()
    lacks_day = False
    day: date | None = None

    def _find_day(self, has_dates: bool, name: str, above: Sequence[SpreadsheetRow]) -> None:
        """Find the day of a table without dates: in the rows above its head, or in the name of the file or sheet."""
        if isinstance(self._file, Workbook):
            self.sheet, self.sheets = self._file.sheet, self._file.sheets
        self.lacks_day = not has_dates
        if self.lacks_day:
            titles = [*self._file.titles, *(shown(value) for row in above for value in row.values)]
            self.day = next(filter(None, map(_day_in, (*titles, name.rpartition(".")[0], self.sheet))), None)

    def _below(self, head: int, dates: int | None) -> Iterator[SpreadsheetRow]:
        """Yield the rows below the head. `dates` is the column of dates: its day numbers count from 1900 here."""
        later = self._file.days_later
        for row in self._file.rows():
            if row.line > head:
                if later and dates is not None and dates < len(row.values):
                    value, values = row.values[dates], [*row.values]
                    values[dates] = value + later if isinstance(value, int | float) else value
                    row = SpreadsheetRow(row.line, values)
                yield row

    def _day_of(self, decisions: Decisions) -> date:
        """The day of a table without dates. Until it is chosen, no game is recorded, and no page shows its day."""
        return decisions.day or self.day or datetime.now(UTC).date()

    @property
    def _notes_of_day(self) -> list[str]:
        if self.day is None:
            return []
        day = self.day.isoformat()
        return [f"The day, {day}, is the one above the table, or in the name of the file or the sheet."]

    @property
    def date_question(self) -> tuple[int, str] | None:
        return self._dates.question if self._dates else None

    @property
    def name_question(self) -> tuple[int, str] | None:
        return self._team_reader.question if self._team_reader else None

    def read(self, decisions: Decisions, is_known: IsKnown) -> Iterator[PastGame | Problem]:
        """Yield all games and problems. If no game has points, formulas may be the reason, which is the last problem.

        A library that writes a workbook stores formulas with the result 0 or none.
        """
        is_empty, has_points = True, False
        for item in self._read(decisions, is_known):
            is_empty = False
            has_points = has_points or (isinstance(item, PastGame) and any(map(any, item.rounds or (item.totals,))))
            yield item
        if self._file.has_formulas and not (is_empty or has_points):
            yield NOT_CALCULATED

    @abstractmethod
    def _read(self, decisions: Decisions, is_known: IsKnown) -> Iterator[PastGame | Problem]:
        """Yield the games and problems of the rows."""


class Spreadsheet(AnyTable):
    kind = "a spreadsheet"

    def __init__(self, file: CsvFile | Workbook, name: str) -> None:
        """Find the header. `name` is that of the file. Raises Refused."""
        self._file = file
        first = list(islice(file.rows(), HEADER_WITHIN))
        if not first:
            raise Refused("The table is empty.")
        self._header, self.columns = min(
            ((row.line, find_columns(row.values)) for row in first), key=lambda header: len(header[1].missing)
        )
        if missing := self.columns.missing:
            raise Refused(_about_missing(missing, first, self.columns))
        self._people = PeopleRows(self.columns) if self.columns.people else None
        self._wide = WIDE if self._people else self.columns
        self._clear_rows: Evidence | None = None
        self.sums = self.undated = self.dashes = 0
        self._find_day(DATE in self.columns.at, name, [row for row in first if row.line < self._header])

    @property
    def notes(self) -> tuple[str, ...]:
        columns = self.columns
        notes = [*self._file.notes, *self._notes_of_day]
        if columns.rounds:
            count = len(columns.rounds)
            notes.append(
                "1 column of a round was read, a row for each name. A total beside it is not counted."
                if count == 1
                else f"{count} columns of rounds were read, a row for each name. Totals beside them are not counted."
            )
        if self._people and self._people.has_running:
            notes.append("The columns are running totals, as the totals say: each round has the difference.")
        notes += [f"The column “{short(name)}” was taken for {meaning}." for name, meaning in columns.close]
        if columns.not_understood:
            notes.append(f"These columns were not understood, and are left out: {quoted(columns.not_understood)}.")
        if self.undated:
            notes.append(undated_note(self.undated))
        if self._dates and self._dates.note:
            notes.append(self._dates.note)
        if self.dashes:
            notes.append("A dash for points was read as 0.")
        if self._people and self._people.absent:
            absent = self._people.absent
            notes.append(
                "1 row without points is left out." if absent == 1 else f"{absent:,} rows without points are left out."
            )
        if self.sums:
            is_one = self.sums == 1
            notes.append(
                "A row with a total was skipped." if is_one else f"{self.sums:,} rows with totals were skipped."
            )
        return tuple(notes)

    def _read(self, decisions: Decisions, is_known: IsKnown) -> Iterator[PastGame | Problem]:
        rounds, before = _Rounds(), None
        # Without a column of dates, no row has one to decide about.
        self._dates = order = DateOrder(self._rows, self.columns.at.get(DATE, MAX_COLUMNS), decisions.day_first)
        self._team_reader = TeamReader(is_known, decisions.names_apart, partial(self._evidence, is_known))
        self.undated = self.dashes = 0
        above = self._day_of(decisions) if self.lacks_day else None
        for row in self._game_rows():
            if isinstance(row, Problem):
                yield row
                continue
            reader = RowReader(self._wide, row, before, above)
            parsed, above = reader.parse(order, self._team_reader), reader.day
            self.undated += reader.is_undated and not self.lacks_day
            self.dashes += reader.dashes
            if isinstance(parsed, list):
                if reader.begins_game:
                    yield from rounds.finish()
                rounds.is_whole = False
                yield from parsed
                continue
            if not parsed.round:
                yield from rounds.finish()
                yield self._with_partners(parsed.whole_game())
                continue
            if parsed.round == 1:
                yield from rounds.finish()
            if rounds.rows and (differs := parsed.differs_from(rounds.rows[0])):
                yield Problem(row.line, differs, "Begin each game with round 1, and repeat its teams.")
                rounds.is_whole = False
                continue
            if rounds.is_whole and parsed.round != len(rounds.rows) + 1:
                wrong = f"Round {parsed.round} does not follow round {len(rounds.rows)} of the same game."
                yield Problem(row.line, wrong, "Put the rounds of a game below each other, from round 1.")
                rounds.is_whole = False
            rounds.rows.append(parsed)
            before = parsed
        yield from rounds.finish()

    def _with_partners(self, game: PastGame) -> PastGame:
        """Make teams of players with a column each, if equal points show who played together."""
        together = partners(game.totals) if self.columns.are_players else []
        if not 1 < len(together) < len(game.teams):
            return game
        return replace(
            game,
            teams=tuple(tuple(game.teams[at][0] for at in team) for team in together),
            totals=tuple(game.totals[team[0]] for team in together),
            winners=tuple(at for at, team in enumerate(together, start=1) if {*game.winners} & {p + 1 for p in team}),
        )

    def _is_sum(self, row: SpreadsheetRow) -> bool:
        """Whether a row is a sum: the word is in the column of the day, the game, the round or the first team."""
        at, names = self.columns.at, self.columns.people or self.columns.teams[1]
        texts = [
            fold_name(shown(row.values[place])[:40]).strip(" :=")
            for place in (*(at[name] for name in (DATE, GAME, ROUND) if name in at), names[0])
            if place < len(row.values)
        ]
        # A person may be called Summe Miller: in the team column, compare the whole text.
        firsts = [re.split(r"[\W\d]", text, maxsplit=1)[0] for text in texts[:-1]]
        return bool(SUMS.intersection((*firsts, *texts)))

    def _rows(self) -> Iterator[SpreadsheetRow]:
        return self._below(self._header, self.columns.at.get(DATE))

    def _game_rows(self) -> Iterator[SpreadsheetRow | Problem]:
        """The rows of games and rounds, without those of totals, which are counted."""
        self.sums = 0
        return self._people.games(self._without_sums()) if self._people else self._without_sums()

    def _without_sums(self) -> Iterator[SpreadsheetRow]:
        for row in self._rows():
            if self._is_sum(row):
                self.sums += 1
            else:
                yield row

    def _evidence(self, is_known: IsKnown) -> Evidence:
        """What all rows of the file say about names with commas."""
        if self._clear_rows is None:
            self._clear_rows = Evidence()
            rows = (row for row in self._rows() if not self._is_sum(row))
            for row in PeopleRows(self.columns).games(rows) if self._people else rows:
                if not isinstance(row, Problem) and (cells := team_texts(self._wide, row)):
                    self._clear_rows.add([*cells.values()], is_known)
        return self._clear_rows


_DAY_IN_NAME = re.compile(
    r"\d{4}[-.]\d{1,2}[-.]\d{1,2}|\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})\b|\d{1,2}[/-]\d{1,2}[/-](?:\d{4}|\d{2})\b"
    r"|\d{1,2}(?:st|nd|rd|th|\.)?[ -][^\W\d]+[ -]\d{4}|[^\W\d]+ \d{1,2}(?:st|nd|rd|th)?,? \d{4}"
)


def _day_in(name: str) -> date | None:
    """Return the day in a file's or sheet's name, None if it has none or that may be two days."""
    for text in _DAY_IN_NAME.findall(name.replace("_", " ")):
        try:
            parsed = parse_date(text)
        except NotUnderstood:
            continue
        if not isinstance(parsed, SlashedDate):
            return parsed
        if parsed.day_first is not None:
            return parsed.read(day_first=parsed.day_first)
    return None


def undated_note(count: int) -> str:
    if count == 1:
        return "A row without a date took that of the row above."
    return f"{count:,} rows without a date took that of the row above."


def _texts(row: SpreadsheetRow) -> list[str]:
    return [shown(value) for value in row.values if shown(value)]


def _about_missing(missing: Sequence[str], first: Sequence[SpreadsheetRow], columns: Columns) -> str:
    """Return why a table cannot be read, and how to name its columns."""
    # The line in which most columns were understood, or the fullest one.
    headings = min(first, key=lambda row: (len(find_columns(row.values).missing), -len(_texts(row))))
    names = quoted(_texts(headings))
    sentence = f"The table has no column for {', '.join(missing)}. The columns of line {headings.line} are {names}. "
    if sum(map(is_day, headings.values)) > 1:
        return (
            f"Line {headings.line} has dates at the heads of its columns. Turn the table round, so that each date has "
            "a row, and each person or team a column: copy it, and paste it transposed."
        )
    if len(columns.teams) > 2 or sum("player" in fold_name(shown(value)) for value in headings.values) > 2:
        return sentence + (
            "Say which people play together: name their columns Team 1 player 1, Team 1 player 2, Team 2 player 1 …"
        )
    if len(columns.teams) > 1 and any(name.startswith("Points") for name in missing):
        return sentence + (
            "Write the names of a team at the head of the column with its points, such as Ann & Bob; or name the "
            "columns as in the template: Date, Team 1, Team 2, Points 1, Points 2."
        )
    return sentence + (
        "Name them as in the template: Date, Team 1, Team 2, Points 1, Points 2. Put the people who played "
        "together in Team 1, such as Ann & Bob, and their points in Points 1."
    )
