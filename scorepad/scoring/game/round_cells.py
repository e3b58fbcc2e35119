"""Read one round from its cells: the entry to score, and what is missing or unreadable."""

from collections.abc import Iterator, Mapping

from scorepad.rules import codes
from scorepad.rules.words import Begun, StockRound
from scorepad.scoring.cells import Adjusted, CellValue, StockRanOut, Text, WentOut
from scorepad.scoring.game.course import Totals, seats_of
from scorepad.scoring.model import (
    Adjustment,
    Ended,
    Level,
    Problem,
    Quantity,
    Round,
    TeamRound,
)
from scorepad.scoring.place import TABLE, Place
from scorepad.scoring.quantity import NotANumber, count_of, quantity, typed_adjustment
from scorepad.scoring.sheet import About, Field, Kind, Sheet

MOST_ADJUSTMENTS = 3
"""Adjustments of a team in one round, each in its own cell."""


class RoundCells:
    """Reads the cells of one round, and collects problems."""

    def __init__(
        self, sheet: Sheet, teams: tuple[str, ...], cells: Mapping[tuple[str, str], CellValue]
    ) -> None:
        self.sheet = sheet
        self.teams = teams
        self.cells = cells
        self.problems: list[Problem] = []

    def get(self, place: str, name: str) -> CellValue | None:
        """Return the value of a cell of this round, None if it is blank."""
        return self.cells.get((place, name))

    def entry(self, before: Totals) -> Round:
        """Return the round. What is missing is a problem, and counts as zero.

        Raises ValueError if a newer Scorepad recorded an end of the round that this one does not know.
        """
        ended = self.get(TABLE, "ended")
        if not isinstance(ended, WentOut | StockRanOut | None):
            raise ValueError(f"Round {self.sheet.round_number} ended in an unknown way: {ended}.")
        if ended is None:
            sentence = "Say who went out, or that the stock ran out."
            self._error("not_counted", "ended", sentence)
        out = ended.seat if isinstance(ended, WentOut) else None
        stock = isinstance(ended, StockRanOut)
        teams = tuple(
            self._team(team, name, before[team - 1], out)
            for team, name in enumerate(self.teams, start=1)
        )
        how = Ended.STOCK_RAN_OUT if stock else Ended.WENT_OUT
        sheet = self.sheet
        return Round(sheet.rules, sheet.round_number, sheet.table, sheet.decks, how, teams)

    def _error(self, code: str, path: str, sentence: str) -> None:
        self.problems.append(Problem(code, Level.ERROR, path, {"sentence": sentence}))

    def _team(self, team: int, name: str, before: int, out: int | None) -> TeamRound:
        place = Place.team(team)
        seats = seats_of(team, self.sheet.table)
        ruling = self.get(place, "ruling")
        return TeamRound(
            name=name,
            score_before=before,
            books=self._counts(self.sheet.books, team),
            unfinished=self._counts(self.sheet.unfinished, team),
            melded=self._quantity(
                place, codes.MELDED, f"teams[{team - 1}].melded", "what was melded"
            ),
            left=tuple(self._left(team, at, seat, out) for at, seat in enumerate(seats)),
            threes={
                field.code: count
                for field in self.sheet.of(Kind.THREES)
                if (count := self._count(field, team))
            },
            bonuses=self._counts((*self.sheet.bonuses, *self.sheet.of(Kind.CONCEALED)), team),
            lost=tuple(self._lost(place)),
            adjustments=tuple(self._adjustments(place)),
            went_out=out in seats,
            ruling=ruling.text if isinstance(ruling, Text) else "",
        )

    def _counts(self, fields: tuple[Field, ...], team: int) -> dict[str, int]:
        return {field.name: count for field in fields if (count := self._count(field, team))}

    def _count(self, field: Field, team: int) -> int:
        """Return a team's number of something: from its own cell, or from those of its seats."""
        places = [Place.team(team)]
        if field.about is About.SEAT:
            places = [Place.seat(seat) for seat in seats_of(team, self.sheet.table)]
        values = (self.get(place, field.code) for place in places)
        try:
            return sum(count_of(value) for value in values if value is not None)
        except NotANumber as error:
            # After a change of rules during the game, this field may hold points instead of a count.
            self._error("bad_number", f"teams[{team - 1}].{field.code}", str(error))
            return 0

    def _left(self, team: int, at: int, seat: int, out: int | None) -> Quantity:
        """Return what a player had left; nothing for the player who went out, unless something is entered."""
        place = Place.seat(seat)
        if seat == out and self.get(place, codes.LEFT) is None:
            return 0
        path = f"teams[{team - 1}].left[{at}]"
        return self._quantity(place, codes.LEFT, path, "what was left")

    def _quantity(self, place: str, name: str, path: str, noun: str) -> Quantity:
        value = self.get(place, name)
        if value is None and self._is_void():
            return 0
        if value is None:
            self._error("not_counted", path, f"Count {noun}; type 0 if it was nothing.")
            return 0
        try:
            return quantity(value)
        except NotANumber as error:
            self._error("bad_number", path, str(error))
            return 0

    def _is_void(self) -> bool:
        """Whether the round scores nothing, so that counting is optional."""
        ended = self.get(TABLE, "ended")
        return isinstance(ended, StockRanOut) and self.sheet.rules.stock.round is StockRound.VOID

    def _lost(self, place: str) -> Iterator[str]:
        for book in self.sheet.rules.books:
            if book.begun is Begun.OPENING and self.get(place, f"lost_{book.code}"):
                yield book.code

    def _adjustments(self, place: str) -> Iterator[Adjustment]:
        for number in range(1, MOST_ADJUSTMENTS + 1):
            value = self.get(place, f"adjustment{number}")
            if isinstance(value, Adjusted):
                yield Adjustment(typed_adjustment(value.typed), value.reason)
