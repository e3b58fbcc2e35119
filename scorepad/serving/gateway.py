"""The ASGI application that the server runs: it hands whole requests to a few threads, which run the Flask application.

The event loop reads requests and sends responses, so a slow phone holds no thread. A few threads are enough: Python
executes one at a time, and a tap takes a millisecond or two. See docs/why/server.md.
"""

import asyncio
import logging
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from io import BytesIO
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import unquote_to_bytes

from scorepad.live.streams import STREAM, Stream
from scorepad.serving.connections import Connection, OpenConnections
from scorepad.serving.logs import REQUEST
from scorepad.web.app.factory import LARGEST_BODY
from scorepad.web.app.uploads import SECONDS_OF_SILENCE, UNFINISHED

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

    Environ: TypeAlias = dict[str, Any]

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Headers: TypeAlias = list[tuple[str, str]]

MAX_AT_ONCE = 8
"""Threads that answer requests."""
MAX_WHILE_STALLED = 64
"""Threads if others wait for something slow, such as a disk or a large upload."""
SECONDS_STALLED = 1.0
"""An extra thread begins once requests have waited for this long and no thread took one."""
SECONDS_IDLE = 10.0
"""An extra thread ends after this long without work."""

LONGEST_NAME = 100
"""Letters of the longest header that is passed on, so that strangers cannot fill the memory."""

SECONDS_FOR_A_BODY = 10.0
"""The body of a form must arrive within this time."""

access_log = logging.getLogger("scorepad.requests")
log = logging.getLogger(__name__)


class PhoneGone(Exception):
    """The phone closed its connection before its request was complete."""


class Workers:
    """The threads that run the application. `begin` and `watch` run in the event loop."""

    def __init__(self, most: int = MAX_AT_ONCE) -> None:
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._most = most
        self._count = self._busy = self._taken = 0
        self._lock = threading.Lock()

    @property
    def busy(self) -> int:
        """How many jobs are in progress or wait."""
        return self._busy + self._jobs.qsize()

    def begin(self, job: Callable[[], None]) -> None:
        """Let a thread run a job. What it raises is logged."""
        self._jobs.put(job)
        if self._count < self._most and self._busy + self._jobs.qsize() > self._count:
            self._start(None)

    async def run(self, call: Callable[[], Any]) -> Any:
        """Return the result of a call that a thread makes, or raise what it raised."""
        loop = asyncio.get_running_loop()
        future = loop.create_future()

        def job() -> None:
            try:
                settle, value = future.set_result, call()
            except BaseException as error:  # raised again in the loop
                settle, value = future.set_exception, error
            # A server that has stopped has closed the loop.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_unless_cancelled, future, settle, value)

        self.begin(job)
        return await future

    async def watch(self) -> None:
        """Start an extra thread whenever all others are stalled."""
        while True:
            before = self._taken
            await asyncio.sleep(SECONDS_STALLED)
            if self._jobs.qsize() and self._taken == before and self._count < MAX_WHILE_STALLED:
                self._start(SECONDS_IDLE)

    def _start(self, seconds_idle: float | None) -> None:
        with self._lock:
            self._count += 1
        threading.Thread(target=self._work, args=(seconds_idle,), name="worker", daemon=True).start()

    def _work(self, seconds_idle: float | None) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=seconds_idle)
            except Empty:
                break
            with self._lock:
                self._busy += 1
                self._taken += 1
            try:
                job()
            except Exception:
                log.exception("The end of a request failed.")
            # Otherwise the last request would stay in memory until the next one comes.
            del job
            with self._lock:
                self._busy -= 1
        with self._lock:
            self._count -= 1


def _unless_cancelled(future: "asyncio.Future[Any]", settle: Callable[[Any], None], value: Any) -> None:
    if not future.done():
        settle(value)


class Upload:
    """The body of a request that is too long for the memory, as `wsgi.input`. Reading it waits for the phone."""

    def __init__(self, receive: Receive, length: int) -> None:
        self._receive = receive
        self._left = length
        self._loop = asyncio.get_running_loop()
        self._arrived = b""

    def read(self, size: int = -1, /) -> bytes:
        """Return at most `size` bytes, none at the end. Raises TimeoutError after some seconds of silence."""
        if not self._arrived and self._left:
            message = asyncio.run_coroutine_threadsafe(self._next(), self._loop).result()
            self._arrived = message.get("body", b"")
            self._left = 0 if not message.get("more_body") else max(0, self._left - len(self._arrived))
        size = len(self._arrived) if size < 0 else size
        chunk, self._arrived = self._arrived[:size], self._arrived[size:]
        return chunk

    async def _next(self) -> MutableMapping[str, Any]:
        async with asyncio.timeout(SECONDS_OF_SILENCE):
            return await self._receive()


@dataclass(slots=True)
class GatewayAnswer:
    """What the application answered: `body` is complete, or an iterable of its parts."""

    status: str = ""
    headers: Headers = field(default_factory=list)
    body: bytes | Iterable[bytes] = b""

    def start(self, status: str, headers: Headers, exc_info: object = None) -> Callable[[bytes], object]:
        """Note the status and the headers: WSGI's `start_response`."""
        self.status, self.headers = status, headers
        return _refuse_writing


def _refuse_writing(data: bytes) -> None:
    raise NotImplementedError("The application returns its responses.")


class Gateway:
    """Runs a WSGI application behind an ASGI server. `logs_requests` writes a line for each request."""

    connections: OpenConnections

    def __init__(self, app: "WSGIApplication", workers: Workers, *, logs_requests: bool = False) -> None:
        self._app = app
        self._workers = workers
        self._logs_requests = logs_requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request. Anything but HTTP, such as the start of the server, is not for the application."""
        if scope["type"] != "http":
            return
        connection: Connection = scope["state"]["connection"]
        environ, began = environ_of(scope), time.monotonic()
        status = "499"
        try:
            environ["wsgi.input"] = await self._body(environ, receive, connection)
            connection.begin_answer()
            answer = await self._workers.run(partial(self._answer, environ))
            status = answer.status
            await self._send(answer, environ, receive, send)
        except PhoneGone:
            pass
        finally:
            connection.end_answer()
            if self._logs_requests:
                log_request(environ, status, time.monotonic() - began)

    async def _body(self, environ: "Environ", receive: Receive, connection: Connection) -> Any:
        """Return `wsgi.input`: forms are complete, and uploads are still to be read."""
        length = environ.get("CONTENT_LENGTH", "0")
        if not length.isdecimal() or not int(length):
            return BytesIO()
        connection.expect(int(length))
        if int(length) > LARGEST_BODY:
            return Upload(receive, int(length))
        body = bytearray()
        try:
            async with asyncio.timeout(SECONDS_FOR_A_BODY):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise PhoneGone
                    body += message.get("body", b"")
                    if not message.get("more_body"):
                        return BytesIO(body)
        except TimeoutError:
            environ[UNFINISHED] = True
            return BytesIO()

    def _answer(self, environ: "Environ") -> GatewayAnswer:
        """Run the application, in a thread. The body of a stream or of a large file is an iterable of its parts."""
        answer = GatewayAnswer()
        try:
            parts: Any = self._app(environ, answer.start)
        except Exception:
            log.exception("A request failed.")
            return GatewayAnswer("500 INTERNAL SERVER ERROR", [("Content-Length", "0")])
        if isinstance(parts, list):
            answer.body = b"".join(parts)
        else:
            answer.body = parts
        return answer

    async def _send(self, answer: GatewayAnswer, environ: "Environ", receive: Receive, send: Send) -> None:
        headers = [_encoded(*header) for header in answer.headers]
        if UNFINISHED in environ:
            # The rest of the form would be read as the next request.
            headers.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": int(answer.status[:3]), "headers": headers})
        if isinstance(answer.body, bytes):
            await send({"type": "http.response.body", "body": answer.body})
            return
        try:
            if stream := environ.get(STREAM):
                await _send_stream(stream, receive, send)
            else:
                await self._send_parts(answer.body, send)
        finally:
            if close := getattr(answer.body, "close", None):
                self._workers.begin(close)

    async def _send_parts(self, parts: Iterable[bytes], send: Send) -> None:
        """Send a large file: a thread reads each part, and none waits until the phone has received it."""
        remaining = iter(parts)
        while (part := await self._workers.run(partial(next, remaining, None))) is not None:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body"})


async def _send_stream(stream: Stream, receive: Receive, send: Send) -> None:
    """Send the events of a stream until it ends or the phone is gone."""
    loop = asyncio.get_running_loop()
    events: asyncio.Queue[str | None] = asyncio.Queue()

    def deliver(event: str | None) -> None:
        loop.call_soon_threadsafe(events.put_nowait, event)

    stream.deliver = deliver
    gone = loop.create_task(_disconnected(receive))
    gone.add_done_callback(lambda _: events.put_nowait(None))
    beat: asyncio.TimerHandle | None = None
    try:
        stream.sent()
        while (event := await events.get()) is not None:
            if beat:
                beat.cancel()
            await send({"type": "http.response.body", "body": event.encode(), "more_body": True})
            beat = loop.call_later(stream.heartbeat, stream.notify)
            stream.sent()
        await send({"type": "http.response.body"})
    finally:
        gone.cancel()
        if beat:
            beat.cancel()


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def environ_of(scope: Scope) -> "Environ":
    """Return the WSGI environment of a request. Bytes beyond ASCII in a header stay as they are, as Latin-1."""
    server, client = scope["server"] or ("localhost", 80), scope["client"] or ("", 0)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, text in scope["headers"]:
        key, value = _key(name), text.decode("latin-1")
        if key in environ:
            # Some browsers and proxies send several Cookie headers.
            value = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{value}"
        environ[key] = value
    return environ


@lru_cache(maxsize=256)
def _encoded(name: str, text: str) -> tuple[bytes, bytes]:
    """Return a header of a response as bytes. Most responses have the same ten."""
    return name.lower().encode("latin-1"), text.encode("latin-1")


_KEYS = {b"content-length": "CONTENT_LENGTH", b"content-type": "CONTENT_TYPE"}


@lru_cache(maxsize=256)
def _key(name: bytes) -> str:
    """Return the key of a header. A name with an underscore is ignored, since it could pass for another header's."""
    if b"_" in name or len(name) > LONGEST_NAME:
        return "scorepad.ignored"
    return _KEYS.get(name) or f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}"


def log_request(environ: "Environ", status: str, seconds: float) -> None:
    """Write a line to the access log; see `logs.Requests`."""
    fields = {
        "addr": environ["REMOTE_ADDR"],
        "method": environ["REQUEST_METHOD"],
        "path": environ["PATH_INFO"],
        "status": int(status[:3]),
        "dt_ms": 1000 * seconds,
        "forwarded": environ.get("HTTP_X_FORWARDED_FOR", "-"),
    }
    access_log.info(REQUEST, fields)
