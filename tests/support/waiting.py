"""How long tests wait for an event. No test measures time: a busy machine may be slow."""

import time
from collections.abc import Callable

PATIENCE = 60.0
"""Seconds after which an expected event has failed to happen. Every wait with a timeout in the tests uses this."""

PAUSE = 0.01


def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds. Fails after PATIENCE seconds."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(PAUSE)
