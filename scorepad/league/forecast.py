"""Who will win a game in play: docs/league.md, "The chance to win"."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import comb, sqrt
from random import Random
from statistics import NormalDist, mean

from scorepad.league.ratings import BETA, MEAN, Rating
from scorepad.rules.lookup import target_for
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import EndBy, StockRound
from scorepad.scoring.game.course import Totals, ends_game, leaders, merits

SPREADS = {"partnership": 1_250, "southern-ohio": 1_100, "two-handed": 1_050, "catawba": 3_300, "friends-family": 3_500}
"""The standard deviation of the points of one team in a round less those of another, of kinds that were measured."""

PRIOR = 12
"""How many rounds of a club a spread from `SPREADS`, or from a mean round, is worth."""

OF_A_ROUND = 0.75
"""The spread of other rules, as a part of a mean round."""

LEAST = 8
"""The rounds of a kind that must have been played before anything is said about rules that were not measured."""

SAFE, SWING = 0.95, 0.15
"""The chance from which a game is safe, and by how much a round must change a chance to turn the game."""

_ENDINGS, _LONGEST = 1_000, 60
"""How many endings are played out where no formula has the chances, and the most rounds of one."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How rounds of one kind of game go: the spread of their differences, and a team's mean round, both in points.

    `void` is the chance that a round counts for nobody.
    """

    spread: float
    round: float
    void: float = 0.0


def pace(rules: RuleSet, rounds: Iterable[Totals]) -> Pace | None:
    """Return how rounds of these rules go, from some that a club played; None where it would be a guess."""
    counted, void = [], 0
    may_be_void = rules.stock.round is StockRound.VOID
    for points in rounds:
        if may_be_void and not any(points):
            void += 1
        else:
            counted.append(points)
    measured = SPREADS.get(rules.slug)
    if measured is None and len(counted) < LEAST:
        return None
    mean_round = mean(abs(mean(points)) for points in counted) if counted else 0.0
    prior = measured or OF_A_ROUND * mean_round
    # Of two teams this is the difference; of more, that of any two.
    squares = sum(2 * sum((each - mean(points)) ** 2 for each in points) / (len(points) - 1) for points in counted)
    spread = sqrt((PRIOR * prior**2 + squares) / (PRIOR + len(counted)))
    expected = (PRIOR * prior / OF_A_ROUND + len(counted) * mean_round) / (PRIOR + len(counted))
    if not spread:
        return None
    # One of the prior's rounds is void.
    return Pace(spread, expected, (1 + void) / (PRIOR + void + len(counted)) if may_be_void else 0.0)


def chances(
    rules: RuleSet, table: Table, after: int, totals: Totals, ratings: Sequence[Rating], each: Pace
) -> tuple[float, ...] | None:
    """Return each team's chance to win when `after` rounds have been played, from 0 to 1.

    `ratings` has one for each team, of its people together (see `ratings.together`), from before the game. A tie at the
    end is shared. Returns None where nobody knows how many rounds are left: the game ends by time, or goes on although
    its rules ended it.
    """
    if rules.end.by is EndBy.TIME or ends_game(rules, table, after, totals):
        return None
    if rules.end.by is EndBy.ROUNDS and len(totals) == 2:
        assert rules.end.rounds is not None
        better, unsure = _drifts(ratings, table, rules.end.rounds, each)
        ahead, behind = merits(rules, totals)
        drift = _Drift(better[0] - better[1], 2 * unsure).after(after, ahead - behind, each)
        chance = _chance(ahead - behind, drift, rules.end.rounds - after, each)
        return chance, 1 - chance
    return _played_out(rules, table, after, totals, tuple(ratings), each)


def before_game(ratings: Sequence[Rating], size: int) -> float:
    """Return the first team's chance of two with `size` people each, by their ratings alone.

    It is what `chances` says before the first round of rules that end after some rounds, none of them void.
    """
    ahead, behind = (size * rating.mean for rating in ratings)
    unsure = mean((size * rating.deviation) ** 2 for rating in ratings)
    return _NORMAL.cdf((ahead - behind) / sqrt(2 * (BETA**2 + unsure)))


@dataclass(frozen=True, slots=True)
class _Drift:
    """How many points a round one team is better than another, and the variance of that."""

    points: float
    variance: float

    def after(self, rounds: int, lead: float, each: Pace) -> "_Drift":
        """Return what it is when these rounds have brought this lead, which tells something about the teams."""
        heard = self.variance / (each.spread**2 + rounds * self.variance)
        return _Drift(self.points + heard * (lead - rounds * self.points), self.variance * (1 - rounds * heard))


def _drifts(ratings: Sequence[Rating], table: Table, rounds: float, each: Pace) -> tuple[list[float], float]:
    """Return how many points a round each team is expected to be above the mean of all, and the variance of that.

    Before the first round, the chances that follow are those of the ratings.
    """
    size = table.players // table.teams
    strengths = [size * (rating.mean - MEAN) for rating in ratings]
    point = each.spread / sqrt(2 * rounds) / BETA
    unsure = mean((point * size * rating.deviation) ** 2 for rating in ratings)
    return [point * (strength - mean(strengths)) for strength in strengths], unsure


_NORMAL = NormalDist()


def _chance(lead: float, drift: _Drift, left: int, each: Pace) -> float:
    """Return the chance to be ahead after `left` rounds, of which each may be void."""
    chance = 0.0
    for counted in range(left + 1):
        part = comb(left, counted) * (1 - each.void) ** counted * each.void ** (left - counted)
        if counted:
            luck = sqrt(counted * each.spread**2 + counted**2 * drift.variance)
            chance += part * _NORMAL.cdf((lead + counted * drift.points) / luck)
        else:
            chance += part * (0.5 if lead == 0 else float(lead > 0))
    return chance


@lru_cache(maxsize=1_000)
def _played_out(
    rules: RuleSet, table: Table, after: int, totals: Totals, ratings: tuple[Rating, ...], each: Pace
) -> tuple[float, ...] | None:
    """Play the rest of a game out many times, always with the same luck."""
    if rules.end.by is EndBy.ROUNDS:
        expected = float(rules.end.rounds or 1)
    else:
        expected = target_for(rules, table.players).points / each.round
    if not 0 < expected <= _LONGEST:
        return None
    drifts, _ = _drifts(ratings, table, expected, each)
    means = [each.round + drift for drift in drifts]
    luck, wins = Random(1), [0.0] * len(totals)  # noqa: S311  # a game of chance, not a secret
    for _ in range(_ENDINGS):
        at, now = after, totals
        while at < after + _LONGEST:
            at += 1
            if luck.random() >= each.void:
                gains = [luck.gauss(of_team, each.spread / sqrt(2)) for of_team in means]
                now = tuple(total + round(gain) for total, gain in zip(now, gains, strict=True))
            if ends_game(rules, table, at, now):
                break
        best = leaders(merits(rules, now))
        for team in best:
            wins[team - 1] += 1 / len(best)
    return tuple(won / _ENDINGS for won in wins)


def shown(chance: float) -> int:
    """Return a chance in per cent, in steps of 5, never 0 or 100."""
    return min(95, max(5, 5 * round(20 * chance)))


@dataclass(frozen=True, slots=True)
class Turn:
    """The round that turned a game, its `swing`, with the winner's chances before and after it.

    `safe` is the round since which the game was safe, None if it was open until the end.
    """

    swing: int
    before: float
    after: float
    safe: int | None


def turn(winner: Sequence[float], first: int = 0) -> Turn | None:
    """Return what turned a game, from the winner's chances after round `first` and after each later one, the last 1.

    Returns None if no round changed much. A game that was safe only after its last round was open until the end.
    """
    changes = [after - before for before, after in pairwise(winner)]
    at = max(range(len(changes)), key=lambda number: abs(changes[number]))
    if abs(changes[at]) < SWING:
        return None
    unsafe = max((number for number, chance in enumerate(winner) if chance < SAFE), default=-1)
    safe = first + unsafe + 1 if unsafe + 1 < len(winner) - 1 else None
    return Turn(first + at + 1, winner[at], winner[at + 1], safe)
