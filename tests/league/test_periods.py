"""Any range of days is put together from years and from at most half a year's games at each end."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.league.periods import ALL_TIME, Part, cover

DAYS = st.dates(date(2015, 1, 1), date(2027, 12, 31))
MAX, HALF = 7, 183


def times(parts, day):
    """Return how often these parts count a day."""
    text = day.isoformat()
    return sum(sign for sign, first, last in parts if first <= text[: len(first)] <= last)


@given(DAYS, DAYS)
def test_a_cover_has_exactly_the_days_of_the_range_each_once(day, other):
    first, last = sorted((day, other))
    parts = cover(first, last)
    for number in range(-400, (last - first).days + 401):
        day = first + timedelta(days=number)
        assert times(parts, day) == (first <= day <= last), day


@given(st.dates(), st.dates())
def test_no_range_takes_many_parts_or_many_days_and_one_that_ends_too_early_takes_none(day, other):
    first, last = sorted((day, other))
    parts = cover(first, last)
    assert 1 <= len(parts) <= MAX
    assert first == last or cover(last, first) == ()
    days = [part for part in parts if len(part.first) > 4]
    assert all((date.fromisoformat(part.last) - date.fromisoformat(part.first)).days < HALF for part in days)


@pytest.mark.parametrize(
    ("first", "last", "parts"),
    [
        ("2026-05-02", "2026-05-02", [(1, "2026-05-02", "2026-05-02")]),
        ("2024-01-01", "2024-12-31", [(1, "2024", "2024")]),
        ("2024-01-05", "2024-12-31", [(1, "2024", "2024"), (-1, "2024-01-01", "2024-01-04")]),
        ("2023-11-30", "2027-02-01", [(1, "2023-11-30", "2023-12-31"), (1, "2024", "2026"),
         (1, "2027-01-01", "2027-02-01")]),
        ("9999-12-31", "9999-12-31", [(1, "9999-12-31", "9999-12-31")]),
    ],
)  # fmt: skip
def test_few_days_are_added_or_subtracted(first, last, parts):
    covered = cover(date.fromisoformat(first), date.fromisoformat(last))
    assert covered == tuple(Part(*part) for part in parts)


def test_all_time_has_every_day():
    assert {times(ALL_TIME, date.fromisoformat(day)) for day in ("0001-01-01", "9999-12-31")} == {1}
