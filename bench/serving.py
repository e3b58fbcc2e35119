"""Run a server during a measurement, and send it requests as a browser would, on one connection.

The server runs the code of a checkout, by default this one, and is started as a user does it. So an older checkout can
be measured too.
"""

import gzip
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[1]
OURS = (sys.executable, "-m", "scorepad", "serve", "--here", "--no-link", "--port", "0")
HELLO = (sys.executable, str(Path(__file__).with_name("cold_start_floor.py")))
"""The commands that serve our pages, and a hello page on the same server. Each prints its address once it is ready."""

SECONDS = 30


@dataclass(frozen=True, slots=True)
class Running:
    """A server that is ready: its port, its process id, the path of the owner's link, its club and its code."""

    port: int
    process: int
    door: str = ""
    club: Path = Path()
    checkout: Path = ROOT

    def link(self, *arguments: str) -> str:
        """Return the path of a link that lets a phone in, by the arguments of `scorepad link`."""
        return self.links([arguments])[0]

    def links(self, requests: Sequence[Sequence[str]]) -> list[str]:
        """Return several such paths, all from one process."""
        command = (sys.executable, "-c", LINKS, json.dumps(requests))
        done = subprocess.run(command, env=_environ(self.club), cwd=self.checkout, stdout=subprocess.PIPE, check=True)
        return ["/" + json.loads(line)["links"][0].split("/", 3)[3] for line in done.stdout.splitlines()]


LINKS = """
import json, sys
from scorepad.cli import main
for arguments in json.loads(sys.argv[1]):
    main(["link", "--json", *arguments], standalone_mode=False)
"""


@contextmanager
def serving(command: tuple[str, ...], club: Path, checkout: Path = ROOT) -> Iterator[Running]:
    """Run a server on the club in a folder, with the owner's link."""
    with started(command, club, checkout) as server:
        yield replace(server, door=server.link()) if command == OURS else server


@contextmanager
def started(command: tuple[str, ...], club: Path, checkout: Path = ROOT) -> Iterator[Running]:
    """Run a server on the club in a folder. Yield as soon as it is ready."""
    with subprocess.Popen(command, env=_environ(club), cwd=checkout, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield Running(_port(server), server.pid, club=club, checkout=checkout)
        finally:
            server.send_signal(signal.SIGTERM)


def _environ(club: Path) -> dict[str, str]:
    # Python looks for modules in the current folder first, unless a variable tells it not to.
    return {**os.environ, "SCOREPAD_INSTANCE": str(club), "PYTHONSAFEPATH": ""}


def _port(server: subprocess.Popen[str]) -> int:
    """The port in the address that a server prints."""
    assert server.stdout is not None
    watchdog = threading.Timer(SECONDS, server.kill)
    watchdog.start()
    line = server.stdout.readline()
    watchdog.cancel()
    printed = re.search(r"http://127\.0\.0\.1:(\d+)", line)
    if printed is None:
        raise SystemExit("The server did not answer, so nothing was measured.")
    return int(printed[1])


def processes_of(process: int) -> list[int]:
    """Return a process and all its descendants. Linux only."""
    processes = [process]
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in (task / "children").read_text().split():
            processes += processes_of(int(child))
    return processes


def processor_seconds(process: int) -> float:
    """Return the CPU time of a server since its start, over all its processes and threads. Linux only."""
    tasks = (task for each in processes_of(process) for task in Path(f"/proc/{each}/task").iterdir())
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


@dataclass(frozen=True, slots=True)
class Answer:
    """A response; `body` may be compressed."""

    status: int
    head: str
    body: bytes

    @property
    def text(self) -> str:
        """The body, decompressed."""
        packed = "content-encoding: gzip" in self.head.lower()
        return (gzip.decompress(self.body) if packed else self.body).decode()

    def header(self, name: str) -> str:
        """Return the value of a header, "" if it is missing."""
        line = re.search(rf"^{name}: (.*?)\r?$", self.head, re.IGNORECASE | re.MULTILINE)
        return line[1] if line else ""


@dataclass(slots=True)
class Visitor:
    """A client on one open connection. It parses as little of a response as possible, so that the server is timed.

    Without a cookie it joins by the link at `door`.
    """

    port: int
    cookie: str = ""
    door: str = ""
    _socket: socket.socket = field(init=False)

    def __enter__(self) -> Self:
        self._socket = socket.create_connection(("127.0.0.1", self.port), SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.door and not self.cookie:
            answer = self.get(self.door)
            while answer.status == 303:
                answer = self.get(answer.header("location"))
            if answer.status != 200:
                raise SystemExit("The owner's link did not work, so nothing was measured.")
        return self

    def __exit__(self, *error: object) -> None:
        self._socket.close()

    def request(self, path: str, headers: Mapping[str, str] | None = None) -> bytes:
        """Return a browser's request for a page."""
        return self._request(f"GET {path}", headers or {})

    def _request(self, line: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
        usual = {"Host": f"127.0.0.1:{self.port}", "Accept-Encoding": "gzip, deflate"}
        cookie = {"Cookie": self.cookie} if self.cookie else {}
        lines = [f"{name}: {text}" for name, text in {**usual, **cookie, **headers}.items()]
        return "\r\n".join([f"{line} HTTP/1.1", *lines, "", ""]).encode() + body

    def ask(self, request: bytes) -> Answer:
        """Send a request, and return its whole response."""
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
        # If the floor is sent in two pieces, the second waits for this side's delayed ACK, about 40 milliseconds.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        received = self._socket.recv(1 << 16)
        if not received:
            raise SystemExit("The server hung up, so nothing was measured.")
        return received

    def get(self, path: str) -> Answer:
        """Get a page, and store its cookies."""
        return self._kept(self.ask(self.request(path)))

    def _kept(self, answer: Answer) -> Answer:
        for new in re.findall(r"(?im)^set-cookie: ([^;\r]*)", answer.head):
            name = new.partition("=")[0]
            old = [kept for kept in self.cookie.split("; ") if kept.partition("=")[0] != name]
            self.cookie = "; ".join(filter(None, [*old, new]))
        return answer

    def send(self, page: str, path: str, fields: Mapping[str, str]) -> Answer:
        """Send a form of a page, with its token and `seen`, and a new key."""
        own = {name: _hidden(page, name) for name in ("csrf_token", "seen")}
        answer = self.post(path, urlencode({**own, "key": secrets.token_hex(16), **fields}))
        if answer.status != 303:
            raise SystemExit(f"{path} answered {answer.status}, so nothing was measured.")
        return answer

    def post(self, path: str, form: str, headers: Mapping[str, str] | None = None) -> Answer:
        """Post an encoded form."""
        body = form.encode()
        own = {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        return self._kept(self.ask(self._request(f"POST {path}", own | dict(headers or {}), body)))


def _hidden(page: str, name: str) -> str:
    value = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert value, name
    return value[1]
