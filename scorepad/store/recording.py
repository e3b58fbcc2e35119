"""Writes entries and keeps the cells as their fold: the hot path, in plain SQL, all of it here.

Everything here runs inside one `Connections.writing()`, so nobody writes between a judgement and
its row.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlite_utils import Database

from scorepad.store.checks import canonical, check_entry
from scorepad.store.engine import sqlite3
from scorepad.store.errors import BadEntry, KeyReused, NoSuchGame
from scorepad.store.facts import Answer, Cell, Entry, Status
from scorepad.store.games import exists

_KNOWN = (
    "SELECT seq, status, base, device, at, game, round, place, field, value"
    " FROM entry WHERE key = ?"
)
_CELL = "SELECT seq, value FROM cell WHERE game = ? AND round = ? AND place = ? AND field = ?"
_INSERT = (
    "INSERT INTO entry (key, game, round, place, field, value, base, status, device, at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_SET_CELL = (
    "INSERT INTO cell (game, round, place, field, value, seq) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET value = excluded.value, seq = excluded.seq"
)
# An entry that said what stood there already saw the cell as truly as one that was applied.
_BASE_ENTRY = (
    "SELECT seq FROM entry WHERE key = ?"
    " AND game = ? AND round = ? AND place = ? AND field = ? AND status IN ('applied', 'same')"
)
_CELL_BEFORE = (
    "SELECT value, seq, device, at FROM entry"
    " WHERE game = ? AND round = ? AND place = ? AND field = ? AND seq < ?"
    " AND status = 'applied' ORDER BY seq DESC LIMIT 1"
)
_LATEST = "SELECT coalesce(max(seq), 0) FROM entry"


class Ready(NamedTuple):
    """An entry that was checked, with its cell and its value as they will be stored."""

    entry: Entry
    cell: tuple[int, int, str, str]
    text: str


class Written(NamedTuple):
    """What of an entry's row the entry itself did not say, or said otherwise when sent again."""

    seq: int
    status: Status
    base: int | str | None
    device: str | None
    at: str


def ready(entries: Sequence[Entry]) -> list[Ready]:
    """Check entries before any lock is taken. Raises BadEntry and NoSuchGame."""
    for entry in entries:
        check_entry(entry)
    return [Ready(entry, entry.cell, canonical(entry.value)) for entry in entries]


def record(db: Database, entries: Sequence[Ready], at: str) -> tuple[Answer, ...]:
    """Judge and write one entry after the other; each sees what those before it did."""
    return tuple(
        _stored_answer(db, item) or _write(db, item, _judge(db, item), at) for item in entries
    )


def record_together(
    db: Database, entries: Sequence[Ready], seen: int | None, at: str
) -> tuple[Answer, ...]:
    """Judge all entries first; if one is a conflict, hold all that would be applied.

    `seen` is the base of every entry that has none: the game's latest seq when the page was made.
    """
    _refuse_doubled_cells(entries)
    if seen is not None:
        entries = _based_on(db, entries, seen)
    stored = [_stored_answer(db, item) for item in entries]
    verdicts = [
        answer.status if answer else _judge(db, item)
        for item, answer in zip(entries, stored, strict=True)
    ]
    if "conflict" in verdicts:
        verdicts = ["held" if verdict == "applied" else verdict for verdict in verdicts]
    return tuple(
        answer or _write(db, item, verdict, at)
        for item, answer, verdict in zip(entries, stored, verdicts, strict=True)
    )


def _refuse_doubled_cells(entries: Sequence[Ready]) -> None:
    if len({item.cell for item in entries}) < len(entries):
        raise BadEntry("A form says one thing about a cell: here a cell comes twice.")


def _based_on(db: Database, items: Sequence[Ready], seen: int) -> list[Ready]:
    """Give entries without a base the one their page speaks for."""
    # A page from after the latest entry knew a future that a restored backup has undone.
    trusted = seen if seen <= db.conn.execute(_LATEST).fetchone()[0] else 0
    return [_based(db, item, trusted) for item in items]


def _based(db: Database, item: Ready, seen: int) -> Ready:
    cell = db.conn.execute(_CELL, item.cell).fetchone()
    if item.entry.base is not None or cell is None:
        return item
    return item._replace(entry=replace(item.entry, base=min(cell[0], seen)))


def _stored_answer(db: Database, item: Ready) -> Answer | None:
    row = db.conn.execute(_KNOWN, (item.entry.key,)).fetchone()
    if row is None:
        return None
    known, cell, text = Written(*row[:5]), row[5:9], row[9]
    if (cell, text) != (item.cell, item.text):
        raise KeyReused(
            f"The key {item.entry.key} was used before, for another cell or another value: "
            "what is typed anew needs a new key."
        )
    return _answer(db, item, known)


def _judge(db: Database, item: Ready) -> Status:
    """What is to become of a new entry. Changes nothing."""
    cell = db.conn.execute(_CELL, item.cell).fetchone()
    if _is_current(db, item, cell[0] if cell else None):
        return "applied"
    there = cell[1] if cell else "null"
    if item.text == there and not _is_tally(item.entry):
        return "same"
    return "conflict"


def _is_current(db: Database, item: Ready, cell_seq: int | None) -> bool:
    """Whether nothing happened to the cell since the sender looked at it."""
    base = item.entry.base
    if not isinstance(base, str):
        return base == cell_seq
    waiting = db.conn.execute(_BASE_ENTRY, (base, *item.cell)).fetchone()
    return waiting is not None and cell_seq is not None and cell_seq <= int(waiting[0])


def _is_tally(entry: Entry) -> bool:
    """A tally may be equal by chance: two phones went from 2 to 3 for one book, or for two."""
    return isinstance(entry.value, dict) and entry.value.get("as") == "tally"


def _write(db: Database, item: Ready, status: Status, at: str) -> Answer:
    entry, cell, text = item
    row = (entry.key, *cell, text, entry.base, status, entry.device, at)
    try:
        seq = db.conn.execute(_INSERT, row).lastrowid
    except sqlite3.IntegrityError:
        # The file itself refuses an unknown game, so a known one costs no question.
        if exists(db, entry.game):
            raise
        raise NoSuchGame(f"There is no game {entry.game}.") from None
    assert seq is not None
    if status == "applied":
        db.conn.execute(_SET_CELL, (*cell, text, seq))
    return _answer(db, item, Written(seq, status, entry.base, entry.device, at))


def _answer(db: Database, item: Ready, written: Written) -> Answer:
    seq, status, base, device, at = written
    value = json.loads(item.text)
    applied = status == "applied"
    current = Cell(value, seq, device, at) if applied else _cell_before(db, item, seq)
    return Answer(item.entry.key, seq, status, *item.cell, value, base, current)


def _cell_before(db: Database, item: Ready, seq: int) -> Cell | None:
    row = db.conn.execute(_CELL_BEFORE, (*item.cell, seq)).fetchone()
    return Cell(json.loads(row[0]), *row[1:]) if row else None


def new_game(db: Database, key: str, entries: Sequence[Entry], at: str) -> int:
    """Make the game and record its entries; a known key gives its game and changes nothing."""
    known = db.execute("SELECT id FROM game WHERE key = ?", (key,)).fetchone()
    if known:
        return int(known[0])
    game = db.execute("INSERT INTO game (key, created_at) VALUES (?, ?)", (key, at)).lastrowid
    assert game is not None
    answers = record_together(db, ready([replace(entry, game=game) for entry in entries]), None, at)
    if any(answer.status != "applied" for answer in answers):
        raise BadEntry(
            "A game that is only being made has no values yet, so its entries have no base."
        )
    return game
