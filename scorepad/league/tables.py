"""League tables: a range of days, the games played in it, and rows ranked by one figure.

Rows that are stored in order cost the same to read in a club of any size. Others are ranked in memory.
"""

from bisect import bisect_right
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from heapq import nlargest
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, Self

from scorepad.league.club_names import ClubPeople, club_luck
from scorepad.league.facts import CompetitorKey, Tally, members
from scorepad.league.figures import FIGURES, LUCK, PLAY, about, sentence, shared_sentence
from scorepad.league.periods import ALL_TIME, PeriodRange, cover
from scorepad.league.standings import (
    PROVISIONAL,
    BestEvenings,
    Figure,
    RankedStanding,
    Standing,
    champions,
    figure_of,
    has_figure,
    ranked,
    usual_least,
)
from scorepad.scoring.names import fold_name
from scorepad.scoring.text.explain import days_text, plural
from scorepad.store import Season
from scorepad.store.league import SIZES, League
from scorepad.store.results.places import ALL_TIME as PLACES_OF_ALL_TIME
from scorepad.store.results.places import EveningsOf, Places, Ranking, Scope
from scorepad.store.results.rows import PlayedKind
from scorepad.store.results.sums import size_of
from scorepad.store.results.tables import ALL_KINDS, NO_FIGURE

# ---- Tables whose rows are stored in order, and pages of any table

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
        return self.places.count(self.ranking)

    @cached_property
    def first(self) -> list[CompetitorKey]:
        """The competitors who share the first rank."""
        return [standing.competitor for value, standing in self._next(_BEST, [], 1) if value > NO_FIGURE]

    @property
    def least(self) -> int:
        return self.ranking.least

    def above(self, value: float) -> int:
        return self.places.count(self.ranking, value)

    def standings_of(self, competitors: Iterable[CompetitorKey]) -> list[Standing]:
        """Return the standings of these competitors, without those who are not in the table."""
        return [Standing(who, tally, None) for who, tally in self.places.tallies(self.ranking, competitors).items()]

    def fewest(self, below: int, limit: int) -> list[Standing]:
        """Return up to `limit` competitors with fewer than `below` games, most games first, including hidden ones."""
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
        equals = self._by_name(self.places.equals(self.ranking, value))
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

    def _by_name(self, rows: list[tuple[CompetitorKey, Tally]]) -> list[Standing]:
        standings = [Standing(who, tally, None) for who, tally in rows]
        return sorted(standings, key=self._name) if len(standings) > 1 else standings

    def _name(self, standing: Standing) -> tuple[str, tuple[int, ...]]:
        return fold_name(self.people.name_of(standing.competitor)), members(standing.competitor)


# ---- The days of a table: all time, typed days, or a season

ALL = "all"
DAYS = "days"
SEASON = "season-"
"""The ranges in a URL: all games, typed days, or a season by its id."""


@dataclass(frozen=True, slots=True)
class DayRange:
    """Days from the first to the last, inclusive; None is open-ended."""

    key: str
    name: str
    first: date | None = None
    last: date | None = None
    season: Season | None = None

    @classmethod
    def of_season(cls, season: Season) -> Self:
        key = f"{SEASON}{season.id}"
        return cls(key, season.name, season.first_day, season.last_day, season)

    @property
    def text(self) -> str:
        """The days in words, capitalised to start a sentence."""
        return (text := days_text(self.first, self.last))[0].upper() + text[1:]

    @property
    def rated(self) -> RatedDays:
        """The days as ISO strings, for reading ratings before and after them."""
        return RatedDays(*(end.isoformat() if end else None for end in (self.first, self.last)))

    @property
    def address(self) -> dict[str, str]:
        """The query arguments of a URL with these days."""
        if self.key != DAYS:
            return {"over": self.key}
        ends = {"from": self.first, "to": self.last}
        return {"over": DAYS} | {name: end.isoformat() for name, end in ends.items() if end}

    def within(self, played: tuple[str, str] | None) -> tuple[date, date] | None:
        """Return the part of the range between a club's first and last game (ISO); None if it is empty."""
        if played is None:
            return None
        first, last = map(date.fromisoformat, played)
        first, last = max(self.first or first, first), min(self.last or last, last)
        return (first, last) if first <= last else None

    def periods(self, played: tuple[str, str] | None) -> tuple[PeriodRange, ...]:
        """Return the stored sums that add up to these days. `played` are the days of the club's first and last game."""
        days = self.within(played)
        if days is None:
            return ()
        is_everything = tuple(end.isoformat() for end in days) == played
        return ALL_TIME if is_everything else cover(*days)


EVERYTHING = DayRange(ALL, "All games")


# ---- Any table


def with_evenings(league: League, standings: list[Standing], season: Season) -> list[Standing]:
    last = season.last_day.isoformat() if season.last_day else None
    everyone: dict[str, BestEvenings] = {}
    for size in {size_of(standing.competitor) for standing in standings}:
        query = EveningsOf(size, season.first_day.isoformat(), last, season.figure)
        everyone |= league.evening_values.best(query, season.best or 0)
    none = BestEvenings((), 0, season.figure)
    return [replace(standing, best=everyone.get(standing.competitor, none)) for standing in standings]


PEOPLE, PARTNERSHIPS = "people", "partnerships"

UNSTORED = (Figure.RATING, Figure.GAINED, Figure.BEST)
"""Figures for which no order of rows is stored."""


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """A club's games over a range of days, of all kinds or one, with their tallies by kind."""

    league: League
    range: DayRange
    club_days: tuple[str, str] | None
    tallies: dict[int, Tally]
    kind: int | None = None

    @classmethod
    def over(cls, league: League, days: DayRange, kind: int | None = None) -> "PlayedGames":
        """Return the games over a range of days, of one kind or of all."""
        club_days = league.days()
        tallies = league.club_tallies(days.periods(club_days))
        if kind is not None:
            tallies = {kind: tallies[kind]} if kind in tallies else {}
        return cls(league, days, club_days, tallies, kind)

    @property
    def has_one_kind(self) -> bool:
        """Whether all games are of one kind, so that their points can be compared."""
        return len(self.tallies) == 1

    @property
    def count(self) -> int:
        return sum(tally.games for tally in self.tallies.values())

    def can_rank_by(self, figure: Figure) -> bool:
        """Whether these games can be ranked by a figure. Some need one kind of game, a first day, or best evenings."""
        if figure is Figure.GAINED:
            return self.range.first is not None
        if figure is Figure.BEST:
            return self.kind is None and self.range.season is not None and self.range.season.best is not None
        if figure is Figure.POINTS and not self.has_one_kind:
            return False
        return not self.tallies or self.tells(figure)

    def tells(self, figure: Figure) -> bool:
        """Whether the figure is known for any of these games. For some only the points or the totals are known."""
        if figure is Figure.BOOKS:
            return any(tally.itemised for tally in self.tallies.values())
        return figure is not Figure.POINTS or any(tally.rounds for tally in self.tallies.values())

    @property
    def stored(self) -> Scope | None:
        """The scope of stored places for these days, None if places are not stored for them."""
        season = self.range.season
        if season is None:
            return PLACES_OF_ALL_TIME if self.range.key == ALL else None
        return self.league.places.season(season.id, season.first_day, season.last_day)

    def ranking(self, group: str, figure: Figure = Figure.GAMES) -> Ranking | None:
        """Return the stored table of people or partnerships in these games, None if there is none."""
        scope = self.stored
        return None if scope is None else Ranking(SIZES[group], scope, figure.value, self.kind or ALL_KINDS)

    def standings(self, people: ClubPeople, group: str) -> list[Standing]:
        """Return all ranked people or partnerships with a game, in no particular order, without ratings."""
        tallies = self.league.tallies(group, self.range.periods(self.club_days), self.kind)
        return [Standing(key, tally, None) for key, tally in tallies.items() if tally.games and people.is_ranked(key)]


@dataclass(frozen=True)
class LeagueTable:
    """A table whose rows are all in memory, best first: used if no order is stored for its days or its figure."""

    league: League
    rows: list[RankedStanding]
    figure: Figure
    days: RatedDays
    everyone: list[Standing]
    least: int
    ranking: Ranking | None = None
    """The stored table to read everyone from; `everyone` is then empty."""

    @classmethod
    def rank(
        cls,
        games: PlayedGames,
        group: str,
        people: ClubPeople,
        *,
        figure: Figure,
        least: int | None,
        upto: int | None = None,
    ) -> "LeagueTable":
        """Rank everyone with at least `least` games (None: the usual minimum).

        For `upto` see `scorepad.league.standings.ranked`.
        """
        league, days = games.league, games.range
        ranking = games.ranking(group)
        everyone = [] if ranking else games.standings(people, group)
        if least is None:
            busiest = league.places.busiest(ranking) if ranking else max([0, *(of.tally.games for of in everyone)])
            least = usual_least(busiest)
        enough = everyone
        if ranking:
            played = league.places.everyone(replace(ranking, least=least))
            enough = [Standing(who, tally, None) for who, tally in played]
        enough = [standing for standing in enough if standing.tally.games >= least]
        if figure in (Figure.RATING, Figure.GAINED):
            rated = with_ratings(league, enough, days.rated)
            enough = [of for of in rated if figure is Figure.GAINED or not of.is_provisional]
        if figure is Figure.BEST and days.season:
            enough = with_evenings(league, enough, days.season)
        rows = ranked(enough, figure, people.name_of, least, upto=upto)
        return cls(league, rows, figure, days.rated, everyone, least, ranking)

    @cached_property
    def _values(self) -> list[float]:
        """The values that rank the rows, ascending."""
        return [value_of(self.figure, row.standing) for row in reversed(self.rows)]

    def above(self, value: float) -> int:
        return len(self.rows) - bisect_right(self._values, value)

    def standings_of(self, competitors: Iterable[CompetitorKey]) -> list[Standing]:
        """Return the standings of these competitors, without those who are not in the table."""
        keys = set(competitors)
        return [row.standing for row in self.rows if row.standing.competitor in keys]

    def standings_with(self, people: Container[int]) -> list[Standing]:
        """Return the standings that include any of these people."""
        return [row.standing for row in self.rows if any(who in people for who in members(row.standing.competitor))]

    def fewest(self, below: int, limit: int) -> list[Standing]:
        """Return up to `limit` competitors with fewer than `below` games, most games first, including hidden ones."""
        if self.ranking:
            return [Standing(who, tally, None) for who, tally in self.league.places.fewest(self.ranking, below, limit)]
        few = [of for of in self.everyone if of.tally.games < below]
        return nlargest(limit, few, key=lambda of: (of.tally.games, of.competitor))

    @property
    def count(self) -> int:
        return len(self.rows)

    @property
    def first(self) -> list[CompetitorKey]:
        """The competitors who share the first rank."""
        return champions(self.rows)

    @property
    def reason(self) -> str:
        """The figure of the first, as a phrase."""
        return reason(self.figure, self.page(1).rows[0].standing, shared=len(self.first) > 1)

    def page(self, size: int, after: CompetitorKey = "", before: CompetitorKey = "") -> RankedPage:
        """Return `size` rows after or before a competitor, with ratings; the first rows if it is not in the table."""
        edge = after or before
        at = next((at for at, row in enumerate(self.rows) if row.standing.competitor == edge), None) if edge else None
        start = 0 if at is None else at + 1 if after else max(at - size, 0)
        end = at if before and at is not None else start + size
        return with_rated_rows(self.league, RankedPage(self.rows[start:end], start, self.count), self.days)


Table = LeagueTable | StoredTable


def league_table(
    games: PlayedGames, people: ClubPeople, group: str, *, figure: Figure, least: int | None, upto: int | None = None
) -> Table:
    """Return the table of all with at least `least` games (None: the usual minimum).

    Ties after the rank `upto` may be in no particular order.
    """
    if figure not in UNSTORED and (ranking := games.ranking(group, figure)):
        ranking = replace(ranking, least=usual_least(games.league.places.busiest(ranking)) if least is None else least)
        return StoredTable(games.league, ranking, people, games.range.rated)
    return LeagueTable.rank(games, group, people, figure=figure, least=least, upto=upto)


# ---- Figures for comparison: expected wins, from the sizes of tables, and the club’s luck


def with_comparisons(page: RankedPage, games: PlayedGames, kinds: Sequence[PlayedKind], group: str) -> RankedPage:
    """Return the rows with their expected wins, and with the club's luck if all games are of one kind."""
    teams = {kind.kind.id: kind.kind.teams for kind in kinds}
    luck = next(iter(club_luck(kinds, games.tallies).values()), None) if games.has_one_kind else None
    sizes = {teams[kind] for kind in games.tallies if kind in teams}
    if not sizes:
        return page
    counts = _counts(page, games, group) if len(sizes) > 1 else {}
    rows = []
    for row in page.rows:
        who, tally = row.standing.competitor, row.standing.tally
        if len(sizes) == 1:
            expected = Fraction(tally.games, min(sizes))
        else:
            expected = sum((Fraction(count, teams[kind]) for kind, count in counts.get(who, {}).items()), Fraction())
        rows.append(replace(row, standing=replace(row.standing, expected=expected, club_luck=luck)))
    return replace(page, rows=rows)


def _counts(page: RankedPage, games: PlayedGames, group: str) -> dict[str, dict[int, int]]:
    periods = games.range.periods(games.club_days)
    competitors = [row.standing.competitor for row in page.rows]
    return games.league.games_by_kind(group, periods, competitors)


# ---- Columns

_OF_POINTS = (Figure.POINTS, LUCK, PLAY)


def columns(figure: Figure, games: PlayedGames, kinds: Iterable[PlayedKind]) -> list[str]:
    """Return the codes of a table's columns: the figure that ranks it, then games, then the others that apply."""
    others = [code for code in FIGURES if code not in (figure, Figure.GAMES)]
    if not games.has_one_kind:
        others = [code for code in others if code not in _OF_POINTS]
    if not any(kind.kind.has_luck for kind in kinds if kind.kind.id in games.tallies):
        others = [code for code in others if code not in (LUCK, PLAY)]
    others = [code for code in others if code not in (Figure.GAINED, Figure.BEST) or games.can_rank_by(Figure(code))]
    second = [] if figure is Figure.GAMES else [Figure.GAMES.value]
    return [figure.value, *second, *others]


# ---- Who is listed below a table because their rating is provisional or they have too few games

LISTED = 10
"""The most competitors that are listed below a table."""

READ = 60
"""The most candidates that are read. Some drop out because they have more games on other days or of other kinds."""

TITLE = f"Still provisional (fewer than {PROVISIONAL} games)"


@dataclass(frozen=True, slots=True)
class Provisional:
    """A competitor with few games: "3 games, about 1,540", or "3 games in all, …" if the table has only some games."""

    key: CompetitorKey
    text: str


def provisional(table: Table, games: PlayedGames, people: ClubPeople) -> tuple[list[Provisional], bool]:
    """Return whom to list below a table, most games first, and whether there are more.

    All listed ratings are provisional. In tables by a figure other than the rating, only those with too few games for
    the table are listed.
    """
    few = table.fewest(PROVISIONAL if table.figure is Figure.RATING else min(PROVISIONAL, table.least), READ)
    rated = [of for of in with_ratings(games.league, few, games.range.rated) if of.is_provisional]
    rated.sort(key=lambda of: (-of.tally.games, fold_name(people.name_of(of.competitor))))
    rows = [Provisional(of.competitor, _text(of, games)) for of in rated[:LISTED]]
    return rows, len(rated) > LISTED or len(few) == READ


def _text(standing: Standing, games: PlayedGames) -> str:
    last = games.range.rated.last
    counts = games.league.recent.count_games([standing.competitor], last, PROVISIONAL)
    rating = about(standing.rating) if standing.rating else ""
    in_all = "" if games.range.key == ALL and games.kind is None else " in all"
    return f"{plural(counts[standing.competitor], 'game', 'games')}{in_all}, {rating}"
