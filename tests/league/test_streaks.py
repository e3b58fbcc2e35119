"""Games in a row."""

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.league.facts import WHOLE
from scorepad.league.streaks import next_streak

WON, LOST, TIED = WHOLE, 0, WHOLE // 2


@pytest.mark.parametrize(
    ("shares", "run"),
    [
        ([], 0),
        ([WON], 1),
        ([LOST], -1),
        ([TIED], 0),
        ([WON, WON, WON], 3),
        ([LOST, LOST], -2),
        ([WON, WON, LOST], -1),
        ([LOST, LOST, WON], 1),
        ([WON, WON, TIED, WON], 1),
        ([LOST, TIED, LOST], -1),
        ([WON, WHOLE // 3], 0),
        ([WON, WHOLE // 4], 0),
    ],
)
def test_a_run_counts_up_and_down_and_a_tie_of_any_number_ends_it(shares, run):
    assert list(accumulate(shares, next_streak, initial=0))[-1] == run


@given(st.lists(st.sampled_from((WON, LOST, TIED)), min_size=1))
def test_a_run_is_as_long_as_what_the_last_games_have_in_common(shares):
    run = list(accumulate(shares, next_streak, initial=0))[-1]
    if shares[-1] == TIED:
        assert run == 0
        return
    same = next((at for at, one in enumerate(shares[::-1]) if one != shares[-1]), len(shares))
    assert run == (same if shares[-1] == WON else -same)
