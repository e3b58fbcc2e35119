"""One round read from its cells: the entry to be scored, and what is missing or cannot be read in it."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorepad.rules.words import Begun, StockRound
from scorepad.scoring.game import Totals, seats_of
from scorepad.scoring.model import (
    Adjustment,
    Ended,
    Level,
    Problem,
    Quantity,
    Round,
    TeamRound,
)
from scorepad.scoring.quantity import NotANumber, count_of, quantity, typed_adjustment
from scorepad.scoring.sheet import About, Field, Kind, Sheet

MOST_ADJUSTMENTS = 3
"""Adjustments a team may have in one round; each is a cell of its own."""


class RoundCells:
    """The cells of one round being read, with the problems found so far."""

    def __init__(
        self, page: Sheet, teams: tuple[str, ...], cells: Mapping[tuple[str, str], Any]
    ) -> None:
        self.page = page
        self.teams = teams
        self.cells = cells
        self.problems: list[Problem] = []

    def get(self, place: str, name: str) -> Any:
        """What stands in a cell of this round, None where nothing does."""
        return self.cells.get((place, name))

    def entry(self, before: Totals) -> Round:
        """The round; what is missing is noted as a problem and counts as zero."""
        ended = self.get("table", "ended")
        if ended is None:
            sentence = "Say who went out, or that the stock ran out."
            self._error("not_counted", "ended", sentence)
        out = ended.get("seat") if ended and ended["as"] == "out" else None
        stock = ended is not None and out is None
        teams = tuple(
            self._team(team, name, before[team], out) for team, name in enumerate(self.teams)
        )
        how = Ended.STOCK_RAN_OUT if stock else Ended.WENT_OUT
        page = self.page
        return Round(page.rules, page.number, page.table, page.decks, how, teams)

    def _error(self, code: str, path: str, sentence: str) -> None:
        self.problems.append(Problem(code, Level.ERROR, path, {"sentence": sentence}))

    def _team(self, team: int, name: str, before: int, out: int | None) -> TeamRound:
        place = f"team{team + 1}"
        seats = seats_of(team, self.page.table)
        ruling = self.get(place, "ruling")
        return TeamRound(
            name=name,
            score_before=before,
            books=self._counts(self.page.books, team),
            unfinished=self._counts(self.page.unfinished, team),
            melded=self._quantity(place, "melded", f"teams[{team}].melded", "what was melded"),
            left=tuple(self._left(team, at, seat, out) for at, seat in enumerate(seats)),
            threes={
                field.code: count
                for field in self.page.of(Kind.THREES)
                if (count := self._count(field, team))
            },
            bonuses=self._counts((*self.page.bonuses, *self.page.of(Kind.CONCEALED)), team),
            lost=tuple(self._lost(place)),
            adjustments=tuple(self._adjustments(place)),
            went_out=out in seats,
            ruling=ruling["text"] if ruling else "",
        )

    def _counts(self, fields: tuple[Field, ...], team: int) -> dict[str, int]:
        return {field.name: count for field in fields if (count := self._count(field, team))}

    def _count(self, field: Field, team: int) -> int:
        """A team's number of something: its own cell, or those of its seats together."""
        places = [f"team{team + 1}"]
        if field.about is About.SEAT:
            places = [f"seat{seat}" for seat in seats_of(team, self.page.table)]
        found = (self.get(place, field.code) for place in places)
        try:
            return sum(count_of(value) for value in found if value is not None)
        except NotANumber as error:
            # Rules that were changed in mid-game may count under this name what others gave in points.
            self._error("bad_number", f"teams[{team}].{field.code}", str(error))
            return 0

    def _left(self, team: int, at: int, seat: int, out: int | None) -> Quantity:
        """What a player had left; the one who went out has nothing, and need not say so."""
        place = f"seat{seat}"
        if seat == out and self.get(place, "left") is None:
            return 0
        return self._quantity(place, "left", f"teams[{team}].left[{at}]", "what was left")

    def _quantity(self, place: str, name: str, path: str, what: str) -> Quantity:
        value = self.get(place, name)
        if value is None and self._is_void():
            return 0
        if value is None:
            self._error("not_counted", path, f"Count {what}; type 0 if it was nothing.")
            return 0
        try:
            return quantity(value)
        except NotANumber as error:
            self._error("bad_number", path, str(error))
            return 0

    def _is_void(self) -> bool:
        """Whether the round scores nothing whatever lies there, so that nobody need count it."""
        ended = self.get("table", "ended") or {}
        return ended.get("as") == "stock" and self.page.rules.stock.round is StockRound.VOID

    def _lost(self, place: str) -> Iterator[str]:
        for kind in self.page.rules.books:
            if kind.begun is Begun.OPENING and self.get(place, f"lost_{kind.code}"):
                yield kind.code

    def _adjustments(self, place: str) -> Iterator[Adjustment]:
        for number in range(1, MOST_ADJUSTMENTS + 1):
            value = self.get(place, f"adjustment{number}")
            if value is not None:
                yield Adjustment(typed_adjustment(value["typed"]), value["reason"])
