"""A person or partnership against everyone else, within one kind of game."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scorepad.league.club_names import club_kind_names
from scorepad.league.competitor_figures import CompetitorFigures
from scorepad.league.facts import CompetitorKey, Tally
from scorepad.league.figures import whole
from scorepad.league.standings import Figure, Standing, usual_least
from scorepad.league.tables import RatedDays, StoredTable
from scorepad.store import Club
from scorepad.store.results.places import ALL_TIME, Places, Ranking
from scorepad.store.results.sums import size_of
from scorepad.web.league.charts import FEWEST_FOR_QUARTERS, Quarters, Spread, spread_of
from scorepad.web.people.people_view import PeopleView

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


COMPARED = 5
"""How many kinds, most played first, are compared with all others."""

FEWEST_DRAWN = 20
"""With fewer others than this, the first rows of the table replace the picture."""

FIRST = 5
"""How many rows of the table replace the picture."""

LISTED = 10
"""How many of the others, best first, the table beside the picture lists. The whole table is on another page."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Another person or partnership that played this kind of game, with its points a round."""

    key: CompetitorKey
    name: str
    points: float


@dataclass(frozen=True, slots=True)
class FirstRow:
    """A row of the table. The competitor's own row has no rank if the table does not list it."""

    rank: int | None
    name: str
    points: float
    is_own: bool = False


@dataclass(frozen=True)
class KindFigures:
    """One competitor's figures in one kind of game; `others` compares them with everyone else, if there is anyone."""

    kind: int
    name: str
    standing: Standing
    others: Others | None = None
    best: tuple[Rival, ...] = ()

    @property
    def tally(self) -> Tally:
        return self.standing.tally

    @cached_property
    def picture(self) -> Spread | None:
        """The points a round among those of the others, None if there are few others."""
        if self.others is None or not self.tally.rounds or self.others.count < FEWEST_DRAWN:
            return None
        return spread_of(points_a_round(self.tally), self.others.drawn, self.others.quarters)

    def first_rows(self, name: str) -> list[FirstRow]:
        """Return the first rows of the table and the competitor's own, if there are too few others for a picture."""
        others = self.others
        if others is None or not self.tally.rounds or others.count >= FEWEST_DRAWN:
            return []
        rank = others.above + 1 if others.is_listed else None
        own = FirstRow(rank, name, points_a_round(self.tally), is_own=True)
        rows = [FirstRow(None, rival.name, rival.points) for rival in self.best] + [own] * others.is_listed
        rows.sort(key=lambda row: -row.points)
        ranked = [replace(row, rank=1 + sum(other.points > row.points for other in rows)) for row in rows[:FIRST]]
        return ranked if any(row.is_own for row in ranked) else [*ranked, own]

    @property
    def picture_text(self) -> str:
        others = self.others
        if others is None:
            return ""
        sentences = [
            f"{whole(self.standing.points_a_round)} points a round: better than {others.below} of {others.count}.",
            f"The others have {whole(others.drawn[0])} to {whole(others.drawn[-1])} points a round.",
        ]
        if cut := others.quarters:
            sentences.append(
                f"Half of them have {whole(cut.lower)} to {whole(cut.upper)}, and the middle is {whole(cut.middle)}."
            )
        return " ".join(sentences)


def figures_by_kind(own: CompetitorFigures, people: PeopleView, compared: int = COMPARED) -> list[KindFigures]:
    """Return the kinds a person or partnership played, most played first; the first `compared` with a comparison."""
    club, key, by_kind = own.club, own.key, own.by_kind
    names = club_kind_names(club, club.league.kinds())
    others = _others(club, key, {kind: of.tally for kind, of in by_kind[:compared] if of.tally.rounds})
    return [
        KindFigures(
            kind=kind,
            name=names[kind],
            standing=standing,
            others=others.get(kind),
            best=_best(club, people, key, kind) if others.get(kind) else (),
        )
        for kind, standing in by_kind
    ]


def _others(club: Club, key: CompetitorKey, tallies: Mapping[int, Tally]) -> dict[int, Others | None]:
    """Compare with everyone else in the kinds of these tallies."""
    places = club.league.places
    rankings = [_ranked(places, key, kind) for kind in tallies]
    listed = places.kinds_of(key)
    return {
        kind: others_of(of_kind, points_a_round(tally), is_listed=kind in listed and tally.games >= ranking.least)
        for (kind, tally), ranking, of_kind in zip(tallies.items(), rankings, places.values(rankings), strict=True)
    }


def _ranked(places: Places, key: CompetitorKey, kind: int) -> Ranking:
    """The ranking of a kind, with its usual minimum number of games."""
    ranking = by_points(key, kind)
    return replace(ranking, least=usual_least(places.busiest(ranking)))


def _best(club: Club, people: PeopleView, key: CompetitorKey, kind: int) -> tuple[Rival, ...]:
    """The best of the others, ties by name."""
    table = StoredTable(club.league, _ranked(club.league.places, key, kind), people, RatedDays())
    rivals = [
        standing for standing in table.standings(LISTED + 1) if standing.competitor != key and standing.tally.rounds
    ]
    return tuple(
        Rival(standing.competitor, people.name_of(standing.competitor), points_a_round(standing.tally))
        for standing in rivals[:LISTED]
    )
