"""A league table: a range of days, the games played in it, and rows ranked by one figure."""

from bisect import bisect_right
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import nlargest

from scorepad.league.competitors import CompetitorKey, members
from scorepad.league.facts import Tally
from scorepad.league.standings import Figure, RankedStanding, Standing, champions, ranked, usual_least
from scorepad.standings.best_evenings import with_evenings
from scorepad.standings.day_range import ALL, DayRange
from scorepad.standings.people import ClubPeople
from scorepad.standings.stored_table import (
    RankedPage,
    RatedDays,
    StoredTable,
    reason,
    value_of,
    with_rated_rows,
    with_ratings,
)
from scorepad.store.league import SIZES, League
from scorepad.store.results.places import ALL_TIME as PLACES_OF_ALL_TIME
from scorepad.store.results.places import Ranking, Scope
from scorepad.store.results.tables import ALL_KINDS

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
        tallies = league.club_tallies(days.stretches(club_days))
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
        tallies = self.league.tallies(group, self.range.stretches(self.club_days), self.kind)
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
        enough = _with_games(league, replace(ranking, least=least)) if ranking else everyone
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
        """Return the number of rows with a higher value."""
        return len(self.rows) - bisect_right(self._values, value)

    def standings_of(self, competitors: Iterable[CompetitorKey]) -> list[Standing]:
        """Return the standings of these competitors, without those who are not in the table."""
        keys = set(competitors)
        return [row.standing for row in self.rows if row.standing.competitor in keys]

    def standings_with(self, people: Container[int]) -> list[Standing]:
        """Return the standings that include any of these people."""
        return [row.standing for row in self.rows if any(who in people for who in members(row.standing.competitor))]

    def fewest(self, below: int, limit: int) -> list[Standing]:
        """Return up to `limit` competitors with fewer than `below` games, most games first, including unlisted ones."""
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


def _with_games(league: League, ranking: Ranking) -> list[Standing]:
    """Return everyone in a stored table, in no particular order, without ratings."""
    return [Standing(who, tally, None) for who, tally in league.places.everyone(ranking)]
