"""The run of a game: totals, the round to play, who starts, each team's minimum, and how it ends.

Seats are numbered from 1 clockwise; teams from 0, and neighbours sit in different teams: seat 1 is team 0, seat 2
team 1, and so on around. Totals are points, one a team. Nothing here looks at a clock: that time is up is a
decision somebody enters.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate

from scorepad.rules import lookup
from scorepad.rules.model import OpeningStep, RuleSet, Table
from scorepad.rules.words import EndBy, Starts

Totals = tuple[int, ...]


class Phase(StrEnum):
    """Where a game is: a round to play, over, or in doubt whether it was over earlier."""

    PLAYING = "playing"
    OVER = "over"
    ASKS = "asks"


class StartsBecause(StrEnum):
    """Why that player starts, or why nobody can say."""

    CHOSEN = "chosen"
    MOVED_ON = "moved_on"
    BEHIND = "behind"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class Starter:
    """Who starts a round: a seat from 1, or None where the cards have to be cut for it."""

    seat: int | None
    because: StartsBecause


@dataclass(frozen=True, slots=True)
class Decision:
    """What the table decided about the end: over after a round, or not before one."""

    over_after: int | None = None
    not_before: int = 1


@dataclass(frozen=True, slots=True)
class Played:
    """A game as far as it was played: round totals in order, what was brought forward, and what was decided.

    `starters` are the seats somebody chose, by round.
    """

    rules: RuleSet
    table: Table
    rounds: tuple[Totals, ...]
    brought: Totals = ()
    starters: Mapping[int, int] = field(default_factory=dict)
    decision: Decision = Decision()


@dataclass(frozen=True, slots=True)
class Course:
    """What follows from a game as far as it was played.

    `totals` has the running totals before round 1, after round 1, and so on; `counted` is the number of rounds
    that count; `ends_after` the round that ended the game (or would have: see `phase`); `winners` the teams with
    the most points, one or, in a tie, several, and empty before the end.
    """

    totals: tuple[Totals, ...]
    counted: int
    phase: Phase
    ends_after: int | None
    winners: tuple[int, ...]
    starter: Starter
    minimums: tuple[OpeningStep, ...]

    @property
    def now(self) -> Totals:
        """The totals as they stand."""
        return self.totals[self.counted]

    @property
    def next_round(self) -> int:
        """The number of the round to play next."""
        return len(self.totals)


def team_of(seat: int, table: Table) -> int:
    """The team (from 0) of a seat (from 1)."""
    return (seat - 1) % table.teams


def seats_of(team: int, table: Table) -> tuple[int, ...]:
    """The seats (from 1) of a team (from 0), clockwise."""
    return tuple(range(team + 1, table.players + 1, table.teams))


def course(played: Played) -> Course:
    """Totals, end, winners, and what the next round begins with."""
    start = played.brought or (0,) * played.table.teams
    totals = tuple(accumulate(played.rounds, _add, initial=start))
    ends = _ends_after(played, totals)
    finished = len(played.rounds)
    phase = _phase(played, ends, finished)
    counted = ends if phase is Phase.OVER and ends is not None else finished
    upcoming = finished + 1
    return Course(
        totals=totals,
        counted=counted,
        phase=phase,
        ends_after=ends,
        winners=leaders(totals[counted]) if phase is Phase.OVER else (),
        starter=starter(played, upcoming, totals[finished]),
        minimums=minimums(played.rules, played.table, upcoming, totals[finished]),
    )


def _add(before: Totals, points: Totals) -> Totals:
    return tuple(a + b for a, b in zip(before, points, strict=True))


def _ends_after(played: Played, totals: Sequence[Totals]) -> int | None:
    """The round after which the game is over, as decided or else by the rules; None while it goes on."""
    finished = len(totals) - 1
    if played.decision.over_after is not None:
        return min(played.decision.over_after, finished)
    first = max(1, played.decision.not_before)
    return next((n for n in range(first, finished + 1) if _is_end(played, n, totals[n])), None)


def _is_end(played: Played, number: int, totals: Totals) -> bool:
    end = played.rules.end
    if end.by is EndBy.ROUNDS:
        return end.rounds is not None and number >= end.rounds
    if end.by is EndBy.TARGET:
        return max(totals) >= lookup.target_for(played.rules, played.table.players).points
    return False


def _phase(played: Played, ends: int | None, finished: int) -> Phase:
    if ends is None:
        return Phase.PLAYING
    if ends < finished and played.decision.over_after is None:
        return Phase.ASKS
    return Phase.OVER


def leaders(totals: Totals) -> tuple[int, ...]:
    """The teams with the most points; equal totals are a tie."""
    best = max(totals)
    return tuple(team for team, points in enumerate(totals) if points == best)


def minimums(rules: RuleSet, table: Table, number: int, totals: Totals) -> tuple[OpeningStep, ...]:
    """What each team must open with in round `number`, with these totals before it."""
    return tuple(lookup.opening_step(rules, number, table.players, total) for total in totals)


def starter(played: Played, number: int, totals: Totals) -> Starter:
    """Who starts round `number` with these totals before it.

    A seat somebody chose holds, and where the start moves on it moves on from there.
    """
    if number in played.starters:
        return Starter(played.starters[number], StartsBecause.CHOSEN)
    if played.rules.play.starts is Starts.BEHIND and number > 1:
        return _behind(played, totals)
    chosen = [n for n in played.starters if n < number]
    if not chosen:
        return Starter(None, StartsBecause.CUT)
    last = max(chosen)
    seat = (played.starters[last] - 1 + number - last) % played.table.players + 1
    return Starter(seat, StartsBecause.MOVED_ON)


def _behind(played: Played, totals: Totals) -> Starter:
    least = [team for team, points in enumerate(totals) if points == min(totals)]
    if len(least) > 1:
        return Starter(None, StartsBecause.CUT)
    return Starter(seats_of(least[0], played.table)[0], StartsBecause.BEHIND)
