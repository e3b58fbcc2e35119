"""Ratings: games replayed in the order of play through openskill. docs/league.md, "Ratings"."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import TYPE_CHECKING

from scorepad.league.facts import Side

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

MEAN, DEVIATION, BETA, TAU = 1500.0, 200.0, 600.0, 2.0
"""The start of everyone's rating and its deviation, the luck in one game, and how much a person's play changes."""


Teams = tuple[Sequence[Sequence[int]], Sequence[int]]
"""The people of each team of a game, and the ranks of the teams, from 0."""


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

    return PlackettLuce(mu=0.0, sigma=DEVIATION, beta=BETA, tau=TAU, gamma=whole_step)


def whole_step(*_: object) -> float:
    """How much of a game's knowledge makes a rating surer: all of it, where openskill would be more careful."""
    return 1.0


class _Uncopied(list["list[PlackettLuceRating]"]):
    """The teams of a game with the replay's own ratings, which openskill need not copy before it changes them.

    The copies took more than half of the time of a replay.
    """

    def __deepcopy__(self, memo: object) -> "_Uncopied":
        return self


def is_rated(sides: Iterable[Side]) -> bool:
    """Whether a game compares anyone: it has people in two teams at least."""
    return sum(bool(side.people) for side in sides) > 1


def teams_of(sides: Iterable[Side]) -> Teams:
    """What a game's ratings depend on: its teams that have people, and for each how many were ahead of it."""
    teams = [side for side in sides if side.people]
    return [side.people for side in teams], [sum(other.ahead < side.ahead for other in teams) for side in teams]


class Replay:
    """The current ratings while games are replayed in the order of play.

    openskill adds up a team's ratings. There they lie around 0, so that a seat whose player is unknown counts as one of
    average strength; everywhere else they lie around MEAN.
    """

    def __init__(self) -> None:
        """Begin without ratings: everyone starts new unless `learn` is called first."""
        self._model = _model()
        self._ratings: dict[int, PlackettLuceRating] = {}

    def learn(self, person: int, rating: Rating) -> None:
        """Load a person's rating from before the first game of this replay."""
        self.take(person, rating.mean, rating.deviation)

    def take(self, person: int, mean: float, deviation: float) -> None:
        """Load a person's rating from after a game that need not be played."""
        rating = self._ratings.get(person)
        if rating is None:
            self._ratings[person] = self._model.rating(mu=mean - MEAN, sigma=deviation)
        else:
            rating.mu, rating.sigma = mean - MEAN, deviation

    def play(self, sides: Sequence[Side]) -> dict[int, Rating]:
        """Play one game, and return the new ratings of the people in it; none if it is not rated."""
        if not is_rated(sides):
            return {}
        teams, ranks = teams_of(sides)
        values = self.rate(teams, ranks)
        people = [person for team in teams for person in team]
        return dict(zip(people, map(Rating, values[::2], values[1::2]), strict=True))

    def rate(self, teams: Sequence[Sequence[int]], ranks: Sequence[int]) -> tuple[float, ...]:
        """Play one game of two teams or more; the new mean and deviation of each person, in the order of the teams."""
        known = self._ratings
        for team in teams:
            for person in team:
                if person not in known:
                    known[person] = self._model.rating()
        ratings = _Uncopied([known[person] for person in team] for team in teams)
        # This changes the ratings themselves, since they are not copied.
        self._model.rate(ratings, ranks=[*map(float, ranks)])
        values: list[float] = []
        for rated in ratings:
            for rating in rated:
                mean = rating.mu + MEAN
                # The same number as when the rating is loaded again.
                rating.mu = mean - MEAN
                values += (mean, rating.sigma)
        return tuple(values)
