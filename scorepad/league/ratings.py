"""Ratings: games replayed in the order of play through openskill. docs/league.md, "Ratings"."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import TYPE_CHECKING

from scorepad.league.facts import Side

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

MEAN, DEVIATION, BETA, TAU = 1500.0, 500.0, 250.0, 5.0
"""Where everybody starts, how sure that is, how much chance is in one game, and in a person."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How well somebody plays: the mean of what openskill thinks likely, and its deviation."""

    mean: float = MEAN
    deviation: float = DEVIATION

    @property
    def shown(self) -> int:
        """The one number people read."""
        return round(self.mean)

    @property
    def give_or_take(self) -> int:
        """How far the truth may be from it, in nineteen of twenty cases."""
        return round(2 * self.deviation)


def together(ratings: Sequence[Rating]) -> Rating:
    """The rating of people who play together, of whom there is one at least."""
    size = len(ratings)
    mean = sum(one.mean for one in ratings) / size
    return Rating(mean, hypot(*(one.deviation for one in ratings)) / size)


def rating_of(people: Iterable[int], known: Mapping[int, Rating]) -> Rating:
    """The rating of one, or of all together; who was never rated stands where everybody begins."""
    return together([known.get(one, Rating()) for one in people])


@cache
def _model() -> "PlackettLuce":
    # It takes longer to import than most pages to make.
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=BETA, tau=TAU)


def is_rated(sides: Iterable[Side]) -> bool:
    """Whether a game says who is better than whom."""
    return sum(bool(side.people) for side in sides) > 1


class Replay:
    """Ratings as they stand while games are replayed in the order of play."""

    def __init__(self) -> None:
        """Begin with nobody known; who is not learnt is new."""
        self._model = _model()
        self._standing: dict[int, PlackettLuceRating] = {}

    def knows(self, person: int) -> bool:
        """Whether somebody played here, or was learnt."""
        return person in self._standing

    def learn(self, person: int, rating: Rating) -> None:
        """Let somebody stand where they stood before the first game that is replayed."""
        self._standing[person] = self._model.rating(mu=rating.mean, sigma=rating.deviation)

    def play(self, sides: Sequence[Side]) -> dict[int, Rating]:
        """The new ratings of all to whom a game belongs; nobody's if it is not rated."""
        if not is_rated(sides):
            return {}
        teams = [side for side in sides if side.people]
        before = [
            [self._standing.get(person) or self._model.rating() for person in side.people]
            for side in teams
        ]
        ranks = [float(sum(other.total > side.total for other in teams)) for side in teams]
        after = self._model.rate(before, ranks=ranks)
        changed = {
            person: one
            for side, rated in zip(teams, after, strict=True)
            for person, one in zip(side.people, rated, strict=True)
        }
        self._standing.update(changed)
        return {person: Rating(one.mu, one.sigma) for person, one in changed.items()}
