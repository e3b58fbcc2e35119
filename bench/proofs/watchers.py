"""Let 1,000 phones watch one table, and time how long after a tap the last of them shows it.

Like a browser, each phone has a stream and a connection for pages. A phone shows a tap once it has the changed parts of
the board from the event. It requests the whole board only if an event contains no parts. The time starts when the tap
is sent. In the second half, like phones with a page from before an update, all request the whole board after an event.
The floor for both is the cheapest request, from all phones at once on the same connections. The long form fails if the
median time until the last phone shows a tap is a second or more.
"""

import asyncio
import json
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
from scorepad.web.app.permissions import COOKIE
from tests.support.waiting import PATIENCE

WATCHERS, SHORT = 1_000, 40
TAPS = 5
MAX_SECONDS = 1.0
ABREAST = 20
"""Phones that connect at the same time."""

_EVENT = re.compile(rb"data: ([^\n]*)\n\n")
_SESSION = re.compile(rb"(?i)\r\nset-cookie: (scorepad_session[^;]*)")
_TAG = re.compile(rb"(?i)\r\netag: ([^\r]*)")


class Times(NamedTuple):
    """Seconds from a tap until the last phone shows it, and until the last answer of the floor."""

    shown: float
    floor: float


@dataclass(slots=True)
class Watcher(asyncio.Protocol):
    """A phone that watches. `shown_at` is when it first had entry `wanted`. With `fetches` it requests every page."""

    port: int
    token: str
    fetches: bool = False
    wanted: int = 0
    shown_at: float = 0.0
    shown: int = 0
    pages: int = 0
    _is_due: bool = False
    _mark: str = ""
    _cookie: str = ""
    _tag: str = ""
    _came: bytes = b""
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
        self._stream.write(self._request(f"GET {address}/stream?at=board&parts=1"))
        await asyncio.wait_for(self.heard.wait(), PATIENCE)

    def _request(self, line: str, more: str = "") -> bytes:
        return f"{line} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self._cookie}\r\n{more}\r\n".encode()

    def data_received(self, data: bytes) -> None:
        """Receive a mark, whose first number is the latest entry, and the parts that changed since the last mark."""
        at = time.perf_counter()
        self._came += data
        for came in _EVENT.finditer(self._came):
            event = json.loads(came[1])
            has_parts = bool(event.get("parts")) and event["was"] == self._mark
            self._mark = event["mark"]
            self.heard.set()
            if self._is_due and int(self._mark.partition(".")[0]) >= self.wanted:
                self._is_due = False
                self._show(at, has_parts)
        self._came = self._came[self._came.rfind(b"\n\n") + 2 :] if b"\n\n" in self._came else self._came

    def _show(self, at: float, has_parts: bool) -> None:
        if has_parts and not self.fetches:
            self.shown_at, self.shown = at, self.shown + 1
        else:
            self._asking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        more = f"Accept-Encoding: gzip\r\nIf-None-Match: {self._tag}\r\n"
        answer = await self._wire.ask(self._request("GET /games/1/board", more))
        tag = _TAG.search(answer.head)
        self._tag = tag[1].decode() if tag else ""
        self.pages += answer.status == 200
        self.shown_at = answer.at

    async def ask_least(self) -> Answer:
        """Send the cheapest possible request."""
        return await self._wire.ask(self._request("OPTIONS /"))

    def expect(self, entry: int) -> None:
        self.wanted, self.shown_at, self._is_due = entry, 0.0, True

    def close(self) -> None:
        for open_one in (self._wire, self._stream):
            open_one.close()


class Evening(NamedTuple):
    """The times of each tap, shown from events or from pages, and how many phones showed it either way."""

    by_news: list[Times]
    by_page: list[Times]
    shown: int
    pages: int


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(WATCHERS, SHORT, "phones that watch one table")
    faults: list[str] = []
    taps = 2 if asked.short else TAPS
    evening = watch(asked.count, taps, faults)
    due = asked.count * taps
    faults += [f"{due - evening.shown} times an event had not all that changed"] * (evening.shown < due)
    faults += [f"{due - evening.pages} pages were missing"] * (evening.pages < due)
    figures = {"watchers": asked.count, "taps": 2 * taps, "shown by news": evening.shown, "by pages": evening.pages}
    if asked.short:
        return verdict("watchers", figures, faults)
    last = middle(evening.by_news)
    faults += [f"the last showed it after more than {MAX_SECONDS:g} s"] * (last.shown > MAX_SECONDS)
    worst = max(each.shown for each in evening.by_news)
    seconds = {
        "ms until the last shows it": last.shown,
        "ms at worst": worst,
        "ms where all ask for the page": middle(evening.by_page).shown,
        "ms until the floor's last answer": last.floor,
    }
    return verdict("watchers", figures | {name: f"{1000 * each:.0f}" for name, each in seconds.items()}, faults)


def middle(times: list[Times]) -> Times:
    """Return the median of each."""
    return Times(*(statistics.median(column) for column in zip(*times, strict=True)))


def watch(count: int, taps: int, faults: list[str]) -> Evening:
    """Let `count` phones watch a table on a real server. Tap `taps` times, and again while all request pages."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    settings = {"SCOREPAD_PHONES_PER_LINK": str(count)}
    with club_folder() as folder:
        with running(folder, faults) as server:
            begin(Phone(server.port))
        tokens = list(_let_in(folder, count))
        with running(folder, faults, **settings) as server:
            watchers = [Watcher(server.port, token) for token in tokens]
            by_news, by_page = asyncio.run(_evening(watchers, server.port, taps))
    shown, pages = (sum(getattr(watcher, name) for watcher in watchers) for name in ("shown", "pages"))
    return Evening(by_news, by_page, shown, pages)


def _let_in(folder: Path, count: int) -> Iterator[str]:
    """Let phones watch game 1 of a club that is not open. Yield their tokens."""
    with closing(Access.open(folder / ACCESS, per_link=count)) as access:
        for _ in range(count):
            yield access.admit(None, Role.WATCHER, 1)


async def _evening(watchers: list[Watcher], port: int, taps: int) -> tuple[list[Times], list[Times]]:
    """Tap while phones show parts from events, then while all request the page. The first tap of each is a warm-up."""
    for first in range(0, len(watchers), ABREAST):
        await asyncio.gather(*(watcher.open("/games/1") for watcher in watchers[first : first + ABREAST]))
    scorer, times = Phone(port), []
    for fetches in (False, True):
        for watcher in watchers:
            watcher.fetches = fetches
        await _tap(scorer, watchers)
        for watcher in watchers:
            watcher.shown, watcher.pages = (watcher.shown, 0) if fetches else (0, 0)
        times.append([await _tap(scorer, watchers) for _ in range(taps)])
    for watcher in watchers:
        watcher.close()
    return times[0], times[1]


async def _tap(scorer: Phone, watchers: list[Watcher]) -> Times:
    begun = time.perf_counter()
    answers = await _all(watcher.ask_least() for watcher in watchers)
    floor = max(answer.at for answer in answers) - begun
    # The server closes a connection after 30 idle seconds.
    scorer.hang_up()
    page = await asyncio.to_thread(scorer.get, "/games/1")
    for watcher in watchers:
        watcher.expect(int(hidden(page.text, "seen")) + 1)
    fields = {name: hidden(page.text, name) for name in ("csrf_token", "seen", "team1.clean")}
    fields |= {"key": secrets.token_hex(16), "from": "table", "step": "team1.clean+1"}
    begun = time.perf_counter()
    answer = await asyncio.to_thread(scorer.ask, "POST", "/games/1/rounds/1/edit", urlencode(fields))
    assert answer.status == 303, answer.status
    await _until(lambda: all(watcher.shown_at for watcher in watchers))
    return Times(max(watcher.shown_at for watcher in watchers) - begun, floor)


async def _all(asked: Iterator[Awaitable[Answer]]) -> list[Answer]:
    return await asyncio.gather(*asked)


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


if __name__ == "__main__":
    raise SystemExit(main())
