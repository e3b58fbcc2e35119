"""Writes the people and games of an import in batches, inside one transaction.

A new game cannot have conflicts, so nothing is compared, unlike in `recording`, which runs for each tap.
"""

import secrets
from collections.abc import Iterable
from typing import NamedTuple

from sqlite_utils import Database

from scorepad.scoring.cells import CellValue, value_json
from scorepad.scoring.names import fold_name
from scorepad.store.checks import canonical, check_key, clean_name

PART = 500
"""Games per batch: few enough to keep in memory."""

ADD_GAME = "INSERT INTO game (id, key, created_at) VALUES (?, ?, ?)"
_ADD_ENTRY = (
    "INSERT INTO entry (seq, key, game, round, place, field, value, base, status, device, at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, NULL, 'applied', ?, ?)"
)
_ADD_CELL = "INSERT INTO cell (game, round, place, field, value, seq) VALUES (?, ?, ?, ?, ?, ?)"


class NewCell(NamedTuple):
    """A cell of a past game. `value` is its value from `cell_text`."""

    round: int
    place: str
    field: str
    value: str


class NewGame(NamedTuple):
    """A past game: when it began (UTC), and its cells."""

    begun: str
    cells: Iterable[NewCell]


def cell_text(value: CellValue) -> str:
    """The JSON text of a value. Raises BadEntry."""
    return canonical(value_json(value))


class NewGames:
    """Collects games and writes them in batches. `key` is the prefix of all their keys."""

    def __init__(self, db: Database, key: str, device: str | None, at: str) -> None:
        check_key(key)
        self._db, self._key, self._device, self._at = db, key, device, at
        latest, self.first = db.conn.execute(
            "SELECT (SELECT coalesce(max(seq), 0) FROM entry), (SELECT coalesce(max(id), 0) + 1 FROM game)"
        ).fetchone()
        # See `opening.mark_of`: after a leap the next entry has this seq.
        leap = db.conn.execute("PRAGMA user_version").fetchone()[0]
        self._seq = max(latest + 1, leap)
        self.count = 0
        self._games: list[tuple[object, ...]] = []
        self._entries: list[tuple[object, ...]] = []
        self._cells: list[tuple[object, ...]] = []

    def add(self, game: NewGame) -> None:
        number = self.first + self.count
        self.count += 1
        key = f"{self._key}:{self.count}"
        self._games.append((number, key, game.begun))
        seq, device, at = self._seq, self._device, self._at
        for cell in game.cells:
            in_round, place, field, text = cell
            entry_key = f"{key}:{in_round}.{place}.{field}"
            self._entries.append((seq, entry_key, number, in_round, place, field, text, device, at))
            self._cells.append((number, in_round, place, field, text, seq))
            seq += 1
        self._seq = seq
        if len(self._games) >= PART:
            self.write()

    def write(self) -> None:
        """Write the games that were added since the last batch."""
        connection = self._db.conn
        connection.executemany(ADD_GAME, self._games)
        connection.executemany(_ADD_ENTRY, self._entries)
        connection.executemany(_ADD_CELL, sorted(self._cells))
        for rows in (self._games, self._entries, self._cells):
            rows.clear()


class Recording:
    """An import that is being recorded: add people, and games in which they sit."""

    def __init__(self, db: Database, number: int, device: str | None, at: str) -> None:
        self._db, self._at = db, at
        # Random, because games of several clubs may come together in one club.
        self._key = f"import-{number}-{secrets.token_hex(8)}"
        self.number = number
        self.first_person = int(db.conn.execute("SELECT coalesce(max(id), 0) + 1 FROM player").fetchone()[0])
        self.people = 0
        self.games = NewGames(db, self._key, device, at)

    def add_person(self, name: str) -> int:
        """Add a person, even if others have the same name. Raises BadName."""
        name = clean_name(name)
        number = self.first_person + self.people
        self.people += 1
        key = f"{self._key}:person-{self.people}"
        row = {"id": number, "key": key, "name": name, "folded": fold_name(name), "created_at": self._at}
        self._db.table("player").insert(row)
        return number

    def add(self, game: NewGame) -> None:
        self.games.add(game)
