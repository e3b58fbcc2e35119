"""How far the rows of a table moved since the last day of play: docs/league.md, "Tables"."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from operator import sub

from scorepad.league.facts import CompetitorKey, Tally, members
from scorepad.league.periods import cover
from scorepad.league.ratings import rating_of
from scorepad.league.standings import PROVISIONAL, Change, Figure, RankedStanding, Standing, TableRank, ranks_before
from scorepad.league.tables import PEOPLE, LeagueTable, PlayedGames, Table, value_of, with_evenings
from scorepad.scoring.text.explain import day as day_text
from scorepad.web.app.current import g
from scorepad.web.people.people_view import PeopleView


@dataclass(frozen=True, slots=True)
class Movement:
    """How many ranks a row went up on a day (ISO); None if it was not in the table."""

    steps: int | None
    day: str

    @property
    def sign(self) -> str:
        """The mark beside the name: "new", "▲2", "▼1" or ""."""
        if self.steps is None:
            return "new"
        return f"{'▲' if self.steps > 0 else '▼'}{abs(self.steps)}" if self.steps else ""

    @property
    def text(self) -> str:
        """The movement in words."""
        if self.steps is None:
            return f"new in the table on {day_text(self.day)}"
        return f"{'up' if self.steps > 0 else 'down'} {abs(self.steps)} on {day_text(self.day)}" if self.steps else ""


def movements(
    table: Table, games: PlayedGames, people: PeopleView, group: str, rows: Iterable[RankedStanding]
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
    return {
        place.competitor: Movement(None if (before := ranks[place.competitor]) is None else before - place.rank, day)
        for place in places
    }


@dataclass(frozen=True, slots=True)
class _LastDay:
    """The last day of play (ISO) of a table."""

    table: Table
    games: PlayedGames
    day: str

    def changes(self, people: PeopleView, group: str) -> dict[CompetitorKey, Change]:
        """Return what the day changed for everyone now in the table."""
        played = self._tallies(group)
        if isinstance(self.table, LeagueTable) and self.table.figure in (Figure.RATING, Figure.GAINED):
            return self._of_ratings(self.table, played)
        rows = self.table.standings_of(who for who in played if people.is_ranked(who))
        figure, least = self.table.figure, self.table.least
        before = {of.competitor: of for of in self._before([_without(of, played[of.competitor]) for of in rows])}
        return {
            of.competitor: Change(
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

    def _of_ratings(self, table: LeagueTable, played: Mapping[CompetitorKey, Tally]) -> dict[CompetitorKey, Change]:
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
            changes[of.competitor] = Change(
                value_of(table.figure, rated) if is_in else None, value_of(table.figure, of)
            )
        return changes


def _without(standing: Standing, tally: Tally) -> Standing:
    """A standing without the games of a day."""
    return Standing(standing.competitor, Tally(*map(sub, standing.tally, tally)), None)
