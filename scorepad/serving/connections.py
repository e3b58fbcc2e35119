"""Open connections: how long and how large an unfinished request may be, and which of too many has to go.

A request is unfinished until its last byte is here. Its connection then costs a file and the bytes that have come, and
no thread. So one rule is enough, for strangers and phones alike: when there are too many, the one that began first is
closed. A phone's request comes in one piece, and is unfinished for a moment only.

Some requests are refused before their body is here, such as a file that is too large. Browsers send all of it before
they read the answer, and would show an error of their own if the connection was closed. So the rest is received, up to
a limit, and dropped.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

LARGEST_HEAD = 256 * 1024
"""Bytes of the headers of a request, with what may come before the application knows of it."""
SECONDS_FOR_A_HEAD = 30.0
SECONDS_IDLE = 75.0
"""A connection without a request is closed after this time. Browsers keep theirs open for the next request."""
SECONDS_BETWEEN_LOOKS = 1.0
MAX_HELD = 64 * 1024 * 1024
"""Bytes of all unfinished requests."""
MAX_DROPPED = 256 * 1024 * 1024
SECONDS_TO_DROP = 300.0
"""So much of a body is dropped after the answer, for so long. Then the connection is closed."""


class OpenConnections:
    """The open connections of the server, at most `most`. All but `stop` runs in the event loop."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open = 0
        self._held = 0
        self.unfinished = 0
        """Requests of which something has come, and not yet all."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: OrderedDict[Connection, None] = OrderedDict()

    def guarded(self, protocol: Callable[..., Any]) -> Callable[..., "Connection"]:
        """Return a protocol for uvicorn that keeps these limits and leaves HTTP to another protocol."""

        def connection(*, app_state: dict[str, Any], **others: Any) -> Connection:
            guarded = Connection(self)
            # The application finds its connection in the state of each request.
            guarded.http = protocol(app_state={**app_state, "connection": guarded}, **others)
            return guarded

        return connection

    def opened(self, connection: "Connection") -> None:
        """Count a new connection, and close the one that waits longest if there are too many."""
        self._open += 1
        self._waiting[connection] = None
        if self._open > self._most:
            self._close_first()

    def closed(self, connection: "Connection") -> None:
        """Forget a connection."""
        self._open -= 1
        self.answering(connection)

    def received(self, connection: "Connection", count: int) -> None:
        """Count the bytes of an unfinished request."""
        if connection in self._waiting:
            self.unfinished += not connection.held
            connection.held += count
            self._held += count
            while self._held > MAX_HELD:
                self._close_first()

    def answering(self, connection: "Connection") -> None:
        """Note that a connection does not wait for its phone: it is answered, or closed."""
        self._waiting.pop(connection, None)
        self._held -= connection.held
        self.unfinished -= bool(connection.held)
        connection.held = 0

    def waiting(self, connection: "Connection") -> None:
        """Note that a connection waits for its phone."""
        self._waiting[connection] = None

    def _close_first(self) -> None:
        connection = next(iter(self._waiting))
        self.answering(connection)
        connection.abort()

    def stop(self) -> None:
        """Close the connections that wait for their phones, from another thread: the server would wait for them."""
        if self._loop:
            self._loop.call_soon_threadsafe(self._close_all)

    def _close_all(self) -> None:
        while self._waiting:
            self._close_first()

    async def watch(self) -> None:
        """Close the connections that have waited for too long."""
        self._loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            now = time.monotonic()
            for connection in [*self._waiting]:
                if now - connection.waits_since > connection.patience:
                    self.answering(connection)
                    connection.abort()


class Connection(asyncio.Protocol):
    """One connection: passes everything on to `http`, and aborts if its request grows beyond what is allowed."""

    http: Any
    transport: Any = None

    def __init__(self, connections: OpenConnections) -> None:
        self._connections = connections
        self._is_open = True
        self._left = LARGEST_HEAD
        self.held = 0
        """Bytes of its unfinished request."""
        self.waits_since = time.monotonic()
        self._is_answered = False

    @property
    def _drops(self) -> bool:
        """Whether a request has been answered and its body is still coming."""
        return self._is_answered and self._left > LARGEST_HEAD

    @property
    def patience(self) -> float:
        """The seconds that it may wait for its phone."""
        return SECONDS_TO_DROP if self._drops else SECONDS_FOR_A_HEAD if self.held else SECONDS_IDLE

    def expect(self, length: int) -> None:
        """Allow the body of a request, whose length is in its headers."""
        self._left += length
        self._is_answered = False

    def begin_answer(self) -> None:
        """Note that the request is complete, or that its answer does not depend on the rest."""
        self._connections.answering(self)

    def end_answer(self) -> None:
        """Note that the request has been answered, and that the next one may come."""
        self._left = min(max(self._left, LARGEST_HEAD), LARGEST_HEAD + MAX_DROPPED)
        self._is_answered = True
        self.waits_since = time.monotonic()
        if self._is_open:
            self._connections.waiting(self)

    def abort(self) -> None:
        """Close the connection without sending anything."""
        self.transport.abort()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.http.connection_made(transport)
        self._connections.opened(self)

    def data_received(self, data: bytes) -> None:
        self._left -= len(data)
        if not self._drops:
            if not self.held:
                self.waits_since = time.monotonic()
            self._connections.received(self, len(data))
        if self._left < 0:
            self.abort()
        else:
            self.http.data_received(data)

    def eof_received(self) -> Any:
        return self.http.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_open = False
        self._connections.closed(self)
        self.http.connection_lost(exc)

    def pause_writing(self) -> None:
        self.http.pause_writing()

    def resume_writing(self) -> None:
        self.http.resume_writing()
