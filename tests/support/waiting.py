"""How long tests wait for an event. No test measures time: a busy machine may be slow."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 60.0
"""Seconds after which an expected event has failed to happen. Every wait with a timeout in the tests uses this."""

LONGEST = 10 * PATIENCE
"""Seconds after which a test that has not ended fails, as in pyproject.toml: some waits have no timeout."""

PAUSE = 0.01


@contextmanager
def limited(stop: Callable[[], object]) -> Iterator[None]:
    """Call `stop`, which kills a process, if the block takes too long: reading from a pipe has no timeout."""
    watchdog = threading.Timer(PATIENCE, stop)
    watchdog.start()
    try:
        yield
    finally:
        watchdog.cancel()


def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds. Fails after PATIENCE seconds."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(PAUSE)
