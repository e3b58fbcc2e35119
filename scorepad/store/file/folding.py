"""Folds (checkpoints) write-ahead logs after a few idle seconds, so that `club.sqlite3` alone is the club.

One thread does it for all clubs of a process. It polls the times of writes, so that a tap need not call it. It also
looks every second whether the list of phones is still there.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

IDLE_SECONDS = 3.0
"""A log is folded this long after the last write."""

MAX_SECONDS = 60.0
"""A log is folded at least this often while writes never pause."""

SECONDS_BETWEEN_LOOKS = 1.0

_LONGEST_PAUSE = 300.0
"""The longest pause between retries while another program, such as Litestream, needs the log."""


@dataclass(slots=True)
class Writes:
    """The times, by the monotonic clock, of the first write since the log was folded, and of the last one."""

    first: float = 0.0
    last: float = 0.0


class Foldable(Protocol):
    """Something with a write-ahead log."""

    writes: Writes

    def fold(self) -> bool:
        """Fold the log. Return False if another connection still needs it. Raises StoreError."""


@dataclass(slots=True)
class _Retry:
    """When to try to fold a log again, and how long to pause after that."""

    at: float = 0.0
    pause: float = IDLE_SECONDS


class Folding:
    """Folds each log that it watches when it is due."""

    def __init__(
        self, idle: float = IDLE_SECONDS, most: float = MAX_SECONDS, look: float = SECONDS_BETWEEN_LOOKS
    ) -> None:
        self._idle = idle
        self._most = most
        self._look = look
        self._watched: dict[Foldable, _Retry] = {}
        self._files: set[Callable[[], None]] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def watch(self, log: Foldable) -> None:
        """Fold a log from now on, whenever nothing was written to it for a while."""
        with self._lock:
            self._watched[log] = _Retry(pause=self._idle)
            self._start()

    def forget(self, log: Foldable) -> None:
        """Stop folding a log, because its file is closed."""
        with self._lock:
            self._watched.pop(log, None)

    def watch_file(self, keep: Callable[[], None]) -> None:
        """Call `keep` every second from now on."""
        with self._lock:
            self._files.add(keep)
            self._start()

    def forget_file(self, keep: Callable[[], None]) -> None:
        """Stop calling `keep`."""
        with self._lock:
            self._files.discard(keep)

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="folding", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            time.sleep(self._look)
            with self._lock:
                watched, files = list(self._watched.items()), list(self._files)
            for keep in files:
                with suppress(Exception):
                    keep()
            for log, retry in watched:
                if self._is_due(log.writes, retry, time.monotonic()):
                    self._fold(log, retry)

    def _is_due(self, writes: Writes, retry: _Retry, now: float) -> bool:
        if not writes.first or now < retry.at:
            return False
        return now >= writes.last + self._idle or now >= writes.first + self._most

    def _fold(self, log: Foldable, retry: _Retry) -> None:
        # If the disk fails, the next write reports it; the data is safe in the log. Other clubs are not affected.
        with suppress(Exception):
            if log.fold():
                retry.at, retry.pause = 0.0, self._idle
                return
        retry.at = time.monotonic() + retry.pause
        retry.pause = min(2 * retry.pause, _LONGEST_PAUSE)


FOLDING = Folding()
"""Used for every club of this process."""
