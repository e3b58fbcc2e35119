"""Which sums make up a range of days: whole years where they fit, then months, then single days.

However long the range is, it is at most five stretches; what is read grows with its days, never with the games.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import IntEnum


class Span(IntEnum):
    """How long a sum reaches: a day, a month, a year, or for ever."""

    DAY = 0
    MONTH = 1
    YEAR = 2
    ALL = 3


@dataclass(frozen=True, slots=True)
class Stretch:
    """Sums of one span next to each other, by the starts of the first and the last: "2026-11", "2026-12"."""

    span: Span
    first: str
    last: str


ALL_TIME = (Stretch(Span.ALL, "", ""),)

_LENGTH = {Span.DAY: 10, Span.MONTH: 7, Span.YEAR: 4, Span.ALL: 0}


def start_of(day: str, span: Span) -> str:
    """The start under which the sum of a span has this day (ISO): the day cut to its month, its year, or nothing."""
    return day[: _LENGTH[span]]


def cover(first: date, last: date) -> tuple[Stretch, ...]:
    """The stretches that make up the days from first to last, both included, none twice; none if it ends before."""
    return tuple(_joined(_pieces(first, last)))


def _pieces(day: date, last: date) -> Iterator[tuple[Span, str]]:
    while day <= last:
        span, end = _longest(day, last)
        yield span, start_of(day.isoformat(), span)
        if end == date.max:
            return
        day = end + timedelta(days=1)


def _longest(day: date, last: date) -> tuple[Span, date]:
    """The longest span that begins on a day and does not reach beyond the last, and its own last day."""
    if day.day == 1:
        year = date(day.year, 12, 31)
        if day.month == 1 and year <= last:
            return Span.YEAR, year
        month = _month_end(day)
        if month <= last:
            return Span.MONTH, month
    return Span.DAY, day


def _month_end(day: date) -> date:
    if day.month == 12:
        return date(day.year, 12, 31)
    return date(day.year, day.month + 1, 1) - timedelta(days=1)


def _joined(pieces: Iterator[tuple[Span, str]]) -> Iterator[Stretch]:
    current: Stretch | None = None
    for span, start in pieces:
        if current and current.span is span:
            current = Stretch(span, current.first, start)
            continue
        if current:
            yield current
        current = Stretch(span, start, start)
    if current:
        yield current
