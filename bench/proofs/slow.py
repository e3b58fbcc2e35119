"""Open slow connections beside a table in play: every tap of the table must be answered.

Idle connections come first, and stay open: those that never send anything, and those that were answered once. Then come
connections that send the headers of a form and never its whole body, one kind after the other: a tap from strangers,
from a phone that was sent away, one that watches the table, one that keeps its score; a code from strangers; a file for
the owner's import; a form of unknown length. The next kind starts once some of these were answered, at once or after
the deadline, and taps were answered afterwards, too. Four phones of the owner tap in turn, two of them on a new
connection each time. The long form also prints the p99 of the taps, and fails above 250 ms.
"""

import os
import resource
import selectors
import socket
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench.proofs.common import arguments, club_folder, running, verdict
from bench.proofs.phones import FORM, HUNG_UP, Phone, Player, begin, token_of, wrong_entries
from scorepad.web.app.permissions import COOKIE
from tests.support.server import ROOT, owner_token
from tests.support.waiting import PATIENCE

SLOW, SHORT = 1_000, 40
MAX_MS = 250
PHONES = 4
TAPS_A_CONNECTION = 0.5
SHORT_WAITS = Path(__file__).parent / "short_waits"
A_TAP = "/games/1/rounds/1/edit"
FILE = "multipart/form-data; boundary=b"
TAPS_AFTERWARDS = 8


class Kind(NamedTuple):
    """A kind of slow form: the sender's role or "" for strangers, the request, and the answer that some of them get."""

    role: str
    path: str
    answer: int
    body: str = "Content-Length: 500"
    type: str = FORM
    begun: str = ""
    dismissed: bool = False


KINDS = (
    Kind("", A_TAP, 403, begun="k"),
    Kind("scorer", A_TAP, 403, begun="k", dismissed=True),
    Kind("watcher", A_TAP, 403, begun="k"),
    Kind("scorer", A_TAP, 408, begun="k"),
    Kind("", "/join", 408),
    Kind("owner", "/import", 408, "Content-Length: 9000000", FILE),
    Kind("", "/join", 411, "Transfer-Encoding: chunked"),
)


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(SLOW, SHORT, "slow connections of each kind beside a playing table")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    faults: list[str] = []
    settings = {"PYTHONPATH": os.pathsep.join((str(SHORT_WAITS), str(ROOT)))} if asked.short else {}
    with club_folder() as folder:
        with running(folder, faults) as server:
            begin(Phone(server.port))
        tokens = [_token(folder, kind) for kind in KINDS]
        with running(folder, faults, **settings) as server:
            table = Table([Player(Phone(server.port), begin(Phone(server.port))) for _ in range(PHONES)])
            with ExitStack() as idle:
                for open_one in (_silent, _answered):
                    table.tap_in_a_crowd(idle, partial(open_one, server.port), asked.count)
                for kind, token in zip(KINDS, tokens, strict=True):
                    with ExitStack() as crowd:
                        slow = table.tap_in_a_crowd(crowd, partial(_slow, server.port, kind, token), asked.count)
                        faults += [f"no {kind.path} was answered {kind.answer}"] * (not _is_answered(slow, kind.answer))
                        table.tap(TAPS_AFTERWARDS)
        _, lost, doubled, half = wrong_entries(folder, table.players)
    faults += [f"a tap was answered {answer.status}" for p in table.players for answer in p.refused]
    faults += [f"{table.unanswered} taps without an answer"] * bool(table.unanswered)
    faults += [f"{lost} lost, {doubled} doubled, {half} half"] * bool(lost or doubled or half)
    kinds = 2 + len(KINDS)
    figures: dict[str, object] = {"slow connections": asked.count * kinds, "kinds": kinds}
    figures |= {"taps": len(table.times), "answered well": len(table.times) - table.unanswered}
    if not asked.short:
        slowest = statistics.quantiles(table.times, n=100)[98] * 1000
        figures["ms for 99 in 100 taps"] = f"{slowest:.0f}"
        figures["ms for half of them"] = f"{statistics.median(table.times) * 1000:.0f}"
        faults += [f"99 in 100 taps took more than {MAX_MS} ms"] * (slowest > MAX_MS)
    return verdict("slow", figures, faults)


@dataclass(slots=True)
class Table:
    """The phones that tap, and the seconds of each tap."""

    players: list[Player]
    times: list[float] = field(default_factory=list)

    @property
    def unanswered(self) -> int:
        return len(self.times) - sum(len(player.acknowledged) for player in self.players)

    def tap_in_a_crowd(
        self, crowd: ExitStack, open_one: Callable[[], socket.socket], count: int
    ) -> list[socket.socket]:
        """Open slow connections one by one, and tap between them."""
        opened = []
        for number in range(count):
            opened.append(crowd.enter_context(open_one()))
            self.tap(number % round(1 / TAPS_A_CONNECTION))
        return opened

    def tap(self, times: int) -> None:
        for _ in range(0 if self.unanswered else times):  # Skip the rest, each of which would wait as long.
            number = len(self.times)
            player = self.players[number % PHONES]
            begun = time.perf_counter()
            with suppress(HUNG_UP):  # The tap then counts as unanswered.
                player.prepare()
                if number % 2:
                    player.phone.hang_up()
                begun = time.perf_counter()
                player.play()
            self.times.append(time.perf_counter() - begun)


def _token(folder: Path, kind: Kind) -> str:
    if kind.role == "owner":
        return owner_token(1)
    return kind.role and token_of(folder, role=kind.role, dismissed=kind.dismissed)


def _is_answered(slow: list[socket.socket], status: int) -> bool:
    """Whether one of the connections was answered with this status. It stays open."""
    with selectors.DefaultSelector() as waiting:
        for connection in slow:
            waiting.register(connection, selectors.EVENT_READ)
        while ready := waiting.select(PATIENCE):
            for key, _ in ready:
                waiting.unregister(key.fileobj)
                with suppress(ConnectionError):
                    if key.fileobj.recv(12) == f"HTTP/1.1 {status}".encode():
                        return True
    return False


def _silent(port: int) -> socket.socket:
    """Open a connection on which nothing is sent."""
    return socket.create_connection(("127.0.0.1", port), PATIENCE)


def _answered(port: int) -> socket.socket:
    """Open a connection that was answered once, and stays open."""
    idle = _silent(port)
    idle.sendall(f"OPTIONS / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    idle.recv(4096)
    return idle


def _slow(port: int, kind: Kind, token: str) -> socket.socket:
    """Open a connection that has sent the headers of a form, and at most one byte of its body."""
    slow = socket.create_connection(("127.0.0.1", port), PATIENCE)
    cookie = f"Cookie: {COOKIE}={token}\r\n" if token else ""
    slow.sendall(
        f"POST {kind.path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{cookie}"
        f"Content-Type: {kind.type}\r\n{kind.body}\r\n\r\n{kind.begun}".encode()
    )
    return slow


if __name__ == "__main__":
    raise SystemExit(main())
