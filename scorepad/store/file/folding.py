"""Folds logs into their files after a few idle seconds, so that `club.sqlite3` alone is the club.

One thread does it for all clubs of a process.
"""

import threading
import time
from contextlib import suppress
from typing import Protocol

from scorepad.store.errors import StoreError

IDLE_SECONDS = 3.0
"""How long nothing was written before a log is folded."""

MOST_SECONDS = 60.0
"""How long a log may grow while something is always written."""

_FIRST_PAUSE, _LONGEST_PAUSE = 3.0, 300.0
"""Seconds between tries while another program, such as Litestream, needs the log."""


class Foldable(Protocol):
    """Something with a log."""

    def fold(self) -> bool:
        """Fold the log. Return False if another connection still needs it. Raises StoreError."""


class Folding:
    """Remembers which logs were written to, and folds each when it is time."""

    def __init__(self, idle: float = IDLE_SECONDS, most: float = MOST_SECONDS) -> None:
        self._idle = idle
        self._most = most
        self._waiting: dict[Foldable, _Times] = {}
        self._lock = threading.Condition()
        self._thread: threading.Thread | None = None

    def wrote(self, log: Foldable) -> None:
        """Fold a log once nothing more was written to it for a while."""
        now = time.monotonic()
        with self._lock:
            if times := self._waiting.get(log):
                times.last = now
                return
            self._waiting[log] = _Times(now, now)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="folding", daemon=True)
                self._thread.start()
            self._lock.notify()

    def forget(self, log: Foldable) -> None:
        """Fold a log no more: its file is closed."""
        with self._lock:
            self._waiting.pop(log, None)

    def _run(self) -> None:
        while True:
            with self._lock:
                self._lock.wait(self._seconds_to_wait())
                now = time.monotonic()
                due = {
                    log: times for log, times in self._waiting.items() if self._due(times) <= now
                }
                for log in due:
                    del self._waiting[log]
            for log, times in due.items():
                self._fold(log, times)

    def _seconds_to_wait(self) -> float | None:
        if not self._waiting:
            return None
        return max(0.0, min(map(self._due, self._waiting.values())) - time.monotonic())

    def _due(self, times: "_Times") -> float:
        return max(times.retry, min(times.last + self._idle, times.first + self._most))

    def _fold(self, log: Foldable, times: "_Times") -> None:
        # If the disk fails, the next write says so; what is in the log is safe there.
        with suppress(StoreError):
            if log.fold():
                return
        times.pause = min(2 * times.pause, _LONGEST_PAUSE)
        times.retry = time.monotonic() + times.pause
        with self._lock:
            self._waiting.setdefault(log, times)


class _Times:
    """When something was first and last written to a log, and when to try again."""

    def __init__(self, first: float, last: float) -> None:
        self.first = first
        self.last = last
        self.pause = _FIRST_PAUSE / 2
        self.retry = 0.0


FOLDING = Folding()
"""For every club of this process."""
