"""Splits a range of days into stored sums: whole years if they fit, then months, then single days.

Any range consists of at most five periods, so the cost of reading it does not depend on the number of games.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import IntEnum


class Period(IntEnum):
    """The length of a sum. The start of a season's sum is the season's number instead of a date."""

    DAY = 0
    MONTH = 1
    YEAR = 2
    ALL = 3
    SEASON = 4


@dataclass(frozen=True, slots=True)
class PeriodRange:
    """Adjacent sums of one period. `first` and `last` are the starts of the first and last: "2026-11" to "2026-12"."""

    period: Period
    first: str
    last: str


ALL_TIME = (PeriodRange(Period.ALL, "", ""),)

_LENGTH = {Period.DAY: 10, Period.MONTH: 7, Period.YEAR: 4, Period.ALL: 0}


def start_of(day: str, period: Period) -> str:
    """Return the start of the sum that contains a day (ISO): for "2026-11-21", "2026-11" (month) or "" (all time)."""
    return day[: _LENGTH[period]]


def cover(first: date, last: date) -> tuple[PeriodRange, ...]:
    """Return the periods for the days from first to last, inclusive; none if the last is before the first."""
    return tuple(_joined(_pieces(first, last)))


def _pieces(day: date, last: date) -> Iterator[PeriodRange]:
    while day <= last:
        period, end = _longest(day, last)
        yield PeriodRange(period, start_of(day.isoformat(), period), start_of(end.isoformat(), period))
        if end == date.max:
            return
        day = end + timedelta(days=1)


def _longest(day: date, last: date) -> tuple[Period, date]:
    """Return the longest period that starts on `day` and does not end after `last`, and its last day.

    All whole years are one piece, because an open-ended season lasts for 8,000 of them.
    """
    if day.day == 1:
        years = date(last.year, 12, 31)
        if years > last and last.year > date.min.year:
            years = date(last.year - 1, 12, 31)
        if day.month == 1 and day <= years <= last:
            return Period.YEAR, years
        month = _month_end(day)
        if month <= last:
            return Period.MONTH, month
    return Period.DAY, day


def _month_end(day: date) -> date:
    if day.month == 12:
        return date(day.year, 12, 31)
    return date(day.year, day.month + 1, 1) - timedelta(days=1)


def _joined(pieces: Iterator[PeriodRange]) -> Iterator[PeriodRange]:
    current: PeriodRange | None = None
    for piece in pieces:
        if current and current.period is piece.period:
            current = PeriodRange(piece.period, current.first, piece.last)
            continue
        if current:
            yield current
        current = piece
    if current:
        yield current
