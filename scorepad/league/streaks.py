"""Streaks: a positive number of games won in a row, or a negative number of games not won. A tie ends both."""

from scorepad.league.facts import WHOLE


def next_streak(before: int, share: int) -> int:
    """Return the streak after a game with this share of the win, in sixtieths."""
    if share == WHOLE:
        return max(before, 0) + 1
    if share == 0:
        return min(before, 0) - 1
    return 0
