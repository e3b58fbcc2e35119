"""Reads conflicts that nobody has settled, and what a phone's earlier forms recorded."""

import json
from collections.abc import Collection
from typing import Any

from sqlite_utils import Database

from scorepad.store.facts import JSON, LoggedEntry, OpenConflict
from scorepad.store.games import within_ids

_COLUMNS = "seq, key, game, round, place, field, value, base, status, device, at"

# The + goes with the index of conflicts alone, which has it too.
_OPEN = f"""
    SELECT {", ".join(f"entry.{column}" for column in _COLUMNS.split(", "))}
    FROM entry LEFT JOIN cell USING (game, round, place, field)
    WHERE entry.game = ? AND +entry.status = 'conflict' AND entry.seq > coalesce(cell.seq, 0)
    ORDER BY entry.seq"""

_SEEN_SINCE = """
    SELECT value FROM entry
    WHERE game = ? AND round = ? AND place = ? AND field = ? AND status = 'applied' AND seq <= ?
    ORDER BY seq DESC LIMIT 1"""

_AGREED = """
    SELECT base FROM entry WHERE game = ? AND seq > ? AND status = 'same' AND typeof(base) = 'text'"""

_OF_KEY = "SELECT value FROM entry WHERE key = ?"

_OF_FORMS = f"""
    SELECT {", ".join(f"entry.{column}" for column in _COLUMNS.split(", "))}
    FROM json_each(?) AS form CROSS JOIN entry
      ON entry.key = form.value OR entry.key > form.value || ':' AND entry.key < form.value || ';'
    WHERE +entry.game = ? ORDER BY entry.seq"""


def open_conflicts(db: Database, game: int) -> list[OpenConflict]:
    """The conflicts in a game that nothing was recorded over since, in order.

    What its own phone typed over again, before it knew, is left out: its last word alone is asked
    about, and nothing where that was what stood there.
    """
    rows = db.conn.execute(_OPEN, (within_ids(game),)).fetchall()
    if not rows:
        return []
    found = {entry.key: entry for entry in map(_logged, rows)}
    agreed = db.conn.execute(_AGREED, (within_ids(game), rows[0][0]))
    replaced = {entry.base for entry in found.values()} | {row[0] for row in agreed}
    return [
        OpenConflict(entry, _seen(db, found, entry))
        for entry in found.values()
        if entry.key not in replaced
    ]


def _seen(db: Database, found: dict[str, LoggedEntry], entry: LoggedEntry) -> JSON:
    """What stood in the cell when its phone last knew: before the first of its own that was refused."""
    while isinstance(entry.base, str) and entry.base in found:
        entry = found[entry.base]
    if isinstance(entry.base, str):
        row = db.conn.execute(_OF_KEY, (entry.base,)).fetchone()
    else:
        cell = (entry.game, entry.round, entry.place, entry.field)
        row = db.conn.execute(_SEEN_SINCE, (*cell, entry.base or 0)).fetchone()
    value: JSON = json.loads(row[0]) if row else None
    return value


def of_forms(db: Database, game: int, forms: Collection[str]) -> list[LoggedEntry]:
    """What was recorded in a game under these keys, or by forms of these keys, in order."""
    asked = (json.dumps(list(forms)), within_ids(game))
    return [_logged(row) for row in db.conn.execute(_OF_FORMS, asked)]


def _logged(row: tuple[Any, ...]) -> LoggedEntry:
    seq, key, game, round, place, field, text, *rest = row
    return LoggedEntry(seq, key, game, round, place, field, json.loads(text), *rest)
