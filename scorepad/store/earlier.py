"""Resolves a base that is the key of the sender's own earlier entry.

A phone that keeps tapping before it has an answer sends the key of its earlier entry as the base of the next one.
"""

from typing import NamedTuple

from sqlite_utils import Database

from scorepad.store.checks import LARGEST_ID

# An entry that equalled the cell's value (`same`) counts like one that was applied.
_BY_KEY = (
    "SELECT seq FROM entry WHERE key = ?"
    " AND game = ? AND round = ? AND place = ? AND field = ? AND status IN ('applied', 'same')"
)
_BASE = "SELECT seq, status, base FROM entry WHERE key = ?"


class Earlier(NamedTuple):
    """The seq of an earlier entry, and the latest seq that its sender had seen."""

    seq: int
    seen: int


def earlier_entry(db: Database, key: str, cell: tuple[int, int, str, str]) -> Earlier | None:
    """Return the entry with this key in this cell; None if there is none, or if it was a conflict or held."""
    row = db.conn.execute(_BY_KEY, (key, *cell)).fetchone()
    return Earlier(row[0], _latest_seen(db, key)) if row else None


def _latest_seen(db: Database, key: str) -> int:
    """The latest seq that the sender of this entry had seen: its own if it was applied, otherwise that of its base."""
    base: int | str | None = key
    before = LARGEST_ID
    while isinstance(base, str):
        row = db.conn.execute(_BASE, (base,)).fetchone()
        seq, status, base = row or (0, "applied", None)
        if status == "applied":
            return int(seq)
        if seq >= before:
            # The file of a club may contain an entry that is based on itself, or on a later one.
            return 0
        before = seq
    return base or 0
