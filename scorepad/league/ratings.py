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
"""Everyone's initial rating and its deviation, the luck in one game, and how much a person's play changes."""


Teams = tuple[Sequence[Sequence[int]], Sequence[int]]
"""The people of each team of a game, and the ranks of the teams, from 0."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's skill as estimated by openskill: a mean and its standard deviation."""

    mean: float = MEAN
    deviation: float = DEVIATION

    @property
    def shown(self) -> int:
        """The rating as the one number that pages show."""
        return round(self.mean)

    @property
    def give_or_take(self) -> int:
        """The uncertainty: in 19 of 20 cases, the true rating is within this distance of the shown one."""
        return round(2 * self.deviation)


def together(ratings: Sequence[Rating]) -> Rating:
    """Return the rating of one or more people who play together."""
    size = len(ratings)
    mean = sum(rating.mean for rating in ratings) / size
    return Rating(mean, hypot(*(rating.deviation for rating in ratings)) / size)


def rating_of(people: Iterable[int], ratings: Mapping[int, Rating]) -> Rating:
    """Return the rating of people who play together. A person without a rating has the initial one."""
    return together([ratings.get(person, Rating()) for person in people])


def shown_of(people: Sequence[int], ratings: Mapping[int, Rating]) -> int:
    """Return the `shown` of `rating_of`, quickly: a table has thousands of partnerships."""
    return round(sum([ratings.get(person, _INITIAL).mean for person in people]) / len(people))


_INITIAL = Rating()


@cache
def _model() -> "PlackettLuce":
    # Importing openskill takes longer than rendering most pages.
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=0.0, sigma=DEVIATION, beta=BETA, tau=TAU, gamma=whole_step)


def whole_step(*_: object) -> float:
    """Return how much of what a game tells reduces the deviation: all of it, while openskill's default uses less."""
    return 1.0


class _Uncopied(list["list[PlackettLuceRating]"]):
    """The teams of a game with the replay's ratings, which openskill changes in place instead of deep-copying them.

    The copies took more than half of the time of a replay.
    """

    def __deepcopy__(self, memo: object) -> "_Uncopied":
        return self


def is_rated(sides: Iterable[Side]) -> bool:
    """Whether a game can be rated: at least two teams have people."""
    return sum(bool(side.people) for side in sides) > 1


def teams_of(sides: Iterable[Side]) -> Teams:
    """Return the input for rating a game: its teams that have people, and the number of those ahead of each."""
    teams = [side for side in sides if side.people]
    return [side.people for side in teams], [sum(other.ahead < side.ahead for other in teams) for side in teams]


class Replay:
    """The current ratings while games are replayed in the order of play.

    openskill adds up a team's ratings. For openskill they are centred on 0, so that a seat without a known player is of
    average strength; everywhere else they are centred on MEAN.
    """

    def __init__(self) -> None:
        """Start without ratings: everyone has the initial one unless `learn` is called first."""
        self._model = _model()
        self._ratings: dict[int, PlackettLuceRating] = {}

    def learn(self, person: int, rating: Rating) -> None:
        """Set a person's rating before the first game of this replay."""
        self.take(person, rating.mean, rating.deviation)

    def take(self, person: int, mean: float, deviation: float) -> None:
        """Set a person's rating after a game whose result is already known, instead of playing it."""
        rating = self._ratings.get(person)
        if rating is None:
            self._ratings[person] = self._model.rating(mu=mean - MEAN, sigma=deviation)
        else:
            rating.mu, rating.sigma = mean - MEAN, deviation

    def play(self, sides: Sequence[Side]) -> dict[int, Rating]:
        """Rate one game and return the new ratings of its people; {} if it is not rated."""
        if not is_rated(sides):
            return {}
        teams, ranks = teams_of(sides)
        values = self.rate(teams, ranks)
        people = [person for team in teams for person in team]
        return dict(zip(people, map(Rating, values[::2], values[1::2]), strict=True))

    def rate(self, teams: Sequence[Sequence[int]], ranks: Sequence[int]) -> tuple[float, ...]:
        """Rate a game of two or more teams; return the mean and deviation of each person, in the order of the teams."""
        known = self._ratings
        for team in teams:
            for person in team:
                if person not in known:
                    known[person] = self._model.rating()
        ratings = _Uncopied([known[person] for person in team] for team in teams)
        # This changes the ratings in place, because they are not copied.
        self._model.rate(ratings, ranks=[*map(float, ranks)])
        values: list[float] = []
        for rated in ratings:
            for rating in rated:
                mean = rating.mu + MEAN
                # Round exactly as when the stored rating is loaded again.
                rating.mu = mean - MEAN
                values += (mean, rating.sigma)
        return tuple(values)
