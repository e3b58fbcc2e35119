"""Lets a few requests work at a time, while the threads of the others sleep.

Python computes in one thread, so more threads answer nothing sooner. But each thread that waits for the interpreter
asks for it again every half millisecond, and hundreds of them take more of the processor than their answers do. See
docs/why/few-at-once.md.
"""

import threading
import time
from collections.abc import Iterable
from itertools import count
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from wsgiref.types import InputStream, StartResponse, WSGIApplication, WSGIEnvironment

MOST_AT_ONCE = 8
SECONDS_FOR_A_TURN = 2.0
"""A request that has waited for so long works without a turn: whatever holds the others up, such as a slow disk, holds
up no one for longer."""
SECONDS_FOR_A_READ = 0.05
"""A request whose body does not go on for so long loses its turn. That of a tap is there at once."""


class FewAtOnce:
    """A WSGI application that passes on a few requests at a time. An answer that is streamed needs no turn."""

    def __init__(self, app: "WSGIApplication", most: int = MOST_AT_ONCE, seconds: float = SECONDS_FOR_A_TURN) -> None:
        self._app = app
        self._seconds = seconds
        self._reads: SimpleQueue[Read] = SimpleQueue()
        self.free: SimpleQueue[None] = SimpleQueue()
        for _ in range(most):
            self.free.put(None)
        threading.Thread(target=self._watch_reads, name="slow bodies", daemon=True).start()

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request once it has a turn."""
        turn = Turn(self.free)
        environ["wsgi.input"] = Body(environ["wsgi.input"], turn, self._reads)
        turn.take(self._seconds)
        try:
            return self._app(environ, start_response)
        finally:
            turn.end()

    def _watch_reads(self) -> None:
        """End the turns of those that read for too long. Reads begin in order, so the first is the first to be late."""
        while True:
            read = self._reads.get()
            time.sleep(max(0.0, read.due - time.monotonic()))
            read.body.end_turn(read.number)


class Turn:
    """The turn of one request. Thread-safe."""

    def __init__(self, free: SimpleQueue[None]) -> None:
        self._free = free
        self._lock = threading.Lock()
        self.is_held = False

    def take(self, seconds: float) -> None:
        """Wait for a turn, but not for longer than this."""
        try:
            self._free.get(timeout=seconds)
        except Empty:
            return
        self.is_held = True

    def end(self) -> None:
        """Let another request work."""
        with self._lock:
            was_held, self.is_held = self.is_held, False
        if was_held:
            self._free.put(None)


class Body:
    """The body of a request. One that is slow costs the request its turn."""

    def __init__(self, stream: "InputStream", turn: Turn, reads: "SimpleQueue[Read]") -> None:
        self._stream = stream
        self._turn = turn
        self._reads = reads
        self._numbers = count(1)
        self._reading = 0

    def read(self, size: int = -1, /) -> bytes:
        """Read as the server's own stream does."""
        if self._turn.is_held:
            self._reading = next(self._numbers)
            self._reads.put(Read(time.monotonic() + SECONDS_FOR_A_READ, self, self._reading))
        try:
            return self._stream.read(size)
        finally:
            self._reading = 0

    def end_turn(self, number: int) -> None:
        """End the turn if this is what is still being read."""
        if self._reading == number:
            self._turn.end()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class Read(NamedTuple):
    """A part of a body that is being read, and when that has taken too long."""

    due: float
    body: Body
    number: int
