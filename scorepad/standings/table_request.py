"""The table that a request asks for: a URL of the league's page or the API, or the command line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Self

from scorepad.league.standings import Figure
from scorepad.standings.decision import Decision, decide
from scorepad.standings.kinds import club_kind_names
from scorepad.standings.league_table import PlayedGames, Table, league_table
from scorepad.standings.people import ClubPeople
from scorepad.standings.standings_query import StandingsQuery
from scorepad.store import Club, Season
from scorepad.store.results.rows import PlayedKind


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A table with the query that requested it, whose errors are in `query.faults`, and its games."""

    query: StandingsQuery
    seasons: Sequence[Season]
    played: Sequence[PlayedKind]
    kinds: Mapping[int, str]
    games: PlayedGames
    table: Table
    decision: Decision | None = None
    """The season's decision, if this is the table that decides a season."""

    @classmethod
    def of(cls, club: Club, people: ClubPeople, args: Mapping[str, str], *, size: int, today: date) -> Self:
        """Return the table for these query arguments. A page has `size` rows."""
        seasons, played = club.seasons.all(), club.league.kinds()
        kinds = club_kind_names(club, played)
        query = StandingsQuery.parse(args, seasons, kinds, today)
        games = PlayedGames.over(club.league, query.days, query.kind)
        upto = None if query.after or query.before else size
        season = query.days.season
        if season and query.decides_season and games.can_rank_by(season.figure):
            decision = decide(season, games, people, query.group, upto, today=today)
            return cls(query, seasons, played, kinds, games, decision.table, decision)
        figure = query.figure if games.can_rank_by(query.figure) else Figure.WINS
        table = league_table(games, people, query.group, figure=figure, least=query.least, upto=upto)
        return cls(query, seasons, played, kinds, games, table)
