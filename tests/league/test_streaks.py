"""Games won or not won in a row."""

from itertools import accumulate

import pytest

from scorepad.league.facts import WHOLE
from scorepad.league.streaks import next_streak

WON, LOST, TIED, THIRD = WHOLE, 0, WHOLE // 2, WHOLE // 3


def streak(shares):
    return list(accumulate(shares, next_streak, initial=0))[-1]


@pytest.mark.parametrize(
    ("shares", "after"),
    [([], 0), ([WON], 1), ([LOST], -1), ([TIED], 0), ([WON, WON, WON], 3), ([LOST, LOST], -2), ([WON, WON, LOST], -1),
     ([LOST, LOST, WON], 1), ([WON, WON, TIED, WON], 1), ([LOST, TIED, LOST], -1), ([WON, THIRD], 0),
     ([WON, WHOLE // 4], 0)],
)  # fmt: skip
def test_a_streak_counts_up_and_down_and_a_tie_of_any_number_ends_it(shares, after):
    assert streak(shares) == after
