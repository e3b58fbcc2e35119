"""Seasons that the form offers with name and days filled in: this month, this quarter, this year."""

from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, slots=True)
class SeasonOffer:
    """A season that someone may want to begin; `code` identifies it in a URL."""

    code: str
    label: str
    name: str
    first_day: date
    last_day: date


def season_offers(today: date) -> list[SeasonOffer]:
    """Return the month, the quarter and the year of a day."""
    year, month = today.year, today.month
    quarter = month - (month - 1) % 3
    first, last = date(year, quarter, 1), _month_end(year, quarter + 2)
    return [
        SeasonOffer("month", "This month", f"{today:%B} {year}", date(year, month, 1), _month_end(year, month)),
        SeasonOffer("quarter", "This quarter", f"{first:%B} to {last:%B} {year}", first, last),
        SeasonOffer("year", "This year", str(year), date(year, 1, 1), date(year, 12, 31)),
    ]


def _month_end(year: int, month: int) -> date:
    return date(year, 12, 31) if month == 12 else date(year, month + 1, 1) - timedelta(days=1)
