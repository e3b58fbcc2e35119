"""The rows of a table as texts; those of the standings with recent results, movement and course; how far rows moved."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import groupby
from operator import sub

from scorepad.language.words import format_number
from scorepad.league.facts import WHOLE, CompetitorKey, Tally, is_partnership, members
from scorepad.league.figures import GIVE_OR_TAKE, figure_text, rank_text, sentence
from scorepad.league.periods import cover
from scorepad.league.ratings import rating_of
from scorepad.league.standings import (
    PROVISIONAL,
    Figure,
    Moved,
    RankedStanding,
    Standing,
    TableRank,
    alike_neighbours,
    ranks_before,
)
from scorepad.league.tables import PEOPLE, DayRange, LeagueTable, PlayedGames, value_of, with_evenings
from scorepad.scoring.names import fold_name
from scorepad.scoring.text.explain import day as day_text
from scorepad.web.app.current import g
from scorepad.web.people.people_view import Competitor, PeopleView


@dataclass(frozen=True, slots=True)
class FigureCell:
    """A figure as text: `main`, followed by a `part`, which stands below it on a narrow page."""

    code: str
    text: str

    @property
    def main(self) -> str:
        return self.text.partition(GIVE_OR_TAKE)[0]

    @property
    def part(self) -> str:
        return self.text.removeprefix(self.main)


@dataclass(frozen=True, slots=True)
class TableRow:
    rank: str
    competitor: Competitor
    cells: list[FigureCell]
    is_provisional: bool = False
    """Whether the table is by what someone gained, and their rating is provisional."""


def table_rows(rows: Iterable[RankedStanding], codes: Sequence[str], people: PeopleView) -> list[TableRow]:
    return [
        TableRow(
            rank_text(row),
            people.competitor(row.standing.competitor),
            [FigureCell(code, figure_text(code, row.standing)) for code in codes],
            row.standing.is_provisional and _is_by_rating(codes[0], row.standing),
        )
        for row in rows
    ]


def _is_by_rating(code: str, standing: Standing) -> bool:
    """Whether what ranks a table comes from ratings but does not read as one."""
    return (standing.best.figure if code == Figure.BEST and standing.best else code) == Figure.GAINED


# How far the rows of a table moved since the last day of play


@dataclass(frozen=True, slots=True)
class Movement:
    """How many ranks a row went up on a day (ISO), None if it was not in the table; whom it overtook."""

    steps: int | None
    day: str
    overtook: str = ""

    def is_news(self, rank: int) -> bool:
        """Whether a change to this rank is news: among the first ranks, or if someone was overtaken."""
        if not self.steps:
            return False
        return min(rank, rank + self.steps) <= FIRST_RANKS or bool(self.overtook)

    @property
    def past(self) -> str:
        """The words before the name of who was overtaken, "" if no one is named."""
        return ", overtaking " if self.overtook else ""

    @property
    def sign(self) -> str:
        """The mark beside the name: "new", "▲2", "▼1" or ""."""
        if self.steps is None:
            return "new"
        return f"{'▲' if self.steps > 0 else '▼'}{abs(self.steps)}" if self.steps else ""

    @property
    def text(self) -> str:
        if self.steps is None:
            return f"new in the table on {day_text(self.day)}"
        return f"{'up' if self.steps > 0 else 'down'} {abs(self.steps)} on {day_text(self.day)}" if self.steps else ""


def movements(
    table: LeagueTable, games: PlayedGames, people: PeopleView, group: str, rows: Iterable[RankedStanding]
) -> dict[CompetitorKey, Movement]:
    """Return the movements of these rows, none if the table was empty before its last day of play."""
    day = g.club.store.league.recent.last_day(*games.range.rated)
    if day is None:
        return {}
    changes = _LastDay(table, games, day).changes(people, group)
    if table.count == sum((of.after is not None) - (of.before is not None) for of in changes.values()):
        return {}
    places = [TableRank(row.standing.competitor, row.rank, value_of(table.figure, row.standing)) for row in rows]
    ranks = ranks_before(places, changes, table.above)
    moved = {
        place.competitor: Movement(None if (before := ranks[place.competitor]) is None else before - place.rank, day)
        for place in places
    }
    return _with_overtaken(table, people, places, moved, changes)


FIRST_RANKS = 3
"""The ranks whose changes are news. Of a change below them, it is news who was overtaken."""


def _with_overtaken(
    table: LeagueTable,
    people: PeopleView,
    places: Sequence[TableRank],
    moved: Mapping[CompetitorKey, Movement],
    changes: Mapping[CompetitorKey, Moved],
) -> dict[CompetitorKey, Movement]:
    """Return the movements with the name of the highest of those who were overtaken, by those who went up."""
    climbers = [place for place in places if place.rank > FIRST_RANKS and (moved[place.competitor].steps or 0) > 0]
    if not climbers:
        return dict(moved)
    everyone = [TableRank(place.competitor, table.above(place.value) + 1, place.value) for place in table.places]
    before = ranks_before(everyone, changes, table.above)
    named = dict(moved)
    for rank, who in ((place.rank, place.competitor) for place in climbers):
        was = rank + (moved[who].steps or 0)
        behind = [other for other in everyone if other.rank > rank and (before[other.competitor] or was) < was]
        if behind:
            name = min((other.rank, fold_name(people.name_of(other.competitor)), other.competitor) for other in behind)
            named[who] = replace(moved[who], overtook=people.name_of(name[-1]))
    return named


@dataclass(frozen=True, slots=True)
class _LastDay:
    """The last day of play (ISO) of a table."""

    table: LeagueTable
    games: PlayedGames
    day: str

    def changes(self, people: PeopleView, group: str) -> dict[CompetitorKey, Moved]:
        """Return what the day changed for everyone now in the table."""
        played = self._tallies(group)
        if self.table.figure in (Figure.RATING, Figure.GAINED):
            return self._of_ratings(self.table, played)
        rows = self.table.standings_of(who for who in played if people.is_ranked(who))
        figure, least = self.table.figure, self.table.least
        before = {of.competitor: of for of in self._before([_without(of, played[of.competitor]) for of in rows])}
        return {
            of.competitor: Moved(
                value_of(figure, was) if (was := before[of.competitor]).tally.games >= least else None,
                value_of(figure, of),
            )
            for of in rows
        }

    def _before(self, standings: list[Standing]) -> list[Standing]:
        """The standings with the best evenings of a season until the day before."""
        season = self.games.range.season
        if self.table.figure is not Figure.BEST or season is None:
            return standings
        until = date.fromisoformat(self.day) - timedelta(days=1)
        return with_evenings(self.games.league, standings, replace(season, last_day=until))

    def _tallies(self, group: str) -> Mapping[CompetitorKey, Tally]:
        day = date.fromisoformat(self.day)
        return g.club.store.league.tallies(group, cover(day, day), self.games.kind)

    def _of_ratings(self, table: LeagueTable, played: Mapping[CompetitorKey, Tally]) -> dict[CompetitorKey, Moved]:
        """The changes of a table by ratings: the rating of a row changes with that of any of its people."""
        league = g.club.store.league
        day = date.fromisoformat(self.day)
        moved = {int(who) for who in league.tallies(PEOPLE, cover(day, day))}
        rows = table.standings_with(moved)
        until = (day - timedelta(days=1)).isoformat()
        ratings = league.ratings({person for of in rows for person in members(of.competitor)}, until)
        games = league.recent.count_games([of.competitor for of in rows], until, PROVISIONAL)
        fewest = PROVISIONAL if table.figure is Figure.RATING else 1
        changes = {}
        for of in rows:
            was = _without(of, played.get(of.competitor, Tally()))
            is_in = was.tally.games >= table.least and games[of.competitor] >= fewest
            rated = replace(was, rating=rating_of(members(of.competitor), ratings), before=of.before)
            changes[of.competitor] = Moved(value_of(table.figure, rated) if is_in else None, value_of(table.figure, of))
        return changes


def _without(standing: Standing, tally: Tally) -> Standing:
    return Standing(standing.competitor, Tally(*map(sub, standing.tally, tally)), None)


LAST_FIVE, COURSE = 5, 12
"""Recent games with their results, and ratings in the sparkline."""

WON, TIED, LOST = "won", "tied", "lost"

# The rows of the standings

_TALL = {WON: 18, TIED: 11, LOST: 5}
"""The height of each bar. It differs so that the outcomes do not depend on colour."""

_STEP, _BAR, _HIGH = 8, 6, 18

SPARK_WIDTH, SPARK_HEIGHT, _EDGE = 96, 28, 3
_FLAT = 40
"""Ratings that differ by less than this use only part of the height."""


@dataclass(frozen=True, slots=True)
class ResultBar:
    """A recent game: its outcome and the position of its bar."""

    outcome: str
    x: int
    y: int
    height: int
    width: int = _BAR


@dataclass(frozen=True, slots=True)
class RecentResults:
    """The last games, the oldest first."""

    bars: tuple[ResultBar, ...]

    @classmethod
    def of(cls, shares: Sequence[int]) -> "RecentResults":
        """Build them from the shares of the win, the oldest first."""
        outcomes = [{WHOLE: WON, 0: LOST}.get(share, TIED) for share in shares]
        return cls(
            tuple(ResultBar(name, _STEP * at, _HIGH - _TALL[name], _TALL[name]) for at, name in enumerate(outcomes))
        )

    @property
    def text(self) -> str:
        """The outcomes in words, the latest last: "lost, won 2"."""
        runs = [(name, len(list(bars))) for name, bars in groupby(bar.outcome for bar in self.bars)]
        return ", ".join(f"{name} {count}" if count > 1 else name for name, count in runs)


@dataclass(frozen=True, slots=True)
class Sparkline:
    """The rating after each of the last games, as the points of a line."""

    points: str
    text: str

    @classmethod
    def of(cls, ratings: Sequence[int]) -> "Sparkline | None":
        """Build the line of these ratings, the oldest first; None if there are fewer than two."""
        if len(ratings) < 2:
            return None
        low, high = min(ratings), max(ratings)
        scale = (SPARK_HEIGHT - 2 * _EDGE) / max(high - low, _FLAT)
        middle = (low + high) / 2
        step = (SPARK_WIDTH - 2 * _EDGE) / (len(ratings) - 1)
        points = [
            f"{_EDGE + step * at:.1f},{SPARK_HEIGHT / 2 - (rating - middle) * scale:.1f}"
            for at, rating in enumerate(ratings)
        ]
        first, last = format_number(ratings[0]), format_number(ratings[-1])
        return cls(" ".join(points), f"Rating over the last {len(ratings)} games: from {first} to {last}")


@dataclass(frozen=True, slots=True)
class ListedStanding:
    """A row of the table with recent results, movement and rating."""

    row: TableRow
    recent: RecentResults
    movement: Movement | None
    sparkline: Sparkline | None
    is_provisional: bool
    summary: str
    """The figure that ranks the table, with the games it is from: "15 of 22 won"."""
    is_alike: bool = False
    """Whether the table is by rating, and the rating cannot be told apart from that of the row above or below."""


def standing_rows(
    rows: Iterable[RankedStanding],
    codes: Sequence[str],
    people: PeopleView,
    days: DayRange,
    moved: Mapping[CompetitorKey, Movement],
) -> list[ListedStanding]:
    rows = list(rows)
    alike = alike_neighbours([row.standing for row in rows]) if codes[0] == Figure.RATING else set()
    return [
        ListedStanding(
            shown,
            RecentResults.of(g.club.store.league.recent.shares(shown.competitor.key, *days.rated, LAST_FIVE)),
            moved.get(shown.competitor.key),
            _sparkline(shown.competitor.key, days),
            row.standing.is_provisional,
            _summary(row.standing, Figure(codes[0])),
            shown.competitor.key in alike,
        )
        for row, shown in zip(rows, table_rows(rows, codes, people), strict=True)
    ]


def _summary(standing: Standing, figure: Figure) -> str:
    if figure is Figure.WINS:
        return f"{figure_text(figure, standing)} of {standing.tally.games} won"
    return sentence(figure, standing)


def _sparkline(who: CompetitorKey, days: DayRange) -> Sparkline | None:
    """The course of a person's rating; a partnership has its own on its page."""
    if is_partnership(who):
        return None
    return Sparkline.of(
        [rating.shown for rating in g.club.store.league.recent.ratings(int(who), days.rated.last, COURSE)]
    )
