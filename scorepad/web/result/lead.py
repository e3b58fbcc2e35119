"""Who led, as facts and sentences and as the line of the lead; who will probably win, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorepad.language.words import format_number, plural
from scorepad.league.chances import between_rounds
from scorepad.league.forecast import shown
from scorepad.play.game import LoadedGame
from scorepad.rules.model import RuleSet
from scorepad.scoring.game.course import Totals, leaders, merits
from scorepad.scoring.game.record import GameRecord
from scorepad.web.app.design_tokens import suits
from scorepad.web.app.short_names import short_team
from scorepad.web.app.templates import stopped

WIDTH = 360
HEIGHT = 168
LETTER = 16
"""The font size."""

DASHES = ("none", "9 4", "3 3", "12 3 3 3", "20 5", "1 5")
"""The SVG dash pattern of each team's line. Colours alone are not enough on paper."""

NAMES = 136
"""The space on the right for the names at the ends of three or more lines."""

MAX_DOTS = 16
"""The most rounds with a dot each; more dots would touch."""

_LEFT, _RIGHT = 30, 30
"""The space for the suits, and for half of the last label."""

_TOP, _BOTTOM = 28, 54

_LINE_HEIGHT = 21
"""The distance between the names at the ends of lines."""

_DIGIT = 9.5
"""The width of a digit."""

_WORD = 66
"""The width of "Round" before the numbers of the rounds."""

_SMALL_HEIGHT = 84
_SMALL_EDGE = 14
_AHEAD = 124
"""The space on the right of a small chart for "▲ 12,345 ahead"."""


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
class Dot:
    """The end of a round: where, who leads (0 if nobody does), by how much, and the middle of its label, if any."""

    at: Point
    team: int
    by: int
    label: Point | None = None


@dataclass(frozen=True, slots=True)
class LeadRun:
    """A part of the line while one team leads (0 while they are level). It is coloured down or up to level."""

    team: int
    points: tuple[Point, ...]

    @property
    def path(self) -> str:
        return _path(self.points)


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A line through a team's totals, its dots, the y of its name, and its dash pattern."""

    points: tuple[Point, ...]
    dots: tuple[Point, ...]
    name_at: float
    dashes: str
    suit: str

    @property
    def path(self) -> str:
        return _path(self.points)

    @property
    def end(self) -> Point:
        return self.points[-1]


@dataclass(frozen=True, slots=True)
class LeadChart:
    """The line of the lead: of two teams one line, above level while the first leads; of more a line for each.

    `line`, `runs` and `dots` are empty for more than two teams, `lines` for two. A small one
    has no labels but the last.
    """

    small: bool
    height: int
    zero: float
    right: float
    rounds: tuple[Tick, ...]
    line: tuple[Point, ...] = ()
    runs: tuple[LeadRun, ...] = ()
    dots: tuple[Dot, ...] = ()
    lines: tuple[TeamLine, ...] = ()

    @property
    def width(self) -> int:
        return WIDTH

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits of the first two teams, as text instead of emoji."""
        return tuple(map(_as_text, suits()[:2]))


def _path(points: Sequence[Point]) -> str:
    """Return points in SVG syntax."""
    return " ".join(f"{point.x:g},{point.y:g}" for point in points)


def _as_text(suit: str) -> str:
    return f"{suit}\N{VARIATION SELECTOR-15}"


@dataclass(frozen=True, slots=True)
class _Frame:
    """The positions of the axes and their ranges: `rounds` across, from `high` down to `low`."""

    rounds: int
    low: int
    high: int
    left: float
    right: float
    top: float
    bottom: float

    def line(self, values: Sequence[int]) -> tuple[Point, ...]:
        return tuple(Point(self.x(n), self.y(value)) for n, value in enumerate(values))

    def x(self, round_number: int) -> float:
        return round(self.left + (self.right - self.left) * round_number / self.rounds, 1)

    def y(self, value: int) -> float:
        spread = self.high - self.low
        # If no team was ever ahead, zero is in the middle.
        down = (self.high - value) / spread if spread else 0.5
        return round(self.top + (self.bottom - self.top) * down, 1)


def on_paper(record: GameRecord) -> int:
    """Return the number of rounds played on paper before the first one here."""
    return next((n for n, played in enumerate(record.rounds) if not played.on_paper), len(record.rounds))


def totals_here(record: GameRecord) -> tuple[Totals, ...]:
    """Return the totals before the first round played here and after each that counts."""
    course = record.course
    return course.totals[min(on_paper(record), course.counted) : course.counted + 1]


def game_chart(record: GameRecord, rules: RuleSet, *, small: bool = False) -> LeadChart | None:
    """Return the line of the lead of a game, None before its first round and if two teams were always level."""
    totals = totals_here(record)
    if len(totals[0]) == 2:
        if all(first == second for first, second in totals):
            return None
        totals = tuple(merits(rules, after) for after in totals)
    return lead_chart(totals, on_paper(record), small=small)


def lead_chart(totals: Sequence[Totals], first: int = 0, *, small: bool = False) -> LeadChart | None:
    """Return the chart of the totals after round `first` and after each later one, None if there is no later one."""
    if len(totals) < 2:
        return None
    two = len(totals[0]) == 2
    series = [tuple(one - other for one, other in totals)] if two else list(zip(*totals, strict=True))
    height = HEIGHT if not small else _SMALL_HEIGHT if two else _SMALL_HEIGHT + _LINE_HEIGHT * len(series) // 2
    after = _AHEAD if small and two else LETTER * 2 if small else _RIGHT if two else NAMES
    frame = _Frame(
        rounds=len(totals) - 1,
        low=min(0, *(min(values) for values in series)),
        high=max(0, *(max(values) for values in series)),
        left=_LEFT if two or not small else _SMALL_EDGE,
        right=WIDTH - after,
        top=_SMALL_EDGE if small else _TOP,
        bottom=height - (_SMALL_EDGE if small else _BOTTOM),
    )
    if not two:
        return LeadChart(
            small, height, frame.y(0), frame.right, _rounds(frame, first, small=small), lines=_lines(series, frame)
        )
    values = series[0]
    line = frame.line(values)
    return LeadChart(
        small,
        height,
        frame.y(0),
        frame.right,
        _rounds(frame, first, small=small),
        line=line,
        runs=tuple(_runs(values, line, frame.y(0))),
        dots=_dots(values, line, small=small),
    )


def _rounds(frame: _Frame, first: int, *, small: bool) -> tuple[Tick, ...]:
    """Return the numbers of the rounds below the chart, the last among them, and room before them."""
    if small:
        return ()
    ticks = [Tick(frame.x(n), first + n) for n in range(frame.rounds, 0, -step_of(frame.rounds, 8))[::-1]]
    return tuple(tick for tick in ticks if tick.at > _WORD)


def _lines(series: Sequence[tuple[int, ...]], frame: _Frame) -> tuple[TeamLine, ...]:
    lines = [frame.line(values) for values in series]
    names = spread([line[-1].y for line in lines], frame.top, frame.bottom)
    return tuple(
        TeamLine(line, line[1:] if len(line) <= MAX_DOTS + 1 else line[-1:], y, dashes, _as_text(suit))
        for line, y, dashes, suit in zip(lines, names, DASHES, suits(), strict=False)
    )


def _runs(values: Sequence[int], line: Sequence[Point], zero: float) -> list[LeadRun]:
    """Cut the line where the lead changes hands, so that each part lies on one side of the line of level, or on it."""
    runs: list[LeadRun] = []
    points = [line[0]]
    for (before, after), (start, end) in zip(pairwise(values), pairwise(line), strict=True):
        if before * after < 0:
            across = Point(round(start.x + (end.x - start.x) * before / (before - after), 1), zero)
            runs.append(LeadRun(_ahead(before), (*points, across)))
            points = [across]
        points.append(end)
        if after == 0:
            runs.append(LeadRun(_ahead(before), tuple(points)))
            points = [end]
    if len(points) > 1:
        runs.append(LeadRun(_ahead(values[-1]), tuple(points)))
    return runs


def _ahead(lead: int) -> int:
    """Return which of two teams leads, 0 if they are level."""
    return 1 if lead > 0 else 2 if lead < 0 else 0


def _dots(values: Sequence[int], line: Sequence[Point], *, small: bool) -> tuple[Dot, ...]:
    """Return the ends of the rounds, of many rounds only those with a label."""
    labels = {} if small else _labels(values, line)
    shown = range(1, len(line)) if len(line) <= MAX_DOTS + 1 else sorted({*labels, len(line) - 1})
    return tuple(Dot(line[n], _ahead(values[n]), abs(values[n]), labels.get(n)) for n in shown)


def _labels(values: Sequence[int], line: Sequence[Point]) -> dict[int, Point]:
    """Return the middle of the labels by round: of the last round, of the largest leads, and of those with room."""
    last = len(values) - 1
    order = sorted(range(1, last), key=lambda n: (values[n] not in (max(values), min(values)), -abs(values[n])))
    labels: dict[int, Point] = {}
    for n in [last, *order]:
        at = _label(values, line, n)
        if all(
            abs(at.x - other.x) >= _half(values[n]) + _half(values[m]) or abs(at.y - other.y) > LETTER * 1.2
            for m, other in labels.items()
        ):
            labels[n] = at
    return labels


def _half(value: int) -> float:
    """Return half the width of a label, with a little space."""
    return (len(format_number(abs(value))) + 0.5) * _DIGIT / 2


def _label(values: Sequence[int], line: Sequence[Point], n: int) -> Point:
    """Return the middle of a label: above its dot, below it in a valley of the line and on a slope below level.

    On a slope it is moved to the side from which the line does not pass.
    """
    around, value, dot = values[max(0, n - 1) : n + 2], values[n], line[n]
    is_slope = value not in (max(around), min(around))
    is_below = value < 0 if is_slope else value == min(around) != max(around)
    aside = 0.0
    if is_slope:
        leaves_level = abs(around[-1]) > abs(around[0])
        aside = (_half(value) - 8) * (-1 if leaves_level else 1)
    x = min(max(dot.x + aside, _half(value)), WIDTH - _half(value))
    return Point(round(x, 1), round(dot.y + LETTER * (1.05 if is_below else -1.05), 1))


def names_in_chart(names: Sequence[str]) -> list[str]:
    """Return the names of three or more teams, shortened to fit and isolated for right-to-left scripts."""
    return [f"\u2068{short_team(name, (NAMES - LETTER) / LETTER)}\u2069" for name in names]


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


# Who led, as facts and sentences


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


def special_sentence(story: LeadStory) -> str:
    """Return what was special about the course of a game that somebody won, as one sentence; "" if no round is here."""
    rounds = story.last - story.first
    if rounds == 0 or story.decided is None:
        return ""
    if rounds > 2 and story.changes == rounds - 1 and None not in story.led[1:]:
        return "The lead changed with every round."
    if story.largest and story.largest.team != story.led[-1]:
        return f"It was won from {plural(story.largest.points, 'point', 'points')} behind."
    if rounds == 1:
        return "The only round decided it."
    if story.decided == story.last:
        return "The last round decided it."
    if story.decided <= story.first + 1:
        return "They led from the first round to the last." if story.first == 0 else "They led all the way."
    return f"They led from round {story.decided} on."


def chart_description(story: LeadStory, teams: Sequence[str], *, over: bool = True) -> str:
    """Return a text description of the lead chart."""
    largest = [_largest(story.largest, teams)] if story.largest else []
    return " ".join([_course(story, teams, over), *largest])


def chance_words(game: LoadedGame) -> str:
    """Return who will probably win a game in play, in words; "" while a round is played, and where nobody can say."""
    chances = between_rounds(game.club, game.id, game.record)
    if chances is None:
        return ""
    in_percent = [shown(chance) for chance in chances]
    best = max(in_percent)
    if min(in_percent) == best:
        return f"Chance to win: {best} % each"
    team = in_percent.index(best)
    return "" if in_percent.count(best) > 1 else f"Chance to win: {game.agreement.teams[team]} {best} %"


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
    return f"{before} From round {story.decided} on {name} led."


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
