"""A server that runs while something is measured, and a visitor that asks it as a browser would, on one connection."""

import gzip
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import urlencode

from scorepad.lan.door import path

OURS = (sys.executable, "-m", "scorepad", "serve", "--here", "--no-link", "--port")
HELLO = (sys.executable, str(Path(__file__).with_name("cold_start_floor.py")))
"""The commands of our pages, and of a hello on the same server; each takes a port."""

SECONDS = 30


@dataclass(frozen=True, slots=True)
class Running:
    """A server that answers: its port, the id of its process, and the path by which its owner comes in."""

    port: int
    process: int
    door: str = ""


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


@contextmanager
def serving(command: tuple[str, ...], club: Path) -> Iterator[Running]:
    """A server on the club of this folder, from its first answer on."""
    port = free_port()
    environ = {**os.environ, "SCOREPAD_INSTANCE": str(club)}
    with subprocess.Popen((*command, str(port)), env=environ, stdout=subprocess.DEVNULL) as server:
        try:
            _wait_for(port)
            yield Running(port, server.pid, path(club) if command == OURS else "")
        finally:
            server.send_signal(signal.SIGTERM)


def _wait_for(port: int) -> None:
    deadline = time.perf_counter() + SECONDS
    while time.perf_counter() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), SECONDS).close()
            return
        except OSError:
            time.sleep(0.01)
    raise SystemExit("The server did not answer, so nothing was measured.")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: `body` as it was sent."""

    status: int
    head: str
    body: bytes

    @property
    def text(self) -> str:
        """The body, unpacked."""
        packed = "content-encoding: gzip" in self.head.lower()
        return (gzip.decompress(self.body) if packed else self.body).decode()

    def header(self, name: str) -> str:
        """What a header says, "" where it is missing."""
        found = re.search(rf"^{name}: (.*?)\r?$", self.head, re.IGNORECASE | re.MULTILINE)
        return found[1] if found else ""


@dataclass(slots=True)
class Visitor:
    """Asks on a connection that stays open. Reads no more of an answer than it must, so that the server is timed.

    Comes in by the link at `door`, where it has no cookies yet.
    """

    port: int
    cookie: str = ""
    door: str = ""
    _socket: socket.socket = field(init=False)

    def __enter__(self) -> Self:
        """Connects."""
        self._socket = socket.create_connection(("127.0.0.1", self.port), SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.door and not self.cookie:
            answer = self.get(self.door)
            while answer.status == 303:
                answer = self.get(answer.header("location"))
            if answer.status != 200:
                raise SystemExit("The owner's link let nobody in, so nothing was measured.")
        return self

    def __exit__(self, *error: object) -> None:
        """Hangs up."""
        self._socket.close()

    def request(self, path: str, headers: Mapping[str, str] | None = None) -> bytes:
        """What a browser sends to see a page."""
        return self._request(f"GET {path}", headers or {})

    def _request(self, line: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
        usual = {"Host": f"127.0.0.1:{self.port}", "Accept-Encoding": "gzip, deflate"}
        cookie = {"Cookie": self.cookie} if self.cookie else {}
        lines = [f"{name}: {text}" for name, text in {**usual, **cookie, **headers}.items()]
        return "\r\n".join([f"{line} HTTP/1.1", *lines, "", ""]).encode() + body

    def ask(self, request: bytes) -> Answer:
        """Sends a request and gives its whole answer."""
        self._socket.sendall(request)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._more()
        head, _, body = received.partition(b"\r\n\r\n")
        answer = Answer(int(head[9:12]), head.decode("latin-1"), body)
        size = int(answer.header("content-length") or 0)
        while len(body) < size:
            body += self._more()
        return Answer(answer.status, answer.head, body)

    def _more(self) -> bytes:
        received = self._socket.recv(1 << 16)
        if not received:
            raise SystemExit("The server hung up, so nothing was measured.")
        return received

    def get(self, path: str) -> Answer:
        """A page; keeps its cookies."""
        return self._kept(self.ask(self.request(path)))

    def _kept(self, answer: Answer) -> Answer:
        for new in re.findall(r"(?im)^set-cookie: ([^;\r]*)", answer.head):
            name = new.partition("=")[0]
            old = [one for one in self.cookie.split("; ") if one.partition("=")[0] != name]
            self.cookie = "; ".join(filter(None, [*old, new]))
        return answer

    def send(self, page: str, path: str, fields: Mapping[str, str]) -> Answer:
        """A form of this page, with its token, what it had seen, and a key of its own."""
        own = {name: _hidden(page, name) for name in ("csrf_token", "seen")}
        body = urlencode({**own, "key": secrets.token_hex(16), **fields}).encode()
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
        }
        answer = self._kept(self.ask(self._request(f"POST {path}", headers, body)))
        if answer.status != 303:
            raise SystemExit(f"{path} answered {answer.status}, so nothing was measured.")
        return answer


def _hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, name
    return found[1]
