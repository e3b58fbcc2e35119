"""A season in review: its champions, how much was played and when, and the best achievements."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Self

from scorepad.league.spans import cover
from scorepad.league.standings import Figure, Row
from scorepad.scoring.text.explain import plural
from scorepad.standings.columns import columns
from scorepad.standings.decision import Decision, decide
from scorepad.standings.expected import with_comparisons
from scorepad.standings.figures import FIGURES
from scorepad.standings.kinds import club_kind_names
from scorepad.standings.league_table import PARTNERSHIPS, PEOPLE, DayRange, PlayedGames, Table, league_table
from scorepad.standings.record_texts import RECORDS
from scorepad.store import Season
from scorepad.store.results.rows import PlayedKind
from scorepad.web.app.current import g
from scorepad.web.league.champions import UNTOLD, Champions, champions, first_of, season_state
from scorepad.web.league.charts import Bars, bars
from scorepad.web.league.freshness import today
from scorepad.web.league.records import Achievement, Record
from scorepad.web.league.season_evenings import ListedEvenings, listed_evenings
from scorepad.web.league.table_rows import TableRow, table_rows
from scorepad.web.people.people_view import PeopleView, people_view

ROWS = 10
"""Rows of the table."""

MOST_PLAYED = 5
"""Rows of the table of those who played most."""

MOST_KINDS = 3
"""How many kinds of game have records: those played most."""

MOST_DAYS = 550
"""A longer season has a picture of years instead of months."""


@dataclass(frozen=True)
class SeasonReview:
    season: Season
    games: PlayedGames
    people: PeopleView

    @classmethod
    def of(cls, season: Season) -> Self:
        return cls(season, PlayedGames.over(g.club.store.league, DayRange.of_season(season)), people_view())

    @property
    def days(self) -> str:
        return self.games.range.text

    @property
    def state(self) -> str:
        return season_state(self.season)

    @cached_property
    def others(self) -> list[Season]:
        """Other seasons with some of its days."""
        season = self.season
        seasons = g.club.store.seasons.all()
        return [other for other in seasons if other.id != season.id and other.shares_days(season)]

    @property
    def can_end_today(self) -> bool:
        return self.season.is_running(today()) and self.season.last_day != today()

    @property
    def rule(self) -> str:
        """What decides it, in a sentence."""
        least = self.season.least
        games = f", for players with {least} games or more" if least > 1 else ""
        best = f" of each one’s best {plural(self.season.best, 'evening', 'evenings')}" if self.season.best else ""
        return f"Decided by {FIGURES[self.season.figure].label.lower()}{best}{games}."

    @property
    def is_undecided(self) -> bool:
        """Whether its figure cannot be compared: its games are of several kinds, or none tells it."""
        return bool(self.games.count) and not self.games.can_rank_by(self.season.figure)

    @property
    def untold(self) -> str:
        return UNTOLD

    @cached_property
    def _kinds(self) -> list[PlayedKind]:
        return g.club.store.league.kinds()

    @property
    def rounds(self) -> int:
        """How many rounds were played. A tally counts each round once for every team."""
        teams = {played.kind.id: played.kind.teams for played in self._kinds}
        return sum(tally.rounds // teams[kind] for kind, tally in self.games.tallies.items())

    @cached_property
    def _decision(self) -> Decision:
        """The table that decides it; by wins if its own figure cannot be compared."""
        if self.games.can_rank_by(self.season.figure):
            return decide(self.season, self.games, self.people, PEOPLE, ROWS, today=today())
        return Decision(self._rank(Figure.WINS, self.season.least, ROWS))

    @property
    def table(self) -> Table:
        return self._decision.table

    def _rank(self, figure: Figure, least: int, upto: int) -> Table:
        return league_table(self.games, self.people, PEOPLE, figure=figure, least=least, upto=upto)

    @property
    def columns(self) -> list[str]:
        return columns(self.table.figure, self.games, self._kinds)

    @cached_property
    def _first_rows(self) -> list[Row]:
        return with_comparisons(self.table.page(ROWS), self.games, self._kinds, PEOPLE).rows

    @property
    def rows(self) -> list[TableRow]:
        return table_rows(self._first_rows, self.columns, self.people)

    @cached_property
    def evenings(self) -> list[ListedEvenings]:
        """Which evenings count for those in the table, if only the best ones do."""
        return listed_evenings(self._first_rows, self.people)

    @cached_property
    def champions(self) -> list[Champions]:
        """The champion and the champion partnership, if there are any."""
        if not self.games.can_rank_by(self.season.figure):
            return []
        both = (
            first_of(self.season, self._decision, self.people, PEOPLE),
            champions(self.season, self.games, self.people, PARTNERSHIPS),
        )
        return [first for first in both if first.reason]

    @property
    def most_played(self) -> list[TableRow]:
        table = self._rank(Figure.GAMES, 1, MOST_PLAYED)
        return table_rows(table.page(MOST_PLAYED).rows, [Figure.GAMES], self.people)

    @cached_property
    def records(self) -> list[tuple[str, list[Record]]]:
        """The records of the season by kind of game, without those that no one holds."""
        names = club_kind_names(g.club.store, self._kinds)
        most = sorted(self.games.tallies.items(), key=lambda kind: -kind[1].games)[:MOST_KINDS]
        return [(names[kind], list(self._records_of(kind))) for kind, _ in most]

    def _records_of(self, kind: int) -> Iterator[Record]:
        first = self.season.first_day.isoformat()
        days = first, (self.season.last_day or date.max).isoformat()
        for code, text in RECORDS.items():
            if holders := g.club.store.league.records.best(kind, code, 1, days):
                best = [Achievement.of(code, held, self.people) for held in holders]
                yield Record(code, text, best)

    @property
    def more_kinds(self) -> int:
        """How many kinds have no records here."""
        return max(len(self.games.tallies) - MOST_KINDS, 0)

    @property
    def is_by_month(self) -> bool:
        """Whether the picture has months; that of a long season has years."""
        days = self.games.range.within(self.games.club_days)
        return days is None or (days[1] - days[0]).days <= MOST_DAYS

    @cached_property
    def months(self) -> list[tuple[str, int]]:
        """How many games each month had, from the first with a game to the last; each year of a long season."""
        league, days = g.club.store.league, self.games.range.within(self.games.club_days)
        if days is None:
            return []
        parts = months_between(*days) if self.is_by_month else years_between(*days)
        games = [
            (name, sum(tally.games for tally in league.club_tallies(cover(first, last)).values()))
            for name, first, last in parts
        ]
        played = [at for at, (_, count) in enumerate(games) if count]
        return games[played[0] : played[-1] + 1] if played else []

    @property
    def picture(self) -> Bars:
        return bars(self.months)

    @property
    def picture_text(self) -> str:
        return "; ".join(f"{name}: {count}" for name, count in self.months)


def months_between(first: date, last: date) -> Iterator[tuple[str, date, date]]:
    """The months between two days: name, first day and last day."""
    while first <= last:
        next_month = first.replace(day=28) + timedelta(days=4)
        end = min(next_month - timedelta(days=next_month.day), last)
        yield f"{first:%b} {first.year}", first, end
        first = end + timedelta(days=1)


def years_between(first: date, last: date) -> Iterator[tuple[str, date, date]]:
    """The years between two days: name, first day and last day."""
    for year in range(first.year, last.year + 1):
        yield str(year), max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
