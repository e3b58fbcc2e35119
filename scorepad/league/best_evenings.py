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
    """All evenings of a competitor in a season, by day. At most `most` of them count, by the given figure."""

    evenings: Sequence[Evening]
    most: int
    figure: str

    @cached_property
    def counted(self) -> list[Evening]:
        """The evenings that count, by day: those with the highest values, in a tie the earlier ones."""
        return sorted(sorted(self.evenings, key=lambda evening: (-evening.value, evening.day))[: self.most])

    @cached_property
    def value(self) -> int:
        """The sum of the evenings that count."""
        return sum(evening.value for evening in self.counted)

    @cached_property
    def left_out(self) -> list[Evening]:
        """The evenings that do not count, by day."""
        return sorted(set(self.evenings) - set(self.counted))
