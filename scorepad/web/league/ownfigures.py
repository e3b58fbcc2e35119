"""What the pages of a person and of a partnership have in common: their games, rating, runs and figures."""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

from scorepad.league.facts import Tally
from scorepad.league.ratings import Rating, rating_of
from scorepad.league.standings import Standing
from scorepad.league.who import Who, members
from scorepad.scoring.explain import number
from scorepad.store import Club
from scorepad.web.league.lastgames import ToldGame, run_said, told
from scorepad.web.league.ofkinds import COMPARED, OfKind, of_kinds
from scorepad.web.whos import Whos

LAST = 10
"""How many of the last games are listed."""

DEEDS = (
    ("went_out", "Went out"),
    ("exact_cuts", "Exact cuts"),
    ("red_threes", "Red threes caught with"),
    ("severe", "Severe penalties"),
    ("opened_first", "Opened first"),
    ("books", "Books"),
    ("clean", "Clean books"),
)
"""What is counted at the table, by the name of the figure."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that is counted at the table, and how often it happened."""

    figure: str
    label: str
    count: int


@dataclass(frozen=True)
class OwnFigures:
    """All that is known of somebody alone; `best_run` is the longest winning streak, `run` the one of now."""

    who: Who
    rating: Rating
    best_run: int
    run: int
    last: list[ToldGame]
    kinds: list[OfKind]

    @classmethod
    def of(cls, club: Club, everybody: Whos, who: Who, compared: int = COMPARED) -> Self:
        """Somebody's figures of all time, in so many kinds beside the others'."""
        league = club.league
        best, run = league.best_run(who)
        people = members(who)
        return cls(
            who=who,
            rating=rating_of(people, league.ratings(people)),
            best_run=best,
            run=run,
            last=[
                told(one.game, one.team, people, everybody) for one in league.games_of(who, LAST)
            ],
            kinds=of_kinds(club, everybody, who, league.figures(who), compared),
        )

    @cached_property
    def tally(self) -> Tally:
        """Everything of all kinds together."""
        return Tally.sum([Tally(), *(one.tally for one in self.kinds)])

    @property
    def standing(self) -> Standing:
        """The figures of all kinds together, with what follows from them."""
        return Standing(self.who, self.tally, self.rating)

    @property
    def rating_said(self) -> str:
        """What the rating means, in a sentence."""
        low = number(self.rating.shown - self.rating.give_or_take)
        high = number(self.rating.shown + self.rating.give_or_take)
        return f"In 19 of 20 cases the true strength is between {low} and {high}."

    @property
    def run_said(self) -> str:
        """The run of now in words."""
        return run_said(self.run)

    @property
    def deeds(self) -> list[Deed]:
        """What was counted at the table."""
        return [Deed(figure, label, getattr(self.tally, figure)) for figure, label in DEEDS]
