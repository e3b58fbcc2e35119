"""Who led and what decided the game: as facts and sentences, and as the lines and ticks of a chart."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorepad.scoring.game.course import Totals, leaders
from scorepad.scoring.text.explain import format_number, plural
from scorepad.web.app.templates import stopped

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
        spread = self.high - self.low
        # If no team was ever ahead, zero is in the middle.
        down = (self.high - value) / spread if spread else 0.5
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
        rounds=tuple(Tick(frame.x(n), first + n) for n in range(frame.rounds, 0, -step_of(frame.rounds, 8))[::-1]),
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


def _levels(low: int, high: int) -> list[int]:
    """Return the totals with a grid line, zero among them."""
    step = step_of(high - low, 4)
    return list(range(-(-low // step) * step, high + 1, step)) or [0]


def step_of(spread: int, most: int) -> int:
    """Return the smallest step of 1, 2, 5, 10, 20, 50 … that divides the spread into at most `most` parts."""
    scale = 1
    while True:
        for step in (scale, 2 * scale, 5 * scale):
            if step * most >= spread:
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


# Who led and what decided the game, as facts and sentences


@dataclass(frozen=True, slots=True)
class Peak:
    """The most points of a team in, or after, one round."""

    round: int
    team: int
    points: int


@dataclass(frozen=True, slots=True)
class LeadStory:
    """Which team led after round `first` and after each later one; None if no team did.

    `changes` counts how often another team took the lead. `decided` is the round since which the winner led, None in a
    tie. `largest` is the largest lead after a round, `biggest` the most points in a round; None if there were none.
    """

    first: int
    led: tuple[int | None, ...]
    changes: int
    decided: int | None
    largest: Peak | None
    biggest: Peak | None

    @property
    def last(self) -> int:
        return self.first + len(self.led) - 1


def lead_story(totals: Sequence[Totals], first: int = 0) -> LeadStory:
    """Derive the story from the totals after round `first` and after each later one; the most points lead."""
    led = tuple(map(_leader, totals))
    leaders_in_turn = [team for team in led if team is not None]
    leads = [
        Peak(round_number, team, margin(after))
        for round_number, (after, team) in enumerate(zip(totals, led, strict=True), start=first)
        if round_number > first and team is not None
    ]
    gains = [
        Peak(round_number, team, after - before)
        for round_number, pair in enumerate(pairwise(totals), start=first + 1)
        for team, (before, after) in enumerate(zip(*pair, strict=True), start=1)
        if after > before
    ]
    return LeadStory(
        first=first,
        led=led,
        changes=sum(a != b for a, b in pairwise(leaders_in_turn)),
        decided=_decided(led, first),
        largest=max(leads, key=lambda peak: peak.points, default=None),
        biggest=max(gains, key=lambda peak: peak.points, default=None),
    )


def _leader(totals: Totals) -> int | None:
    leading, *others = leaders(totals)
    return None if others else leading


def margin(totals: Totals) -> int:
    """Return the points between the best and the second-best team, 0 in a tie."""
    best, second = sorted(totals, reverse=True)[:2]
    return best - second


def _decided(led: Sequence[int | None], first: int) -> int | None:
    if led[-1] is None:
        return None
    others = [position for position, team in enumerate(led) if team != led[-1]]
    return first + max(others, default=-1) + 1


def story_sentences(story: LeadStory, teams: Sequence[str], *, over: bool = True) -> list[str]:
    """Return the story in words. While the game goes on (`over` is False), nothing is decided."""
    if story.last == story.first:
        return []
    sentences = [_course(story, teams, over)]
    if story.last - story.first > 1:
        sentences += [_largest(story.largest, teams)] if story.largest else []
        sentences += [_biggest(story.biggest, teams)] if story.biggest else []
    return sentences


def chart_description(story: LeadStory, teams: Sequence[str], *, over: bool = True) -> str:
    """Return a text description of the lead chart."""
    largest = [_largest(story.largest, teams)] if story.largest else []
    return " ".join([_course(story, teams, over), *largest])


def decided_headline(story: LeadStory) -> str:
    """Return when the game was decided, as a headline, "" if no round was played here."""
    if story.last == story.first:
        return ""
    if story.decided is None:
        return "It was not: the game ended in a tie"
    return f"Round {story.decided}" if story.decided > story.first else "Before the first round here"


def _course(story: LeadStory, teams: Sequence[str], over: bool) -> str:
    return _whole_course(story, teams) if over else _course_so_far(story, teams)


def _course_so_far(story: LeadStory, teams: Sequence[str]) -> str:
    """Return who leads a game in progress, and since when."""
    changed = f"The lead has changed hands {_times(story.changes)}. " if story.changes else ""
    leader = story.led[-1]
    if leader is None:
        has_led = any(team is not None for team in story.led)
        return f"{changed}No team is ahead now." if has_led else "No team has been ahead so far."
    name = teams[leader - 1]
    if story.decided == story.first:
        return f"{name} began with the lead and has kept it so far."
    return f"{changed}{name} has led since round {story.decided}."


def _whole_course(story: LeadStory, teams: Sequence[str]) -> str:
    changed = f"The lead changed hands {_times(story.changes)}."
    winner = story.led[-1]
    if winner is None:
        return _tie_course(story, teams, changed)
    name = teams[winner - 1]
    if story.decided == story.first:
        return f"{name} began with the lead and kept it."
    if story.last == 1:
        return "The only round decided it."
    if story.decided == 1:
        return f"{name} led from the first round to the last."
    before = changed if story.changes else _before(story)
    if story.decided == story.last:
        return f"{before} The last round decided it: {name} came out ahead."
    return f"{before} Round {story.decided} decided it: from then on {name} led."


def _before(story: LeadStory) -> str:
    """Return what preceded the decisive round, if the lead never changed hands."""
    before = story.led[: (story.decided or 0) - story.first]
    if any(team is not None for team in before):
        return "The lead was lost for a while, but no other team took it."
    return "At first no team led."


def _tie_course(story: LeadStory, teams: Sequence[str], changed: str) -> str:
    leader = next((team for team in story.led if team is not None), None)
    if leader is None:
        return "No team was ever ahead."
    before = changed if story.changes else f"{teams[leader - 1]} led for a while."
    return f"{before} In the end no team was ahead."


def _largest(peak: Peak, teams: Sequence[str]) -> str:
    points = plural(peak.points, "point", "points")
    name = teams[peak.team - 1]
    return stopped(f"The lead was largest after round {peak.round}: {points} for {name}")


def _biggest(peak: Peak, teams: Sequence[str]) -> str:
    points = plural(peak.points, "point", "points")
    name = teams[peak.team - 1]
    return stopped(f"The biggest round was round {peak.round}: {points} for {name}")


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{format_number(count)} times")
