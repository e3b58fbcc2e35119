"""Any range of days is split into a few periods of years, months and days."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.league.periods import ALL_TIME, Period, PeriodRange, cover, start_of

DAYS = st.dates(date(2015, 1, 1), date(2027, 12, 31))
YEAR, MONTH, DAY = Period.YEAR, Period.MONTH, Period.DAY
MAX = 5


def times(periods, day):
    """Return the number of sums of these periods that include a day."""
    starts = [(period_range, start_of(day.isoformat(), period_range.period)) for period_range in periods]
    return sum(period_range.first <= start <= period_range.last for period_range, start in starts)


@given(DAYS, DAYS)
def test_a_cover_has_exactly_the_days_of_the_range_each_once(day, other):
    first, last = sorted((day, other))
    periods = cover(first, last)
    for number in range(-400, (last - first).days + 401):
        day = first + timedelta(days=number)
        assert times(periods, day) == (first <= day <= last), day


@given(st.dates(), st.dates())
def test_no_range_takes_more_than_five_stretches_and_one_that_ends_too_early_none(day, other):
    first, last = sorted((day, other))
    assert 1 <= len(cover(first, last)) <= MAX
    assert first == last or cover(last, first) == ()


@pytest.mark.parametrize(
    ("first", "last", "periods"),
    [
        ("2026-05-02", "2026-05-02", [(DAY, "2026-05-02", "2026-05-02")]),
        ("2026-02-01", "2026-02-28", [(MONTH, "2026-02", "2026-02")]),
        ("2024-02-01", "2024-02-28", [(DAY, "2024-02-01", "2024-02-28")]),
        ("2024-02-01", "2024-02-29", [(MONTH, "2024-02", "2024-02")]),
        ("2024-01-01", "2026-12-31", [(YEAR, "2024", "2026")]),
        ("2023-11-30", "2026-02-01", [(DAY, "2023-11-30", "2023-11-30"), (MONTH, "2023-12", "2023-12"),
         (YEAR, "2024", "2025"), (MONTH, "2026-01", "2026-01"), (DAY, "2026-02-01", "2026-02-01")]),
        ("9999-12-31", "9999-12-31", [(DAY, "9999-12-31", "9999-12-31")]),
        ("9998-01-01", "9999-12-31", [(YEAR, "9998", "9999")]),
    ],
)  # fmt: skip
def test_the_longest_sums_that_fit_are_taken(first, last, periods):
    covered = cover(date.fromisoformat(first), date.fromisoformat(last))
    assert covered == tuple(PeriodRange(*period_range) for period_range in periods)


def test_all_time_is_one_sum_that_has_every_day():
    assert {start_of(day, Period.ALL) for day in ("0001-01-01", "9999-12-31")} == {ALL_TIME[0].first}
    assert len(ALL_TIME) == 1
