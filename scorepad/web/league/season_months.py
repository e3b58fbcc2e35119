"""The months of a season, or the years of a long one: how many games, and what its leaders gained."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from scorepad.league.facts import Tally
from scorepad.league.periods import cover
from scorepad.league.standings import Standing
from scorepad.league.tables import PlayedGames
from scorepad.scoring.text.explain import signed
from scorepad.web.league.charts import Bars, bars
from scorepad.web.people.people_view import Competitor

MAX_DAYS = 550
"""A longer season is shown by years instead of months."""


@dataclass(frozen=True, slots=True)
class Month:
    """A month or a year: its days, its number of games, and what each leader gained, if that decides the season."""

    name: str
    first: date
    last: date
    games: int
    gained: tuple[int, ...] = ()

    @property
    def gained_texts(self) -> list[str]:
        return [signed(gained) for gained in self.gained]


@dataclass(frozen=True)
class SeasonMonths:
    """The months from the first to the last with a game; `first` are the leaders of a season by rating gained."""

    games: PlayedGames
    first: Sequence[Competitor]

    @property
    def word(self) -> str:
        """The unit of the rows: "month" or "year"."""
        days = self.games.range.within(self.games.club_days)
        return "month" if days is None or (days[1] - days[0]).days <= MAX_DAYS else "year"

    @cached_property
    def rows(self) -> list[Month]:
        league, days = self.games.league, self.games.range.within(self.games.club_days)
        if days is None:
            return []
        months = [
            Month(name, first, last, sum(tally.games for tally in league.club_tallies(cover(first, last)).values()))
            for name, first, last in (months_between if self.word == "month" else years_between)(*days)
        ]
        played = [at for at, month in enumerate(months) if month.games]
        months = months[played[0] : played[-1] + 1] if played else []
        return [Month(m.name, m.first, m.last, m.games, self._gained(m)) for m in months] if self.first else months

    def _gained(self, month: Month) -> tuple[int, ...]:
        standings = [Standing(who.key, Tally(), None) for who in self.first]
        rated = self.games.league.rated(standings, month.first.isoformat(), month.last.isoformat())
        return tuple(standing.gained or 0 for standing in rated)

    @property
    def title(self) -> str:
        if not self.first:
            return f"Games by {self.word}"
        return f"Rating gained by {self.word}"

    @property
    def pictures(self) -> list[tuple[str, Bars, str]]:
        """Each picture with its owner and its description: the games, or what each leader gained."""
        if not self.first:
            amounts = [(month.name, month.games) for month in self.rows]
            return [("", bars(amounts), "; ".join(f"{name}: {count}" for name, count in amounts))]
        return [self._picture_of(at, who.name) for at, who in enumerate(self.first)]

    def _picture_of(self, at: int, name: str) -> tuple[str, Bars, str]:
        texts = [month.gained_texts[at] for month in self.rows]
        words = "; ".join(f"{month.name}: {text}" for month, text in zip(self.rows, texts, strict=True))
        return name, bars([(month.name, month.gained[at]) for month in self.rows], texts), words


def months_between(first: date, last: date) -> Iterator[tuple[str, date, date]]:
    """Yield the months between two days: name, first day and last day."""
    while first <= last:
        next_month = first.replace(day=28) + timedelta(days=4)
        end = min(next_month - timedelta(days=next_month.day), last)
        yield f"{first:%b} {first.year}", first, end
        first = end + timedelta(days=1)


def years_between(first: date, last: date) -> Iterator[tuple[str, date, date]]:
    """Yield the years between two days: name, first day and last day."""
    for year in range(first.year, last.year + 1):
        yield str(year), max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
