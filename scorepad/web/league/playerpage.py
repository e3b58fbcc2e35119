"""What a player's page shows: the rating and its picture, games, figures by kind, partners, opponents, badges."""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

from scorepad.league.ratings import DEVIATION, MEAN
from scorepad.scoring.explain import number
from scorepad.store import Club, Player
from scorepad.store.results.rows import RatedGame
from scorepad.web.league import badgewords, besides
from scorepad.web.league.badgewords import Badge
from scorepad.web.league.besides import Beside
from scorepad.web.league.charts import Course, course
from scorepad.web.league.ownfigures import OwnFigures
from scorepad.web.whos import Shown, Whos
from scorepad.web.words import day, plural

RATED = 50
"""How many games the picture of the rating reaches back."""

START, START_OFF = round(MEAN), round(2 * DEVIATION)
"""The rating at which everybody starts, and its ±."""


@dataclass(frozen=True)
class PlayerPage:
    """A person of the club who was neither merged nor forgotten."""

    player: Player
    shown: Shown
    own: OwnFigures
    rated: list[RatedGame]
    partners: list[Beside]
    opponents: list[Beside]
    badges: list[Badge]

    @classmethod
    def of(cls, club: Club, everybody: Whos, player: Player) -> Self:
        """The page of a person."""
        who = str(player.id)
        league = club.league
        return cls(
            player=player,
            shown=everybody.of_key(who),
            own=OwnFigures.of(club, everybody, who),
            rated=league.rated_games(player.id, RATED),
            partners=besides.partners(league.partners(who), everybody),
            opponents=besides.hardest(league.opponents(who), everybody),
            badges=badgewords.shown(league.badges(who)),
        )

    @property
    def traits(self) -> list[str]:
        """What there is to say of a guest, and of who plays no more."""
        said = []
        if self.player.guest:
            said.append("A guest: plays for the others' figures and stands in no table.")
        if self.player.retired:
            said.append("Plays no more. All games and figures stay.")
        return said

    @cached_property
    def course(self) -> Course | None:
        """The picture of the rating."""
        return course([(one.rating.shown, one.rating.give_or_take) for one in self.rated])

    @property
    def course_title(self) -> str:
        """What the picture shows, as a heading."""
        games = len(self.rated)
        return f"The rating over the last {plural(games, 'game', 'games') if games > 1 else 'game'}"

    @property
    def course_said(self) -> str:
        """What the picture shows, in sentences."""
        first, last = self.rated[0], self.rated[-1]
        if len(self.rated) == 1:
            return f"{_said(last)} after the only game, on {day(last.game.day)}."
        shown = [one.rating.shown for one in self.rated]
        return (
            f"From {_said(first)} on {day(first.game.day)} to {_said(last)} on {day(last.game.day)}."
            f" The highest was {number(max(shown))}, the lowest {number(min(shown))}."
        )

    @property
    def earned(self) -> list[Badge]:
        """The badges that were earned."""
        return [one for one in self.badges if one.earned]

    @property
    def unearned(self) -> list[Badge]:
        """The badges that were not."""
        return [one for one in self.badges if not one.earned]


def _said(one: RatedGame) -> str:
    return f"{number(one.rating.shown)} ± {number(one.rating.give_or_take)}"
