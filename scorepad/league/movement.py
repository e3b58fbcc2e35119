"""The ranks of a table before its last day of play: docs/league.md, "Tables"."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from scorepad.league.competitors import CompetitorKey


class Change(NamedTuple):
    """A competitor's value in a table before and after a day, None if it is not in the table."""

    before: float | None
    after: float | None


class TableRank(NamedTuple):
    """A row of the current table."""

    competitor: CompetitorKey
    rank: int
    value: float


def ranks_before(
    places: Iterable[TableRank], changes: Mapping[CompetitorKey, Change], above: Callable[[float], int]
) -> dict[CompetitorKey, int | None]:
    """Return the rank of each of these places before the changes, None if it was not in the table.

    `above` returns the number of rows of the current table that are above a value.
    """
    were = sorted(change.before for change in changes.values() if change.before is not None)
    are = sorted(change.after for change in changes.values() if change.after is not None)
    ranks: dict[CompetitorKey, int | None] = {}
    for who, rank, current in places:
        value = changes[who].before if who in changes else current
        if value is None:
            ranks[who] = None
            continue
        higher = above(value) if who in changes else rank - 1
        ranks[who] = 1 + higher - _above(are, value) + _above(were, value)
    return ranks


def _above(values: list[float], value: float) -> int:
    return len(values) - bisect_right(values, value)
