"""Read one round from its cells: the entry to score, and what is missing or unreadable."""

from collections.abc import Iterator, Mapping, Sequence

from scorepad.rules import codes
from scorepad.rules.words import Begun, CardPlace, StockRound
from scorepad.scoring.cells import Adjusted, CellValue, Count, Mark, StockRanOut, Text, WentOut
from scorepad.scoring.game.course import Totals, seats_of
from scorepad.scoring.model import Adjustment, Ended, Level, Problem, Quantity, Round, TeamRound
from scorepad.scoring.place import TABLE, Place
from scorepad.scoring.quantity import COUNTABLE, NO_COUNT, NotANumber, count_of, quantity, typed_adjustment
from scorepad.scoring.sheet import About, Field, Sheet

HOW_ENDED = "ended"
"""The table's field that says how a round ended."""

FINISHED = (TABLE, "finished")
"""Place and field of the cell that marks a round as finished."""

MAX_ADJUSTMENTS = 3
"""Adjustments of a team in one round, each in its own cell."""


def read_round(
    sheet: Sheet, teams: tuple[str, ...], before: Totals, cells: Mapping[tuple[str, str], CellValue]
) -> tuple[Round, list[Problem]]:
    """Return a round from its cells by place and field, and what is missing or unreadable, which counts as zero.

    Raises ValueError if a newer Scorepad recorded an end of the round that this one does not know.
    """
    ended = cells.get((TABLE, HOW_ENDED))
    if not isinstance(ended, WentOut | StockRanOut | None):
        raise ValueError(f"Round {sheet.round_number} ended in an unknown way: {ended}.")
    reader = _Reader(sheet, cells, ended)
    entry = Round(
        rules=sheet.rules,
        round_number=sheet.round_number,
        table=sheet.table,
        decks=sheet.decks,
        ended=Ended.STOCK_RAN_OUT if isinstance(ended, StockRanOut) else Ended.WENT_OUT,
        teams=tuple([reader.team(at, name, before[at - 1]) for at, name in enumerate(teams, start=1)]),
    )
    return entry, reader.problems


class _Reader:
    """Reads the cells of one round, and collects problems."""

    def __init__(
        self, sheet: Sheet, cells: Mapping[tuple[str, str], CellValue], ended: WentOut | StockRanOut | None
    ) -> None:
        self._sheet = sheet
        self._cells = cells
        self._out = ended.seat if isinstance(ended, WentOut) else None
        # A void round scores nothing, so counting is optional.
        void = sheet.rules.stock.round is StockRound.VOID
        self._is_void = void and isinstance(ended, StockRanOut)
        # Rounds finished by an earlier Scorepad may have cards left for the player who went out. Keep their scores.
        self._is_final = cells.get(FINISHED) == Mark(True)
        self.problems: list[Problem] = []
        if ended is None:
            sentence = "Say who went out, or that the stock ran out."
            self._error("not_counted", "ended", sentence)

    def _error(self, code: str, path: str, sentence: str) -> None:
        self.problems.append(Problem(code, Level.ERROR, path, {"sentence": sentence}))

    def team(self, team: int, name: str, before: int) -> TeamRound:
        """Return what was counted for a team, from 1."""
        place, seats = Place.team(team), seats_of(team, self._sheet.table)
        sheet, ruling = self._sheet, self._cells.get((place, "ruling"))
        threes = sheet.threes[CardPlace.LAID] + sheet.threes[CardPlace.HELD]
        return TeamRound(
            name=name,
            score_before=before,
            books=self._counts(sheet.books, team, seats),
            unfinished=self._counts(sheet.unfinished, team, seats),
            melded=self._quantity(place, codes.MELDED, f"teams[{team - 1}].melded", "what was melded"),
            left=tuple([self._left(team, at, seat) for at, seat in enumerate(seats)]),
            threes=self._counts(threes, team, seats),
            bonuses=self._counts(sheet.extras, team, seats),
            lost=tuple(self._lost(place)),
            adjustments=tuple(self._adjustments(place)),
            went_out=self._out in seats,
            ruling=ruling.text if isinstance(ruling, Text) else "",
        )

    def _counts(self, fields: tuple[Field, ...], team: int, seats: tuple[int, ...]) -> dict[str, int]:
        """Return a team's counts without the zeros, from its own cells or from those of its seats."""
        counts = {}
        for field in fields:
            of_seats = field.about is About.SEAT
            places = [Place.seat(seat) for seat in seats] if of_seats else [Place.team(team)]
            if field.threes and self._out in seats and of_seats and not self._is_final:
                at = seats.index(self._out)
                self._check_nothing_left(places.pop(at), field.code, f"teams[{team - 1}].{field.code}[{at}]")
            if count := self._count(team, field.code, places):
                counts[field.name or field.code] = count
        return counts

    def _count(self, team: int, code: str, places: Sequence[str]) -> int:
        total = 0
        for place in places:
            value = self._cells.get((place, code))
            if isinstance(value, Count) and value.number in COUNTABLE:
                total += value.number
            elif value is not None:
                # After a change of rules during the game, this field may hold points instead of a count.
                self._error("bad_number", f"teams[{team - 1}].{code}", NO_COUNT)
                return 0
        return total

    def _left(self, team: int, at: int, seat: int) -> Quantity:
        place, path = Place.seat(seat), f"teams[{team - 1}].left[{at}]"
        if seat == self._out and not (self._is_final and (place, codes.LEFT) in self._cells):
            self._check_nothing_left(place, codes.LEFT, path)
            return 0
        return self._quantity(place, codes.LEFT, path, "what was left")

    def _check_nothing_left(self, place: str, code: str, path: str) -> None:
        """Add an error if cards of the player who went out were counted."""
        value = self._cells.get((place, code))
        if value is None:
            return
        try:
            cards = quantity(value) if code == codes.LEFT else count_of(value)
        except NotANumber as error:
            self._error("bad_number", path, str(error))
            return
        if cards if isinstance(cards, int) else any(cards.values()):
            self.problems.append(Problem("out_has_cards", Level.ERROR, path))

    def _quantity(self, place: str, name: str, path: str, noun: str) -> Quantity:
        value = self._cells.get((place, name))
        if value is None:
            if not self._is_void:
                self._error("not_counted", path, f"Count {noun}; type 0 if it was nothing.")
            return 0
        try:
            return quantity(value)
        except NotANumber as error:
            self._error("bad_number", path, str(error))
            return 0

    def _lost(self, place: str) -> Iterator[str]:
        for book in self._sheet.rules.books:
            if book.begun is Begun.OPENING and (place, f"lost_{book.code}") in self._cells:
                yield book.code

    def _adjustments(self, place: str) -> Iterator[Adjustment]:
        for number in range(1, MAX_ADJUSTMENTS + 1):
            value = self._cells.get((place, f"adjustment{number}"))
            if isinstance(value, Adjusted):
                yield Adjustment(typed_adjustment(value.typed), value.reason)
