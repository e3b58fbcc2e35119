"""A spreadsheet of past results, with one row per game or per round."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, partial
from itertools import islice

from scorepad.exchange.imports.columns import DATE, GAME, ROUND, Columns, find_columns
from scorepad.exchange.imports.past_game import PastGame
from scorepad.exchange.imports.plan import Decisions, Problem, Refused
from scorepad.exchange.imports.rows import CsvFile, SpreadsheetRow
from scorepad.exchange.imports.sheet_row import RowReader, SheetLine, team_texts
from scorepad.exchange.imports.team_cells import SUMS, Evidence, IsKnown, TeamReader
from scorepad.exchange.imports.typed import NotUnderstood, SlashedDate, parse_date, quoted, short, shown
from scorepad.exchange.imports.workbook import Workbook
from scorepad.scoring.names import fold_name

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


class Spreadsheet:
    kind = "a spreadsheet"

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
        self.date_question: tuple[int, str] | None = None
        self._team_reader: TeamReader | None = None
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
            rows = "A row" if self.undated == 1 else f"{self.undated:,} rows"
            notes.append(f"{rows} without a date took that of the row above.")
        if self.sums:
            is_one = self.sums == 1
            notes.append(
                "A row with a total was skipped." if is_one else f"{self.sums:,} rows with totals were skipped."
            )
        return tuple(notes)

    @property
    def name_question(self) -> tuple[int, str] | None:
        return self._team_reader.question if self._team_reader else None

    def read(self, decisions: Decisions, is_known: IsKnown) -> Iterator[PastGame | Problem]:
        rounds, before, order = _Rounds(), None, partial(self._order, decisions.day_first)
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

    def _order(self, chosen: bool | None, line: int, typed: SlashedDate) -> bool:
        """Whether the day comes first in a date. If that is unknown, remember the date for the question."""
        day_first = self.day_first if chosen is None else chosen
        if day_first is None and self.date_question is None:
            self.date_question = line, str(typed)
        return day_first is not False

    @cached_property
    def day_first(self) -> bool | None:
        """Whether the day comes first in the dates of the file, None if they do not tell."""
        at, orders = self.columns.at[DATE], set()
        for row in self._rows():
            try:
                parsed = parse_date(row.values[at] if at < len(row.values) else None)
            except NotUnderstood:
                continue
            if isinstance(parsed, SlashedDate):
                orders.add(parsed.day_first)
        return next(iter(orders - {None})) if len(orders - {None}) == 1 else None


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
