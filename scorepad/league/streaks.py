"""Streaks: above zero so many games won in a row, below zero so many not won. A tie ends both."""

from scorepad.league.facts import WHOLE


def next_streak(before: int, share: int) -> int:
    """The streak after a game with this share of the win, in sixtieths."""
    if share == WHOLE:
        return max(before, 0) + 1
    if share == 0:
        return min(before, 0) - 1
    return 0
