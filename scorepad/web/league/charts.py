"""The pictures of the league: where their lines and marks are. Numbers in, numbers out; words are others' business.

Lengths are those of each picture's own grid, `WIDTH` across, y downwards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorepad.web.lead import Point, Tick, step_of

WIDTH = 360
"""How wide every picture is."""

COURSE_HEIGHT = 230
SPREAD_HEIGHT = 132
BAR_HEIGHT = 56

_DIGIT, _LARGE_DIGIT = 9.5, 13.5
_EDGE = 16
_MOST_LEVELS = 4

FEWEST_FOR_QUARTERS = 4
"""How many others there have to be before their quarters say anything."""

_ROOM_FOR_NUMBER = 12


@dataclass(frozen=True, slots=True)
class Course:
    """A line with the band in which the truth probably is, left to right from the oldest to the newest."""

    line: tuple[Point, ...]
    band: tuple[Point, ...]
    levels: tuple[Tick, ...]
    left: float
    right: float
    bottom: float
    width: int = WIDTH
    height: int = COURSE_HEIGHT

    @property
    def path(self) -> str:
        """The line as SVG writes points."""
        return _written(self.line)

    @property
    def band_path(self) -> str:
        """The outline of the band as SVG writes points."""
        return _written(self.band)


def course(values: Sequence[tuple[int, int]]) -> Course | None:
    """The picture of numbers with how far each may be off; None without any."""
    if not values:
        return None
    low = min(value - off for value, off in values)
    high = max(value + off for value, off in values)
    step = step_of(max(high - low, 1), _MOST_LEVELS)
    shown = range(-(-low // step) * step, high + 1, step)
    left = round(max((len(f"{one:,}") for one in shown), default=1) * _DIGIT + 10, 1)
    top, bottom, right = 14.0, COURSE_HEIGHT - 40.0, float(WIDTH - _EDGE)

    def y(value: int) -> float:
        span = max(high - low, 1)
        return round(top + (bottom - top) * (high - value) / span, 1)

    across = _across(len(values), left, right)
    upper = [Point(x, y(v + off)) for x, (v, off) in zip(across, values, strict=True)]
    lower = [Point(x, y(v - off)) for x, (v, off) in zip(across, values, strict=True)]
    return Course(
        line=tuple(Point(x, y(v)) for x, (v, _) in zip(across, values, strict=True)),
        band=_outline(upper, lower),
        levels=tuple(Tick(y(one), one) for one in shown),
        left=left,
        right=right,
        bottom=bottom,
    )


def _across(count: int, left: float, right: float) -> list[float]:
    """Where so many points stand from left to right; a single one in the middle."""
    if count == 1:
        return [round((left + right) / 2, 1)]
    return [round(left + (right - left) * at / (count - 1), 1) for at in range(count)]


def _outline(upper: list[Point], lower: list[Point]) -> tuple[Point, ...]:
    """Around a band: there along the top, back along the bottom. That of one point is a narrow box."""
    if len(upper) == 1:
        (top,), (bottom,) = upper, lower
        sides = (top.x - 8, top.x + 8)
        return (*(Point(x, top.y) for x in sides), *(Point(x, bottom.y) for x in sides[::-1]))
    return (*upper, *lower[::-1])


def _written(points: Sequence[Point]) -> str:
    return " ".join(f"{point.x:g},{point.y:g}" for point in points)


@dataclass(frozen=True, slots=True)
class Quarters:
    """The numbers below which a quarter, a half, and three quarters of many numbers lie."""

    lower: float
    middle: float
    upper: float


def quarters(values: Sequence[float]) -> Quarters | None:
    """The quarters of numbers, in proportion between neighbours; None for too few of them."""
    if len(values) < FEWEST_FOR_QUARTERS:
        return None
    order = sorted(values)
    lower, middle, upper = (_at(order, part) for part in (0.25, 0.5, 0.75))
    return Quarters(lower, middle, upper)


def _at(order: list[float], part: float) -> float:
    """The number at a part of the way from the first to the last."""
    place = part * (len(order) - 1)
    below = int(place)
    if below + 1 == len(order):
        return order[below]
    return order[below] + (order[below + 1] - order[below]) * (place - below)


@dataclass(frozen=True, slots=True)
class Spread:
    """Many numbers as strokes on one line, the box of their middle half, and one of them as a large mark.

    `own_label` is where the number of the large mark is written: near it, and within the picture.
    """

    ticks: tuple[float, ...]
    own: float
    own_label: float
    box: tuple[float, float] | None
    middle: float | None
    ends: tuple[Tick, Tick]
    axis: float = 70.0
    width: int = WIDTH
    height: int = SPREAD_HEIGHT


def spread_of(own: float, others: Sequence[float]) -> Spread | None:
    """The picture of one number among others; None where there are no others."""
    if not others:
        return None
    low, high = min(own, *others), max(own, *others)
    left, right = float(_EDGE), float(WIDTH - _EDGE)

    def x(value: float) -> float:
        part = (value - low) / (high - low) if high > low else 0.5
        return round(left + (right - left) * part, 1)

    cut = quarters(others)
    half = len(f"{round(own):,}") * _LARGE_DIGIT / 2 + 4
    return Spread(
        # Strokes that would touch are one stroke.
        ticks=tuple(sorted({float(round(x(one))) for one in others})),
        own=x(own),
        own_label=min(max(x(own), half), WIDTH - half),
        box=(x(cut.lower), x(cut.upper)) if cut else None,
        middle=x(cut.middle) if cut else None,
        ends=(Tick(left, round(low)), Tick(right, round(high))),
    )


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bar, from left to right, with the middle of it, and whether its number fits inside."""

    left: float
    width: float
    count: int
    fits: bool

    @property
    def middle(self) -> float:
        """The middle of the part."""
        return round(self.left + self.width / 2, 1)


@dataclass(frozen=True, slots=True)
class Divided:
    """A bar that is divided into what was counted."""

    parts: tuple[Part, ...]
    width: int = WIDTH
    height: int = BAR_HEIGHT


def divided(counts: Sequence[int]) -> Divided | None:
    """A bar of these counts in turn, each as wide as its share; None where nothing was counted."""
    whole = sum(counts)
    if not whole:
        return None
    room = WIDTH - 2
    stops = [1 + round(room * sum(counts[:at]) / whole, 1) for at in range(len(counts) + 1)]
    return Divided(
        tuple(
            Part(a, round(b - a, 1), count, b - a >= len(f"{count:,}") * _DIGIT + _ROOM_FOR_NUMBER)
            for (a, b), count in zip(pairwise(stops), counts, strict=True)
        )
    )
