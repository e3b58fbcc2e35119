"""The days a table of the league is about: a season, all there are, or days of somebody's own choice."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Self

from scorepad.league.spans import ALL_TIME, Stretch, cover
from scorepad.store import Season
from scorepad.web.typing_in import plain_number
from scorepad.web.words import day

ALL = "all"
DAYS = "days"

_SEASON = "season-"
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
NO_DAY = "Type a day as year, month and day, such as 2026-03-31."


@dataclass(frozen=True, slots=True)
class Range:
    """Days from the first to the last, both included; None is open on that side."""

    key: str
    name: str
    first: date | None = None
    last: date | None = None
    season: Season | None = None

    @classmethod
    def of_season(cls, season: Season) -> Self:
        """The days of a season."""
        key = f"{_SEASON}{season.id}"
        return cls(key, season.name, season.first_day, season.last_day, season)

    @property
    def said(self) -> str:
        """The days in words, as the beginning of a sentence."""
        words = said(self.first, self.last)
        return f"{words[0].upper()}{words[1:]}"

    @property
    def until(self) -> str | None:
        """The last day (ISO); None where it is open."""
        return self.last.isoformat() if self.last else None

    @property
    def address(self) -> dict[str, str]:
        """What an address says to mean these days."""
        if self.key != DAYS:
            return {"over": self.key}
        ends = {"from": self.first, "to": self.last}
        return {"over": DAYS} | {name: one.isoformat() for name, one in ends.items() if one}

    def days(self, played: tuple[str, str] | None) -> tuple[date, date] | None:
        """The days of it between the first and the last game of a club; None where it has none of them."""
        if played is None:
            return None
        first, last = map(date.fromisoformat, played)
        found = max(self.first or first, first), min(self.last or last, last)
        return found if found[0] <= found[1] else None

    def stretches(self, played: tuple[str, str] | None) -> tuple[Stretch, ...]:
        """The sums that make it up, in a club with games from the first to the last of these days (ISO)."""
        found = self.days(played)
        if found is None:
            return ()
        whole = tuple(one.isoformat() for one in found) == played
        return ALL_TIME if whole else cover(*found)


EVERYTHING = Range(ALL, "All games")


def said(first: date | None, last: date | None) -> str:
    """Days in words: "1 Jan 2026 to 31 Mar 2026", "from 1 Jan 2026 on"."""
    if first and last:
        return f"{day(first.isoformat())} to {day(last.isoformat())}"
    if first:
        return f"from {day(first.isoformat())} on"
    return f"up to {day(last.isoformat())}" if last else "from the first game on"


def usual(seasons: Sequence[Season], today: date) -> Range:
    """The season that runs, else the latest that was begun, else everything. The latest season comes first."""
    begun = [one for one in seasons if one.has_begun(today)]
    return Range.of_season(begun[0]) if begun else EVERYTHING


def read_day(text: str) -> date | None:
    """A day as somebody typed it; None where nothing was typed. Raises ValueError with a sentence."""
    if not text.strip():
        return None
    try:
        if _DAY.fullmatch(text.strip()):
            return date.fromisoformat(text.strip())
    except ValueError:
        pass
    raise ValueError(NO_DAY)


def is_day(text: str) -> bool:
    """Whether a text is a day as browsers write it."""
    try:
        return read_day(text) is not None
    except ValueError:
        return False


def read_days(
    typed: Mapping[str, str], first: str, last: str
) -> tuple[dict[str, date], dict[str, str]]:
    """The days typed into two inputs, by their names, and what is wrong with them."""
    days: dict[str, date] = {}
    faults: dict[str, str] = {}
    for name in (first, last):
        try:
            found = read_day(typed.get(name, ""))
            days |= {name: found} if found else {}
        except ValueError as error:
            faults[name] = str(error)
    if len(days) == 2 and days[last] < days[first]:
        faults[last] = "The last day is before the first."
    return days, faults


def asked(
    typed: Mapping[str, str], seasons: Sequence[Season], today: date
) -> tuple[Range, dict[str, str]]:
    """The days an address asks for, and what is wrong with it, by name; the usual ones where anything is.

    Days that somebody typed are meant, whatever else was chosen beside them.
    """
    over = DAYS if _typed_days(typed) else typed.get("over", "")
    default = usual(seasons, today)
    if not over:
        return default, {}
    if over == ALL:
        return EVERYTHING, {}
    if over == DAYS:
        return _own(typed, default)
    number = plain_number(over.removeprefix(_SEASON)) if over.startswith(_SEASON) else None
    for season in seasons:
        if season.id == number:
            return Range.of_season(season), {}
    return default, {"over": "There is no such season. Choose another."}


def _typed_days(typed: Mapping[str, str]) -> bool:
    """Whether days were typed: others than those that the form had, which says so in `had`."""
    days = f"{typed.get('from', '')}/{typed.get('to', '')}"
    return days not in ("/", typed.get("had", ""))


def _own(typed: Mapping[str, str], default: Range) -> tuple[Range, dict[str, str]]:
    days, faults = read_days(typed, "from", "to")
    if not days and not faults:
        faults["from"] = "Choose the first day, or the last, or both."
    if faults:
        return default, faults
    own = Range(DAYS, "", days.get("from"), days.get("to"))
    return replace(own, name=own.said), {}
