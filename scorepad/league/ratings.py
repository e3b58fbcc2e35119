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
"""The start of everyone's rating and its deviation, the luck in one game, and how much a person's play changes."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How well a person plays, as openskill estimates it: a mean and its deviation."""

    mean: float = MEAN
    deviation: float = DEVIATION

    @property
    def shown(self) -> int:
        """The rating as one number."""
        return round(self.mean)

    @property
    def give_or_take(self) -> int:
        """The uncertainty: in 19 of 20 cases the true rating is no further from the shown one."""
        return round(2 * self.deviation)


def together(ratings: Sequence[Rating]) -> Rating:
    """The rating of one or more people who play together."""
    size = len(ratings)
    mean = sum(rating.mean for rating in ratings) / size
    return Rating(mean, hypot(*(rating.deviation for rating in ratings)) / size)


def rating_of(people: Iterable[int], ratings: Mapping[int, Rating]) -> Rating:
    """The rating of a person, or of several together. A person without one has the starting rating."""
    return together([ratings.get(person, Rating()) for person in people])


@cache
def _model() -> "PlackettLuce":
    # Importing it takes longer than making most pages.
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=BETA, tau=TAU)


def is_rated(sides: Iterable[Side]) -> bool:
    """Whether a game compares anyone: it has people in two teams at least."""
    return sum(bool(side.people) for side in sides) > 1


class Replay:
    """The current ratings while games are replayed in the order of play."""

    def __init__(self) -> None:
        """Begin without ratings: everyone starts new unless `learn` is called first."""
        self._model = _model()
        self._ratings: dict[int, PlackettLuceRating] = {}

    def knows(self, person: int) -> bool:
        """Whether a person has played in this replay or was loaded with `learn`."""
        return person in self._ratings

    def learn(self, person: int, rating: Rating) -> None:
        """Load a person's rating from before the first game of this replay."""
        self._ratings[person] = self._model.rating(mu=rating.mean, sigma=rating.deviation)

    def play(self, sides: Sequence[Side]) -> dict[int, Rating]:
        """Play one game, and return the new ratings of the people in it; none if it is not rated."""
        if not is_rated(sides):
            return {}
        teams = [side for side in sides if side.people]
        before = [[self._ratings.get(person) or self._model.rating() for person in side.people] for side in teams]
        ranks = [float(sum(other.total > side.total for other in teams)) for side in teams]
        after = self._model.rate(before, ranks=ranks)
        changed = {
            person: rating
            for side, rated in zip(teams, after, strict=True)
            for person, rating in zip(side.people, rated, strict=True)
        }
        self._ratings.update(changed)
        return {person: Rating(rating.mu, rating.sigma) for person, rating in changed.items()}
