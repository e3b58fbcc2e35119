"""The picture of the lead: where its lines and marks are. Numbers in, numbers out; words are others' business.

Two teams are one line, the difference between them, around a zero line; three or four have a line each. Lengths are
those of the picture's own grid, `WIDTH` across, y downwards.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.scoring.game import Totals

WIDTH = 360
HEIGHT = 250
LETTER = 16
"""The size of the letters in the picture."""

MOST_DOTS = 16
"""Rounds up to which each has a dot; more of them would touch."""

_TOP, _BOTTOM = 30, 54
_EDGE = 16
NAMES = 136
"""What is kept on the right for the names at the ends of three or four lines."""

_APART = 21
"""How far the names at the ends of lines stand from each other."""

_DIGIT = 9.5


@dataclass(frozen=True, slots=True)
class Point:
    """A place in the picture."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: where, and the round or the points it stands for."""

    at: float
    value: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line through the totals after each round, its dots, and the height at which its name stands."""

    points: tuple[Point, ...]
    dots: tuple[Point, ...]
    name_at: float

    @property
    def path(self) -> str:
        """The line as SVG writes points."""
        return " ".join(f"{point.x:g},{point.y:g}" for point in self.points)

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.points[-1]


@dataclass(frozen=True, slots=True)
class Picture:
    """All that is drawn: the lines, the height of zero, the marks of both axes, and where the axes are."""

    lines: tuple[Line, ...]
    zero: float
    rounds: tuple[Tick, ...]
    levels: tuple[Tick, ...]
    left: float
    right: float
    top: float
    bottom: float

    @property
    def width(self) -> int:
        """How wide the grid is."""
        return WIDTH

    @property
    def height(self) -> int:
        """How high it is."""
        return HEIGHT

    @property
    def differs(self) -> bool:
        """Whether it is the difference between two teams."""
        return len(self.lines) == 1

    @property
    def area(self) -> str:
        """What lies between the first line and zero, as SVG writes points."""
        first, last = self.lines[0].points[0], self.lines[0].end
        return f"{first.x:g},{self.zero:g} {self.lines[0].path} {last.x:g},{self.zero:g}"


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where the axes are, and how far they reach: so many rounds across, from `high` down to `low`."""

    rounds: int
    low: int
    high: int
    left: float
    right: float
    top: float = _TOP
    bottom: float = HEIGHT - _BOTTOM

    def point(self, at: int, value: int) -> Point:
        return Point(self.x(at), self.y(value))

    def x(self, at: int) -> float:
        return round(self.left + (self.right - self.left) * at / self.rounds, 1)

    def y(self, value: int) -> float:
        span = self.high - self.low
        # Where nobody was ever ahead, zero is in the middle.
        down = (self.high - value) / span if span else 0.5
        return round(self.top + (self.bottom - self.top) * down, 1)


def picture(totals: Sequence[Totals], first: int = 0) -> Picture | None:
    """The picture of a game whose totals after round `first` and each later one are these; None if none was played."""
    if len(totals) < 2:
        return None
    series = _series(totals)
    low = min(0, *(min(one) for one in series))
    high = max(0, *(max(one) for one in series))
    levels = _levels(low, high)
    frame = _Frame(
        rounds=len(totals) - 1,
        low=low,
        high=high,
        left=round(max(len("Round"), *map(_written, levels)) * _DIGIT + 6, 1),
        right=WIDTH - (_EDGE if len(series) == 1 else NAMES),
    )
    lines = [tuple(frame.point(at, value) for at, value in enumerate(one)) for one in series]
    names = spread([line[-1].y for line in lines], frame.top, frame.bottom)
    return Picture(
        lines=tuple(Line(line, _dots(line), at) for line, at in zip(lines, names, strict=True)),
        zero=frame.y(0),
        rounds=tuple(Tick(frame.x(at), first + at) for at in _numbered(frame.rounds)),
        levels=tuple(Tick(frame.y(value), value) for value in levels),
        left=frame.left,
        right=frame.right,
        top=frame.top,
        bottom=frame.bottom,
    )


def _written(points: int) -> float:
    """As wide as how many digits points are written; a minus is wider than they are."""
    return len(f"{abs(points):,}") + (1.5 if points < 0 else 0)


def _series(totals: Sequence[Totals]) -> list[tuple[int, ...]]:
    """What the lines show: the lead of the first of two teams, or every team's total."""
    if len(totals[0]) == 2:
        return [tuple(one - other for one, other in totals)]
    return [tuple(team) for team in zip(*totals, strict=True)]


def _dots(line: tuple[Point, ...]) -> tuple[Point, ...]:
    return line[1:] if len(line) <= MOST_DOTS + 1 else line[-1:]


def _numbered(rounds: int) -> list[int]:
    """Which of so many rounds have their number written: the last one, and as many as there is room for."""
    return list(range(rounds, 0, -step_of(rounds, 8)))[::-1]


def _levels(low: int, high: int) -> list[int]:
    """The totals at which a line runs across, zero among them."""
    step = step_of(high - low, 4)
    return list(range(-(-low // step) * step, high + 1, step)) or [0]


def step_of(span: int, most: int) -> int:
    """A round number, 1, 2 or 5 and noughts, of which at most `most` make up the span."""
    scale = 1
    while True:
        for step in (scale, 2 * scale, 5 * scale):
            if step * most >= span:
                return step
        scale *= 10


def spread(heights: Sequence[float], top: float, bottom: float) -> list[float]:
    """Heights near these, in the same order, so far apart that names can stand there, and none beyond the bottom."""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    placed = [0.0] * len(heights)
    nearest = top
    for at in order:
        placed[at] = max(heights[at], nearest)
        nearest = placed[at] + _APART
    furthest = bottom
    for at in reversed(order):
        placed[at] = round(min(placed[at], furthest), 1)
        furthest = placed[at] - _APART
    return placed
