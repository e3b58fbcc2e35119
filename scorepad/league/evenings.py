"""The best evenings of a season: docs/league.md, "Best evenings"."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple


class Evening(NamedTuple):
    """A day (ISO) on which a competitor played, and its value; wins are in parts of `WHOLE`."""

    day: str
    value: int


@dataclass(frozen=True)
class BestEvenings:
    """All evenings of a competitor in a season, by day, of which at most `most` count, and the figure that decides."""

    evenings: Sequence[Evening]
    most: int
    figure: str

    @cached_property
    def counted(self) -> list[Evening]:
        """Those with the highest values, the earlier of equals, by day."""
        return sorted(sorted(self.evenings, key=lambda evening: (-evening.value, evening.day))[: self.most])

    @cached_property
    def value(self) -> int:
        """The sum of those that count."""
        return sum(evening.value for evening in self.counted)

    @cached_property
    def left_out(self) -> list[Evening]:
        """The others, by day."""
        return sorted(set(self.evenings) - set(self.counted))
