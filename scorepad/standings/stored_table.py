"""A table whose rows are stored in order, so that reading a page costs the same in a club of any size."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from scorepad.league.competitors import CompetitorKey, members
from scorepad.league.facts import Tally
from scorepad.league.standings import PROVISIONAL, Figure, RankedStanding, Standing, figure_of, has_figure
from scorepad.scoring.names import fold_name
from scorepad.standings.figures import sentence, shared_sentence
from scorepad.standings.people import ClubPeople
from scorepad.store.league import League
from scorepad.store.results.places import Places, Ranking
from scorepad.store.results.tables import NO_FIGURE

_BEST = -NO_FIGURE * 10
"""Above every value."""


@dataclass(frozen=True, slots=True)
class RankedPage:
    """A page of a table: its rows, the number of rows before it, and the number in the whole table."""

    rows: list[RankedStanding]
    start: int
    count: int

    @property
    def previous(self) -> CompetitorKey:
        """The first competitor, before which the previous page ends; "" if there is no previous page."""
        return self.rows[0].standing.competitor if self.rows and self.start else ""

    @property
    def following(self) -> CompetitorKey:
        """The last competitor, after which the next page starts; "" if there is no next page."""
        return self.rows[-1].standing.competitor if self.rows and self.start + len(self.rows) < self.count else ""


class RatedDays(NamedTuple):
    """The first and last day (ISO) of a table with ratings; None is open-ended."""

    first: str | None = None
    last: str | None = None


def with_ratings(league: League, standings: list[Standing], days: RatedDays) -> list[Standing]:
    """Return the standings with the ratings before and after the days, and whether they are provisional."""
    few = [standing.competitor for standing in standings if standing.tally.games < PROVISIONAL]
    games = league.recent.count_games(few, days.last, PROVISIONAL)
    return [
        replace(standing, is_provisional=games.get(standing.competitor, PROVISIONAL) < PROVISIONAL)
        for standing in league.rated(standings, *days)
    ]


def with_rated_rows(league: League, page: RankedPage, days: RatedDays) -> RankedPage:
    """Return a page with the ratings of its rows."""
    standings = with_ratings(league, [row.standing for row in page.rows], days)
    rows = [replace(row, standing=new) for row, new in zip(page.rows, standings, strict=True)]
    return replace(page, rows=rows)


def value_of(figure: Figure, standing: Standing) -> float:
    """Return a figure as a number, `NO_FIGURE` (lower than any other) if there is none."""
    value = figure_of(figure, standing)
    return NO_FIGURE if value is None else value


def reason(figure: Figure, best: Standing, *, shared: bool) -> str:
    """Return the figure of the first as a phrase."""
    return (shared_sentence if shared else sentence)(figure, best)


@dataclass(frozen=True)
class StoredTable:
    """A table of stored places, highest value first, ties by name."""

    league: League
    ranking: Ranking
    people: ClubPeople
    days: RatedDays

    @property
    def places(self) -> Places:
        return self.league.places

    @property
    def figure(self) -> Figure:
        return Figure(self.ranking.figure)

    @cached_property
    def count(self) -> int:
        """The number of rows."""
        return self.places.count(self.ranking)

    @cached_property
    def first(self) -> list[CompetitorKey]:
        """The competitors who share the first rank."""
        return [standing.competitor for value, standing in self._next(_BEST, [], 1) if value > NO_FIGURE]

    @property
    def least(self) -> int:
        return self.ranking.least

    def above(self, value: float) -> int:
        """Return the number of rows with a higher value."""
        return self.places.count(self.ranking, value)

    def standings_of(self, competitors: Iterable[CompetitorKey]) -> list[Standing]:
        """Return the standings of these competitors, without those who are not in the table."""
        return [Standing(who, tally, None) for who, tally in self.places.tallies(self.ranking, competitors).items()]

    def fewest(self, below: int, limit: int) -> list[Standing]:
        """Return up to `limit` competitors with fewer than `below` games, most games first, including unlisted ones."""
        return [Standing(who, tally, None) for who, tally in self.places.fewest(self.ranking, below, limit)]

    @property
    def reason(self) -> str:
        """The figure of the first, as a phrase."""
        return reason(self.figure, self.page(1).rows[0].standing, shared=len(self.first) > 1)

    def page(self, size: int, after: CompetitorKey = "", before: CompetitorKey = "") -> RankedPage:
        """Return `size` rows after or before a competitor; the first rows if it is not in the table."""
        edge = after or before
        value = self.places.value(self.ranking, edge) if edge else None
        if value is None:
            return self._page(self._next(_BEST, [], size)[:size], 0)
        equals = self._equals(value)
        at = [standing.competitor for standing in equals].index(edge)
        ahead = self.places.count(self.ranking, value)
        if after:
            rows = self._next(value, [(value, standing) for standing in equals[at + 1 :]], size)
            return self._page(rows[:size], ahead + at + 1)
        rows = self._next(value, [(value, standing) for standing in reversed(equals[:at])], size, upwards=True)
        rows = rows[:size][::-1]
        return self._page(rows, ahead + at - len(rows))

    def standings(self, size: int) -> list[Standing]:
        """Return the first rows, without ranks and ratings."""
        return [standing for _, standing in self._next(_BEST, [], size)[:size]]

    def _page(self, rows: Iterable[tuple[float, Standing]], start: int) -> RankedPage:
        ranked: list[RankedStanding] = []
        for value, equals in groupby(rows, key=lambda row: row[0]):
            rank = start + len(ranked) + 1 if ranked or not start else self.places.count(self.ranking, value) + 1
            ranked += [
                RankedStanding(rank, standing, value > NO_FIGURE and has_figure(self.figure, standing))
                for _, standing in equals
            ]
        return with_rated_rows(self.league, RankedPage(ranked, start, self.count), self.days)

    def _next(
        self, value: float, rows: list[tuple[float, Standing]], size: int, *, upwards: bool = False
    ) -> list[tuple[float, Standing]]:
        """Return these rows, topped up to at least `size` with the rows that follow `value`."""
        if len(rows) < size:
            following = self.places.rows(self.ranking, value, size - len(rows), upwards=upwards)
            for next_value, group in groupby(following, key=itemgetter(0)):
                equals = self._by_name([row for _, row in group])
                rows += [(next_value, standing) for standing in (reversed(equals) if upwards else equals)]
        return rows

    def _equals(self, value: float) -> list[Standing]:
        """Return all rows with this value, by name."""
        return self._by_name(self.places.equals(self.ranking, value))

    def _by_name(self, rows: list[tuple[CompetitorKey, Tally]]) -> list[Standing]:
        standings = [Standing(who, tally, None) for who, tally in rows]
        return sorted(standings, key=self._name) if len(standings) > 1 else standings

    def _name(self, standing: Standing) -> tuple[str, tuple[int, ...]]:
        return fold_name(self.people.name_of(standing.competitor)), members(standing.competitor)
