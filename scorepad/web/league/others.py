"""How one person or partnership compares with all others in one kind of game, from stored places."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorepad.league.facts import CompetitorKey, Tally
from scorepad.league.standings import Figure
from scorepad.store.results.places import ALL_TIME, Ranking
from scorepad.store.results.sums import size_of
from scorepad.web.league.charts import FEWEST_FOR_QUARTERS, Quarters

MAX_DRAWN = 200
"""With more others than this, the picture leaves out values less than half a stroke above the one before."""

_STROKES = 656
"""The width of the picture in half strokes."""


@dataclass(frozen=True, slots=True)
class Others:
    """The points a round of everyone else in the table: how many there are, how many have fewer, how many more.

    `is_listed`: the table lists the competitor too. `drawn` are the values in the picture, lowest first, always with
    the lowest and the highest.
    """

    count: int
    below: int
    drawn: tuple[float, ...]
    quarters: Quarters | None
    above: int = 0
    is_listed: bool = True


def points_a_round(tally: Tally) -> float:
    """Return the average of at least one round; equal averages are equal floats."""
    return tally.points / tally.rounds


def by_points(key: CompetitorKey, kind: int) -> Ranking:
    """Return the ranking of a competitor's group over all games of a kind by points a round."""
    return Ranking(size_of(key), ALL_TIME, Figure.POINTS.value, kind)


def others_of(values: Sequence[float], own: float, *, is_listed: bool) -> Others | None:
    """Return the others of a table with these values, lowest first, None if there are none.

    `own` is the competitor's own value, which is among them if the table lists the competitor.
    """
    below = bisect_left(values, own)
    others = _Others(values, below if is_listed else len(values), len(values) - is_listed)
    if not others.count:
        return None
    above = len(values) - bisect_right(values, own)
    return Others(others.count, below, others.drawn(), others.quarters(), above, is_listed)


@dataclass(frozen=True, slots=True)
class _Others:
    """Sorted values without the one at `left_out`, and how many remain."""

    values: Sequence[float]
    left_out: int
    count: int

    def at(self, number: int) -> float:
        """The value of one of the others; number 0 is the lowest."""
        return self.values[number + (number >= self.left_out)]

    def drawn(self) -> tuple[float, ...]:
        if self.count <= MAX_DRAWN:
            return *self.values[: self.left_out], *self.values[self.left_out + 1 :]
        high = self.at(self.count - 1)
        return *self._spaced(self.at(0), high), high

    def _spaced(self, low: float, high: float) -> Iterator[float]:
        """Values from the lowest up, each at least half a stroke above the one before."""
        step, at = (high - low) / _STROKES, 0
        while at < len(self.values):
            yield low
            at = bisect_left(self.values, low + step, at + 1)
            low = self.values[at] if at < len(self.values) else high

    def quarters(self) -> Quarters | None:
        """The quartiles, interpolated between neighbours, None for too few values."""
        if self.count < FEWEST_FOR_QUARTERS:
            return None
        cuts = []
        for quarter in (1, 2, 3):
            number, part = divmod(quarter * (self.count - 1), 4)
            low = self.at(number)
            high = self.at(number + 1) if part else low
            cuts.append((low * (4 - part) + high * part) / 4)
        return Quarters(*cuts)
