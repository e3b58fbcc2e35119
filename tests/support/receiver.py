"""A web server of this machine that receives notices, and answers as a test says."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import SimpleQueue
from typing import Any, NamedTuple

from tests.support.waiting import PATIENCE


class Received(NamedTuple):
    """A request: its path, its headers, and its body."""

    path: str
    headers: dict[str, str]
    body: str

    @property
    def document(self) -> Any:
        return json.loads(self.body)


class Receiver(ThreadingHTTPServer):
    """`statuses` are the next answers, 200 when there are none left. A request for /hang waits for `released`."""

    daemon_threads = True
    # A client that hung up is what some tests are about.
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.statuses: list[int] = []
        self.received: list[Received] = []
        self.arrivals = SimpleQueue[Received]()
        self.released = threading.Event()

    def url(self, path: str = "/hook", scheme: str = "http") -> str:
        return f"{scheme}://127.0.0.1:{self.server_port}{path}"

    def next(self) -> Received:
        """Wait for the next request."""
        return self.arrivals.get(timeout=PATIENCE)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: the client hung up."""


class _Answer(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        received = Received(self.path, dict(self.headers), body)
        self.server.received.append(received)
        self.server.arrivals.put(received)
        if self.path.startswith("/hang"):
            self.server.released.wait(PATIENCE)
        self.send_response(self.server.statuses.pop(0) if self.server.statuses else 200)
        self.send_header("Location", self.server.url("/elsewhere"))
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def receiving() -> Iterator[Receiver]:
    with Receiver() as receiver:
        thread = threading.Thread(target=receiver.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            receiver.released.set()
            receiver.shutdown()
            thread.join()
