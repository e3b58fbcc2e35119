"""One thread that looks every second for work on the files of this process: checkpoints, a deleted list of phones."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress


class EverySecond:
    """Calls functions every second, from a thread that starts with the first of them."""

    def __init__(self, seconds: float = 1.0) -> None:
        self._seconds = seconds
        self._calls: set[Callable[[], None]] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def add(self, call: Callable[[], None]) -> None:
        """Call a function every second from now on."""
        with self._lock:
            self._calls.add(call)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="every-second", daemon=True)
                self._thread.start()

    def remove(self, call: Callable[[], None]) -> None:
        """Stop calling a function."""
        with self._lock:
            self._calls.discard(call)

    def _run(self) -> None:
        while True:
            time.sleep(self._seconds)
            with self._lock:
                calls = list(self._calls)
            for call in calls:
                # One faulty file must not stop the work on the others.
                with suppress(Exception):
                    call()


EVERY_SECOND = EverySecond()
"""Used for every file of this process."""
