"""The story of a game, from its totals: who led, how often that changed, what decided it. Facts, then sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorepad.scoring.explain import number
from scorepad.scoring.game import Totals, leaders
from scorepad.web.words import plural, stopped


@dataclass(frozen=True, slots=True)
class Moment:
    """Points of a team in, or after, a round."""

    round: int
    team: int
    points: int


@dataclass(frozen=True, slots=True)
class Story:
    """Who led after round `first` and after each later one (None: nobody did), and what follows.

    `changes` is how often another team took the lead; `decided` the round since which the winner led, None in a
    tie; `largest` the largest lead after a round and `biggest` the most points in one, None where there were none.
    """

    first: int
    led: tuple[int | None, ...]
    changes: int
    decided: int | None
    largest: Moment | None
    biggest: Moment | None

    @property
    def last(self) -> int:
        """The last round."""
        return self.first + len(self.led) - 1


def story(totals: Sequence[Totals], first: int = 0) -> Story:
    """The story of a game whose totals after round `first`, and after each later one, are these."""
    led = tuple(_leader(one) for one in totals)
    in_turn = [team for team in led if team is not None]
    leads = [
        Moment(first + at, team, margin(one))
        for at, (one, team) in enumerate(zip(totals, led, strict=True))
        if at and team is not None
    ]
    rounds = [
        Moment(first + at, team, after - before)
        for at, pair in enumerate(pairwise(totals), start=1)
        for team, (before, after) in enumerate(zip(*pair, strict=True))
        if after > before
    ]
    return Story(
        first=first,
        led=led,
        changes=sum(a != b for a, b in pairwise(in_turn)),
        decided=_decided(led, first),
        largest=max(leads, key=lambda one: one.points, default=None),
        biggest=max(rounds, key=lambda one: one.points, default=None),
    )


def _leader(totals: Totals) -> int | None:
    first, *others = leaders(totals)
    return None if others else first


def margin(totals: Totals) -> int:
    """How far the first is ahead of the second, in points; 0 in a tie."""
    best, second = sorted(totals, reverse=True)[:2]
    return best - second


def _decided(led: Sequence[int | None], first: int) -> int | None:
    if led[-1] is None:
        return None
    others = [at for at, team in enumerate(led) if team != led[-1]]
    return first + max(others, default=-1) + 1


def sentences(told: Story, teams: Sequence[str], *, over: bool = True) -> list[str]:
    """The story in words; nothing where nothing was played. Nothing is decided in a game that is not over."""
    if told.last == told.first:
        return []
    said = [_course(told, teams, over)]
    if told.last - told.first > 1:
        said += [_largest(told.largest, teams)] if told.largest else []
        said += [_biggest(told.biggest, teams)] if told.biggest else []
    return said


def described(told: Story, teams: Sequence[str], *, over: bool = True) -> str:
    """The picture of the lead in words."""
    largest = [_largest(told.largest, teams)] if told.largest else []
    return " ".join([_course(told, teams, over), *largest])


def decided(told: Story) -> str:
    """The moment since which the winner led, as a headline; "" where nothing was played."""
    if told.last == told.first:
        return ""
    if told.decided is None:
        return "It was not: nobody was ahead in the end"
    return f"Round {told.decided}" if told.decided > told.first else "Before the first round here"


def _course(told: Story, teams: Sequence[str], over: bool) -> str:
    return _lead(told, teams) if over else _so_far(told, teams)


def _so_far(told: Story, teams: Sequence[str]) -> str:
    """Who leads, and since when, while the game goes on."""
    changed = f"The lead has changed hands {_times(told.changes)}. " if told.changes else ""
    if told.decided is None:
        nobody = not any(team is not None for team in told.led)
        return "Nobody has been ahead so far." if nobody else f"{changed}Nobody is ahead now."
    name = teams[told.led[-1] or 0]
    if told.decided == told.first:
        return f"{name} brought the lead along and kept it so far."
    return f"{changed}The lead has been with {name} since round {told.decided}."


def _lead(told: Story, teams: Sequence[str]) -> str:
    changed = f"The lead changed hands {_times(told.changes)}."
    winner = told.led[-1]
    if winner is None:
        return _level(told, teams, changed)
    name = teams[winner]
    if told.decided == told.first:
        return f"{name} brought the lead along and kept it."
    if told.last == 1:
        return "The only round decided it."
    if told.decided == 1:
        return f"{name} led from the first round to the last."
    before = changed if told.changes else _before(told)
    if told.decided == told.last:
        return f"{before} The last round was decisive: {name} came out ahead."
    return f"{before} Round {told.decided} was decisive: from then on {name} led."


def _before(told: Story) -> str:
    """What was before the decisive round where the lead never changed hands."""
    someone = any(team is not None for team in told.led[: (told.decided or 0) - told.first])
    return (
        "The lead was lost on the way, but nobody else took it."
        if someone
        else "At first nobody led."
    )


def _level(told: Story, teams: Sequence[str], changed: str) -> str:
    in_turn = [team for team in told.led if team is not None]
    if not in_turn:
        return "Nobody was ever ahead."
    before = changed if told.changes else f"{teams[in_turn[0]]} led on the way."
    return f"{before} In the end nobody was ahead."


def _largest(moment: Moment, teams: Sequence[str]) -> str:
    points = plural(moment.points, "point", "points")
    said = f"The lead was largest after round {moment.round}: {points} for {teams[moment.team]}"
    return stopped(said)


def _biggest(moment: Moment, teams: Sequence[str]) -> str:
    points = plural(moment.points, "point", "points")
    said = f"The biggest round was round {moment.round}: {points} for {teams[moment.team]}"
    return stopped(said)


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{number(count)} times")
