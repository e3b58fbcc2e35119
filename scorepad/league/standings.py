"""Rank competitors by a figure; best evenings, ranks before the last day, tenths of win shares."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import groupby, pairwise
from math import hypot, inf
from typing import NamedTuple

from scorepad.league.facts import WHOLE, CompetitorKey, Tally, members
from scorepad.league.ratings import Rating
from scorepad.scoring.names import fold_name

# ---- The best evenings of a season: docs/league.md, "Best evenings"


class Evening(NamedTuple):
    """A day (ISO) on which a competitor played, and its value; wins are in parts of `WHOLE`."""

    day: str
    value: int


@dataclass(frozen=True)
class BestEvenings:
    """All evenings of a competitor in a season, by day. At most `most` of them count, by the given figure."""

    evenings: Sequence[Evening]
    most: int
    figure: str

    @cached_property
    def counted(self) -> list[Evening]:
        """The evenings that count, by day: those with the highest values, in a tie the earlier ones."""
        return sorted(sorted(self.evenings, key=lambda evening: (-evening.value, evening.day))[: self.most])

    @cached_property
    def value(self) -> int:
        """The sum of the evenings that count."""
        return sum(evening.value for evening in self.counted)

    @cached_property
    def left_out(self) -> list[Evening]:
        """The evenings that do not count, by day."""
        return sorted(set(self.evenings) - set(self.counted))


# ---- Standings

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
        """Points per round minus luck per round, of rounds whose parts were counted; None without such rounds."""
        tally = self.tally
        return Fraction(tally.itemised_points - tally.luck, tally.itemised) if tally.itemised else None


class Placed(NamedTuple):
    """A competitor's place in a table by one figure: its value and the number of games."""

    value: float
    games: int
    competitor: CompetitorKey


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
    standings: Iterable[Standing], by: Figure, name: Callable[[CompetitorKey], str], least: int = 1
) -> list[RankedStanding]:
    """Rank everyone with at least `least` games, best first, ties by name, those without the figure last."""
    figure = _FIGURES[by]
    values = [(figure(standing), standing) for standing in standings if standing.tally.games >= max(least, 1)]
    values.sort(key=lambda pair: -inf if pair[0] is None else pair[0], reverse=True)
    rows: list[RankedStanding] = []
    for _, equals in groupby(values, key=lambda pair: pair[0]):
        group, rank = [standing for _, standing in equals], len(rows) + 1
        group.sort(key=lambda standing: (fold_name(name(standing.competitor)), members(standing.competitor)))
        rows += [RankedStanding(rank, standing, has_figure(by, standing)) for standing in group]
    return rows


def alike_neighbours(standings: Sequence[Standing]) -> set[CompetitorKey]:
    """Return those whose rating cannot be told apart from that of the next one above or below."""
    alike: set[CompetitorKey] = set()
    for above, below in pairwise(standings):
        if above.rating and below.rating:
            off = hypot(above.rating.give_or_take, below.rating.give_or_take)
            if abs(above.rating.shown - below.rating.shown) < off:
                alike |= {above.competitor, below.competitor}
    return alike


# ---- Ranks before the last day of play: docs/league.md, "Tables"


class Moved(NamedTuple):
    """A competitor's value in a table before and after a day, None if it is not in the table."""

    before: float | None
    after: float | None


class TableRank(NamedTuple):
    """A row of the current table."""

    competitor: CompetitorKey
    rank: int
    value: float


def ranks_before(
    places: Iterable[TableRank], changes: Mapping[CompetitorKey, Moved], above: Callable[[float], int]
) -> dict[CompetitorKey, int | None]:
    """Return the rank of each of these places before the changes, None if it was not in the table.

    `above` returns the number of rows of the current table that are above a value.
    """
    were = sorted(change.before for change in changes.values() if change.before is not None)
    are = sorted(change.after for change in changes.values() if change.after is not None)
    ranks: dict[CompetitorKey, int | None] = {}
    for who, rank, current in places:
        value = changes[who].before if who in changes else current
        if value is None:
            ranks[who] = None
            continue
        higher = above(value) if who in changes else rank - 1
        ranks[who] = 1 + higher - _above(are, value) + _above(were, value)
    return ranks


def _above(values: list[float], value: float) -> int:
    return len(values) - bisect_right(values, value)


# ---- Win shares in tenths: docs/league.md, "Compared with the others"

TENTHS = 10
MIN_FOR_TENTHS = 5
"""The fewest games to be counted."""


def tenths(shares: Sequence[float]) -> tuple[int, ...]:
    """Return how many of these win shares, ascending and in parts of `WHOLE`, are in each tenth; 1 is in the last."""
    cuts = [bisect_left(shares, WHOLE // TENTHS * at) for at in range(TENTHS)]
    return tuple(end - start for start, end in zip(cuts, [*cuts[1:], len(shares)], strict=True))


def tenth_of(share: float) -> int:
    """Return the tenth that a win share is in, from 0."""
    return min(int(share // (WHOLE // TENTHS)), TENTHS - 1)
