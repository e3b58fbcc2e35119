"""A person or partnership against everyone else, within one kind of game."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scorepad.league.club_names import club_kind_names
from scorepad.league.competitor_figures import CompetitorFigures
from scorepad.league.facts import CompetitorKey, Tally, is_partnership
from scorepad.league.figures import whole
from scorepad.league.standings import Figure, Standing
from scorepad.league.tables import EVERYTHING, PARTNERSHIPS, PEOPLE, LeagueTable, PlayedGames, league_table
from scorepad.store import Club
from scorepad.web.league.charts import Quarters, Spread, quarters, spread_of
from scorepad.web.people.people_view import PeopleView


@dataclass(frozen=True)
class Others:
    """Everyone else in the table, by points a round, lowest first: how many have fewer, how many more.

    `is_listed`: the table lists the competitor too.
    """

    values: Sequence[float]
    below: int
    above: int
    is_listed: bool

    @property
    def count(self) -> int:
        return len(self.values)

    @cached_property
    def quarters(self) -> Quarters | None:
        return quarters(self.values)


def points_a_round(tally: Tally) -> float:
    """Return the average of at least one round; equal averages are equal floats."""
    return tally.points / tally.rounds


def by_points(club: Club, people: PeopleView, key: CompetitorKey, kind: int) -> LeagueTable:
    """Return the table of a competitor's group over all games of a kind by points a round."""
    group = PARTNERSHIPS if is_partnership(key) else PEOPLE
    games = PlayedGames.over(club.league, EVERYTHING, kind)
    return league_table(games, people, group, figure=Figure.POINTS, least=None)


def others_of(values: Sequence[float], own: float, *, is_listed: bool) -> Others | None:
    """Return the others of a table with these values, lowest first, None if there are none.

    `own` is the competitor's own value, which is among them if the table lists the competitor.
    """
    below, above = bisect_left(values, own), len(values) - bisect_right(values, own)
    others = [*values[:below], *values[below + 1 :]] if is_listed else values
    return Others(others, below, above, is_listed) if others else None


COMPARED = 5
"""How many kinds, most played first, are compared with all others."""

FEWEST_DRAWN = 20
"""With fewer others than this, the first rows of the table replace the picture."""

FIRST = 5
"""How many rows of the table replace the picture."""

LISTED = 10
"""How many of the others, best first, the table beside the picture lists. The whole table is on another page."""


@dataclass(frozen=True, slots=True)
class PointsRow:
    """A row of the table by points a round. The competitor's own row has no rank if the table does not list it."""

    key: CompetitorKey
    name: str
    points: float
    rank: int | None = None


@dataclass(frozen=True)
class KindComparison:
    """One competitor's figures in one kind of game; `others` compares them with everyone else, if there is anyone."""

    kind: int
    name: str
    standing: Standing
    others: Others | None = None
    best: tuple[PointsRow, ...] = ()

    @property
    def tally(self) -> Tally:
        return self.standing.tally

    @cached_property
    def picture(self) -> Spread | None:
        """The points a round among those of the others, None if there are few others."""
        if self.others is None or not self.tally.rounds or self.others.count < FEWEST_DRAWN:
            return None
        return spread_of(points_a_round(self.tally), self.others.values)

    def first_rows(self, name: str) -> list[PointsRow]:
        """Return the first rows of the table and the competitor's own, if there are too few others for a picture."""
        others = self.others
        if others is None or not self.tally.rounds or others.count >= FEWEST_DRAWN:
            return []
        rank = others.above + 1 if others.is_listed else None
        own = PointsRow(self.standing.competitor, name, points_a_round(self.tally), rank)
        rows = sorted([*self.best, *[own] * others.is_listed], key=lambda row: -row.points)
        ranked = [replace(row, rank=1 + sum(other.points > row.points for other in rows)) for row in rows[:FIRST]]
        return ranked if any(row.key == own.key for row in ranked) else [*ranked, own]

    @property
    def picture_text(self) -> str:
        others = self.others
        if others is None:
            return ""
        sentences = [
            f"{whole(self.standing.points_a_round)} points a round: better than {others.below} of {others.count}.",
            f"The others have {whole(others.values[0])} to {whole(others.values[-1])} points a round.",
        ]
        if cut := others.quarters:
            sentences.append(
                f"Half of them have {whole(cut.lower)} to {whole(cut.upper)}, and the middle is {whole(cut.middle)}."
            )
        return " ".join(sentences)


def figures_by_kind(own: CompetitorFigures, people: PeopleView, compared: int = COMPARED) -> list[KindComparison]:
    """Return the kinds a person or partnership played, most played first; the first `compared` with a comparison."""
    club, key, by_kind = own.club, own.key, own.by_kind
    names = club_kind_names(club, club.league.kinds())
    figures: list[KindComparison] = []
    for at, (kind, standing) in enumerate(by_kind):
        others: Others | None = None
        best: tuple[PointsRow, ...] = ()
        if at < compared and standing.tally.rounds:
            table = by_points(club, people, key, kind)
            is_listed = any(place.competitor == key for place in table.places)
            others = others_of(table.values, points_a_round(standing.tally), is_listed=is_listed)
            best = _best(table, key) if others else ()
        figures.append(KindComparison(kind, names[kind], standing, others, best))
    return figures


def _best(table: LeagueTable, key: CompetitorKey) -> tuple[PointsRow, ...]:
    """The best of the others, ties by name."""
    rows = [row.standing for row in table.page(LISTED + 1).rows]
    rivals = [standing for standing in rows if standing.competitor != key and standing.tally.rounds]
    return tuple(
        PointsRow(standing.competitor, table.people.name_of(standing.competitor), points_a_round(standing.tally))
        for standing in rivals[:LISTED]
    )
