"""A picture of a few amounts: a bar each, one below the other, with whose it is and how much written above it.

Numbers and names in, lengths out, in the picture's own grid: `WIDTH` across, y downwards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorepad.scoring.explain import number
from scorepad.web import shortnames

Amount = int | Fraction

WIDTH = 300
LETTER = 16
"""The size of the letters in the picture."""

_EDGE = 4
_ROW = 42
_THICK = 10
_LEAST = 2
"""How long the shortest bar is, so that there is something to see."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: its name, cut to fit, its value in words, the height of the words, and where it lies."""

    name: str
    said: str
    text_at: float
    x: float
    y: float
    length: float


@dataclass(frozen=True, slots=True)
class Bars:
    """The bars, how high the picture is, and where nothing is."""

    bars: tuple[Bar, ...]
    zero: float

    @property
    def width(self) -> int:
        """How wide the grid is."""
        return WIDTH

    @property
    def height(self) -> int:
        """How high it is."""
        return len(self.bars) * _ROW + 2 * _EDGE

    @property
    def thick(self) -> int:
        """How thick a bar is."""
        return _THICK

    @property
    def left(self) -> int:
        """Where names begin."""
        return _EDGE

    @property
    def right(self) -> int:
        """Where values end."""
        return WIDTH - _EDGE


def bars(amounts: Sequence[tuple[str, Amount]], said: Sequence[str] | None = None) -> Bars:
    """The picture of these names with their amounts, which may lie below zero, and what is said of each."""
    values = [value for _, value in amounts]
    low, high = min([0, *values]), max([0, *values])
    scale = (WIDTH - 2 * _EDGE) / float(max(high - low, 1))
    zero = _EDGE - float(low) * scale
    words = [number(round(value)) for value in values] if said is None else said
    drawn = (
        _bar(at, name, value, words[at], zero, scale) for at, (name, value) in enumerate(amounts)
    )
    return Bars(tuple(drawn), round(zero, 1))


def _bar(at: int, name: str, value: Amount, said: str, zero: float, scale: float) -> Bar:
    length = max(abs(float(value)) * scale, _LEAST)
    room = (WIDTH - 2 * _EDGE) / LETTER - shortnames.width(said) - 1
    return Bar(
        name=f"\u2068{shortnames.short_team(name, room)}\u2069",
        said=said,
        text_at=_EDGE + at * _ROW + LETTER / 2 + 2,
        x=round(zero - length if value < 0 else zero, 1),
        y=_EDGE + at * _ROW + LETTER + 6,
        length=round(length, 1),
    )
