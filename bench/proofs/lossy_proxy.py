"""A network that loses and doubles requests: a proxy on loopback between one phone and the server."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import NamedTuple

from bench.proofs.phones import HUNG_UP
from tests.support.waiting import PATIENCE

LOST, UNANSWERED, TWICE, AGAIN, LATE = "lost", "unanswered", "twice", "again", "late"
FATES = (LOST, UNANSWERED, TWICE, AGAIN, LATE)
"""What may happen to a request: it is lost; its answer is lost; it arrives twice at the same moment; it
arrives again after others; it arrives after others, long after its phone gave up on it."""

AFFECTED = 0.45
MAX_LATER = 12
"""Requests of the same phone that overtake a late one, at most."""


class Request(NamedTuple):
    """A request from the phone."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(slots=True)
class Proxy:
    """Forwards the requests of one phone to `port`. The fate of each is drawn from a seed."""

    port: int
    draw: Random
    affected: float = AFFECTED
    requests: int = 0
    fates: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FATES, 0))
    _late: list[tuple[int, Request]] = field(default_factory=list)

    @contextmanager
    def listening(self) -> Iterator[int]:
        """Serve until the end of the block. Yield the port for the phone."""
        server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()
            server.server_close()

    def answer(self, request: Request) -> tuple[int, list[tuple[str, str]], bytes] | None:
        """Forward a request. None if the phone gets no answer."""
        self.requests += 1
        self.deliver_late(self.requests)
        fate = self.draw.choice(FATES) if self.draw.random() < self.affected else ""
        if fate:
            self.fates[fate] += 1
        if fate in (AGAIN, LATE):
            self._late.append((self.requests + self.draw.randint(1, MAX_LATER), request))
        if fate in (LOST, LATE):
            return None
        copy = threading.Thread(target=self._forward, args=(request,)) if fate == TWICE else None
        if copy:
            copy.start()
        answer = self._forward(request)
        if copy:
            copy.join()
        return None if fate == UNANSWERED else answer

    def deliver_late(self, now: int | None = None) -> None:
        """Deliver the late requests that are due by request number `now`, or all if it is None."""
        due = [request for at, request in self._late if now is None or at <= now]
        self._late = [] if now is None else [late for late in self._late if late[0] > now]
        for request in due:
            self._forward(request)

    def _forward(self, request: Request) -> tuple[int, list[tuple[str, str]], bytes] | None:
        wire = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            wire.request(request.method, request.path, request.body or None, request.headers)
            answer = wire.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        except HUNG_UP:
            return None
        finally:
            wire.close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1

            def do_GET(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                answer = proxy.answer(Request(self.command, self.path, dict(self.headers.items()), body))
                if answer is None:
                    self.close_connection = True
                    return
                status, headers, content = answer
                self.send_response_only(status)
                for name, value in headers:
                    if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                        self.send_header(name, value)
                if status not in (204, 304):
                    self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_POST = do_GET

            def log_message(self, format: str, *args: object) -> None:
                """Print nothing."""

        return Handler
