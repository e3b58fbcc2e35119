"""The days of a table: all time, typed days, or a season."""

from dataclasses import dataclass
from datetime import date
from typing import Self

from scorepad.league.spans import ALL_TIME, Stretch, cover
from scorepad.scoring.text.explain import days_text
from scorepad.standings.stored_table import RatedDays
from scorepad.store import Season

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

    def stretches(self, played: tuple[str, str] | None) -> tuple[Stretch, ...]:
        """Return the stored sums that add up to these days. `played` are the days of the club's first and last game."""
        days = self.within(played)
        if days is None:
            return ()
        is_everything = tuple(end.isoformat() for end in days) == played
        return ALL_TIME if is_everything else cover(*days)


EVERYTHING = DayRange(ALL, "All games")
