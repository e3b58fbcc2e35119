"""Open slow connections beside a table in play: every tap of the table must be answered.

Idle ones come first, and stay: those that never send anything, and those that were answered once. Then come those that
send the head of a form and never the end of its body, one kind of guest after the other: strangers, a phone that was
sent away, one that watches the table, one that keeps its score. Meanwhile four phones of the owner tap in turn, two of
them on a new connection each time. The long form also prints the time of 99 in 100 taps, and fails over 250 ms.
"""

import resource
import socket
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial

from bench.proofs.common import arguments, club_folder, running, verdict
from bench.proofs.phones import FORM, HUNG_UP, Phone, Player, begin, token_of, wrong_entries
from scorepad.web.access.permissions import COOKIE
from tests.support.waiting import PATIENCE

SLOW, SHORT = 1_000, 40
MOST_MS = 250
PHONES = 4
TAPS_A_CONNECTION = 0.5
KINDS = {"strangers": None, "sent away": "scorer", "watchers": "watcher", "scorers": "scorer"}


def main() -> int:
    """Print the line. Returns 0 if the claim holds."""
    asked = arguments(SLOW, SHORT, "slow connections of each kind beside a playing table")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    faults: list[str] = []
    times: list[float] = []
    opened = 0
    with club_folder() as folder:
        with running(folder, faults) as server:
            begin(Phone(server.port))
        tokens = {
            kind: role and token_of(folder, role=role, dismissed=kind == "sent away") for kind, role in KINDS.items()
        }
        with running(folder, faults) as server:
            players = [Player(Phone(server.port), begin(Phone(server.port))) for _ in range(PHONES)]
            with ExitStack() as idle:
                for open_one in (_silent, _answered):
                    opened += _tap_in_a_crowd(idle, partial(open_one, server.port), asked.count, players, times)
                for token in tokens.values():
                    with ExitStack() as crowd:
                        slow = partial(_slow, server.port, token)
                        opened += _tap_in_a_crowd(crowd, slow, asked.count, players, times)
        _, lost, doubled, half = wrong_entries(folder, players)
    faults += [f"a tap was answered {answer.status}" for p in players for answer in p.refused]
    faults += [f"{len(times) - _acknowledged(players)} taps without an answer"] * (len(times) > _acknowledged(players))
    faults += [f"{lost} lost, {doubled} doubled, {half} half"] * bool(lost or doubled or half)
    figures: dict[str, object] = {"slow connections": opened, "kinds": 2 + len(KINDS)}
    figures |= {"taps": len(times), "answered well": _acknowledged(players)}
    if not asked.short:
        slowest = statistics.quantiles(times, n=100)[98] * 1000
        figures["ms for 99 in 100 taps"] = f"{slowest:.0f}"
        figures["ms for half of them"] = f"{statistics.median(times) * 1000:.0f}"
        faults += [f"99 in 100 taps took more than {MOST_MS} ms"] * (slowest > MOST_MS)
    return verdict("slow", figures, faults)


def _acknowledged(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


def _tap_in_a_crowd(
    crowd: ExitStack, open_one: Callable[[], socket.socket], count: int, players: list[Player], times: list[float]
) -> int:
    """Open the slow connections one by one, and tap between them. Returns how many were opened."""
    for number in range(count):
        crowd.enter_context(open_one())
        if number % round(1 / TAPS_A_CONNECTION):
            player = players[number // 2 % PHONES]
            begun = time.perf_counter()
            with suppress(HUNG_UP):  # It is missing among the answered then.
                player.prepare()
                if number // 2 % 2:
                    player.phone.hang_up()
                begun = time.perf_counter()
                player.play()
            times.append(time.perf_counter() - begun)
    return count


def _silent(port: int) -> socket.socket:
    """A connection on which nothing is sent."""
    return socket.create_connection(("127.0.0.1", port), PATIENCE)


def _answered(port: int) -> socket.socket:
    """A connection that was answered, and is kept open."""
    idle = _silent(port)
    idle.sendall(f"OPTIONS / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    idle.recv(4096)
    return idle


def _slow(port: int, token: str | None) -> socket.socket:
    """A connection that has sent the head of a form, and one byte of its body."""
    slow = socket.create_connection(("127.0.0.1", port), PATIENCE)
    cookie = f"Cookie: {COOKIE}={token}\r\n" if token else ""
    slow.sendall(
        f"POST /games/1/rounds/1/edit HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{cookie}"
        f"Content-Type: {FORM}\r\nContent-Length: 500\r\n\r\nk".encode()
    )
    return slow


if __name__ == "__main__":
    raise SystemExit(main())
