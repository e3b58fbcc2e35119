"""How long tests wait for what must happen. No test is a stopwatch: a busy machine may take its time."""

import time
from collections.abc import Callable

PATIENCE = 60.0
"""Seconds after which something that must happen has failed to. Every bounded wait of the tests uses this."""

PAUSE = 0.01


def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds; fails when patience runs out."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(PAUSE)
