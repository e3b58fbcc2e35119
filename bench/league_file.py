"""Writes a made-up league into a club's file as its pages would have, but many thousand rows at a time."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from bench.league_data import League
from bench.league_log import Log, Row, key_of
from scorepad.scoring.names import folded
from scorepad.store import Club
from scorepad.store.engine import sqlite3
from scorepad.store.facts import SOMEBODY

AT_ONCE = 2_000
"""Games in one transaction."""

_FAST = (
    *("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE"),
    *("cache_size = -400000", "foreign_keys = OFF", "ignore_check_constraints = ON"),
)
"""Nobody else has the file, what a power cut tears is made again, and every row is right by its making."""

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
    """Lets nobody look for rubbish among millions of values that hold no circles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def write(league: League, path: Path) -> int:
    """Writes a league into a club that has no games yet, made if missing; gives the number of entries."""
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
    while some := list(islice(games, AT_ONCE)):
        entries: list[Row] = []
        cells: list[Row] = []
        for game in some:
            log = Log(game, seq)
            log.write()
            entries += log.entries
            cells += log.in_order()
            seq = log.seq
        connection.execute("BEGIN")
        connection.executemany(_GAME, ((g.number, key_of(g.number, 0), g.created_at) for g in some))
        connection.executemany(_ENTRY, entries)
        connection.executemany(_CELL, cells)
        connection.execute("COMMIT")
    return seq


def _players(league: League) -> Iterator[Row]:
    joined = {merge.gone: merge.stays for merge in league.merges}
    began = league.games[0].created_at if league.games else "2018-01-05T17:00:00.000+00:00"
    # Who somebody was merged into stands before them, or else was written already.
    for person in league.people:
        last = person.id
        while last in joined:
            last = joined[last]
        name = SOMEBODY if person.forgotten else person.name
        traits = (int(person.guest), int(person.forgotten))
        merged = (last, joined[person.id]) if person.id in joined else (None, None)
        yield (person.id, None, name, folded(name), began, *traits, *merged)
