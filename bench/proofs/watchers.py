"""Let 1,000 phones watch one table: how long after a tap has the last of them its new page?

Each phone has a stream and a connection for pages, as a browser has. A phone that hears of something new asks for the
board, and is served once it has a page with the tap in it. The clock starts when the tap is sent. Beside that stands a
floor: the least that the server can be asked, by all phones at once on the same connections. The long form fails if the
last phone of half of the taps is served after a second or later.
"""

import asyncio
import re
import resource
import secrets
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from bench.latency_phone import Answer, Wire
from bench.proofs.common import arguments, club_folder, running, verdict
from bench.proofs.phones import Phone, begin, hidden
from scorepad.paths import ACCESS
from scorepad.store import Access, Role
from scorepad.web.access.permissions import COOKIE
from tests.support.waiting import PATIENCE

WATCHERS, SHORT = 1_000, 40
TAPS = 5
MOST_SECONDS = 1.0
THREADS_FOR_PAGES = 100
ABREAST = 20
"""Phones that come in at the same time."""

_MARK = re.compile(rb"data: ([0-9.]+)\n\n")
_SESSION = re.compile(rb"(?i)\r\nset-cookie: (session=[^;]*)")
_TAG = re.compile(rb"(?i)\r\netag: ([^\r]*)")


class Times(NamedTuple):
    """Seconds from a tap to the last event, to the last page, and the floor's last answer beside them."""

    event: float
    page: float
    floor: float


@dataclass(slots=True)
class Watcher(asyncio.Protocol):
    """A phone that watches. `heard_at` and `served_at` are when it first knew of entry `wanted`."""

    port: int
    token: str
    wanted: int = 0
    heard_at: float = 0.0
    served_at: float = 0.0
    pages: int = 0
    _cookie: str = ""
    _tag: str = ""
    _asking: asyncio.Task[None] | None = None
    _wire: Wire = field(init=False)
    _stream: asyncio.Transport = field(init=False)
    heard: asyncio.Event = field(default_factory=asyncio.Event)

    async def open(self, address: str) -> None:
        """Open the board and its stream, and wait for the first event."""
        self._wire, self._cookie = Wire(self.port), f"{COOKIE}={self.token}"
        answer = await self._wire.ask(self._request(f"GET {address}/board"))
        session = _SESSION.search(answer.head)
        assert (answer.status, session is not None) == (200, True), answer.status
        self._cookie += f"; {session[1].decode()}" if session else ""
        loop = asyncio.get_running_loop()
        self._stream, _ = await loop.create_connection(lambda: self, "127.0.0.1", self.port)
        self._stream.write(self._request(f"GET {address}/stream?at=board"))
        await self.heard.wait()

    def _request(self, line: str, more: str = "") -> bytes:
        return f"{line} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self._cookie}\r\n{more}\r\n".encode()

    def data_received(self, data: bytes) -> None:
        """Hear of a mark, whose first number is the latest entry."""
        marks = _MARK.findall(data)
        if marks:
            self.heard.set()
        if self.wanted and not self.heard_at and any(int(mark.partition(b".")[0]) >= self.wanted for mark in marks):
            self.heard_at = time.perf_counter()
            self._asking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        more = f"Accept-Encoding: gzip\r\nIf-None-Match: {self._tag}\r\n"
        answer = await self._wire.ask(self._request("GET /games/1/board", more))
        tag = _TAG.search(answer.head)
        self._tag = tag[1].decode() if tag else ""
        self.pages += answer.status == 200
        self.served_at = answer.at

    async def ask_least(self) -> Answer:
        """Ask the least that a server can be asked."""
        return await self._wire.ask(self._request("OPTIONS /"))

    def expect(self, entry: int) -> None:
        self.wanted, self.heard_at, self.served_at = entry, 0.0, 0.0

    def close(self) -> None:
        for open_one in (self._wire, self._stream):
            open_one.close()


def main() -> int:
    """Print the line. Returns 0 if the claim holds."""
    asked = arguments(WATCHERS, SHORT, "phones that watch one table")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    faults: list[str] = []
    settings = {"SCOREPAD_THREADS": str(asked.count + THREADS_FOR_PAGES), "SCOREPAD_PHONES_PER_LINK": str(asked.count)}
    with club_folder() as folder:
        with running(folder, faults) as server:
            begin(Phone(server.port))
        tokens = list(_let_in(folder, asked.count))
        with running(folder, faults, **settings) as server:
            watchers = [Watcher(server.port, token) for token in tokens]
            times = asyncio.run(_evening(watchers, server.port, 2 if asked.short else TAPS))
    served = sum(watcher.pages for watcher in watchers)
    faults += [f"{asked.count * len(times) - served} pages were missing"] * (served < asked.count * len(times))
    figures: dict[str, object] = {"watchers": len(watchers), "taps": len(times), "new pages": served}
    if not asked.short:
        middle = Times(*(statistics.median(column) for column in zip(*times, strict=True)))
        figures["ms until the last event"] = f"{1000 * middle.event:.0f}"
        figures["ms until the last page"] = f"{1000 * middle.page:.0f}"
        figures["ms at worst"] = f"{1000 * max(each.page for each in times):.0f}"
        figures["times the floor"] = f"{statistics.median(each.page / each.floor for each in times):.1f}"
        figures["ms until the floor's last answer"] = f"{1000 * middle.floor:.0f}"
        faults += [f"the last was served after more than {MOST_SECONDS:g} s"] * (middle.page > MOST_SECONDS)
    return verdict("watchers", figures, faults)


def _let_in(folder: Path, count: int) -> Iterator[str]:
    """Let phones watch game 1 of a club that no one has open."""
    with closing(Access.open(folder / ACCESS, per_link=count)) as access:
        for _ in range(count):
            yield access.let_in(None, Role.WATCHER, 1)


async def _evening(watchers: list[Watcher], port: int, taps: int) -> list[Times]:
    for first in range(0, len(watchers), ABREAST):
        await asyncio.gather(*(watcher.open("/games/1") for watcher in watchers[first : first + ABREAST]))
    scorer = Phone(port)
    times = [await _tap(scorer, watchers) for _ in range(taps + 1)]
    for watcher in watchers:
        watcher.close()
    # Pages of the first tap were asked for without a tag, and warmed everything up.
    for watcher in watchers:
        watcher.pages -= 1
    return times[1:]


async def _tap(scorer: Phone, watchers: list[Watcher]) -> Times:
    begun = time.perf_counter()
    answers = await _all(watcher.ask_least() for watcher in watchers)
    floor = max(answer.at for answer in answers) - begun
    # The server hangs up after 30 quiet seconds.
    scorer.hang_up()
    page = await asyncio.to_thread(scorer.get, "/games/1")
    for watcher in watchers:
        watcher.expect(int(hidden(page.text, "seen")) + 1)
    fields = {name: hidden(page.text, name) for name in ("csrf_token", "seen", "team1.clean")}
    fields |= {"key": secrets.token_hex(16), "from": "table", "step": "team1.clean+1"}
    begun = time.perf_counter()
    answer = await asyncio.to_thread(scorer.ask, "POST", "/games/1/rounds/1/edit", urlencode(fields))
    assert answer.status == 303, answer.status
    await _until(lambda: all(watcher.served_at for watcher in watchers))
    event, last = (max(getattr(watcher, name) for watcher in watchers) for name in ("heard_at", "served_at"))
    return Times(event - begun, last - begun, floor)


async def _all(asked: Iterator[Awaitable[Answer]]) -> list[Answer]:
    return await asyncio.gather(*asked)


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


if __name__ == "__main__":
    raise SystemExit(main())
