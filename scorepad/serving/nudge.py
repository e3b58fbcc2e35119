"""Sends a tiny request to our own server after a stream began, so that no other request waits behind the stream.

Granian starts another thread when requests outnumber idle threads. A thread that has just taken a stream still counts
as idle for a moment. A request that arrives in that moment waits for this thread, until one more request makes granian
count again (docs/why/nudge.md). A stream holds its thread for hours, so this module sends that one more request.
"""

import socket
import threading

from scorepad.addresses import HEALTH, LOOPBACK, in_url

SECONDS_FOR_AN_ANSWER = 30
OPTIONS = f"OPTIONS {HEALTH} HTTP/1.1\r\nHost: {{address}}\r\nConnection: close\r\n\r\n"
"""The cheapest request: it is refused before it reaches a view, and is not logged."""


def answers(port: int, host: str = LOOPBACK) -> bool:
    """Send the cheapest request to a server on this machine. Return whether a web server answered."""
    request = OPTIONS.format(address=f"{in_url(host)}:{port}")
    try:
        with socket.create_connection((host, port), timeout=SECONDS_FOR_AN_ANSWER) as client:
            client.sendall(request.encode("ascii"))
            return client.recv(16).startswith(b"HTTP/1.")
    except OSError:
        return False


class Nudge:
    """Sends a request, from its own thread, after each call of `wake`, or one after several calls."""

    def __init__(self, port: int, host: str = LOOPBACK) -> None:
        self._port = port
        self._host = host
        self._rung = threading.Event()
        threading.Thread(target=self._run, name="nudge", daemon=True).start()

    def wake(self) -> None:
        """Send a request soon. Never blocks."""
        self._rung.set()

    def _run(self) -> None:
        while self._rung.wait():
            self._rung.clear()
            answers(self._port, self._host)
