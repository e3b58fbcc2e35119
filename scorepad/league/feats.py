"""What of a game may be a record: docs/league.md, "Records". A feat's value is larger the better it is."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from scorepad.league.facts import WHOLE, Feat, Portion, Side
from scorepad.league.round_facts import RoundFacts
from scorepad.league.who import is_partnership
from scorepad.scoring.game import Totals, team_of
from scorepad.scoring.record import GameRecord


class FeatCode(StrEnum):
    """The records there are, in the order in which people want to see them."""

    ROUND = "round"
    GAME = "game"
    COMEBACK = "comeback"
    NARROWEST = "narrowest"
    CLEAN = "clean"
    CUTS = "cuts"
    SHAME = "shame"


def feats(
    record: GameRecord,
    rounds: Sequence[RoundFacts],
    sides: Sequence[Side],
    portions: Sequence[Portion],
) -> Iterator[Feat]:
    """All that may be a record in this game, one a team, a person or a game; none by a team without people."""
    teams = record.agreement.table.teams
    best = (_best_round(record, rounds, team) for team in range(teams))
    found = (*best, *_of_sides(rounds, sides), *_of_winner(record, sides), *_of_people(portions))
    yield from (one for one in found if one.people)


def _best_round(record: GameRecord, rounds: Sequence[RoundFacts], team: int) -> Feat:
    best = max(rounds, key=lambda one: one.points[team])
    table = record.agreement.table
    people = tuple(best.seats[seat] for seat in sorted(best.seats) if team_of(seat, table) == team)
    return Feat(FeatCode.ROUND, best.points[team], people, best.number)


def _of_sides(rounds: Sequence[RoundFacts], sides: Sequence[Side]) -> Iterator[Feat]:
    for team, side in enumerate(sides):
        yield Feat(FeatCode.GAME, side.total, side.people)
        if clean := sum(one.clean[team] for one in rounds):
            yield Feat(FeatCode.CLEAN, clean, side.people)


def _of_winner(record: GameRecord, sides: Sequence[Side]) -> Iterator[Feat]:
    team = next((at for at, side in enumerate(sides) if side.share == WHOLE), None)
    if team is None:
        return
    course = record.course
    behind = most_behind(course.totals[1 : course.counted + 1], team)
    if behind:
        yield Feat(FeatCode.COMEBACK, behind, sides[team].people)
    second = max(side.total for at, side in enumerate(sides) if at != team)
    yield Feat(FeatCode.NARROWEST, second - sides[team].total, sides[team].people)


def most_behind(totals: Sequence[Totals], team: int) -> int:
    """How far a team was behind the leader at most, in points."""
    return max((max(after) - after[team] for after in totals), default=0)


def _of_people(portions: Sequence[Portion]) -> Iterator[Feat]:
    for one in portions:
        if is_partnership(one.who):
            continue
        if one.tally.exact_cuts:
            yield Feat(FeatCode.CUTS, one.tally.exact_cuts, (int(one.who),))
        if one.tally.red_threes:
            yield Feat(FeatCode.SHAME, one.tally.red_threes, (int(one.who),))
