"""How one person or partnership compares with all others in one kind of game, from stored places."""

from dataclasses import dataclass

from scorepad.league.competitors import CompetitorKey
from scorepad.league.facts import Tally
from scorepad.league.standings import Figure
from scorepad.store import Club
from scorepad.store.results.places import ALL_TIME, Places, Ranking
from scorepad.store.results.sums import size_of
from scorepad.store.results.tables import NO_FIGURE
from scorepad.web.league.charts import FEWEST_FOR_QUARTERS, Quarters

MOST_DRAWN = 200
"""Of more others, the picture draws those that are half a stroke from the one before."""

_STROKES = 656
"""Half strokes in the width of the picture."""


@dataclass(frozen=True, slots=True)
class Others:
    """The points a round of everyone else in the tables: how many there are, and how many have fewer.

    `drawn` are those that a picture shows, lowest first, always with the lowest and the highest.
    """

    count: int
    below: int
    drawn: tuple[float, ...]
    quarters: Quarters | None


def points_a_round(tally: Tally) -> float:
    """Points by rounds, of which there is at least one; equal averages are equal floats."""
    return tally.points / tally.rounds


def by_points(key: CompetitorKey, kind: int) -> Ranking:
    """The table of all games of a kind by points a round that a competitor may be in."""
    return Ranking(size_of(key), ALL_TIME, Figure.POINTS.value, kind)


def others_of(club: Club, key: CompetitorKey, kind: int, tally: Tally) -> Others | None:
    """The others in a kind of game; None if there are none. `tally` is the competitor's own."""
    others = _Values(club.league.places, by_points(key, kind), key, points_a_round(tally))
    if not others.count:
        return None
    return Others(others.count, others.below, others.drawn(), others.quarters())


class _Values:
    """The points a round of the others in order, one by one."""

    def __init__(self, places: Places, ranking: Ranking, key: CompetitorKey, own: float) -> None:
        stored = places.value(ranking, key)
        self._places, self._ranking = places, ranking
        self._own, self._is_listed = (own, False) if stored is None else (stored, True)
        self._all, self.below, self._missing = places.compared(ranking, self._own)
        self.count = self._all - self._is_listed

    def at(self, number: int) -> float:
        """The value of one of the others, the lowest is 0."""
        if self._is_listed and number >= self.below:
            number += 1
        if number < self._all / 2:
            value = self._places.nth(self._ranking, number + self._missing, lowest_first=True)
        else:
            value = self._places.nth(self._ranking, self._all - 1 - number)
        return NO_FIGURE if value is None else value

    def drawn(self) -> tuple[float, ...]:
        if self.count <= MOST_DRAWN:
            values = self._places.beyond(self._ranking, NO_FIGURE, self._all, upwards=True)
            if self._is_listed:
                values.remove(self._own)
            return tuple(values)
        low, high = self.at(0), self.at(self.count - 1)
        return *self._places.spaced(self._ranking, low, (high - low) / _STROKES), high

    def quarters(self) -> Quarters | None:
        """The quarters, in proportion between neighbours; None for too few values."""
        if self.count < FEWEST_FOR_QUARTERS:
            return None
        cuts = []
        for quarter in (1, 2, 3):
            number, part = divmod(quarter * (self.count - 1), 4)
            low = self.at(number)
            high = self.at(number + 1) if part else low
            cuts.append((low * (4 - part) + high * part) / 4)
        return Quarters(*cuts)
