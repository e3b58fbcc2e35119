"""What one counted round says of its teams and of those who sat there."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorepad.league.belonging import Seats
from scorepad.league.facts import Tally, Told
from scorepad.rules.words import MadeOf
from scorepad.scoring.agreement import Cells
from scorepad.scoring.quantity import NotANumber, count_of, quantity
from scorepad.scoring.record import GameRecord

CUTS = ("exact_cut", "exact_deal")
"""The bonuses for taking exactly the cards one needs, whatever a rule set calls the deed."""

LUCKY = (*CUTS, "red_threes_held", "red_threes_laid")
"""The lines that luck alone writes; the rest of a round is play."""

SEVERE = "severe_penalty"


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """One round: who counts at which seat, and what was counted, by team (from 0) or by seat (from 1).

    `out` is the seat that went out; `opened_first` the team that did, None where nobody was marked.
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

    def tally(self, team: int, seats: tuple[int, ...]) -> Tally:
        """What it says of those of a team who sit in these seats."""
        out = self.out in seats
        return Tally(
            rounds=1,
            points=self.points[team],
            luck=self.luck[team],
            went_out=int(out),
            exact_cuts=sum(self.cuts.get(seat, 0) for seat in seats),
            red_threes=sum(self.threes.get(seat, 0) for seat in seats),
            severe=int(out and self.severe),
            opened_first=int(self.opened_first == team),
            books=self.books[team],
            clean=self.clean[team],
        )


def round_facts(record: GameRecord, number: int, told: Told, seats: Seats) -> RoundFacts:
    """What round `number` of a game says."""
    one = record.rounds[number - 1]
    natural = {kind.code for kind in one.entry.rules.books if kind.made_of is MadeOf.NATURALS}
    cuts = [bonus.code for bonus in one.entry.rules.bonuses if bonus.code in CUTS]
    counted = [team.books for team in one.entry.teams]
    ended = told.cells.get((number, "table", "ended")) or {}
    out = ended.get("seat") if ended.get("as") == "out" else None
    return RoundFacts(
        number=number,
        seats=seats,
        points=one.totals,
        luck=tuple(sum(x.points for x in team.lines if x.code in LUCKY) for team in one.scores),
        books=tuple(sum(books.values()) for books in counted),
        clean=tuple(sum(n for code, n in books.items() if code in natural) for books in counted),
        cuts={seat: sum(_count(told.cells, number, seat, code) for code in cuts) for seat in seats},
        threes={seat: _caught(told.cells, number, seat) for seat in seats},
        out=out,
        severe=any(line.code == SEVERE for team in one.scores for line in team.lines),
        opened_first=_opened_first(told, number, record.agreement.table.teams),
    )


def _count(cells: Cells, number: int, seat: int, name: str) -> int:
    value = cells.get((number, f"seat{seat}", name))
    if value is None:
        return 0
    try:
        return count_of(value)
    except NotANumber:
        # Rules that were changed later may count under this name what these gave in points.
        return 0


def _caught(cells: Cells, number: int, seat: int) -> int:
    """The red threes a seat held at the end, as a count or among its cards."""
    left = cells.get((number, f"seat{seat}", "left"))
    try:
        packet = quantity(left) if left is not None else 0
    except NotANumber:
        packet = 0
    among = 0 if isinstance(packet, int) else packet.get("red3", 0)
    return among + _count(cells, number, seat, "red_threes_held")


def _opened_first(told: Told, number: int, teams: int) -> int | None:
    marked = [
        (told.seqs[number, place, "opened"], team)
        for team in range(teams)
        if told.cells.get((number, place := f"team{team + 1}", "opened"))
    ]
    return min(marked)[1] if marked else None
