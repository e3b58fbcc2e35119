"""Measure how long one entry takes until it is safe on the disk, in this process.

Ours is a tap as a script sends it: look up the phone and its permission, check the form's token, check and record the
entry, and answer without a page. The floor is a hello page of plain Flask, and the raw transaction (begin, insert, set
the cell, commit) on a file with the same journal and `synchronous=FULL`. Requests are prepared beforehand and passed to
both apps as a server would.

Before each tap the phone loads its table, untimed. Rendering it evicts most of the CPU's caches, so the floor is timed
after the same work. In a tight loop the floor takes half the CPU time; the ratio to that is printed too.
"""

import io
import itertools
import re
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self
from urllib.parse import urlencode
from wsgiref.util import setup_testing_defaults

from flask import Flask
from flask.testing import FlaskClient
from sqlite_utils.utils import sqlite3

from measure import Goal, Timing, compare, status
from scorepad.store import Role
from scorepad.store.engine import journal_mode, sqlite_version
from scorepad.web import create_app
from scorepad.web.app import cookies

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

GOAL = Goal(
    1.5,
    bound=1.7,
    reason="It is 1.37 to 1.45 on an idle machine. Half of it is the commit, and the rest is spread over many small"
    " steps, so other work on the machine raises it easily.",
)
ENTRIES = 200
RUNS = 15
NAMES = ("Ann", "Bob", "Carla", "Dora")
COUNT = "team1.clean"

CREATE = """
CREATE TABLE entry (seq INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, game INTEGER, round INTEGER, place TEXT,
    field TEXT, value TEXT, base ANY, status TEXT, device TEXT, at TEXT) STRICT;
CREATE TABLE cell (game INTEGER, round INTEGER, place TEXT, field TEXT, value TEXT, seq INTEGER,
    PRIMARY KEY (game, round, place, field)) STRICT, WITHOUT ROWID;
"""
INSERT = (
    "INSERT INTO entry (key, game, round, place, field, value, base, status, device, at)"
    " VALUES (?, 1, 1, 'table', 'starter', ?, NULL, 'applied', NULL, '2026-01-01T20:00:00.000+00:00')"
)
SET_CELL = (
    "INSERT INTO cell VALUES (1, 1, 'table', 'starter', ?, ?)"
    " ON CONFLICT DO UPDATE SET value = excluded.value, seq = excluded.seq"
)


def main() -> int:
    """Print the figures. Return 1 if one failed."""
    with tempfile.TemporaryDirectory() as folder, _floor(Path(folder)) as floor:
        table = Table.begun(Path(folder))
        compare("entry to durable commit", GOAL, _each(table.tap, table.look), _each(floor, table.tap_and_look), RUNS)
        compare("the same, floor in a tight loop", None, _each(table.tap, table.look), _each(floor), RUNS)
    return status()


def _each(timed: Timing, untimed: Callable[[], None] = lambda: None) -> Timing:
    """Return a timing that runs `timed` many times, each followed by `untimed`, and sums the seconds of `timed`."""

    def run() -> float:
        seconds = 0.0
        for _ in range(ENTRIES):
            seconds += timed()
            untimed()
        return seconds

    return run


@dataclass(slots=True)
class Table:
    """A table in play, and a phone that has it open, identified by its cookies. `seen` is the latest entry."""

    app: Flask
    cookies: str
    token: str
    seen: int
    steps: Iterator[tuple[str, str]] = field(default_factory=lambda: itertools.cycle((("0", "+1"), ("1", "-1"))))

    @classmethod
    def begun(cls, folder: Path) -> Self:
        app = create_app(folder)
        client = app.test_client()
        names = [cookies.name_of(cookie, str(app.secret_key)) for cookie in (cookies.SESSION, cookies.PHONE)]
        client.set_cookie(names[1], app.extensions["scorepad.access"].admit(None, Role.OWNER))
        token, seen = _begin(client)
        kept = {name: client.get_cookie(name) for name in names}
        assert all(kept.values())
        table = cls(app, "; ".join(f"{name}={cookie.value}" for name, cookie in kept.items() if cookie), token, seen)
        table.look()
        return table

    def tap(self) -> float:
        """Record an entry. Return the seconds."""
        text, step = next(self.steps)
        fields = {"from": "table", COUNT: text, "step": f"{COUNT}{step}"}
        form = urlencode({**fields, "csrf_token": self.token, "key": secrets.token_hex(16), "seen": self.seen})
        environ = _environ("/games/1/rounds/1/edit", form.encode(), self.cookies) | {"HTTP_X_SCOREPAD_MORE": "1"}
        start = time.perf_counter()
        assert _status(self.app, environ).startswith("204")
        seconds = time.perf_counter() - start
        self.seen += 1
        return seconds

    def look(self) -> None:
        """Get the table's page."""
        assert _status(self.app, _environ("/games/1", cookie=self.cookies)).startswith("200")

    def tap_and_look(self) -> None:
        """Do what happens between two taps of ours, for the floor."""
        self.tap()
        self.look()


def _environ(path: str, body: bytes = b"", cookie: str = "") -> "WSGIEnvironment":
    """Return the WSGI environment of a request: a POST if there is a body."""
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": "POST" if body else "GET",
        "PATH_INFO": path,
        "HTTP_COOKIE": cookie,
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
    }
    setup_testing_defaults(environ)
    return environ


def _status(app: Flask, environ: "WSGIEnvironment") -> str:
    """Run a request to completion, and return the status."""
    statuses: list[str] = []

    def start(status: str, headers: object, error: object = None) -> Callable[[bytes], object]:
        statuses.append(status)
        return statuses.append  # type: ignore[return-value]  # never called: Flask returns an iterable

    body = app.wsgi_app(environ, start)
    b"".join(body)
    getattr(body, "close", lambda: None)()
    return statuses[0]


def _begin(client: FlaskClient) -> tuple[str, int]:
    """Begin a game. Return the token of its table, and the latest entry."""
    page = client.get("/games/new/partnership").text
    form = {f"seat{seat}": name for seat, name in enumerate(NAMES, start=1)}
    form |= {"decks": "5", "starter": "seat4", "key": secrets.token_hex(16), "csrf_token": _token(page)}
    client.post("/games/new/partnership?table=4x2", data={**form, "seen": "0"})
    table = client.get("/games/1").text
    seen = re.search(r'name="seen" value="(\d+)"', table)
    assert seen
    return _token(table), int(seen[1])


def _token(page: str) -> str:
    token = re.search(r'name="csrf_token"[^>]* value="([^"]+)"', page)
    assert token
    return token[1]


@contextmanager
def _floor(folder: Path) -> Iterator[Timing]:
    app = _hello()
    seats = itertools.cycle("1234")
    with closing(sqlite3.connect(folder / "floor.sqlite3", isolation_level=None)) as db:
        db.execute(f"PRAGMA journal_mode = {journal_mode(sqlite_version())}")
        db.execute("PRAGMA synchronous = FULL")
        db.executescript(CREATE)

        def run() -> float:
            environ, key, value = _environ("/"), secrets.token_hex(16), f'{{"seat":{next(seats)}}}'
            start = time.perf_counter()
            assert _status(app, environ).startswith("200")
            db.execute("BEGIN IMMEDIATE")
            seq = db.execute(INSERT, (key, value)).lastrowid
            db.execute(SET_CELL, (value, seq))
            db.execute("COMMIT")
            return time.perf_counter() - start

        yield run


def _hello() -> Flask:
    app = Flask("hello")
    app.add_url_rule("/", view_func=lambda: "hello")
    return app


if __name__ == "__main__":
    raise SystemExit(main())
