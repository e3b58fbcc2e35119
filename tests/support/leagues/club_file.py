"""Write a made-up league into a club's file as its pages would, but many thousand rows at a time."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from scorepad.scoring.names import fold_name
from scorepad.store import Club
from scorepad.store.engine import sqlite3
from scorepad.store.facts import SOMEBODY
from tests.support.leagues.entries import Log, Row, key_of
from tests.support.leagues.model import League

AT_ONCE = 2_000
"""Games in one transaction."""

_FAST = (
    *("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE"),
    *("cache_size = -400000", "foreign_keys = OFF", "ignore_check_constraints = ON"),
)
"""No other process has the file, a torn file is made again, and every row is right by construction."""

_TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
_ENTRY = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_CELL = "INSERT INTO cell (game, round, place, field, value, seq) VALUES (?, ?, ?, ?, ?, ?)"
_GAME = "INSERT INTO game (id, key, created_at) VALUES (?, ?, ?)"
_PLAYER = (
    "INSERT INTO player (id, key, name, folded, created_at, guest, forgotten, merged_into, joined)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Turn the garbage collector off: millions of values hold no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def write(league: League, path: Path) -> int:
    """Write a league into a club without games, made if missing. Returns the number of entries."""
    Club.open(path).close()
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        for pragma in _FAST:
            connection.execute(f"PRAGMA {pragma}")
        triggers = connection.execute(_TRIGGERS).fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        with undisturbed():
            seq = _write(league, connection)
        for _, text in triggers:
            connection.execute(text)
    finally:
        connection.close()
    Club.open(path).close()
    return seq


def _write(league: League, connection: "sqlite3.Connection") -> int:
    connection.execute("BEGIN")
    connection.executemany(_PLAYER, _players(league))
    connection.execute("COMMIT")
    games, seq = iter(league.games), 0
    while batch := list(islice(games, AT_ONCE)):
        entries: list[Row] = []
        cells: list[Row] = []
        for game in batch:
            log = Log(game, seq)
            entries += log.entries
            cells += log.in_order()
            seq = log.seq
        connection.execute("BEGIN")
        connection.executemany(_GAME, ((g.number, key_of(g.number, 0), g.created_at) for g in batch))
        connection.executemany(_ENTRY, entries)
        connection.executemany(_CELL, cells)
        connection.execute("COMMIT")
    return seq


def _players(league: League) -> Iterator[Row]:
    joined = {merge.gone: merge.stays for merge in league.merges}
    began = league.games[0].created_at if league.games else "2018-01-05T17:00:00.000+00:00"
    # A person is merged into someone who comes before them, or was written already.
    for person in league.people:
        last = person.id
        while last in joined:
            last = joined[last]
        name = SOMEBODY if person.forgotten else person.name
        traits = (int(person.guest), int(person.forgotten))
        merged = (last, joined[person.id]) if person.id in joined else (None, None)
        yield (person.id, None, name, fold_name(name), began, *traits, *merged)
