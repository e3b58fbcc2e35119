"""Badges. A badge is for a deed, which a person does or does not do in a game; each level needs more such games."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from scorepad.league.competitors import CompetitorKey, is_partnership
from scorepad.league.facts import WHOLE, Appearance, Side
from scorepad.league.round_facts import RoundFacts
from scorepad.scoring.game.course import leaders, merits
from scorepad.scoring.game.record import GameRecord

HAIR = 100
"""A game is won by a hair if its margin is at most the winner's total divided by this number."""

OFTEN_OUT, CAUGHT = 3, 3
"""How often a person goes out, and how many red threes they are caught with, in one game."""

FEWEST_SWEPT = 3
"""The fewest rounds for a clean sweep."""

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
"""For each deed, the number of games needed for each level of its badge."""

STREAKS = (3, 5, 10, 15, 20)
"""The number of games won in a row needed for each level of the streak badge."""


@dataclass(frozen=True, slots=True)
class _Game:
    record: GameRecord
    rounds: Sequence[RoundFacts]
    sides: Sequence[Side]


def earned(
    record: GameRecord, rounds: Sequence[RoundFacts], sides: Sequence[Side], appearances: Sequence[Appearance]
) -> Iterator[tuple[CompetitorKey, str]]:
    """Yield the deeds of a game, each after the person who did it."""
    game = _Game(record, rounds, sides)
    for appearance in appearances:
        if is_partnership(appearance.competitor):
            continue
        for code, is_done in _DEEDS.items():
            if is_done(game, appearance):
                yield appearance.competitor, code


def _won(game: _Game, appearance: Appearance) -> bool:
    return appearance.tally.share == WHOLE


def _swept(game: _Game, appearance: Appearance) -> bool:
    if not _won(game, appearance) or len(game.rounds) < FEWEST_SWEPT:
        return False
    return all(_won_alone(game, facts.points, appearance.team) for facts in game.rounds)


def _turned(game: _Game, appearance: Appearance) -> bool:
    """Whether the person won although another team led before the last round."""
    if not _won(game, appearance) or appearance.team is None:
        return False
    course = game.record.course
    before = merits(game.record.agreement.rules, course.totals[course.counted - 1])
    return max(before) > before[appearance.team - 1]


def _hair(game: _Game, appearance: Appearance) -> bool:
    if not _won(game, appearance):
        return False
    first, second, *_ = sorted(game.sides, key=lambda side: side.ahead)
    return abs(first.total - second.total) * HAIR <= first.total


def _lucky(game: _Game, appearance: Appearance) -> bool:
    """Whether the person won, but would not have won alone without the luck points of all teams."""
    if not _won(game, appearance) or appearance.team is None:
        return False
    play = [side.total - sum(facts.luck[at] for facts in game.rounds) for at, side in enumerate(game.sides)]
    return not _won_alone(game, tuple(play), appearance.team)


def _won_alone(game: _Game, points: tuple[int, ...], team: int | None) -> bool:
    """Whether `team`, counted from 1, would be the only winner with these points."""
    return team is not None and leaders(merits(game.record.agreement.rules, points)) == (team,)


_DEEDS: dict[str, Callable[[_Game, Appearance], bool]] = {
    "game": lambda game, appearance: appearance.tally.games > 0,
    "won": _won,
    "exact_cut": lambda game, appearance: appearance.tally.exact_cuts > 0,
    "swept": _swept,
    "turned": _turned,
    "hair": _hair,
    "often_out": lambda game, appearance: appearance.tally.went_out >= OFTEN_OUT,
    "caught": lambda game, appearance: appearance.tally.red_threes >= CAUGHT,
    "helped": lambda game, appearance: appearance.tally.games == 0,
    "lucky": _lucky,
}
