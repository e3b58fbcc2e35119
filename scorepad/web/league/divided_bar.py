"""The picture of a bar divided into parts: how many meetings each side won."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorepad.web.league.charts import WIDTH

BAR_HEIGHT = 56

_DIGIT, _ROOM_FOR_NUMBER = 16.0, 12


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a divided bar."""

    left: float
    width: float
    count: int

    @property
    def fits(self) -> bool:
        """Whether the number fits inside."""
        return self._has_room_for(len(f"{self.count:,}"))

    @property
    def has_room_for_suit(self) -> bool:
        return self._has_room_for(len(f"{self.count:,}") + 2)

    def _has_room_for(self, letters: int) -> bool:
        return self.width >= letters * _DIGIT + _ROOM_FOR_NUMBER

    @property
    def middle(self) -> float:
        return round(self.left + self.width / 2, 1)


@dataclass(frozen=True, slots=True)
class DividedBar:
    parts: tuple[Part, ...]
    width: int = WIDTH
    height: int = BAR_HEIGHT


def divided_bar(counts: Sequence[int]) -> DividedBar | None:
    """Return a bar of these counts, each as wide as its share; None if all are 0."""
    whole = sum(counts)
    if not whole:
        return None
    stops = [1 + round((WIDTH - 2) * sum(counts[:at]) / whole, 1) for at in range(len(counts) + 1)]
    return DividedBar(
        tuple(Part(a, round(b - a, 1), count) for (a, b), count in zip(pairwise(stops), counts, strict=True))
    )
