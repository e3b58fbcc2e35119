"""Time two things in turn, and print a line that compares them.

A busy machine slows both by about as much. So the figure is a ratio, the median of the ratios of neighbouring runs; the
milliseconds beside it are medians too and only show the scale.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

Timing = Callable[[], float]
"""Runs something once, and returns the seconds it took."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A comparison: ours over its floor, and the goal for the ratio."""

    name: str
    goal: float
    ratio: float
    ours: float
    floor: float

    @property
    def met(self) -> bool:
        return self.ratio <= self.goal

    def __str__(self) -> str:
        ours, floor = _milliseconds(self.ours), _milliseconds(self.floor)
        verdict = "met" if self.met else "MISSED"
        return (
            f"{self.name:<32} ratio {self.ratio:5.2f}   goal {self.goal:.2f}   {verdict:<6}"
            f"   ours {ours:>9} ms   floor {floor:>9} ms"
        )


def compare(name: str, goal: float, ours: Timing, floor: Timing, runs: int) -> Figure:
    """Time both in turn, print the figure and return it.

    Each runs once before, untimed, to read and compile what it needs. Which of the two goes first alternates, so that a
    machine that grows slower or faster favours neither.
    """
    ours()
    floor()
    pairs = [_pair(ours, floor, swapped=bool(run % 2)) for run in range(runs)]
    figure = Figure(
        name, goal, median(a / b for a, b in pairs), median(a for a, _ in pairs), median(b for _, b in pairs)
    )
    print(figure)
    sys.stdout.flush()
    return figure


def _pair(ours: Timing, floor: Timing, swapped: bool) -> tuple[float, float]:
    if swapped:
        below = floor()
        return ours(), below
    return ours(), floor()


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.3f}" if seconds < 0.1 else f"{seconds * 1000:,.0f}"
