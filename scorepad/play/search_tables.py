"""The search for the tables of a night, in bounded time. A process of its own imports this and little else."""

import os
from collections.abc import Callable
from random import Random
from time import monotonic

from scorepad import child_process
from scorepad.movements.draw import SECONDS, NightDraw, NightPlan, draw

KILLED_AFTER = 3 * SECONDS
"""Seconds after which a process that should have stopped by itself is killed."""

_PROGRAM = f"from {__name__} import main; main()"

Report = Callable[[float], object]
"""Gets the part of the search that is done."""


def search_tables(task: tuple[NightPlan, int], report: Report) -> NightDraw:
    """Draw the sittings of a plan with a seed, in five seconds at most. Raises BadPlan."""
    (plan, seed), began = task, monotonic()
    return draw(
        plan,
        Random(seed).random,  # noqa: S311  # not for secrets
        is_late=lambda: monotonic() - began > SECONDS,
        report=report,
    )


def search_elsewhere(task: tuple[NightPlan, int], report: Report) -> NightDraw:
    """Do the same in a child process: in a thread of the server, every tap would wait for the search again and again.

    The plan must have no fault. Raises EndedEarly and OSError.
    """
    drawn: NightDraw = child_process.ask(_PROGRAM, task, report, KILLED_AFTER)
    return drawn


def main() -> None:
    """Answer a task, and let taps go first."""
    if hasattr(os, "nice"):
        os.nice(10)
    child_process.answer(search_tables)
