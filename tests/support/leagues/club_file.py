"""Write a generated league into a club's file as its pages would, but thousands of rows at a time."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path

from scorepad.example import Form
from scorepad.scoring.names import fold_name
from scorepad.store import Club
from scorepad.store.engine import sqlite3
from scorepad.store.facts import SOMEBODY, CellName
from scorepad.store.results.long_writes import without_garbage

Row = tuple[object, ...]
A_ROUND = timedelta(minutes=25)
AT_ONCE = 2_000
"""Games in one transaction."""

_FAST = (
    *("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE"),
    *("cache_size = -400000", "foreign_keys = OFF", "ignore_check_constraints = ON"),
)
"""Safe here: no other process uses the file, a broken file is generated again, and every row is valid."""

_TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
_ENTRY = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_CELL = "INSERT INTO cell (game, round, place, field, value, seq) VALUES (?, ?, ?, ?, ?, ?)"
_GAME = "INSERT INTO game (id, key, created_at) VALUES (?, ?, ?)"
_PLAYER = (
    "INSERT INTO player (id, key, name, folded, created_at, guest, forgotten, merged_into, joined)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


@dataclass(frozen=True, slots=True)
class Person:
    """A player, who may be merged into another one."""

    id: int
    name: str
    guest: bool = False
    forgotten: bool = False
    merged_into: int | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game and the forms that recorded it, sent from the phone of the player `scorer` (0: no player's)."""

    number: int
    created_at: str
    scorer: int
    forms: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class League:
    """All people, and all games in order of number."""

    people: tuple[Person, ...]
    games: tuple[Game, ...]


def write(league: League, path: Path) -> int:
    """Write a league into a club without games, which is created if missing. Return the number of entries."""
    Club.open(path).close()
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        for pragma in _FAST:
            connection.execute(f"PRAGMA {pragma}")
        triggers = connection.execute(_TRIGGERS).fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        with without_garbage():
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
        rows: list[Row] = []
        for game in batch:
            rows += _entries(game, seq + len(rows))
        seq += len(rows)
        latest = {row[2:6]: (row[6], row[0]) for row in rows}
        connection.execute("BEGIN")
        connection.executemany(_GAME, ((g.number, f"{g.number:06x}00", g.created_at) for g in batch))
        connection.executemany(_ENTRY, rows)
        connection.executemany(_CELL, ((*cell, *latest[cell]) for cell in sorted(latest)))
        connection.execute("COMMIT")
    return seq


def _entries(game: Game, seq: int) -> Iterator[Row]:
    """Yield the entries of a game, after entry `seq`. Keys ascend, so that the file is written in one pass."""
    began = at = datetime.fromisoformat(game.created_at)
    device = f"{game.number * 2654435761 % 2**32:08x}.{game.scorer}"
    latest: dict[CellName, int] = {}
    for number, form in enumerate(game.forms):
        at = max(at, began + A_ROUND * form[0][0][0])
        sent = at.isoformat(timespec="milliseconds")
        for cell, value in form:
            seq += 1
            key = f"{game.number:06x}{number:02x}:{cell[1]}.{cell[2]}"
            yield (seq, key, game.number, *cell, value, latest.get(cell), "applied", device, sent)
            latest[cell] = seq


def _players(league: League) -> Iterator[Row]:
    joined = {person.id: person.merged_into for person in league.people if person.merged_into}
    began = league.games[0].created_at if league.games else "2018-01-05T17:00:00.000+00:00"
    # A person is merged into someone with a lower id, whose row exists already.
    for person in league.people:
        last = person.id
        while last in joined:
            last = joined[last]
        name = SOMEBODY if person.forgotten else person.name
        merged = (last, person.merged_into) if person.merged_into else (None, None)
        yield (person.id, None, name, fold_name(name), began, int(person.guest), int(person.forgotten), *merged)
