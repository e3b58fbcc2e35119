"""How many have a win share in each tenth: docs/league.md, "Compared with the others"."""

from bisect import bisect_left
from collections.abc import Sequence

from scorepad.league.facts import WHOLE

BARS = 10
LEAST = 5
"""Games that it takes to be counted."""


def tenths(shares: Sequence[float]) -> tuple[int, ...]:
    """How many of these win shares, lowest first and in parts of `WHOLE`, are in each tenth; a whole is in the last."""
    cuts = [bisect_left(shares, WHOLE // BARS * at) for at in range(BARS)]
    return tuple(end - start for start, end in zip(cuts, [*cuts[1:], len(shares)], strict=True))


def tenth_of(share: float) -> int:
    """The tenth that a win share is in, from 0."""
    return min(int(share // (WHOLE // BARS)), BARS - 1)
