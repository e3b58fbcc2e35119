"""A player's rating over the last games: the picture and its description."""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

from scorepad.league.ratings import Rating
from scorepad.scoring.text.explain import day, format_number, plural
from scorepad.store import Club
from scorepad.store.results.rows import RatedGame
from scorepad.web.league.charts import Course, course

RATED = 25
"""The most games in the picture of the rating."""


@dataclass(frozen=True)
class RatingCourse:
    """The ratings after a player's last games, in the order of play."""

    rated: list[RatedGame]

    @classmethod
    def of(cls, club: Club, person: int) -> Self:
        return cls(club.league.rated_games(person, RATED))

    @cached_property
    def picture(self) -> Course | None:
        return course([(game.rating.shown, game.rating.give_or_take) for game in self.rated])

    @property
    def title(self) -> str:
        games = len(self.rated)
        return f"The rating over the last {plural(games, 'game', 'games') if games > 1 else 'game'}"

    @property
    def text(self) -> str:
        first, last = self.rated[0], self.rated[-1]
        if len(self.rated) == 1:
            return f"{_rating_text(last.rating)} after the only game, on {day(last.game.day)}."
        ratings = [game.rating.shown for game in self.rated]
        return (
            f"From {_rating_text(first.rating)} on {day(first.game.day)}"
            f" to {_rating_text(last.rating)} on {day(last.game.day)}."
            f" The highest was {format_number(max(ratings))}, the lowest {format_number(min(ratings))}."
        )


def _rating_text(rating: Rating) -> str:
    return f"{format_number(rating.shown)} ± {format_number(rating.give_or_take)}"
