"""What it takes until one entry is safe on the disk, beside the least it could take, both in this process.

Ours is a posted form: the app with its CSRF check, the entry judged and recorded, and the redirect. The floor is
a hello page of plain Flask, and the raw transaction of three statements (begin, insert, set the cell, commit) on a file
opened the same way, with the same journal and the same `synchronous=FULL`. Goal: at most 2 times the floor.
"""

import itertools
import re
import secrets
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from sqlite_utils.utils import sqlite3

from measure import Timing, compare
from scorepad.store.versions import journal_mode, sqlite_version
from scorepad.web import create_app

GOAL = 2.0
ENTRIES = 200
RUNS = 7
NAMES = ("Ann", "Bob", "Carla", "Dora")

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


def main() -> None:
    """Prints the figure."""
    with tempfile.TemporaryDirectory() as folder:
        ours = _ours(Path(folder))
        with _floor(Path(folder)) as floor:
            compare("entry to durable commit", GOAL, ours, floor, RUNS)


def _ours(folder: Path) -> Timing:
    client = create_app(folder).test_client()
    token, seen = _begin(client)
    seats = itertools.cycle("1234")

    def run() -> float:
        nonlocal seen
        start = time.perf_counter()
        for _ in range(ENTRIES):
            form = {
                "csrf_token": token,
                "key": secrets.token_hex(16),
                "seen": seen,
                "seat": next(seats),
            }
            answer = client.post("/games/1/starter", data=form)
            assert answer.status_code == 303
            seen += 1
        return time.perf_counter() - start

    return run


def _begin(client: FlaskClient) -> tuple[str, int]:
    """A game with one entry for who starts, so that every timed entry changes a cell; its token and latest entry."""
    page = client.get("/games/new/partnership").text
    form = {f"seat{seat}": name for seat, name in enumerate(NAMES, start=1)}
    form |= {
        "decks": "5",
        "starter": "seat4",
        "key": secrets.token_hex(16),
        "csrf_token": _token(page),
    }
    client.post("/games/new/partnership?table=4x2", data={**form, "seen": "0"})
    table = client.get("/games/1").text
    seen = re.search(r'name="seen" value="(\d+)"', table)
    assert seen
    return _token(table), int(seen[1])


def _token(page: str) -> str:
    found = re.search(r'name="csrf_token"[^>]* value="([^"]+)"', page)
    assert found
    return found[1]


@contextmanager
def _floor(folder: Path) -> Iterator[Timing]:
    client = _hello().test_client()
    seats = itertools.cycle("1234")
    with closing(sqlite3.connect(folder / "floor.sqlite3", isolation_level=None)) as db:
        db.execute(f"PRAGMA journal_mode = {journal_mode(sqlite_version())}")
        db.execute("PRAGMA synchronous = FULL")
        db.executescript(CREATE)

        def run() -> float:
            start = time.perf_counter()
            for _ in range(ENTRIES):
                assert client.get("/").status_code == 200
                value = f'{{"seat":{next(seats)}}}'
                db.execute("BEGIN IMMEDIATE")
                seq = db.execute(INSERT, (secrets.token_hex(16), value)).lastrowid
                db.execute(SET_CELL, (value, seq))
                db.execute("COMMIT")
            return time.perf_counter() - start

        yield run


def _hello() -> Flask:
    app = Flask("hello")
    app.add_url_rule("/", view_func=lambda: "hello")
    return app


if __name__ == "__main__":
    main()
