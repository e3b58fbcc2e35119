"""The values of a game that may become records: docs/league.md, "Records". Larger is better.

To add a record, add a RecordCode and a candidate here and its texts in standings/record_texts.py, and raise READING in
store/results/catch_up.py.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from scorepad.league.competitors import is_partnership
from scorepad.league.facts import WHOLE, Appearance, RecordCandidate, Side
from scorepad.league.round_facts import RoundFacts
from scorepad.rules.model import Table
from scorepad.rules.words import Winner
from scorepad.scoring.game.course import Totals, merits
from scorepad.scoring.game.record import GameRecord


class RecordCode(StrEnum):
    """The records, in the order in which pages show them."""

    ROUND = "round"
    GAME = "game"
    COMEBACK = "comeback"
    NARROWEST = "narrowest"
    CLEAN = "clean"
    CUTS = "cuts"
    SHAME = "shame"


def record_candidates(
    record: GameRecord, rounds: Sequence[RoundFacts], sides: Sequence[Side], appearances: Sequence[Appearance]
) -> tuple[RecordCandidate, ...]:
    """Return a game's candidates: for each record one per team, person or game, none for a team without people.

    There are no records for many points if the lowest total wins.
    """
    table = record.agreement.table
    candidates = [*_of_clean(rounds, sides)]
    if record.agreement.rules.end.winner is Winner.HIGHEST:
        candidates += [_best_round(rounds, team, table) for team in range(1, table.teams + 1) if rounds]
        candidates += [RecordCandidate(RecordCode.GAME, side.total, side.people) for side in sides]
    candidates += _of_winner(record, sides)
    candidates += _of_people(appearances)
    return tuple(candidate for candidate in candidates if candidate.people)


def _best_round(rounds: Sequence[RoundFacts], team: int, table: Table) -> RecordCandidate:
    best = max(rounds, key=lambda facts: facts.points[team - 1])
    people = tuple(best.seats[seat] for seat in best.team_seats(team, table))
    return RecordCandidate(RecordCode.ROUND, best.points[team - 1], people, best.number)


def _of_clean(rounds: Sequence[RoundFacts], sides: Sequence[Side]) -> Iterator[RecordCandidate]:
    for at, side in enumerate(sides):
        if clean := sum(facts.clean[at] for facts in rounds):
            yield RecordCandidate(RecordCode.CLEAN, clean, side.people)


def _of_winner(record: GameRecord, sides: Sequence[Side]) -> Iterator[RecordCandidate]:
    winner = next((team for team, side in enumerate(sides, start=1) if side.share == WHOLE), None)
    if winner is None:
        return
    course, people = record.course, sides[winner - 1].people
    ranked = [merits(record.agreement.rules, totals) for totals in course.totals[1 : course.counted + 1]]
    behind = most_behind(ranked, winner)
    if behind:
        yield RecordCandidate(RecordCode.COMEBACK, behind, people)
    second = max(total for team, total in enumerate(ranked[-1], start=1) if team != winner)
    yield RecordCandidate(RecordCode.NARROWEST, second - ranked[-1][winner - 1], people)


def most_behind(totals: Sequence[Totals], team: int) -> int:
    """Return the most points by which a team was behind the leader after any round."""
    return max((max(after) - after[team - 1] for after in totals), default=0)


def _of_people(appearances: Sequence[Appearance]) -> Iterator[RecordCandidate]:
    for competitor, _, tally in appearances:
        if is_partnership(competitor):
            continue
        if tally.exact_cuts:
            yield RecordCandidate(RecordCode.CUTS, tally.exact_cuts, (int(competitor),))
        if tally.red_threes:
            yield RecordCandidate(RecordCode.SHAME, tally.red_threes, (int(competitor),))
