"""A real `scorepad serve`, as somebody at home starts it, and what a browser would get from it."""

import hashlib
import http.client
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from sqlite_utils.utils import sqlite3

from scorepad import places
from scorepad.store import Access
from scorepad.web.doors import COOKIE

OWNERS = 60
"""The phones that a test's club knows as its owner's: each browser takes one of its own."""
FIRST_ID = 100_000

ROOT = Path(__file__).resolve().parent.parent
FROM_CHECKOUT = (sys.executable, "-m", "scorepad")
SECONDS_TO_START = 30
SECONDS_TO_STOP = 30


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
    return port


def environment(**changes: str | None) -> dict[str, str]:
    """This process's environment without Scorepad's own settings, changed; None takes a name away."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SCOREPAD_")}
    return {name: value for name, value in {**kept, **changes}.items() if value is not None}


def start(
    port: int,
    environ: Mapping[str, str],
    command: Sequence[str] = FROM_CHECKOUT,
    stderr: int = subprocess.PIPE,
    *options: str,
) -> subprocess.Popen[str]:
    """Starts a server in a process group of its own; it may still be busy starting.

    It serves this machine alone unless `options` are others.
    """
    return subprocess.Popen(
        [*command, "serve", *(options or ("--here",)), "--port", str(port)],
        cwd=ROOT if command is FROM_CHECKOUT else "/",
        env=dict(environ),
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        start_new_session=True,
    )


def address(server: subprocess.Popen[str]) -> str:
    """The address a server prints once it answers, without the path of the owner's link; "" if it ended instead."""
    return link(server).partition("/in/")[0]


def link(server: subprocess.Popen[str]) -> str:
    """The owner's link, which a server prints once it answers; "" if it ended instead."""
    assert server.stdout is not None
    watchdog = threading.Timer(SECONDS_TO_START, server.kill)
    watchdog.start()
    try:
        words = server.stdout.readline().split()
    finally:
        watchdog.cancel()
    return next((word for word in words if word.startswith("http://")), "")


def owner(number: int) -> str:
    """The word of one of the owner's phones, from 0."""
    return f"{number:032x}"


def let_owners_in(home: Path) -> None:
    """Lets the owner's phones into the club at `home`, with words that a test knows."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = home / places.ACCESS
    access = Access.open(file)
    access.close()
    with closing(sqlite3.connect(file)) as db, db:
        for number in range(OWNERS):
            word = hashlib.sha256(owner(number).encode()).hexdigest()
            db.execute(
                "INSERT OR IGNORE INTO phone (id, hash, came) VALUES (?, ?, '')",
                (FIRST_ID + number, word),
            )
            db.execute(
                "INSERT OR IGNORE INTO pass"
                " SELECT ?, 'owner', 0, generation FROM link WHERE role = 'every'",
                (FIRST_ID + number,),
            )


@contextmanager
def serving(environ: Mapping[str, str], command: Sequence[str] = FROM_CHECKOUT) -> Iterator[str]:
    """A server that runs meanwhile: its address. It must end well, and have had nothing to complain of.

    The club of `$SCOREPAD_INSTANCE` knows the phones of `owner` as its owner's.
    """
    if home := environ.get("SCOREPAD_INSTANCE"):
        let_owners_in(Path(home))
    with (
        tempfile.TemporaryFile("w+") as complaints,
        start(free_port(), environ, command, complaints.fileno()) as server,
    ):
        try:
            url = address(server)
            if url:
                yield url
        finally:
            server.terminate()
            try:
                server.wait(SECONDS_TO_STOP)
            finally:
                server.kill()
        complaints.seek(0)
        said = complaints.read()
        assert (server.returncode, said) == (0, ""), said
        assert url, "the server printed no address"


def get(url: str) -> tuple[int, bytes]:
    """Status and body of a page, asked for without proxies by a phone that `serving` made an owner's."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=10)
    try:
        phone = {"Cookie": f"{COOKIE}={owner(0)}"}
        connection.request("GET", parts.path or "/", headers=phone)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()
