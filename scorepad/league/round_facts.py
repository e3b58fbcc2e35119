"""The figures of one counted round, by team and by seat."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorepad.league.credit import Seats
from scorepad.league.facts import StoredGame, Tally
from scorepad.rules import codes
from scorepad.rules.lookup import exact_bonuses, luck_codes
from scorepad.rules.model import Table
from scorepad.rules.words import CardPlace, Color, MadeOf
from scorepad.scoring.cells import TABLE, Cells, Place, WentOut, is_yes
from scorepad.scoring.game.course import seats_of
from scorepad.scoring.game.record import HOW_ENDED, OPENED, GameRecord
from scorepad.scoring.quantity import NotANumber, count_of, quantity

_RED_THREES = codes.threes_code(Color.RED, CardPlace.HELD)


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """One round: who gets the credit in each seat, and its figures. Tuples have one per team, mappings one per seat.

    `out` is the seat that went out. `opened_first` is a team, None if no team was marked. Both count from 1.
    """

    number: int
    seats: Seats
    points: tuple[int, ...]
    luck: tuple[int, ...]
    books: tuple[int, ...]
    clean: tuple[int, ...]
    cuts: Mapping[int, int]
    threes: Mapping[int, int]
    out: int | None
    severe: bool
    opened_first: int | None
    is_itemised: bool = True

    def team_seats(self, team: int, table: Table) -> tuple[int, ...]:
        """Return the seats of a team in which someone gets the credit."""
        return tuple(seat for seat in seats_of(team, table) if seat in self.seats)

    def tally(self, team: int, seats: tuple[int, ...]) -> Tally:
        """Return the figures of a team's people in these seats."""
        out = self.out in seats
        return Tally(
            rounds=1,
            points=self.points[team - 1],
            luck=self.luck[team - 1],
            went_out=int(out),
            exact_cuts=sum(self.cuts.get(seat, 0) for seat in seats),
            red_threes=sum(self.threes.get(seat, 0) for seat in seats),
            severe=int(out and self.severe),
            opened_first=int(self.opened_first == team),
            books=self.books[team - 1],
            clean=self.clean[team - 1],
            itemised=int(self.is_itemised),
        )


def round_facts(record: GameRecord, round_number: int, stored: StoredGame, seats: Seats) -> RoundFacts:
    """Return the facts of a round of a game."""
    counted = record.rounds[round_number - 1]
    entry, cells = counted.entry, stored.cells
    natural = {kind.code for kind in entry.rules.books if kind.made_of is MadeOf.NATURALS}
    cuts, luck = exact_bonuses(entry.rules), luck_codes(entry.rules)
    books = [team.books for team in entry.teams]
    lines = [team.lines for team in counted.scores]
    return RoundFacts(
        number=round_number,
        seats=seats,
        points=counted.totals,
        luck=tuple(sum(line.points for line in team if line.code in luck) for team in lines),
        books=tuple(sum(kinds.values()) for kinds in books),
        clean=tuple(sum(n for code, n in kinds.items() if code in natural) for kinds in books),
        cuts={seat: sum(_count(cells, round_number, seat, code) for code in cuts) for seat in seats},
        threes={seat: _red_threes(cells, round_number, seat) for seat in seats},
        out=_seat_out(cells, round_number),
        severe=any(line.code == codes.SEVERE_PENALTY for team in lines for line in team),
        opened_first=_opened_first(stored, round_number, record.agreement.table.teams),
        is_itemised=counted.is_itemised,
    )


def _seat_out(cells: Cells, round_number: int) -> int | None:
    ended = cells.get((round_number, TABLE, HOW_ENDED))
    return ended.seat if isinstance(ended, WentOut) else None


def _count(cells: Cells, round_number: int, seat: int, name: str) -> int:
    value = cells.get((round_number, Place.seat(seat), name))
    if value is None:
        return 0
    try:
        return count_of(value)
    except NotANumber:
        # After a change of rules this field may hold points instead of a count.
        return 0


def _red_threes(cells: Cells, round_number: int, seat: int) -> int:
    """Return the red threes left in a seat, counted separately or among its cards."""
    left = cells.get((round_number, Place.seat(seat), codes.LEFT))
    try:
        packet = quantity(left) if left is not None else 0
    except NotANumber:
        packet = 0
    among = 0 if isinstance(packet, int) else packet.get("red3", 0)
    return among + _count(cells, round_number, seat, _RED_THREES)


def _opened_first(stored: StoredGame, round_number: int, teams: int) -> int | None:
    marked = [
        (stored.seqs[round_number, place, OPENED], team)
        for team in range(1, teams + 1)
        if is_yes(stored.cells.get((round_number, place := Place.team(team), OPENED)))
    ]
    return min(marked)[1] if marked else None
