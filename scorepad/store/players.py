"""The people of a club. Their names may change and may be shared; entries know them by id alone."""

import json
from collections.abc import Iterable

from sqlite_utils import Database

from scorepad.scoring.names import folded
from scorepad.store.errors import KeyReused
from scorepad.store.facts import Player
from scorepad.store.games import within_ids


def add(db: Database, name: str, key: str | None, at: str) -> Player:
    """Keep a new person under a cleaned name; a known key gives the same person again."""
    known = db.execute("SELECT id, name FROM player WHERE key = ?", (key,)).fetchone()
    if known:
        player = Player(*known)
        if player.name != name:
            raise KeyReused(f"The key {key} was used before, for another person.")
        return player
    added = db.execute(
        "INSERT INTO player (key, name, folded, created_at) VALUES (?, ?, ?, ?)",
        (key, name, folded(name), at),
    ).lastrowid
    assert added is not None
    return Player(added, name)


def everyone(db: Database) -> list[Player]:
    """All people in the order of their names, whatever case and accents, then by id."""
    return [Player(*row) for row in db.execute("SELECT id, name FROM player ORDER BY folded, id")]


def named(db: Database, name: str) -> list[Player]:
    """The people of this name, whatever case and accents, by id."""
    rows = db.execute("SELECT id, name FROM player WHERE folded = ? ORDER BY id", (folded(name),))
    return [Player(*row) for row in rows]


def names(db: Database, ids: Iterable[int]) -> dict[int, str]:
    """The names of those of the ids that the club knows."""
    asked = json.dumps([within_ids(number) for number in ids])
    rows = db.execute(
        "SELECT id, name FROM player WHERE id IN (SELECT value FROM json_each(?))", (asked,)
    )
    return dict(rows.fetchall())
