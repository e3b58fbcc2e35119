"""Runs a few requests at a time, while the threads of the others sleep.

Python executes one thread at a time, so more threads answer nothing sooner. But each thread that waits for the
interpreter lock requests it again every half millisecond, and hundreds of them use more CPU than their responses. See
docs/why/few-at-once.md.
"""

import threading
import time
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wsgiref.types import InputStream, StartResponse, WSGIApplication, WSGIEnvironment

MAX_AT_ONCE = 8
SECONDS_FOR_A_TURN = 2.0
"""A request that has waited this long runs without a slot, so that whatever blocks the others, such as a slow disk,
delays no request for longer."""
SECONDS_FOR_A_READ = 0.05
"""A request that waits this long for its body loses its slot. The body of a tap is there at once."""


class ConcurrencyLimit:
    """WSGI middleware that runs a few requests at a time. A response that is streamed needs no slot."""

    def __init__(self, app: "WSGIApplication", most: int = MAX_AT_ONCE, seconds: float = SECONDS_FOR_A_TURN) -> None:
        self._app = app
        self._seconds = seconds
        self._reads = Reads()
        self.slots = FairSemaphore(most)

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request once it has a slot, or has waited too long for one."""
        slot = Slot(self.slots)
        environ["wsgi.input"] = Body(environ["wsgi.input"], slot, self._reads)
        slot.take(self._seconds)
        try:
            return self._app(environ, start_response)
        finally:
            slot.end()


class FairSemaphore:
    """A fair semaphore: the request that has waited longest gets the next slot. Thread-safe.

    With Python's own locks or queues, a new request would overtake those that sleep.
    """

    def __init__(self, most: int) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self.free = most

    @property
    def waiting(self) -> int:
        """How many requests wait for a slot."""
        return len(self._waiting)

    def take(self, seconds: float) -> bool:
        """Wait for a slot, at most `seconds`. Return whether there was one."""
        with self._lock:
            if self.free:
                self.free -= 1
                return True
            bell = threading.Lock()
            bell.acquire()
            self._waiting.append(bell)
        if bell.acquire(timeout=seconds):
            return True
        with self._lock:
            if bell not in self._waiting:
                return True  # The slot came just after the timeout.
            self._waiting.remove(bell)
            return False

    def give_back(self) -> None:
        """Give a slot back; the next request that waits gets it."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self.free += 1


class Slot:
    """The slot of one request. Thread-safe."""

    def __init__(self, slots: FairSemaphore) -> None:
        self._slots = slots
        self._lock = threading.Lock()
        self.is_held = False

    def take(self, seconds: float) -> None:
        """Wait for a slot, at most `seconds`."""
        self.is_held = self._slots.take(seconds)

    def end(self) -> None:
        """Give the slot back, if it is held. Safe to call twice."""
        with self._lock:
            was_held, self.is_held = self.is_held, False
        if was_held:
            self._slots.give_back()


class Reads:
    """The request bodies that are being read. A request whose body takes too long loses its slot."""

    def __init__(self) -> None:
        self._due: dict[Body, float] = {}
        self._any = threading.Event()
        threading.Thread(target=self._watch, name="slow bodies", daemon=True).start()

    def begin(self, body: "Body") -> None:
        """Note that a read of a body has begun."""
        self._due[body] = time.monotonic() + SECONDS_FOR_A_READ
        if not self._any.is_set():
            self._any.set()

    def end(self, body: "Body") -> None:
        """Note that the read has ended."""
        self._due.pop(body, None)

    def _watch(self) -> None:
        """Poll while bodies are being read, instead of timing each read: the body of a tap is there at once."""
        while self._any.wait():
            time.sleep(SECONDS_FOR_A_READ)
            # Clear this first, so that a body which comes now is not missed.
            self._any.clear()
            now = time.monotonic()
            for body, due in self._due.copy().items():
                if now >= due:
                    self._due.pop(body, None)
                    body.slot.end()
                else:
                    self._any.set()


class Body:
    """The body of a request. A slow one costs the request its slot."""

    def __init__(self, stream: "InputStream", slot: Slot, reads: Reads) -> None:
        self._stream = stream
        self._reads = reads
        self.slot = slot

    def read(self, size: int = -1, /) -> bytes:
        """Read as the server's own stream does."""
        if not self.slot.is_held:
            return self._stream.read(size)
        self._reads.begin(self)
        try:
            return self._stream.read(size)
        finally:
            self._reads.end(self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
