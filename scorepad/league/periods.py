"""The stored sums that a range of days consists of: whole years, and the games of the other days.

Of a year with few days outside of the range, those are subtracted, so that at most half a year's games are read.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple


class Part(NamedTuple):
    """Sums to add (`sign` 1) or subtract (-1): of years ("2024" to "2026"), of days (ISO), or of all time ("")."""

    sign: int
    first: str
    last: str


ALL_TIME = (Part(1, "", ""),)

_DAY = timedelta(days=1)


def cover(first: date, last: date) -> tuple[Part, ...]:
    """Return the parts of the days from first to last, inclusive; none if the last is before the first."""
    if first > last:
        return ()
    if first.year == last.year:
        return tuple(_within_year(first, last))
    years = [Part(1, f"{first.year + 1:04}", f"{last.year - 1:04}")] if last.year - first.year > 1 else []
    return *_within_year(first, date(first.year, 12, 31)), *years, *_within_year(date(last.year, 1, 1), last)


def _within_year(first: date, last: date) -> Iterator[Part]:
    begin, end = date(first.year, 1, 1), date(first.year, 12, 31)
    if 2 * (last - first) < end - begin:
        yield Part(1, first.isoformat(), last.isoformat())
        return
    yield Part(1, f"{first.year:04}", f"{first.year:04}")
    if begin < first:
        yield Part(-1, begin.isoformat(), (first - _DAY).isoformat())
    if last < end:
        yield Part(-1, (last + _DAY).isoformat(), end.isoformat())
