"""Ranks competitors by a figure: docs/league.md, "Tables"."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from math import inf

from scorepad.league.best_evenings import BestEvenings
from scorepad.league.competitors import CompetitorKey, members
from scorepad.league.facts import WHOLE, Tally
from scorepad.league.ratings import Rating
from scorepad.scoring.names import fold_name

PROVISIONAL = 10
"""A rating is provisional below this number of games."""

BUSY_PART = 4
"""The usual minimum of a table is the busiest competitor's games divided by this number."""


class Figure(StrEnum):
    """The figures that a table can be sorted by."""

    WINS = "wins"
    SHARE = "share"
    RATING = "rating"
    GAINED = "gained"
    BEST = "best"
    POINTS = "points"
    BOOKS = "books"
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class Standing:
    """A competitor's figures over a range of days. `rating` is the rating at its end, None if there is none.

    `before` is the rating before the first day, None if the range has no first day. `best` has the evenings of a season
    in which only the best ones count. The rating `is_provisional` after few games. `expected` is the number of wins to
    expect at tables of these sizes, `club_luck` the whole club's luck per round.
    """

    competitor: CompetitorKey
    tally: Tally
    rating: Rating | None
    before: Rating | None = None
    best: BestEvenings | None = None
    is_provisional: bool = False
    expected: Fraction | None = None
    club_luck: Fraction | None = None

    @property
    def wins(self) -> Fraction:
        """Wins, including the shares of ties."""
        return Fraction(self.tally.share, WHOLE)

    @property
    def win_share(self) -> Fraction | None:
        """Wins divided by games; None without games."""
        return Fraction(self.tally.share, WHOLE * self.tally.games) if self.tally.games else None

    @property
    def above_expected(self) -> Fraction | None:
        """Wins minus the expected wins."""
        return None if self.expected is None else self.wins - self.expected

    @property
    def gained(self) -> int | None:
        """How far the shown rating rose in this range; None if the range has no first day."""
        return self.rating.shown - self.before.shown if self.rating and self.before else None

    @property
    def points_a_round(self) -> Fraction | None:
        """Points divided by rounds; None without rounds."""
        return Fraction(self.tally.points, self.tally.rounds) if self.tally.rounds else None

    @property
    def luck_a_round(self) -> Fraction | None:
        """Luck points divided by the rounds whose parts were counted; None without such rounds."""
        return Fraction(self.tally.luck, self.tally.itemised) if self.tally.itemised else None

    @property
    def luck_above_club(self) -> Fraction | None:
        """Luck per round minus the club's in these games; None if either is unknown."""
        luck = self.luck_a_round
        return None if luck is None or self.club_luck is None else luck - self.club_luck

    @property
    def play_a_round(self) -> Fraction | None:
        """Points per round minus luck per round; None if either is unknown."""
        points, luck = self.points_a_round, self.luck_a_round
        return None if points is None or luck is None else points - luck


@dataclass(frozen=True, slots=True)
class RankedStanding:
    """A row of a table. Equal figures share a rank. `has_figure` is false if there was nothing to compare."""

    rank: int
    standing: Standing
    has_figure: bool = True


# Averages are floats: for numbers this small, different fractions give different floats.
_FIGURES: dict[Figure, Callable[[Standing], float | None]] = {
    Figure.WINS: lambda standing: standing.tally.share,
    Figure.SHARE: lambda standing: standing.tally.share / standing.tally.games,
    Figure.RATING: lambda standing: standing.rating.shown if standing.rating else None,
    Figure.GAINED: lambda standing: standing.gained,
    Figure.BEST: lambda standing: standing.best.value if standing.best else None,
    Figure.POINTS: lambda standing: standing.tally.points / standing.tally.rounds if standing.tally.rounds else None,
    Figure.BOOKS: lambda standing: standing.tally.books,
    Figure.GAMES: lambda standing: standing.tally.games,
}


def figure_of(by: Figure, standing: Standing) -> float | None:
    """Return the figure as tables compare it, None if there is nothing to compare."""
    return _FIGURES[by](standing)


def has_figure(by: Figure, standing: Standing) -> bool:
    """Whether there is something to compare. For games of which only the points are known, books are unknown."""
    return figure_of(by, standing) is not None and (by is not Figure.BOOKS or standing.tally.itemised > 0)


def usual_least(busiest: int) -> int:
    """Return the usual minimum of games in a table, from the number of games of its busiest competitor."""
    return max(-(-busiest // BUSY_PART), 1)


def ranked(
    standings: Iterable[Standing],
    by: Figure,
    name: Callable[[CompetitorKey], str],
    least: int = 1,
    *,
    upto: int | None = None,
) -> list[RankedStanding]:
    """Rank everyone with at least `least` games, best first, ties by name, those without the figure last.

    With `upto`, ties after that rank are in no particular order.
    """
    figure = _FIGURES[by]
    values = [(figure(standing), standing) for standing in standings if standing.tally.games >= max(least, 1)]
    values.sort(key=lambda pair: -inf if pair[0] is None else pair[0], reverse=True)
    rows: list[RankedStanding] = []
    for _, equals in groupby(values, key=lambda pair: pair[0]):
        group, rank = [standing for _, standing in equals], len(rows) + 1
        if len(group) > 1 and (upto is None or rank <= upto):
            group.sort(key=lambda standing: (fold_name(name(standing.competitor)), members(standing.competitor)))
        rows += [RankedStanding(rank, standing, has_figure(by, standing)) for standing in group]
    return rows


def champions(rows: Iterable[RankedStanding]) -> list[CompetitorKey]:
    """Return the competitors at rank 1: several in a tie, none if nothing could be compared."""
    return [row.standing.competitor for row in rows if row.rank == 1 and row.has_figure]
