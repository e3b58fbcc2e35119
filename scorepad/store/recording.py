"""Writes entries and updates their cells: what happens at every tap.

This is plain SQL, and so are the reads that a tap waits for (`games`, `log`): one durable row takes 72 µs this way, and
280 µs with sqlite-utils. Everything here runs inside one `Connections.writing()`, so no other writer comes between the
check of an entry and its row.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlite_utils import Database

from scorepad.store.checks import canonical, check_entry
from scorepad.store.engine import sqlite3
from scorepad.store.errors import BadEntry, ChangedMeanwhile, KeyReused, NoSuchGame
from scorepad.store.facts import Answer, Cell, Entry, Status, Unchanged

_BY_KEY = (
    "SELECT seq, status, base, device, at, game, round, place, field, value"
    " FROM entry WHERE key = ?"
)
_CELL = "SELECT seq, value FROM cell WHERE game = ? AND round = ? AND place = ? AND field = ?"
# An entry gets the next seq, but for the first one after a leap (see `opening.leap_if_copy`).
_INSERT = (
    "INSERT INTO entry (seq, key, game, round, place, field, value, base, status, device, at)"
    " VALUES ((SELECT user_version FROM pragma_user_version"
    " WHERE user_version > (SELECT coalesce(max(seq), 0) FROM entry)),"
    " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_SET_CELL = (
    "INSERT INTO cell (game, round, place, field, value, seq) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET value = excluded.value, seq = excluded.seq"
)
# An entry that equalled the cell's value counts as well as one that was applied.
_BASE_ENTRY = (
    "SELECT seq FROM entry WHERE key = ?"
    " AND game = ? AND round = ? AND place = ? AND field = ? AND status IN ('applied', 'same')"
)
_BASE_OF_KEY = "SELECT seq, status, base FROM entry WHERE key = ?"
_CELL_BEFORE = (
    "SELECT value, seq, device, at FROM entry"
    " WHERE game = ? AND round = ? AND place = ? AND field = ? AND seq < ?"
    " AND status = 'applied' ORDER BY seq DESC LIMIT 1"
)
# The + matches the index of conflicts, which has it too.
_REFUSED_SINCE = (
    "SELECT 1 FROM entry WHERE game = ? AND +status = 'conflict'"
    " AND round = ? AND place = ? AND field = ? AND seq > ? AND device IS NOT ?"
)
_LATEST = "SELECT coalesce(max(seq), 0) FROM entry"


class Ready(NamedTuple):
    """A checked entry, with its cell, and its value and base as they will be stored.

    `seen` is the latest seq that its page knew, None if the page does not say.
    """

    entry: Entry
    cell: tuple[int, int, str, str]
    text: str
    base: int | str | None
    seen: int | None = None


class Written(NamedTuple):
    """The columns of an entry's row that are not in the entry, or that may differ when it is sent again."""

    seq: int
    status: Status
    base: int | str | None
    device: str | None
    at: str


def ready(entries: Sequence[Entry]) -> list[Ready]:
    """Check entries before any lock is taken. Raises BadEntry and NoSuchGame."""
    for entry in entries:
        check_entry(entry)
    return [Ready(entry, entry.cell, canonical(entry.value), entry.base) for entry in entries]


def record(db: Database, items: Sequence[Ready], at: str) -> tuple[Answer, ...]:
    """Write one entry after the other; each sees what those before it did."""
    return tuple(
        _stored_answer(db, item) or _write(db, item, _status(db, item, _current(db, item)), at)
        for item in items
    )


def record_together(
    db: Database, items: Sequence[Ready], seen: int | None, at: str
) -> tuple[Answer, ...]:
    """Decide about all entries first; if one is a conflict, hold all that would be applied.

    `seen` is the base of every entry that has none: the game's latest seq when the page was made.
    """
    if len({item.cell for item in items}) < len(items):
        raise BadEntry("A form says one thing about a cell: here a cell comes twice.")
    seen = _trusted(db, seen)
    decided = [_decide_together(db, item, seen) for item in items]
    conflict = any(status == "conflict" for _, _, status in decided)
    return tuple(
        answer or _write(db, item, "held" if conflict and status == "applied" else status, at)
        for item, answer, status in decided
    )


def refuse_if_changed(db: Database, game: int, unchanged: Unchanged) -> None:
    """Raise ChangedMeanwhile if one of these cells has a newer entry."""
    for cell in unchanged.cells:
        current = db.conn.execute(_CELL, (game, *cell)).fetchone()
        if current and current[0] > unchanged.seq:
            raise ChangedMeanwhile(
                "Someone else has just changed something that this depends on. Check it, and press again."
            )


def _trusted(db: Database, seen: int | None) -> int | None:
    """The seq a page claims to have seen; 0 if there is no such seq, after a restore from a copy."""
    if seen is None:
        return None
    return seen if seen <= db.conn.execute(_LATEST).fetchone()[0] else 0


def _decide_together(
    db: Database, item: Ready, seen: int | None
) -> tuple[Ready, Answer | None, Status]:
    if answer := _stored_answer(db, item):
        return item, answer, answer.status
    current = _current(db, item)
    if seen is not None and item.base is None and current:
        item = item._replace(base=min(current[0], seen))
    return item, None, _status(db, item._replace(seen=seen), current)


def _stored_answer(db: Database, item: Ready) -> Answer | None:
    row = db.conn.execute(_BY_KEY, (item.entry.key,)).fetchone()
    if row is None:
        return None
    written, cell, text = Written(*row[:5]), row[5:9], row[9]
    if (cell, text) != (item.cell, item.text):
        raise KeyReused(
            f"The key {item.entry.key} was used before, for another cell or another value: "
            "a new value needs a new key."
        )
    return _answer(db, item, written)


def _current(db: Database, item: Ready) -> tuple[int, str] | None:
    """The seq and the value of the entry's cell."""
    row: tuple[int, str] | None = db.conn.execute(_CELL, item.cell).fetchone()
    return row


def _status(db: Database, item: Ready, current: tuple[int, str] | None) -> Status:
    """What becomes of a new entry. Changes nothing."""
    seq, text = current or (None, "null")
    if _is_current(db, item, seq):
        return "applied"
    if item.text == text and not _is_tally(item.entry):
        return "same"
    return "conflict"


def _is_current(db: Database, item: Ready, seq: int | None) -> bool:
    """Whether the sender knew the cell's value, and every value that was refused in this cell.

    A refused value is asked about. Only a sender who knew of it may settle it by a new value.
    """
    if not isinstance(item.base, str):
        return item.base == seq and not _was_refused(db, item, item.seen)
    waiting = db.conn.execute(_BASE_ENTRY, (item.base, *item.cell)).fetchone()
    if waiting is None or seq is None or seq > int(waiting[0]):
        return False
    return not _was_refused(db, item, _latest_seen(db, item.base))


def _latest_seen(db: Database, key: str) -> int:
    """The latest seq that the sender of this entry had seen: its own if it was applied, otherwise that of its base."""
    base: int | str | None = key
    while isinstance(base, str):
        seq, status, base = db.conn.execute(_BASE_OF_KEY, (base,)).fetchone() or (
            0,
            "applied",
            None,
        )
        if status == "applied":
            return int(seq)
    return base or 0


def _was_refused(db: Database, item: Ready, since: int | None) -> bool:
    """Whether an entry of another device was refused in this cell since."""
    if since is None:
        return False
    query = (*item.cell, since, item.entry.device)
    return db.conn.execute(_REFUSED_SINCE, query).fetchone() is not None


def _is_tally(entry: Entry) -> bool:
    """Equal tallies may mean different things: two phones went from 2 to 3 for one book, or for two."""
    return isinstance(entry.value, dict) and entry.value.get("as") == "tally"


def _write(db: Database, item: Ready, status: Status, at: str) -> Answer:
    entry, cell, text, base, _ = item
    row = (entry.key, *cell, text, base, status, entry.device, at)
    try:
        seq = db.conn.execute(_INSERT, row).lastrowid
    except sqlite3.IntegrityError:
        # The file refuses an unknown game by itself, so there is no query for a known one.
        if db.conn.execute("SELECT 1 FROM game WHERE id = ?", (entry.game,)).fetchone():
            raise
        raise NoSuchGame(f"There is no game {entry.game}.") from None
    assert seq is not None
    if status == "applied":
        db.conn.execute(_SET_CELL, (*cell, text, seq))
    return _answer(db, item, Written(seq, status, base, entry.device, at))


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
    """Make a game and record its entries; a known key returns its game and changes nothing."""
    row = db.conn.execute("SELECT id FROM game WHERE key = ?", (key,)).fetchone()
    if row:
        return int(row[0])
    game = db.conn.execute("INSERT INTO game (key, created_at) VALUES (?, ?)", (key, at)).lastrowid
    assert game is not None
    answers = record_together(db, ready([replace(entry, game=game) for entry in entries]), None, at)
    if any(answer.status != "applied" for answer in answers):
        raise BadEntry("The entries of a new game have no base: it has no values yet.")
    return game
