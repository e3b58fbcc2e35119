"""A season in review: who won it, how much was played and when, and the best that was done in it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Self

from scorepad.league.spans import cover
from scorepad.league.standings import Figure, Standing
from scorepad.store import Season
from scorepad.store.results.rows import PlayedKind
from scorepad.web.clubs import current_club
from scorepad.web.keeping_up import today
from scorepad.web.league.bars import Bars, bars
from scorepad.web.league.champions import Champions, champions, state
from scorepad.web.league.figures import WORDS
from scorepad.web.league.kinds import kind_names
from scorepad.web.league.ranges import Range
from scorepad.web.league.recordspage import WORDS as RECORDS
from scorepad.web.league.recordspage import Record, place_of
from scorepad.web.league.table import (
    PARTNERSHIPS,
    PEOPLE,
    LeagueTable,
    Played,
    can_decide,
    standings,
)
from scorepad.web.league.tablelines import Line, columns, lines
from scorepad.web.whos import Whos, whos

SHOWN = 10
"""Rows of the table."""

MOST_PLAYED = 5
"""Rows of those who played most."""

MOST_KINDS = 3
"""Kinds of game whose records are shown, those played most."""

MOST_DAYS = 550
"""Days of which the picture has the months; a longer season has its years."""


@dataclass(frozen=True)
class SeasonPage:
    """A season in review."""

    season: Season
    played: Played
    everybody: Whos
    people: list[Standing]

    @classmethod
    def of(cls, season: Season) -> Self:
        """The page of a season."""
        played, everybody = Played.over(Range.of_season(season)), whos()
        return cls(season, played, everybody, standings(played, everybody, PEOPLE))

    @property
    def days(self) -> str:
        """Its days in words."""
        return self.played.range.said

    @property
    def state(self) -> str:
        """Whether it runs."""
        return state(self.season)

    @property
    def can_end(self) -> bool:
        """Whether it can be ended today."""
        return self.season.runs(today()) and self.season.last_day != today()

    @property
    def decided(self) -> str:
        """How it is decided, in a sentence."""
        games = f", from {self.season.least} games on" if self.season.least > 1 else ""
        return f"Decided by {WORDS[self.season.figure].label.lower()}{games}."

    @property
    def undecided(self) -> bool:
        """Whether its figure cannot be compared, since several kinds of game were played."""
        return bool(self.played.games) and not can_decide(self.season, self.played)

    @cached_property
    def _kinds(self) -> list[PlayedKind]:
        return current_club().league.kinds()

    @property
    def rounds(self) -> int:
        """How many rounds were played: a kind's figures have one for each team."""
        teams = {one.kind.id: one.kind.teams for one in self._kinds}
        return sum(tally.rounds // teams[kind] for kind, tally in self.played.kinds.items())

    @cached_property
    def table(self) -> LeagueTable:
        """The table by which it is decided; by wins where its own figure cannot be compared."""
        by = self.season.figure if can_decide(self.season, self.played) else Figure.WINS
        return LeagueTable.ranked(
            self.people, self.played, self.everybody, by, self.season.least, upto=SHOWN
        )

    @property
    def columns(self) -> list[str]:
        """The columns of the table."""
        return columns(self.table.by, comparable=self.played.comparable)

    @property
    def lines(self) -> list[Line]:
        """The first rows of the table."""
        return lines(self.table.rated(0, SHOWN), self.columns, self.everybody)

    @cached_property
    def champions(self) -> list[Champions]:
        """The champion, and the champion partnership, where there are any."""
        both = (
            champions(self.season, self.played, self.everybody, PEOPLE, self.table),
            champions(self.season, self.played, self.everybody, PARTNERSHIPS),
        )
        return [one for one in both if one.who]

    @property
    def most_played(self) -> list[Line]:
        """Who played most games."""
        table = LeagueTable.ranked(
            self.people, self.played, self.everybody, Figure.GAMES, 1, upto=MOST_PLAYED
        )
        return lines(table.rows[:MOST_PLAYED], [Figure.GAMES], self.everybody)

    @cached_property
    def records(self) -> list[tuple[str, list[Record]]]:
        """The records of the season by kind of game, those that anybody holds."""
        names = kind_names(self._kinds)
        most = sorted(self.played.kinds.items(), key=lambda one: -one[1].games)[:MOST_KINDS]
        return [(names[kind], list(self._records_of(kind))) for kind, _ in most]

    def _records_of(self, kind: int) -> Iterator[Record]:
        first = self.season.first_day.isoformat()
        days = first, (self.season.last_day or date.max).isoformat()
        for code, words in RECORDS.items():
            if held := current_club().league.records(kind, code, 1, days):
                yield Record(code, words, [place_of(code, one, self.everybody) for one in held])

    @property
    def more_kinds(self) -> int:
        """How many kinds more there are."""
        return max(len(self.played.kinds) - MOST_KINDS, 0)

    @property
    def by_month(self) -> bool:
        """Whether the picture has months; a long season has years."""
        days = self.played.range.days(self.played.days)
        return days is None or (days[1] - days[0]).days <= MOST_DAYS

    @cached_property
    def months(self) -> list[tuple[str, int]]:
        """How many games were played in each month, or each year of a long season."""
        league, days = current_club().league, self.played.range.days(self.played.days)
        if days is None:
            return []
        parts = _months(*days) if self.by_month else _years(*days)
        return [
            (name, sum(one.games for one in league.club_tally(cover(first, last)).values()))
            for name, first, last in parts
        ]

    @property
    def picture(self) -> Bars:
        """The months as bars."""
        return bars(self.months)

    @property
    def described(self) -> str:
        """The picture in words."""
        return "; ".join(f"{name}: {count}" for name, count in self.months)


def _months(first: date, last: date) -> Iterator[tuple[str, date, date]]:
    while first <= last:
        later = first.replace(day=28) + timedelta(days=4)
        end = min(later - timedelta(days=later.day), last)
        yield f"{first:%b} {first.year}", first, end
        first = end + timedelta(days=1)


def _years(first: date, last: date) -> Iterator[tuple[str, date, date]]:
    for year in range(first.year, last.year + 1):
        yield str(year), max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
