"""Read a club's two files with SQL, to see what a request wrote, independently of the code that wrote it."""

import json
from pathlib import Path
from typing import Any

from sqlite_utils.utils import sqlite3

from tests.golden.page import dateless, digest, wordless

CLUB, ACCESS = "club.sqlite3", "access.sqlite3"
TABLES = {CLUB: ("game", "player", "people_version", "season"), ACCESS: ("phone", "pass", "link")}
MASKED = ("created_at", "came", "at", "hash", "label")
ENTRY = "seq, key, game, round, place, field, value, base, status, device"


class Files:
    def __init__(self, folder: Path) -> None:
        self._dbs = {name: sqlite3.connect(folder / name) for name in TABLES}
        self._last = 0
        self._rows: dict[str, set[str]] = {}
        self.news()

    def close(self) -> None:
        for db in self._dbs.values():
            db.close()

    def news(self) -> dict[str, Any]:
        """Return what was written since the last call: entries, and changed rows of other tables."""
        pairs = [(name, table) for name, tables in TABLES.items() for table in tables]
        news = {table: self._changed(self._dbs[name], table) for name, table in pairs}
        return {table: rows for table, rows in [("entry", self._entries()), *news.items()] if rows}

    def _entries(self) -> list[Any]:
        sql = f"SELECT {ENTRY} FROM entry WHERE seq > ? ORDER BY seq"
        rows = self._dbs[CLUB].execute(sql, (self._last,)).fetchall()
        self._last = rows[-1][0] if rows else self._last
        phones = self._dbs[ACCESS].execute("SELECT id, label FROM phone")
        words = {label: f"phone {number}" for number, label in phones}
        return [[*row[:6], _value(row[5], row[6]), *row[7:-1], _device(row[-1], words)] for row in rows]

    def _changed(self, db: Any, table: str) -> list[str]:
        cursor = db.execute(f'SELECT * FROM "{table}"')
        names = [column[0] for column in cursor.description]
        rows = {_row(dict(zip(names, row, strict=True))) for row in cursor}
        before = self._rows.get(table, set())
        self._rows[table] = rows
        return sorted("+" + row for row in rows - before) + sorted("-" + row for row in before - rows)


def _row(row: dict[str, Any]) -> str:
    return dateless(json.dumps({name: row[name] for name in row if name not in MASKED}))


def _value(field: str, text: str) -> Any:
    """Return an entry's value; for a whole rule set, its slug and a digest without its sentences."""
    value = json.loads(text)
    if field == "engine":
        return "#"
    if field == "rules":
        return {"slug": value["slug"], "digest": digest(wordless(value))}
    return value


def _device(text: str | None, words: dict[str, str]) -> str | None:
    """Return an entry's device, with the number of the phone instead of its random label."""
    word, _, player = (text or "").partition(".")
    return f"{words[word]}.{player}" if word in words else text
