"""Which stored sums make up a range of days: whole years where they fit, then months, then single days.

A range of any length is at most five stretches, so reading one never depends on the number of games.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import IntEnum


class Span(IntEnum):
    """The length of a sum: a day, a month, a year, all time, or a season, which starts with its number."""

    DAY = 0
    MONTH = 1
    YEAR = 2
    ALL = 3
    SEASON = 4


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbouring sums of one span, from the start of the first to the start of the last: "2026-11" to "2026-12"."""

    span: Span
    first: str
    last: str


ALL_TIME = (Stretch(Span.ALL, "", ""),)

_LENGTH = {Span.DAY: 10, Span.MONTH: 7, Span.YEAR: 4, Span.ALL: 0}


def start_of(day: str, span: Span) -> str:
    """The start of the sum that this day (ISO) is in: "2026-11-21" becomes "2026-11" for a month, "" for all time."""
    return day[: _LENGTH[span]]


def cover(first: date, last: date) -> tuple[Stretch, ...]:
    """The stretches for the days from first to last, both included; none if the last is before the first."""
    return tuple(_joined(_pieces(first, last)))


def _pieces(day: date, last: date) -> Iterator[Stretch]:
    while day <= last:
        span, end = _longest(day, last)
        yield Stretch(span, start_of(day.isoformat(), span), start_of(end.isoformat(), span))
        if end == date.max:
            return
        day = end + timedelta(days=1)


def _longest(day: date, last: date) -> tuple[Span, date]:
    """The longest span that begins on `day` and does not end after `last`, and its own last day.

    All whole years are one piece: an open season lasts for 8,000 of them.
    """
    if day.day == 1:
        years = date(last.year, 12, 31)
        if years > last and last.year > date.min.year:
            years = date(last.year - 1, 12, 31)
        if day.month == 1 and day <= years <= last:
            return Span.YEAR, years
        month = _month_end(day)
        if month <= last:
            return Span.MONTH, month
    return Span.DAY, day


def _month_end(day: date) -> date:
    if day.month == 12:
        return date(day.year, 12, 31)
    return date(day.year, day.month + 1, 1) - timedelta(days=1)


def _joined(pieces: Iterator[Stretch]) -> Iterator[Stretch]:
    current: Stretch | None = None
    for piece in pieces:
        if current and current.span is piece.span:
            current = Stretch(piece.span, current.first, piece.last)
            continue
        if current:
            yield current
        current = piece
    if current:
        yield current
