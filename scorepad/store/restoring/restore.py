"""Writes rows into an empty club unchanged: an export of it then gives the same file."""

from collections.abc import Sequence
from typing import Any

from sqlite_utils import Database

from scorepad.scoring.names import fold_name
from scorepad.store import players
from scorepad.store.engine import sqlite3
from scorepad.store.errors import StoreError
from scorepad.store.imports.bulk import ADD_GAME
from scorepad.store.merging import resolve
from scorepad.store.restoring.rows import EntryRow, GameRow, RestoredRow, SmallRow

PART = 2_000
"""Rows per batch."""

_ADD_ENTRY = (
    "INSERT INTO entry (seq, key, game, round, place, field, value, base, status, device, at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_SET_CELL = (
    "INSERT INTO cell (game, round, place, field, value, seq) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET value = excluded.value, seq = excluded.seq"
)
_SET = "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
_EMPTY = """
    SELECT NOT EXISTS (SELECT 1 FROM game) AND NOT EXISTS (SELECT 1 FROM player)
      AND NOT EXISTS (SELECT 1 FROM season) AND NOT EXISTS (SELECT 1 FROM rule_set)
      AND NOT EXISTS (SELECT 1 FROM rule_draft) AND NOT EXISTS (SELECT 1 FROM import)"""


class CannotRestore(StoreError):
    """A row that the club cannot accept; `line` is its line number in the file."""

    def __init__(self, sentence: str, line: int) -> None:
        super().__init__(sentence)
        self.line = line


def is_empty(db: Database) -> bool:
    """Whether nothing was ever recorded in a club."""
    return bool(db.conn.execute(_EMPTY).fetchone()[0])


class Restoring:
    """Writes rows into a club, in the order of the file: put each, then finish. All inside one `writing`."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.games = 0
        self.first_game = 1
        self._games: list[GameRow] = []
        self._entries: list[tuple[int, EntryRow]] = []
        self._joined: list[tuple[int, int]] = []

    def put(self, row: RestoredRow, line: int) -> None:
        """Take a row, with its line number in the file. Raises CannotRestore."""
        if type(row) is EntryRow:
            self._entries.append((line, row))
            if len(self._entries) >= PART:
                self._write()
        elif type(row) is GameRow:
            self._games.append(row)
            self.games = row.number - self.first_game + 1
            if len(self._games) >= PART:
                self._write()
        elif type(row) is SmallRow:
            self._put_small(row.table, row.values)

    def finish(self) -> None:
        """Write the remaining rows. Raises CannotRestore."""
        self._write()
        self._db.conn.executemany("UPDATE player SET joined = ? WHERE id = ?", self._joined)
        resolve(self._db)
        players.raise_version(self._db)

    def _put_small(self, table: str, values: dict[str, Any]) -> None:
        if table == "setting":
            self._db.conn.execute(_SET, (values["name"], values["value"]))
            return
        if table == "player":
            if values["joined"] is not None:
                self._joined.append((values["joined"], values["id"]))
            folded = "" if values["forgotten"] else fold_name(values["name"])
            values = values | {"joined": None, "folded": folded}
        self._db.table(table).insert(values)

    def _write(self) -> None:
        self._insert(self._db.conn, self._games, self._entries)
        self._games, self._entries = [], []

    def _insert(
        self, connection: "sqlite3.Connection", games: Sequence[GameRow], entries: Sequence[tuple[int, EntryRow]]
    ) -> None:
        try:
            connection.executemany(ADD_GAME, games)
            connection.executemany(_ADD_ENTRY, [row for _, row in entries])
        except sqlite3.IntegrityError:
            raise self._refusal(games, entries) from None
        latest = {row[2:6]: row for _, row in entries if row.status == "applied"}
        cells = [(*cell, latest[cell].value, latest[cell].seq) for cell in sorted(latest)]
        connection.executemany(_SET_CELL, cells)

    def _refusal(self, games: Sequence[GameRow], entries: Sequence[tuple[int, EntryRow]]) -> CannotRestore:
        """The error for rows of which the table refused one, because its key is not unique."""
        find = self._db.conn.execute
        for line, row in entries:
            seq = find("SELECT seq FROM entry WHERE key = ?", (row.key,)).fetchone()
            if seq and seq[0] != row.seq:
                return CannotRestore(f"The key {row.key} belongs to another entry already.", line)
        keys = [row.key for row in games]
        twice = next((key for key in keys if keys.count(key) > 1), "")
        return CannotRestore(f"Two games have one key{f': {twice}' if twice else ''}.", 0)
