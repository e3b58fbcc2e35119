"""Fixed partners: a round robin, or a Mitchell movement where a full round robin would be too long."""

from collections import Counter
from collections.abc import Sequence

Pair = tuple[int, int]
Round = tuple[tuple[Pair, ...], int | None]
"""The two pairs of each table, by their numbers, and the pair that sits out."""


def rounds(order: Sequence[int], count: int, met: Counter[Pair]) -> list[Round]:
    """Return so many sittings of the pairs in `order`, those with the fewest repeats first. `met` counts meetings."""
    whole = round_robin(order)
    if count < len(whole) and count <= (len(order) + 1) // 2:
        whole = mitchell(order)
    met = Counter(met)
    chosen: list[Round] = []
    while len(chosen) < count:
        left = [one for one in whole if one not in chosen[len(chosen) // len(whole) * len(whole) :]]
        best = min(left, key=lambda one: sum(met[_sorted(pair)] for pair in one[0]))
        met.update(map(_sorted, best[0]))
        chosen.append(best)
    return chosen


def _sorted(pair: Pair) -> Pair:
    return (pair[0], pair[1]) if pair[0] < pair[1] else (pair[1], pair[0])


def round_robin(order: Sequence[int]) -> list[Round]:
    """Every pair meets every other once: all but one move a place on, as on a circle."""
    ring: list[int | None] = [*order] if len(order) % 2 == 0 else [*order, None]
    found = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        found.append(_round(list(zip(ring[:half], reversed(ring[half:]), strict=True))))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return found


def mitchell(order: Sequence[int]) -> list[Round]:
    """Half of the pairs keep their tables, the others move to the next one."""
    tables = (len(order) + 1) // 2
    staying, moving = [*order[:tables]], [*order[tables:], *([None] if len(order) % 2 else [])]
    return [_round([(staying[at], moving[(at - shift) % tables]) for at in range(tables)]) for shift in range(tables)]


def _round(met: Sequence[tuple[int | None, int | None]]) -> Round:
    tables = tuple((one, other) for one, other in met if one is not None and other is not None)
    alone = [one if one is not None else other for one, other in met if one is None or other is None]
    return tables, alone[0] if alone else None
