"""A spreadsheet of past results: a row a game, or a row a round."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import islice

from scorepad.exchange.imports.columns import DATE, find_columns
from scorepad.exchange.imports.past_game import PastGame
from scorepad.exchange.imports.plan import Decisions, Problem, Refused
from scorepad.exchange.imports.rows import CsvFile, Row, XlsxFile
from scorepad.exchange.imports.sheet_row import RowReader, SheetLine
from scorepad.exchange.imports.typed import NotUnderstood, SlashedDate, parse_date, short, shown
from scorepad.scoring.names import fold_name

SUMS = frozenset({"total", "totals", "sum", "summe", "gesamt", "average", "durchschnitt"})

HEADER_WITHIN = 10
"""The names of the columns are in one of so many first rows."""


@dataclass
class _Rounds:
    """The rows of a game, as far as they were read. A game with a bad row is not whole."""

    rows: list[SheetLine] = field(default_factory=list)
    is_whole: bool = True

    def finish(self) -> Iterator[PastGame]:
        if self.rows and self.is_whole:
            first, last = self.rows[0], self.rows[-1]
            rounds = tuple(row.points for row in self.rows)
            totals = tuple(map(sum, zip(*rounds, strict=True)))
            winners = last.winners or first.winners
            yield PastGame(first.line, first.day, first.teams, totals, rounds, first.rules, winners)
        self.rows, self.is_whole = [], True


class Spreadsheet:
    kind = "a spreadsheet"

    def __init__(self, file: CsvFile | XlsxFile) -> None:
        """Find the names of the columns. Raises Refused."""
        self._file = file
        first = list(islice(file.rows(), HEADER_WITHIN))
        if not first:
            raise Refused("The table is empty.")
        self._header, self.columns = min(
            ((row.line, find_columns(row.values)) for row in first), key=lambda header: len(header[1].missing)
        )
        if missing := self.columns.missing:
            raise Refused(
                f"The table has no column for {', '.join(missing)}. "
                "Name the columns in the first row, as in the template: Date, Team 1, Team 2, Points 1, Points 2."
            )
        self.date_question: tuple[int, str] | None = None
        self.sums = 0

    @property
    def notes(self) -> tuple[str, ...]:
        columns = self.columns
        notes = [*self._file.notes]
        notes += [f"The column “{short(name)}” was taken for {meaning}." for name, meaning in columns.close]
        if columns.not_understood:
            names = ", ".join(f"“{short(name)}”" for name in columns.not_understood[:20])
            notes.append(f"These columns were not understood, and are left out: {names}.")
        if self.sums:
            notes.append(
                f"{'A row' if self.sums == 1 else f'{self.sums:,} rows'} with a total below the table is no game."
            )
        return tuple(notes)

    def read(self, decisions: Decisions) -> Iterator[PastGame | Problem]:
        rounds, before, order = _Rounds(), None, partial(self._order, decisions.day_first)
        self.sums = 0
        for row in self._rows():
            if self._is_sum(row):
                self.sums += 1
                continue
            parsed = RowReader(self.columns, row, before, order).parse()
            if isinstance(parsed, list):
                rounds.is_whole = False
                yield from parsed
                continue
            if not parsed.round:
                yield from rounds.finish()
                yield PastGame(parsed.line, parsed.day, parsed.teams, parsed.points, (), parsed.rules, parsed.winners)
                continue
            if parsed.round == 1 or (before and before.of_game != parsed.of_game):
                yield from rounds.finish()
            if rounds.is_whole and parsed.round != len(rounds.rows) + 1:
                wrong = f"Round {parsed.round} does not follow round {len(rounds.rows)} of the same game."
                yield Problem(row.line, wrong, "Put the rounds of a game below each other, from round 1.")
                rounds.is_whole = False
            rounds.rows.append(parsed)
            before = parsed
        yield from rounds.finish()

    def _is_sum(self, row: Row) -> bool:
        """Whether a row is a sum below the table: it says so where the day would be, or the first team."""
        places = (self.columns.at[DATE], self.columns.teams[1][0])
        texts = [fold_name(shown(row.values[at])[:40]).strip(" :=") for at in places if at < len(row.values)]
        return bool(SUMS.intersection(texts))

    def _rows(self) -> Iterator[Row]:
        return (row for row in self._file.rows() if row.line > self._header)

    def _order(self, chosen: bool | None, line: int, typed: SlashedDate) -> bool:
        """Whether the day comes first in a date; if no one knows, this one will be asked about."""
        day_first = self.day_first if chosen is None else chosen
        if day_first is None and self.date_question is None:
            self.date_question = line, str(typed)
        return day_first is not False

    @cached_property
    def day_first(self) -> bool | None:
        """Which of two orders the dates of the file have, None if they do not say."""
        at, orders = self.columns.at[DATE], set()
        for row in self._rows():
            try:
                parsed = parse_date(row.values[at] if at < len(row.values) else None)
            except NotUnderstood:
                continue
            if isinstance(parsed, SlashedDate):
                orders.add(parsed.day_first)
        return next(iter(orders - {None})) if len(orders - {None}) == 1 else None
