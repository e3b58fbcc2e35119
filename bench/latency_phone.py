"""A phone of `latency`: a stream that it listens to, and a connection on which it taps."""

import asyncio
import re
import secrets
import time
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlencode

SECONDS = 60
"""Timeout for an answer, long enough for a busy server."""

_LENGTH = re.compile(rb"(?i)\r\ncontent-length: (\d+)")
_MARK = re.compile(rb'data: (?:\{"mark":")?(\d+)\.')


class Answer(NamedTuple):
    """A response, and the time at which its last byte arrived."""

    status: int
    head: bytes
    body: bytes
    at: float


class Wire(asyncio.Protocol):
    """A keep-alive connection for one request at a time.

    The server closes it after 30 idle seconds. Like a browser, this then reconnects for the next request.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._came = b""
        self._waiting: asyncio.Future[Answer] | None = None
        self._transport: asyncio.Transport | None = None

    async def ask(self, request: bytes) -> Answer:
        """Send a request and return its whole response. Requests carry keys, so they may be sent twice."""
        try:
            async with asyncio.timeout(SECONDS):
                try:
                    return await self._ask(request)
                except ConnectionError:
                    return await self._ask(request)
        except TimeoutError:
            line = request.partition(b"\r\n")[0].decode()
            raise SystemExit(f"No answer to {line} in {SECONDS} s, so nothing was measured.") from None

    async def _ask(self, request: bytes) -> Answer:
        loop = asyncio.get_running_loop()
        if self._transport is None or self._transport.is_closing():
            self._transport, _ = await loop.create_connection(lambda: self, "127.0.0.1", self._port)
        self._came = b""
        self._waiting = loop.create_future()
        self._transport.write(request)
        return await self._waiting

    def data_received(self, data: bytes) -> None:
        """Check whether the response is complete."""
        at = time.perf_counter()
        self._came += data
        head, found, body = self._came.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        whole = found and len(body) >= int(length[1] if length else 0)
        if whole and self._waiting and not self._waiting.done():
            self._waiting.set_result(Answer(int(head[9:12]), head, body, at))

    def connection_lost(self, error: Exception | None) -> None:
        """Fail the pending request."""
        if self._waiting and not self._waiting.done():
            self._waiting.set_exception(error or ConnectionResetError("The server hung up."))

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()


class Stream(asyncio.Protocol):
    """A connection that receives marks and passes each to its phone."""

    def __init__(self, phone: "Phone") -> None:
        self._phone = phone

    def data_received(self, data: bytes) -> None:
        """Pass on the marks in the received data."""
        at = time.perf_counter()
        for mark in _MARK.finditer(data):
            self._phone.hear(int(mark[1]), at)


@dataclass(slots=True)
class Phone:
    """One of four at a table. It counts one kind of book, alternately up and down.

    `heard` is the time of the first news since it was reset to 0: the event with the changed parts, or with `fetches`
    the page that it requests after an event that only announces a change.
    """

    address: str
    name: str
    cookie: str
    fetches: bool = False
    heard: float = 0.0
    _seen: int = 0
    _count: int = 0
    _token: str = ""
    _key: str = ""
    _tag: str = ""
    _sheet: str = ""
    _up: bool = True
    _port: int = 0
    _wire: Wire = field(init=False)
    _pages: Wire = field(init=False)
    _stream: asyncio.BaseTransport = field(init=False)
    _fetching: asyncio.Task[None] | None = None

    async def open(self, port: int) -> None:
        """Open the page of its table, and its stream."""
        self._port = port
        self._wire, self._pages = Wire(port), Wire(port)
        answer = await self._wire.ask(self._request(f"GET {self.address}"))
        page = answer.body.decode()
        assert answer.status == 200, answer.status
        self._token, self._seen = _hidden(page, "csrf_token"), int(_hidden(page, "seen"))
        self._count = int(_hidden(page, self.name) or 0)
        (self._sheet,) = set(re.findall(r'action="([^"]*/edit)"', page))
        loop = asyncio.get_running_loop()
        self._stream, _ = await loop.create_connection(lambda: Stream(self), "127.0.0.1", port)
        assert isinstance(self._stream, asyncio.Transport)
        parts = "" if self.fetches else "&parts=1"
        self._stream.write(self._request(f"GET {self.address}/stream?at=table{parts}"))

    def _request(self, line: str, more: str = "", body: bytes = b"") -> bytes:
        head = f"{line} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: {self.cookie}\r\n{more}\r\n"
        return head.encode() + body

    def hear(self, seq: int, at: float) -> None:
        """Receive the mark of an entry with that seq."""
        if seq <= self._seen:
            return
        self._seen = seq
        if not self.fetches:
            self.heard = self.heard or at
        elif self._fetching is None or self._fetching.done():
            self._fetching = asyncio.create_task(self._fetch())

    async def _fetch(self) -> None:
        more = f"Accept-Encoding: gzip\r\nIf-None-Match: {self._tag}\r\n"
        answer = await self._pages.ask(self._request(f"GET {self.address}", more))
        assert answer.status in (200, 304), answer.status
        self.heard = self.heard or answer.at
        found = re.search(rb"(?i)\r\netag: ([^\r]*)", answer.head)
        self._tag = found[1].decode() if found else ""

    async def tap(self) -> tuple[float, float]:
        """Count one more book, or one less. Return when that was sent, and when it was answered."""
        step = f"{self.name}{'+1' if self._up else '-1'}"
        # Like a browser, it names its last tap, whose event it may not have received yet.
        last, self._key = self._key, secrets.token_hex(16)
        fields = {"csrf_token": self._token, "seen": self._seen, "key": self._key}
        fields |= {"from": "table", self.name: self._count, "step": step} | ({"base": last} if last else {})
        body = urlencode(fields).encode()
        more = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        more += "X-Scorepad-More: 1\r\n"
        request = self._request(f"POST {self._sheet}", more, body)
        sent = time.perf_counter()
        answer = await self._wire.ask(request)
        if answer.status != 204:
            raise SystemExit(f"A tap was answered {answer.status}, so nothing was measured.")
        self._count += 1 if self._up else -1
        self._up = not self._up
        return sent, answer.at

    def close(self) -> None:
        """Close all connections."""
        for one in (self._wire, self._pages, self._stream):
            one.close()


def _hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{re.escape(name)}" value="([^"]*)"', page)
    return found[1] if found else ""
