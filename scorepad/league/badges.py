"""What earns a person a badge. A deed is done in a game or not; the badge's levels ask for so many such games."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from scorepad.league.facts import WHOLE, Portion, Side
from scorepad.league.round_facts import RoundFacts
from scorepad.league.who import Who, is_partnership
from scorepad.scoring.game import leaders
from scorepad.scoring.record import GameRecord

HAIR = 100
"""A game is won by a hair when its margin is at most the winner's total by this number."""

OFTEN_OUT, CAUGHT = 3, 3
"""How often one has to go out, and with how many red threes one has to be caught, in one game."""

FEWEST_SWEPT = 3
"""Rounds a game needs before winning every one of them is a deed."""

LEVELS = MappingProxyType(
    {
        "game": (1, 10, 50, 100, 250, 500, 1000),
        "won": (1, 10, 50, 100, 250, 500),
        "exact_cut": (1, 10, 50, 100),
        "swept": (1, 5),
        "turned": (1, 5, 20),
        "hair": (1, 5),
        "often_out": (1, 10),
        "caught": (1,),
        "helped": (1, 10),
        "lucky": (1,),
    }
)
"""For every deed, in how many games it has to be done for each level of its badge."""

STREAKS = (3, 5, 10, 15, 20)
"""Games won in a row, for each level of that badge."""


@dataclass(frozen=True, slots=True)
class _Game:
    record: GameRecord
    rounds: Sequence[RoundFacts]
    sides: Sequence[Side]


def earned(
    record: GameRecord,
    rounds: Sequence[RoundFacts],
    sides: Sequence[Side],
    portions: Sequence[Portion],
) -> Iterator[tuple[Who, str]]:
    """Every deed of a game with the person who did it."""
    one = _Game(record, rounds, sides)
    for portion in portions:
        if is_partnership(portion.who):
            continue
        for code, done in _DEEDS.items():
            if done(one, portion):
                yield portion.who, code


def _won(one: _Game, portion: Portion) -> bool:
    return portion.tally.share == WHOLE


def _swept(one: _Game, portion: Portion) -> bool:
    if not _won(one, portion) or len(one.rounds) < FEWEST_SWEPT:
        return False
    return all(leaders(each.points) == (portion.team,) for each in one.rounds)


def _turned(one: _Game, portion: Portion) -> bool:
    """Won, although another team led before the last round."""
    if not _won(one, portion) or portion.team is None:
        return False
    course = one.record.course
    before = course.totals[course.counted - 1]
    return max(before) > before[portion.team]


def _hair(one: _Game, portion: Portion) -> bool:
    if not _won(one, portion):
        return False
    first, second, *_ = sorted((side.total for side in one.sides), reverse=True)
    return (first - second) * HAIR <= first


def _lucky(one: _Game, portion: Portion) -> bool:
    """Won by no more than luck had made of the rounds: without it the game would not have been won."""
    if not _won(one, portion) or portion.team is None:
        return False
    luck = [sum(each.luck[team] for each in one.rounds) for team in range(len(one.sides))]
    play = [side.total - luck[team] for team, side in enumerate(one.sides)]
    return leaders(tuple(play)) != (portion.team,)


_DEEDS: dict[str, Callable[[_Game, Portion], bool]] = {
    "game": lambda one, portion: portion.tally.games > 0,
    "won": _won,
    "exact_cut": lambda one, portion: portion.tally.exact_cuts > 0,
    "swept": _swept,
    "turned": _turned,
    "hair": _hair,
    "often_out": lambda one, portion: portion.tally.went_out >= OFTEN_OUT,
    "caught": lambda one, portion: portion.tally.red_threes >= CAUGHT,
    "helped": lambda one, portion: portion.tally.games == 0,
    "lucky": _lucky,
}
