"""Let phones open their page and its stream, one phone right after the other, and check that every page is answered.

There are no other requests meanwhile, so that no later request can unblock a stuck one. A server may lose a request
between a thread that is about to wait and one that is busy with a stream. See docs/why/server.md.
"""

import socket
import time
from contextlib import ExitStack

from bench.proofs.common import arguments, club_folder, running, verdict
from bench.proofs.phones import Phone, begin
from scorepad.web.app.permissions import COOKIE
from tests.support.server import OWNERS, owner_token

PHONES, SHORT = 3_000, 100
MAX_SECONDS = 2.0
AT_ONCE = 100
"""Phones per server. After them a new server starts, which has started no thread."""
assert AT_ONCE < OWNERS


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(PHONES, SHORT, "phones that open their page and its stream")
    faults: list[str] = []
    late, slowest = 0, 0.0
    with club_folder() as folder:
        for first in range(0, asked.count, AT_ONCE):
            with running(folder, faults) as server, ExitStack() as wires:
                if first == 0:
                    begin(Phone(server.port))
                for number in range(min(AT_ONCE, asked.count - first)):
                    seconds = _open(wires, server.port, owner_token(1 + number))
                    late += seconds > MAX_SECONDS
                    slowest = max(slowest, seconds)
    faults += [f"{late} pages were not answered within {MAX_SECONDS:.0f} s"] * bool(late)
    figures: dict[str, object] = {"phones": asked.count, "pages answered": asked.count - late}
    if not asked.short:
        figures["ms at most"] = f"{slowest * 1000:.0f}"
    return verdict("answered", figures, faults)


def _open(wires: ExitStack, port: int, token: str) -> float:
    """Open a page, and then its stream, without waiting for the stream. Return the seconds until the page arrived."""
    begun = time.perf_counter()
    page = wires.enter_context(_asking("GET /games/1", port, token))
    page.settimeout(MAX_SECONDS)
    try:
        page.recv(1)
    except TimeoutError:
        page.settimeout(None)
        # One more request unblocks the stuck one.
        with _asking("OPTIONS /", port, token) as helper:
            helper.recv(1)
            page.recv(1)
    seconds = time.perf_counter() - begun
    wires.enter_context(_asking("GET /games/1/stream", port, token))
    return seconds


def _asking(line: str, port: int, token: str) -> socket.socket:
    """Open a connection and send a request on it."""
    wire = socket.create_connection(("127.0.0.1", port))
    wire.sendall(f"{line} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {COOKIE}={token}\r\n\r\n".encode())
    return wire


if __name__ == "__main__":
    raise SystemExit(main())
