"""From figures to a table with ranks: docs/league.md, "Tables"."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

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


_FIGURES: dict[Figure, Callable[[Standing], Fraction | int | None]] = {
    Figure.WINS: lambda one: one.tally.share,
    Figure.SHARE: lambda one: one.win_share,
    Figure.RATING: lambda one: one.rating.shown if one.rating else None,
    Figure.POINTS: lambda one: one.points_a_round,
    Figure.BOOKS: lambda one: one.tally.books,
    Figure.GAMES: lambda one: one.tally.games,
}


def ranked(
    standings: Iterable[Standing], by: Figure, names: Mapping[Who, str], least: int = 1
) -> list[Row]:
    """The table of all with at least so many games, best first, equals by name; who has no such figure is last."""
    figure = _FIGURES[by]
    enough = [one for one in standings if one.tally.games >= max(least, 1)]
    named = sorted(enough, key=lambda one: (folded(names[one.who]), members(one.who)))
    order = sorted(((figure(one), one) for one in named), key=lambda pair: _sortable(pair[0]))
    rows: list[Row] = []
    for at, (value, one) in enumerate(order):
        equal = at > 0 and order[at - 1][0] == value
        rows.append(Row(rows[-1].rank if equal else at + 1, one, value is not None))
    return rows


def _sortable(value: Fraction | int | None) -> tuple[bool, Fraction | int]:
    return (value is None, 0 if value is None else -value)


def champions(rows: Iterable[Row]) -> list[Who]:
    """Who is first: several where they are equal, nobody in an empty table."""
    return [row.standing.who for row in rows if row.rank == 1 and row.has_figure]
