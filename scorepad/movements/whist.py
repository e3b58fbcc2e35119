"""Whist tournaments: 4n people in 4n − 1 sittings, where each pair are partners once and opponents twice.

One person keeps their seat; the others, numbered 0 to 4n − 2, move on by one from sitting to sitting. The first
sitting, the starter, decides the rest: the differences of its partners are all different, and those of its opponents
are each there twice.
"""

from collections import Counter
from functools import cache
from itertools import combinations

Table = tuple[tuple[int, int], tuple[int, int]]

STARTERS = (8, 12, 16)
"""The numbers of people for which a starter is searched: it is found in a moment."""


@cache
def tournament(people: int) -> tuple[tuple[Table, ...], ...]:
    """Return the sittings of people 0 to `people` − 1."""
    first, turn = starter(people), people - 1

    def moved(person: int, by: int) -> int:
        return person if person == turn else (person + by) % turn

    def moved_table(table: Table, by: int) -> Table:
        (a, b), (c, d) = table
        return (moved(a, by), moved(b, by)), (moved(c, by), moved(d, by))

    return tuple(tuple(moved_table(table, by) for table in first) for by in range(turn))


def starter(people: int) -> tuple[Table, ...]:
    """Return the first sitting, by trying."""
    found = _completed((), frozenset(range(people)), people - 1, frozenset(), Counter())
    assert found is not None, people
    return found


def _completed(
    tables: tuple[Table, ...], left: frozenset[int], turn: int, partners: frozenset[int], opponents: Counter[int]
) -> tuple[Table, ...] | None:
    if not left:
        return tables
    first = max(left)  # The one who stays, at the first table.
    for three in combinations(sorted(left - {first}), 3):
        for at, partner in enumerate(three):
            one, other = (person for number, person in enumerate(three) if number != at)
            apart = {_difference(first, partner, turn), _difference(one, other, turn)}
            against = Counter(_difference(a, b, turn) for a in (first, partner) for b in (one, other))
            sums = opponents + against
            if len(apart) < 2 or apart & partners or max(sums.values()) > 2:
                continue
            table = ((first, partner), (one, other))
            rest = left - {first, partner, one, other}
            if found := _completed((*tables, table), rest, turn, partners | apart, sums):
                return found
    return None


def _difference(one: int, other: int, turn: int) -> int:
    """Return how far two people are apart on the circle; 0 for the one who does not move and anyone."""
    if turn in (one, other):
        return 0
    return min((one - other) % turn, (other - one) % turn)
