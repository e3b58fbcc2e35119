"""Time two things alternately, judge each figure by its goal, and print it on one line.

A busy machine slows both about equally. So a timed figure is a ratio, the median of the ratios of adjacent runs; the
milliseconds beside it are medians too and only show the scale.
"""

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from statistics import median

Timing = Callable[[], float]
"""Runs something once, and returns the seconds it took."""

ROWS = "SCOREPAD_BENCH_ROWS"
"""The environment variable with the file to which every judged row is appended, for the table of `make bench`."""


class Verdict(StrEnum):
    MET = "met"
    MISSED = "missed for a reason"
    FAILED = "FAILED"


@dataclass(frozen=True, slots=True)
class Goal:
    """The maximum of a figure. A figure above it is excused by a `reason`, which says what would change it.

    Above `bound` the figure fails anyway.
    """

    most: float
    bound: float = 0.0
    reason: str = ""

    def judge(self, figure: float) -> Verdict:
        if figure <= self.most:
            return Verdict.MET
        return Verdict.MISSED if self.reason and figure <= self.bound else Verdict.FAILED


@dataclass(frozen=True, slots=True)
class Row:
    """A figure that was judged."""

    name: str
    figure: float
    goal: Goal
    verdict: Verdict

    def __str__(self) -> str:
        return _line(self.name, self.figure, self.goal.most, self.verdict)

    @property
    def excuse(self) -> str:
        """The reason for a missed goal, and its bound."""
        return f"{self.goal.reason} Fails above {_number(self.goal.bound)}."


@dataclass(frozen=True, slots=True)
class Figure:
    """A comparison: the ratio of ours to its floor, and the seconds of both."""

    ratio: float
    ours: float
    floor: float

    @property
    def note(self) -> str:
        return f"ours {_milliseconds(self.ours)} ms, floor {_milliseconds(self.floor)} ms"


_rows: list[Row] = []


def report(name: str, figure: float, goal: Goal | float | None = None, note: str = "") -> None:
    """Print a figure, judged if it has a goal."""
    if goal is None:
        print(f"{_line(name, figure, None, '')}{note}".rstrip(), flush=True)
        return
    goal = goal if isinstance(goal, Goal) else Goal(goal)
    row = Row(name, figure, goal, goal.judge(figure))
    _rows.append(row)
    print(f"{row}{note}".rstrip(), flush=True)
    if path := os.environ.get(ROWS):
        with Path(path).open("a", encoding="utf-8") as file:
            print(json.dumps(asdict(row)), file=file)


def read_rows(path: Path) -> list[Row]:
    """Return the rows that scripts appended to a file."""
    documents = map(json.loads, path.read_text("utf-8").splitlines())
    return [Row(row["name"], row["figure"], Goal(**row["goal"]), Verdict(row["verdict"])) for row in documents]


def status() -> int:
    """Return the exit status of a script: 1 if a figure failed."""
    return int(any(row.verdict is Verdict.FAILED for row in _rows))


def compare(name: str, goal: Goal | float | None, ours: Timing, floor: Timing, runs: int) -> Figure:
    """Time both alternately, report the ratio and return the figure.

    Each runs once before, untimed, as a warm-up. The order alternates, so that a machine that becomes slower or faster
    favours neither.
    """
    ours()
    floor()
    pairs = [_pair(ours, floor, swapped=bool(run % 2)) for run in range(runs)]
    figure = Figure(median(a / b for a, b in pairs), median(a for a, _ in pairs), median(b for _, b in pairs))
    report(name, figure.ratio, goal, figure.note)
    return figure


def _pair(ours: Timing, floor: Timing, swapped: bool) -> tuple[float, float]:
    if swapped:
        below = floor()
        return ours(), below
    return ours(), floor()


def _line(name: str, figure: float, goal: float | None, verdict: str) -> str:
    most = "" if goal is None else _number(goal)
    return f"{name:<46}{_number(figure):>10}{most:>9}  {verdict:<21}"


def _number(figure: float) -> str:
    return f"{figure:,.2f}" if isinstance(figure, float) else f"{figure:,}"


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.3f}" if seconds < 0.1 else f"{seconds * 1000:,.0f}"
