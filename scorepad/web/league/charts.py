"""The geometry of the league's pictures: their lines, bars and marks. Numbers in, numbers out.

Lengths are in units of each picture's own grid, y downwards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import quantiles

from scorepad.language.words import format_number
from scorepad.web.app import short_names
from scorepad.web.result.lead import Point, Tick, step_of

WIDTH = 360
"""The width of every picture except the bars."""

BARS_WIDTH = 300
LETTER = 16
"""The font size of the names above bars."""

COURSE_HEIGHT, SPREAD_HEIGHT = 230, 132

FEWEST_FOR_QUARTERS = 4
"""The fewest values that have quartiles."""

_DIGIT, _LARGE_DIGIT = 9.5, 13.5
_EDGE = 16
_MAX_LEVELS = 4

_BARS_EDGE, _ROW, _THICK = 4, 42, 10
_SHORTEST = 2
"""The length of the shortest bar, so that it stays visible."""


@dataclass(frozen=True, slots=True)
class CourseChart:
    """A line from the oldest to the newest value, inside the band of likely true values."""

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
        return _svg_points(self.line)

    @property
    def band_path(self) -> str:
        return _svg_points(self.band)


def course(values: Sequence[tuple[int, int]]) -> CourseChart | None:
    """Return the picture of values, each with its margin of error."""
    if not values:
        return None
    low, high = min(v - off for v, off in values), max(v + off for v, off in values)
    step = step_of(max(high - low, 1), _MAX_LEVELS)
    levels = range(-(-low // step) * step, high + 1, step)
    left = round(max((len(f"{level:,}") for level in levels), default=1) * _DIGIT + 10, 1)
    top, bottom, right = 14.0, COURSE_HEIGHT - 40.0, float(WIDTH - _EDGE)

    def y(value: int) -> float:
        return round(top + (bottom - top) * (high - value) / max(high - low, 1), 1)

    across = _across(len(values), left, right)
    upper = [Point(x, y(v + off)) for x, (v, off) in zip(across, values, strict=True)]
    lower = [Point(x, y(v - off)) for x, (v, off) in zip(across, values, strict=True)]
    return CourseChart(
        line=tuple(Point(x, y(v)) for x, (v, _) in zip(across, values, strict=True)),
        band=_outline(upper, lower),
        levels=tuple(Tick(y(level), level) for level in levels),
        left=left,
        right=right,
        bottom=bottom,
    )


def _across(count: int, left: float, right: float) -> list[float]:
    """Evenly spaced x positions from left to right; a single one is in the middle."""
    if count == 1:
        return [round((left + right) / 2, 1)]
    return [round(left + (right - left) * at / (count - 1), 1) for at in range(count)]


def _outline(upper: list[Point], lower: list[Point]) -> tuple[Point, ...]:
    """The outline of a band: a narrow box for a single point."""
    if len(upper) == 1:
        (top,), (bottom,) = upper, lower
        sides = (top.x - 8, top.x + 8)
        return (*(Point(x, top.y) for x in sides), *(Point(x, bottom.y) for x in sides[::-1]))
    return (*upper, *lower[::-1])


def _svg_points(points: Sequence[Point]) -> str:
    return " ".join(f"{point.x:g},{point.y:g}" for point in points)


@dataclass(frozen=True, slots=True)
class Quarters:
    """The quartiles of many values; `middle` is the median."""

    lower: float
    middle: float
    upper: float


def quarters(values: Sequence[float]) -> Quarters | None:
    """Return the quartiles of values, interpolated between neighbours, None for too few values."""
    if len(values) < FEWEST_FOR_QUARTERS:
        return None
    lower, middle, upper = quantiles(values, n=4, method="inclusive")
    return Quarters(lower, middle, upper)


@dataclass(frozen=True, slots=True)
class Spread:
    """Many values as strokes on one line, a box between their quartiles, and one's own value as a large mark."""

    ticks: tuple[float, ...]
    own: float
    own_label: float
    box: tuple[float, float] | None
    middle: float | None
    ends: tuple[Tick, Tick]
    axis: float = 70.0
    width: int = WIDTH
    height: int = SPREAD_HEIGHT

    @property
    def strokes(self) -> str:
        return "".join(f"M{at:g} {self.axis - 10:g}v20" for at in self.ticks)


def spread_of(own: float, others: Sequence[float]) -> Spread | None:
    """Return the picture of one value among others."""
    if not others:
        return None
    low, high = min(own, *others), max(own, *others)
    left, right = float(_EDGE), float(WIDTH - _EDGE)

    def x(value: float) -> float:
        part = (value - low) / (high - low) if high > low else 0.5
        return round(left + (right - left) * part, 1)

    cut = quarters(others)
    half_label = len(f"{round(own):,}") * _LARGE_DIGIT / 2 + 4
    return Spread(
        # Merge strokes that would touch.
        ticks=tuple(sorted({float(round(x(value))) for value in others})),
        own=x(own),
        own_label=min(max(x(own), half_label), WIDTH - half_label),
        box=(x(cut.lower), x(cut.upper)) if cut else None,
        middle=x(cut.middle) if cut else None,
        ends=(Tick(left, round(low)), Tick(right, round(high))),
    )


@dataclass(frozen=True, slots=True)
class ChartBar:
    """A bar: its name, shortened to fit, and its value as text, both at height `text_y`; and its position."""

    name: str
    text: str
    text_y: float
    x: float
    y: float
    length: float


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars below each other; names begin at `left`, values end at `right`, and `zero` is the x of 0."""

    bars: tuple[ChartBar, ...]
    zero: float
    height: int
    width: int = BARS_WIDTH
    thick: int = _THICK
    left: int = _BARS_EDGE
    right: int = BARS_WIDTH - _BARS_EDGE


def bars(amounts: Sequence[tuple[str, int | Fraction]], texts: Sequence[str] | None = None) -> Bars:
    """Return the picture of names with their amounts, which may be negative; `texts` are the amounts as text."""
    values = [value for _, value in amounts]
    low, high = min([0, *values]), max([0, *values])
    scale = (BARS_WIDTH - 2 * _BARS_EDGE) / float(max(high - low, 1))
    zero = _BARS_EDGE - float(low) * scale
    texts = texts or [format_number(round(value)) for value in values]
    drawn = tuple(_bar(at, name, texts[at], zero, float(value) * scale) for at, (name, value) in enumerate(amounts))
    return Bars(drawn, round(zero, 1), len(drawn) * _ROW + 2 * _BARS_EDGE)


def _bar(at: int, name: str, text: str, zero: float, signed_length: float) -> ChartBar:
    length = max(abs(signed_length), _SHORTEST)
    room = (BARS_WIDTH - 2 * _BARS_EDGE) / LETTER - short_names.width(text) - 1
    top = _BARS_EDGE + at * _ROW
    return ChartBar(
        name=f"\u2068{short_names.short_team(name, room)}\u2069",
        text=text,
        text_y=top + LETTER / 2 + 2,
        x=round(zero - length if signed_length < 0 else zero, 1),
        y=top + LETTER + 6,
        length=round(length, 1),
    )
