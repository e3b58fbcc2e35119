"""Games in a row: above zero so many won, below zero so many not won. A tie ends both."""

from scorepad.league.facts import WHOLE


def next_run(before: int, share: int) -> int:
    """The run after a game of which this share (in twelfths) was won, when it was `before` before it."""
    if share == WHOLE:
        return max(before, 0) + 1
    if share == 0:
        return min(before, 0) - 1
    return 0
