"""The geometry of the lead chart: its lines and ticks, without text.

Two teams share one line, the difference between them around zero; three or more teams have a line each. Lengths are in
units of the chart's own grid, `WIDTH` across, y downwards.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.scoring.game.course import Totals

WIDTH = 360
HEIGHT = 250
LETTER = 16
"""The font size."""

DASHES = ("none", "9 4", "3 3", "12 3 3 3", "20 5", "1 5")
"""The SVG dash pattern of each team's line. Colours alone are not enough on paper."""

MAX_DOTS = 16
"""The most rounds with a dot each; more dots would touch."""

_TOP, _BOTTOM = 30, 54
_EDGE = 16
NAMES = 136
"""The space on the right for the names at the ends of three or more lines."""

_LINE_HEIGHT = 21
"""The distance between the names at the ends of lines."""

_DIGIT = 9.5
"""The width of a digit."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point in the chart."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A tick on an axis: its position, and its round or points."""

    at: float
    value: int


@dataclass(frozen=True, slots=True)
class LeadLine:
    """A line through the totals after each round, its dots, the y of its name, and its dash pattern."""

    points: tuple[Point, ...]
    dots: tuple[Point, ...]
    name_at: float
    dashes: str

    @property
    def path(self) -> str:
        """The points of the line in SVG syntax."""
        return " ".join(f"{point.x:g},{point.y:g}" for point in self.points)

    @property
    def end(self) -> Point:
        return self.points[-1]


@dataclass(frozen=True, slots=True)
class LeadChart:
    """The lines, the y of zero, the ticks of both axes, and the positions of the axes."""

    lines: tuple[LeadLine, ...]
    zero: float
    rounds: tuple[Tick, ...]
    levels: tuple[Tick, ...]
    left: float
    right: float
    top: float
    bottom: float

    @property
    def width(self) -> int:
        return WIDTH

    @property
    def height(self) -> int:
        return HEIGHT

    @property
    def is_difference(self) -> bool:
        """Whether the chart shows the difference between two teams."""
        return len(self.lines) == 1

    @property
    def area(self) -> str:
        """The area between the first line and zero, as points in SVG syntax."""
        first, last = self.lines[0].points[0], self.lines[0].end
        return f"{first.x:g},{self.zero:g} {self.lines[0].path} {last.x:g},{self.zero:g}"


@dataclass(frozen=True, slots=True)
class _Frame:
    """The positions of the axes and their ranges: `rounds` across, from `high` down to `low`."""

    rounds: int
    low: int
    high: int
    left: float
    right: float
    top: float = _TOP
    bottom: float = HEIGHT - _BOTTOM

    def point(self, round_number: int, value: int) -> Point:
        return Point(self.x(round_number), self.y(value))

    def x(self, round_number: int) -> float:
        return round(self.left + (self.right - self.left) * round_number / self.rounds, 1)

    def y(self, value: int) -> float:
        span = self.high - self.low
        # If no team was ever ahead, zero is in the middle.
        down = (self.high - value) / span if span else 0.5
        return round(self.top + (self.bottom - self.top) * down, 1)


def lead_chart(totals: Sequence[Totals], first: int = 0) -> LeadChart | None:
    """Return the chart of the totals after round `first` and after each later one, None if there is no later one."""
    if len(totals) < 2:
        return None
    series = _series(totals)
    low = min(0, *(min(values) for values in series))
    high = max(0, *(max(values) for values in series))
    levels = _levels(low, high)
    frame = _Frame(
        rounds=len(totals) - 1,
        low=low,
        high=high,
        left=round(max(len("Round"), *map(_width, levels)) * _DIGIT + 6, 1),
        right=WIDTH - (_EDGE if len(series) == 1 else NAMES),
    )
    lines = [tuple(frame.point(n, value) for n, value in enumerate(values)) for values in series]
    names = spread([line[-1].y for line in lines], frame.top, frame.bottom)
    return LeadChart(
        lines=tuple(
            LeadLine(line, _dots(line), y, dashes)
            for line, y, dashes in zip(lines, names, DASHES[: len(lines)], strict=True)
        ),
        zero=frame.y(0),
        rounds=tuple(Tick(frame.x(n), first + n) for n in _numbered(frame.rounds)),
        levels=tuple(Tick(frame.y(value), value) for value in levels),
        left=frame.left,
        right=frame.right,
        top=frame.top,
        bottom=frame.bottom,
    )


def _width(points: int) -> float:
    """Return the width of points as text, in digits; a minus sign is wider than a digit."""
    return len(f"{abs(points):,}") + (1.5 if points < 0 else 0)


def _series(totals: Sequence[Totals]) -> list[tuple[int, ...]]:
    """Return the values of each line: the lead of the first of two teams, or each team's total."""
    if len(totals[0]) == 2:
        return [tuple(first - second for first, second in totals)]
    return [tuple(team) for team in zip(*totals, strict=True)]


def _dots(line: tuple[Point, ...]) -> tuple[Point, ...]:
    return line[1:] if len(line) <= MAX_DOTS + 1 else line[-1:]


def _numbered(rounds: int) -> list[int]:
    """Return the rounds labelled on the axis: the last one, and as many others as fit."""
    return list(range(rounds, 0, -step_of(rounds, 8)))[::-1]


def _levels(low: int, high: int) -> list[int]:
    """Return the totals with a grid line, zero among them."""
    step = step_of(high - low, 4)
    return list(range(-(-low // step) * step, high + 1, step)) or [0]


def step_of(span: int, most: int) -> int:
    """Return the smallest step of 1, 2, 5, 10, 20, 50 … that divides the span into at most `most` parts."""
    scale = 1
    while True:
        for step in (scale, 2 * scale, 5 * scale):
            if step * most >= span:
                return step
        scale *= 10


def spread(heights: Sequence[float], top: float, bottom: float) -> list[float]:
    """Return heights near these, in the same order, far enough apart for names and not below the bottom."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed = [0.0] * len(heights)
    nearest = top
    for index in order:
        placed[index] = max(heights[index], nearest)
        nearest = placed[index] + _LINE_HEIGHT
    furthest = bottom
    for index in reversed(order):
        placed[index] = round(min(placed[index], furthest), 1)
        furthest = placed[index] - _LINE_HEIGHT
    return placed
