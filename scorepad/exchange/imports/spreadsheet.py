"""A spreadsheet of past results, with one row per game or per round: its columns and its rows."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches
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
    is_team,
    parse_date,
    parse_points,
    parse_totals,
    quoted,
    short,
    shown,
)
from scorepad.exchange.imports.plan import Decisions, PastGame, Problem, Refused
from scorepad.exchange.imports.rows import MAX_COLUMNS, CsvFile, SpreadsheetRow, Workbook
from scorepad.scoring.names import fold_name

# Find the meaning of the columns of a spreadsheet by name, in any order, including synonyms and close spellings.


MAX_TEAMS = 6
MAX_BESIDE = 3
"""The most columns with more people of a team, to the right of the first, under one merged heading."""

DATE, GAME, ROUND, RULES, WINNER, TEAM, POINTS, NOTES = (
    "Date", "Game", "Round", "Rules", "Winner", "Team", "Points", "Notes"
)  # fmt: skip

_NAMES = {
    DATE: ("date", "day", "played", "played on", "date played", "when", "datum", "tag", "gespielt am"),
    GAME: ("game", "game number", "game no", "game id", "match", "spiel", "nr", "no", "number", "#"),
    ROUND: ("round", "round number", "round no", "hand", "deal", "runde"),
    RULES: ("rules", "rule set", "ruleset", "variant", "regeln"),
    WINNER: ("winner", "winners", "won", "won by", "winning team", "gewinner", "sieger"),
    TEAM: ("team", "side", "pair", "partners", "partnership", "player", "players", "name", "names", "mannschaft",
           "spieler", "paar"),
    POINTS: (
        "points", "score", "total", "result", "final score", "final", "sum", "punkte", "ergebnis", "stand", "pts",
    ),
    NOTES: ("notes", "note", "comment", "comments", "remarks", "place", "location", "table", "bemerkung", "ort"),
}  # fmt: skip
_MEANINGS = {name: meaning for meaning, names in _NAMES.items() for name in names}
_NUMBERED = {TEAM, POINTS}
_SIDES = {"we": 1, "us": 1, "wir": 1, "they": 2, "them": 2, "sie": 2, "ihr": 2}
"""What people call the teams of their own table."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns by meaning, as indexes from 0. `not_understood` are names of columns without a known meaning."""

    at: dict[str, int] = field(default_factory=dict)
    teams: dict[int, list[int]] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)
    not_understood: tuple[str, ...] = ()
    close: tuple[tuple[str, str], ...] = ()

    @property
    def count(self) -> int:
        """How many teams the columns allow."""
        return len(self.teams)

    @property
    def missing(self) -> list[str]:
        """The required columns that are missing."""
        wanted = [] if DATE in self.at else ["Date"]
        wanted += [f"Team {number}" for number in (1, 2) if number not in self.teams]
        if POINTS not in self.at:
            wanted += [f"Points {number}" for number in (1, 2, *self.teams) if number not in self.points]
        return list(dict.fromkeys(wanted))


def find_columns(header: Sequence[object]) -> Columns:
    columns, unknown, close = Columns(), [], []
    alike: dict[str, list[int]] = {TEAM: [], POINTS: []}
    merged = 0
    for at, value in enumerate([*header[:MAX_COLUMNS], *[None] * MAX_BESIDE]):
        text = shown(value)
        if not text:
            if merged:
                columns.teams[merged].append(at)
            continue
        meaning, number, is_close = meaning_of(text)
        merged = number if meaning == TEAM and 1 <= number <= MAX_TEAMS else 0
        if meaning in alike and not number:
            alike[meaning].append(at)
        elif meaning is None or not _put(columns, meaning, number, at):
            unknown.append(text)
        elif is_close:
            close.append((text, f"{meaning} {number}" if number else meaning))
    unknown += [shown(header[at]) for at in _put_alike(columns, alike[TEAM], alike[POINTS])]
    return Columns(columns.at, columns.teams, columns.points, tuple(unknown), tuple(close))


def _put_alike(columns: Columns, teams: Sequence[int], points: Sequence[int]) -> Sequence[int]:
    """Number columns with the same name: Team, Score, Team, Score. Returns columns that remain without a meaning."""
    if 1 < len(teams) == len(points) <= MAX_TEAMS and not columns.teams and not columns.points:
        columns.teams.update((number, [at]) for number, at in enumerate(teams, start=1))
        columns.points.update(enumerate(points, start=1))
        return ()
    if not teams and len(points) > 1 and (after := _by_team(columns.teams, points)):
        columns.points.update(after)
        return ()
    columns.at.update((POINTS, at) for at in points[:1])
    return [*teams, *points[1:]]


def _by_team(teams: Mapping[int, Sequence[int]], points: Sequence[int]) -> dict[int, int]:
    """The columns of points by the team whose column precedes each, empty if that is ambiguous."""
    starts = {columns[0]: number for number, columns in teams.items()}
    before = {max((start for start in starts if start < at), default=-1): at for at in points}
    return {starts[start]: at for start, at in before.items()} if before.keys() == starts.keys() else {}


def _put(columns: Columns, meaning: str, number: int, at: int) -> bool:
    """Register a column, and return whether it could be: most meanings allow only one column."""
    if meaning == TEAM:
        if not 1 <= number <= MAX_TEAMS:
            return False
        columns.teams.setdefault(number, []).append(at)
        return True
    if meaning == POINTS and number:
        return number <= MAX_TEAMS and columns.points.setdefault(number, at) == at
    return meaning == NOTES or columns.at.setdefault(meaning, at) == at


def meaning_of(text: str) -> tuple[str | None, int, bool]:
    """The meaning of a column name, its team (0 for none), and whether the name is only a close spelling."""
    folded = " ".join(re.sub(r"[_.:()\-]+", " ", fold_name(text[:80])).split())
    number, words = _number_in(folded)
    points = [word for word in words if _MEANINGS.get(word) == POINTS]
    if number and points:
        return POINTS, number, False
    if number and any(_MEANINGS.get(word) == TEAM for word in words):
        # “Team 1 player 2” is a person of team 1.
        return TEAM, number, False
    bare = " ".join(words)
    meaning, is_close = _MEANINGS.get(bare), False
    if meaning is None and (near := get_close_matches(bare, _MEANINGS, n=1, cutoff=0.8)):
        meaning, is_close = _MEANINGS[near[0]], True
    return (meaning, number if meaning in _NUMBERED else 0, is_close)


def _number_in(folded: str) -> tuple[int, list[str]]:
    """The first number of a name, or its letter (“team b”), and the remaining words."""
    words = re.findall(r"[^\W\d]+|\d+|#", folded)
    if sides := [word for word in words if word in _SIDES]:
        others = [word for word in words if word not in _SIDES and not word.isdecimal()]
        return _SIDES[sides[0]], others or ["team"]
    numbers = [int(word) for word in words if word.isdecimal() and len(word) < 3]
    letters = [word for word in words if not word.isdecimal()]
    single = [word for word in letters if len(word) == 1 and word in "abcdef"]
    if len(letters) > 1 and single:
        # “Player A2” is a person of team A.
        return "abcdef".index(single[0]) + 1, [word for word in letters if word != single[0]]
    return (numbers[0] if numbers else 0), letters


# Parse one row of a spreadsheet, or collect all its problems.


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
        parts = {
            "The teams differ": teams[0] != teams[1],
            "The date differs": self.day != first.day,
            "The game differs": self.game != first.game,
            "The rules differ": self.rules != first.rules,
        }
        return next((f"{part} from line {first.line}." for part, differs in parts.items() if differs), "")


class RowReader:
    """Reads one row, and collects problems."""

    def __init__(self, columns: Columns, row: SpreadsheetRow, before: SheetLine | None, above: date | None) -> None:
        """`before` is the round above, which provides the blank cells of a later round of the same game.

        `above` is the day of any row above: of merged date cells, only the first has a value.
        """
        self._columns, self._row, self._before, self._above = columns, row, before, above
        self.day: date | None = None
        self.is_undated = self.begins_game = False
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
            number = parse_points(self._text(ROUND).casefold().removeprefix("round").strip())
        except NotUnderstood:
            number = 0
        if number < 1:
            self._wrong(f"“{short(self._text(ROUND))}” is not the number of a round.", "Rounds count from 1.")
        return max(number, 0)

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
        except NotUnderstood as error:
            self._wrong(str(error), HOW_NUMBERS_ARE)
            return ()
        if teams and len(points) != teams:
            self._wrong(f"There are points for {len(points)} teams, and {teams} teams.", "Write them as 5200 : 4100.")
        return points

    def _points_of(self, team: int) -> int:
        try:
            return parse_points(self._value(self._columns.points.get(team)))
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
            if text in (str(number), f"team {number}", *map(fold_name, people)):
                named.append(number)
        if named:
            return (named[0],)
        self._wrong(f"The winner “{short(text)}” is none of the teams.", "Write 1 or 2, or the names of the team.")
        return ()


def team_texts(columns: Columns, row: SpreadsheetRow) -> dict[int, list[str]]:
    """Return the texts in the columns of each team, without empty teams."""
    texts = {
        number: [text for at in of_team if at < len(row.values) and (text := shown(row.values[at]))]
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
        which = "day" if typed.day_first else "month"
        return f"Line {line} says {typed}, so the {which} comes first in all dates of this file."

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


class AskingTable:
    """What a table may ask a person, as far as it was read."""

    _dates: DateOrder | None = None
    _team_reader: TeamReader | None = None

    @property
    def date_question(self) -> tuple[int, str] | None:
        return self._dates.question if self._dates else None

    @property
    def name_question(self) -> tuple[int, str] | None:
        return self._team_reader.question if self._team_reader else None


class Spreadsheet(AskingTable):
    kind = "a spreadsheet"
    lacks_day = False
    day: date | None = None

    def __init__(self, file: CsvFile | Workbook) -> None:
        """Find the header. Raises Refused."""
        self._file = file
        first = list(islice(file.rows(), HEADER_WITHIN))
        if not first:
            raise Refused("The table is empty.")
        self._header, self.columns = min(
            ((row.line, find_columns(row.values)) for row in first), key=lambda header: len(header[1].missing)
        )
        if missing := self.columns.missing:
            raise Refused(_about_missing(missing, first, self.columns))
        self._clear_rows: Evidence | None = None
        self.sums = self.undated = 0
        self.sheet, self.sheets = (file.sheet, file.sheets) if isinstance(file, Workbook) else ("", ())

    @property
    def notes(self) -> tuple[str, ...]:
        columns = self.columns
        notes = [*self._file.notes]
        notes += [f"The column “{short(name)}” was taken for {meaning}." for name, meaning in columns.close]
        if columns.not_understood:
            notes.append(f"These columns were not understood, and are left out: {quoted(columns.not_understood)}.")
        if self.undated:
            notes.append(undated_note(self.undated))
        if self._dates and self._dates.note:
            notes.append(self._dates.note)
        if self.sums:
            is_one = self.sums == 1
            notes.append(
                "A row with a total was skipped." if is_one else f"{self.sums:,} rows with totals were skipped."
            )
        return tuple(notes)

    def read(self, decisions: Decisions, is_known: IsKnown) -> Iterator[PastGame | Problem]:
        rounds, before = _Rounds(), None
        self._dates = order = DateOrder(self._rows, self.columns.at[DATE], decisions.day_first)
        self._team_reader = TeamReader(is_known, decisions.names_apart, partial(self._evidence, is_known))
        self.sums = self.undated = 0
        above: date | None = None
        for row in self._rows():
            if self._is_sum(row):
                self.sums += 1
                continue
            reader = RowReader(self.columns, row, before, above)
            parsed, above = reader.parse(order, self._team_reader), reader.day
            self.undated += reader.is_undated
            if isinstance(parsed, list):
                if reader.begins_game:
                    yield from rounds.finish()
                rounds.is_whole = False
                yield from parsed
                continue
            if not parsed.round:
                yield from rounds.finish()
                yield parsed.whole_game()
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

    def _is_sum(self, row: SpreadsheetRow) -> bool:
        """Whether a row is a sum: the word is in the column of the day, the game, the round or the first team."""
        at = self.columns.at
        texts = [
            fold_name(shown(row.values[place])[:40]).strip(" :=")
            for place in (*(at[name] for name in (DATE, GAME, ROUND) if name in at), self.columns.teams[1][0])
            if place < len(row.values)
        ]
        # A person may be called Summe Miller: in the team column, compare the whole text.
        firsts = [re.split(r"[\W\d]", text, maxsplit=1)[0] for text in texts[:-1]]
        return bool(SUMS.intersection((*firsts, *texts)))

    def _rows(self) -> Iterator[SpreadsheetRow]:
        return (row for row in self._file.rows() if row.line > self._header)

    def _evidence(self, is_known: IsKnown) -> Evidence:
        """What all rows of the file say about names with commas."""
        if self._clear_rows is None:
            self._clear_rows = Evidence()
            for row in self._rows():
                if (cells := team_texts(self.columns, row)) and not self._is_sum(row):
                    self._clear_rows.add([*cells.values()], is_known)
        return self._clear_rows


def undated_note(count: int) -> str:
    rows = "A row" if count == 1 else f"{count:,} rows"
    return f"{rows} without a date took that of the row above."


def _texts(row: SpreadsheetRow) -> list[str]:
    return [shown(value) for value in row.values if shown(value)]


def _about_missing(missing: Sequence[str], first: Sequence[SpreadsheetRow], columns: Columns) -> str:
    """Return why a table cannot be read, and how to name its columns."""
    # The line in which most columns were understood, or the fullest one.
    headings = min(first, key=lambda row: (len(find_columns(row.values).missing), -len(_texts(row))))
    names = quoted(_texts(headings))
    sentence = f"The table has no column for {', '.join(missing)}. The columns of line {headings.line} are {names}. "
    if len(columns.teams) > 2 or sum("player" in fold_name(shown(value)) for value in headings.values) > 2:
        return sentence + (
            "Say which people play together: name their columns Team 1 player 1, Team 1 player 2, Team 2 player 1 …"
        )
    return sentence + (
        "Name them as in the template: Date, Team 1, Team 2, Points 1, Points 2. Put the people who played "
        "together in Team 1, such as Ann & Bob, and their points in Points 1."
    )
