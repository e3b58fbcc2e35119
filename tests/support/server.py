"""Start a real `scorepad serve` for one club, and request pages from it."""

import hashlib
import http.client
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from sqlite_utils.utils import sqlite3

from scorepad import paths
from scorepad.store import Access
from scorepad.web.app.permissions import COOKIE
from tests.support.forked import Forked
from tests.support.waiting import PATIENCE, limited

OWNERS = 300
"""The number of phones with the owner's permissions in a test's club: each browser uses its own."""
FIRST_ID = 100_000

ROOT = Path(__file__).resolve().parents[2]
FROM_CHECKOUT = (sys.executable, "-m", "scorepad")


def environment(**changes: str | None) -> dict[str, str]:
    """Return this process's environment with `changes` (None removes a name), without Scorepad's own settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SCOREPAD_")}
    return {name: value for name, value in {**kept, **changes}.items() if value is not None}


@contextmanager
def start(
    environ: Mapping[str, str], command: Sequence[str] = FROM_CHECKOUT, stderr: int = subprocess.PIPE, *options: str
) -> Iterator[subprocess.Popen[str]]:
    """Start a server on any free port, in its own process group. It may not be ready yet, and is killed at the end.

    `options` replace `--here`, which serves this machine only.
    """
    with subprocess.Popen(
        [*command, "serve", *(options or ("--here",)), "--port", "0"],
        cwd=ROOT if command is FROM_CHECKOUT else "/",
        env=dict(environ),
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            # A failed test has not stopped it; without this, it would wait forever.
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def start_copy(environ: Mapping[str, str], stderr: int) -> Iterator[Forked]:
    """Start a server from the checkout like `start`, in 10% of the time. See `tests.support.forked`."""
    process = Forked(["serve", "--here", "--port", "0"], environ, stderr)
    with process.stdout:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(PATIENCE)


def address(server: subprocess.Popen[str] | Forked) -> str:
    """Return the URL that a server prints once it is ready; "" if it ended instead."""
    return link(server).partition("/in/")[0]


def link(server: subprocess.Popen[str] | Forked) -> str:
    """Return the owner's link, which a server prints once it is ready; "" if it ended instead."""
    assert server.stdout is not None
    # Kill its whole process group: a surviving worker would keep the pipe open, and this would read forever.
    with limited(partial(os.killpg, server.pid, signal.SIGKILL)):
        words = server.stdout.readline().split()
    return next((word for word in words if word.startswith("http://")), "")


def owner_token(number: int) -> str:
    """Return the cookie token of one of the owner's phones, numbered from 0."""
    return f"{number:032x}"


def let_owners_in(home: Path) -> None:
    """Add the owner's phones to the club in `home`, with the tokens of `owner_token`."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = home / paths.ACCESS
    Access.open(file).close()
    phones = range(FIRST_ID, FIRST_ID + OWNERS)
    hashes = [hashlib.sha256(owner_token(phone - FIRST_ID).encode()).hexdigest() for phone in phones]
    with closing(sqlite3.connect(file)) as db, db:
        db.executemany(
            "INSERT OR IGNORE INTO phone (id, hash, label, came) VALUES (?1, ?2, substr(?2, 1, 8), '')",
            zip(phones, hashes, strict=True),
        )
        db.executemany(
            "INSERT OR IGNORE INTO pass SELECT ?, 'owner', 0, generation FROM link WHERE role = 'every'",
            [(phone,) for phone in phones],
        )


def _started(
    environ: Mapping[str, str], command: Sequence[str], stderr: int
) -> AbstractContextManager[subprocess.Popen[str] | Forked]:
    return start_copy(environ, stderr) if command is FROM_CHECKOUT else start(environ, command, stderr)


@contextmanager
def serving(environ: Mapping[str, str], command: Sequence[str] = FROM_CHECKOUT) -> Iterator[str]:
    """Run a server and yield its address. It must stop with status 0 and print no error.

    The club in `$SCOREPAD_INSTANCE` accepts the tokens of `owner_token` as its owner's.
    """
    if home := environ.get("SCOREPAD_INSTANCE"):
        let_owners_in(Path(home))
    with tempfile.TemporaryFile("w+") as stderr, _started(environ, command, stderr.fileno()) as server:
        try:
            url = address(server)
            if url:
                yield url
        finally:
            server.terminate()
            try:
                server.wait(PATIENCE)
            finally:
                server.kill()
        stderr.seek(0)
        errors = stderr.read()
        assert (server.returncode, errors) == (0, ""), errors
        assert url, "the server printed no address"


def serving_club(home: Path) -> AbstractContextManager[str]:
    return serving(environment(SCOREPAD_INSTANCE=str(home)))


def get(url: str) -> tuple[int, bytes]:
    """Return status and body of a page, requested by one of the owner's phones that `serving` added."""
    parts = urlsplit(url)
    with closing(http.client.HTTPConnection(parts.netloc, timeout=PATIENCE)) as connection:
        connection.request("GET", parts.path or "/", headers={"Cookie": f"{COOKIE}={owner_token(0)}"})
        answer = connection.getresponse()
        return answer.status, answer.read()
