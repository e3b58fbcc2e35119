"""A histogram of win shares in tenths: docs/league.md, "Compared with the others"."""

from bisect import bisect_left
from collections.abc import Sequence

from scorepad.league.facts import WHOLE

BARS = 10
MIN = 5
"""The fewest games to be counted."""


def tenths(shares: Sequence[float]) -> tuple[int, ...]:
    """Return how many of these win shares, ascending and in parts of `WHOLE`, are in each tenth; 1 is in the last."""
    cuts = [bisect_left(shares, WHOLE // BARS * at) for at in range(BARS)]
    return tuple(end - start for start, end in zip(cuts, [*cuts[1:], len(shares)], strict=True))


def tenth_of(share: float) -> int:
    """Return the tenth that a win share is in, from 0."""
    return min(int(share // (WHOLE // BARS)), BARS - 1)
