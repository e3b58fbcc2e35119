"""The run of a game: totals, the round to play, who starts, each team's minimum, and how it ends.

Seats and teams count from 1, clockwise, and neighbours sit in different teams: seat 1 is in team 1, seat 2 in team 2,
and so on around the table. Totals are points, one for each team. A game by time ends when someone enters its end.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate

from scorepad.rules import lookup
from scorepad.rules.model import EarlyEnd, OpeningStep, RuleSet, Table
from scorepad.rules.parse import in_round
from scorepad.rules.words import EndBy, Lead, Starts, Winner

Totals = tuple[int, ...]


class Phase(StrEnum):
    """Whether a game has a round to play, is over, or asks whether it already ended earlier."""

    PLAYING = "playing"
    OVER = "over"
    ASKS = "asks"


class StartsBecause(StrEnum):
    """Why a player starts, or why the cards decide it."""

    CHOSEN = "chosen"
    MOVED_ON = "moved_on"
    BEHIND = "behind"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class Starter:
    """Who starts a round: a seat, or None if the players cut the cards for it."""

    seat: int | None
    because: StartsBecause


@dataclass(frozen=True, slots=True)
class DecidedEnd:
    """What the table decided about the end: over after one round, or not before another. See `cells.EndDecision`."""

    over_after: int | None = None
    not_before: int = 1
    in_league: bool = True
    last_round: int | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """The finished rounds of a game, in order, with the totals brought forward and the table's decisions.

    `starters` are the seats that were chosen to start, by round number. `is_left_out`: the game does not count in the
    league.
    """

    rules: RuleSet
    table: Table
    rounds: tuple[Totals, ...]
    brought: Totals = ()
    starters: Mapping[int, int] = field(default_factory=dict)
    decision: DecidedEnd = DecidedEnd()
    is_left_out: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """What follows from the rounds played.

    `totals` are the running totals: before round 1, after round 1, and so on. `counted` is the number of rounds that
    count. `ends_after` is the round that ended the game, or would have (see `phase`). `winners` are the teams that
    lead at the end: several in a tie, none before the end. `ended_early` is true if the table ended it, not its
    rules or the clock.
    """

    totals: tuple[Totals, ...]
    counted: int
    phase: Phase
    ends_after: int | None
    winners: tuple[int, ...]
    starter: Starter
    minimums: tuple[OpeningStep, ...]
    now: Totals
    """The totals after the last round that counts."""
    next_round: int
    ended_early: bool
    in_league: bool
    """Whether the game counts in the league once it is over."""
    is_extra: bool
    """Whether the table plays the next round although the game had ended by its rules."""


def team_of(seat: int, table: Table) -> int:
    """Return the team of a seat, both from 1."""
    return (seat - 1) % table.teams + 1


@lru_cache(maxsize=256)
def seats_of(team: int, table: Table) -> tuple[int, ...]:
    """Return the seats of a team, all from 1, clockwise."""
    return tuple(range(team, table.players + 1, table.teams))


def course(played: Played) -> Course:
    """Return the totals, end and winners of a game, and what the next round starts with."""
    start = played.brought or (0,) * played.table.teams
    totals = tuple(accumulate(played.rounds, _add, initial=start))
    ends = _ends_after(played, totals)
    finished = len(played.rounds)
    phase = _phase(played, ends, finished)
    counted = ends if phase is Phase.OVER and ends is not None else finished
    upcoming = finished + 1
    is_chosen = phase is Phase.PLAYING and played.decision.not_before == upcoming
    ended_early = phase is Phase.OVER and _ended_early(played, totals[: counted + 1])
    return Course(
        totals=totals,
        counted=counted,
        phase=phase,
        ends_after=ends,
        winners=leaders(merits(played.rules, totals[counted])) if phase is Phase.OVER else (),
        starter=starter(played, upcoming, totals[finished]),
        minimums=minimums(played.rules, played.table, upcoming, totals[finished]),
        now=totals[counted],
        next_round=upcoming,
        ended_early=ended_early,
        in_league=(played.decision.in_league or not ended_early) and not played.is_left_out,
        is_extra=is_chosen and finished > 0 and ends_game(played.rules, played.table, finished, totals[finished]),
    )


def _add(before: Totals, points: Totals) -> Totals:
    return tuple(a + b for a, b in zip(before, points, strict=True))


def _ends_after(played: Played, totals: Sequence[Totals]) -> int | None:
    """Return the round after which the game is over, by decision or else by the rules; None while it goes on."""
    finished = len(totals) - 1
    if played.decision.over_after is not None:
        return min(played.decision.over_after, finished)
    first, rules, table = max(1, played.decision.not_before), played.rules, played.table
    last = played.decision.last_round or finished + 1
    ends = (n for n in range(first, finished + 1) if n >= last or ends_game(rules, table, n, totals[n]))
    return next(ends, None)


def _ended_early(played: Played, totals: Sequence[Totals]) -> bool:
    """Whether a game that is over had not ended by its rules after any of these totals."""
    rules, table = played.rules, played.table
    if played.decision.over_after is None or rules.end.by is EndBy.TIME:
        return False
    return not any(ends_game(rules, table, n, after) for n, after in enumerate(totals) if n)


def ends_game(rules: RuleSet, table: Table, round_number: int, totals: Totals) -> bool:
    """Whether the rules end a game that has these totals after the round."""
    end = rules.end
    if any(_ends_early(early, totals) for early in end.early if lookup.fits(early.players, table.players)):
        return True
    if end.by is EndBy.ROUNDS:
        return end.rounds is not None and round_number >= end.rounds
    if end.by is EndBy.TARGET:
        return max(totals) >= lookup.target_for(rules, table.players).points
    return False


def _ends_early(early: EarlyEnd, totals: Totals) -> bool:
    ahead = max(totals)
    leads = early.lead is Lead.ANY or ahead > sum(totals) - ahead
    return ahead >= early.points and leads


def _phase(played: Played, ends: int | None, finished: int) -> Phase:
    if ends is None:
        return Phase.PLAYING
    if ends < finished and played.decision.over_after is None:
        return Phase.ASKS
    return Phase.OVER


def merits(rules: RuleSet, totals: Totals) -> Totals:
    """Return values to rank teams by, higher is better: the totals, or their negatives if the lowest total wins."""
    return tuple(-total for total in totals) if rules.end.winner is Winner.LOWEST else totals


def leaders(totals: Totals) -> tuple[int, ...]:
    """Return the teams with the most points; several if they tie."""
    best = max(totals)
    return tuple(team for team, points in enumerate(totals, start=1) if points == best)


def minimums(rules: RuleSet, table: Table, round_number: int, totals: Totals) -> tuple[OpeningStep, ...]:
    """Return what each team must open with in a round, given the totals before it."""
    rules = in_round(rules, round_number)
    return tuple(lookup.opening_step(rules, round_number, table.players, total) for total in totals)


def starter(played: Played, round_number: int, totals: Totals) -> Starter:
    """Return who starts a round, given the totals before it.

    A chosen seat stays chosen, and later rounds move on from there.
    """
    if round_number in played.starters:
        return Starter(played.starters[round_number], StartsBecause.CHOSEN)
    if played.rules.play.starts is Starts.BEHIND and round_number > 1:
        return _behind(played, totals)
    chosen = [n for n in played.starters if n < round_number]
    if not chosen:
        return Starter(None, StartsBecause.CUT)
    last = max(chosen)
    seat = (played.starters[last] - 1 + round_number - last) % played.table.players + 1
    return Starter(seat, StartsBecause.MOVED_ON)


def _behind(played: Played, totals: Totals) -> Starter:
    ranked = merits(played.rules, totals)
    behind = [team for team, points in enumerate(ranked, start=1) if points == min(ranked)]
    if len(behind) > 1:
        return Starter(None, StartsBecause.CUT)
    return Starter(seats_of(behind[0], played.table)[0], StartsBecause.BEHIND)
