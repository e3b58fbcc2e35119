"""From figures to a table with ranks: docs/league.md, "Tables"."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from math import inf

from scorepad.league.facts import WHOLE, Tally
from scorepad.league.ratings import Rating
from scorepad.league.who import Who, members
from scorepad.scoring.names import folded


class Figure(StrEnum):
    """What a table may be sorted by."""

    WINS = "wins"
    SHARE = "share"
    RATING = "rating"
    POINTS = "points"
    BOOKS = "books"
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody's figures over a range; `rating` is that of its end, None for who was never rated."""

    who: Who
    tally: Tally
    rating: Rating | None

    @property
    def wins(self) -> Fraction:
        """Wins, with the parts of ties."""
        return Fraction(self.tally.share, WHOLE)

    @property
    def win_share(self) -> Fraction | None:
        """Wins by games; None without a game."""
        return Fraction(self.tally.share, WHOLE * self.tally.games) if self.tally.games else None

    @property
    def points_a_round(self) -> Fraction | None:
        """Points by rounds; None without a round."""
        return Fraction(self.tally.points, self.tally.rounds) if self.tally.rounds else None

    @property
    def luck_a_round(self) -> Fraction | None:
        """Points of exact cuts and red threes by rounds; None without a round."""
        return Fraction(self.tally.luck, self.tally.rounds) if self.tally.rounds else None

    @property
    def play_a_round(self) -> Fraction | None:
        """The rest of the points by rounds; None without a round."""
        points, luck = self.points_a_round, self.luck_a_round
        return None if points is None or luck is None else points - luck


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its rank, shared by equals, whose it is, and whether there was anything to compare."""

    rank: int
    standing: Standing
    has_figure: bool = True


# Averages as floats: of numbers as small as these, different fractions are different floats.
_FIGURES: dict[Figure, Callable[[Standing], float | None]] = {
    Figure.WINS: lambda one: one.tally.share,
    Figure.SHARE: lambda one: one.tally.share / one.tally.games,
    Figure.RATING: lambda one: one.rating.shown if one.rating else None,
    Figure.POINTS: lambda one: one.tally.points / one.tally.rounds if one.tally.rounds else None,
    Figure.BOOKS: lambda one: one.tally.books,
    Figure.GAMES: lambda one: one.tally.games,
}


def ranked(
    standings: Iterable[Standing],
    by: Figure,
    name: Callable[[Who], str],
    least: int = 1,
    *,
    upto: int | None = None,
) -> list[Row]:
    """The table of all with at least so many games, best first, equals by name; who has no such figure is last.

    Where only the rows before `upto` will be looked at, equals after them are in no order.
    """
    figure = _FIGURES[by]
    found = [(figure(one), one) for one in standings if one.tally.games >= max(least, 1)]
    found.sort(key=lambda pair: -inf if pair[0] is None else pair[0], reverse=True)
    rows: list[Row] = []
    for value, equals in groupby(found, key=lambda pair: pair[0]):
        group, rank = [one for _, one in equals], len(rows) + 1
        if len(group) > 1 and (upto is None or rank <= upto):
            group.sort(key=lambda one: (folded(name(one.who)), members(one.who)))
        rows += [Row(rank, one, value is not None) for one in group]
    return rows


def champions(rows: Iterable[Row]) -> list[Who]:
    """Who is first: several where they are equal, nobody in an empty table."""
    return [row.standing.who for row in rows if row.rank == 1 and row.has_figure]
