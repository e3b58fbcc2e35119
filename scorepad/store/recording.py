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
from scorepad.store.errors import BadEntry, ChangedMeanwhile, KeyReused, NoSuchGame
from scorepad.store.facts import Answer, Cell, Entry, Judged, Status
from scorepad.store.games import exists

_KNOWN = (
    "SELECT seq, status, base, device, at, game, round, place, field, value"
    " FROM entry WHERE key = ?"
)
_CELL = "SELECT seq, value FROM cell WHERE game = ? AND round = ? AND place = ? AND field = ?"
# Without a number of its own an entry gets the next one: only the first after a leap has it.
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
# An entry that said what stood there already saw the cell as truly as one that was applied.
_BASE_ENTRY = (
    "SELECT seq FROM entry WHERE key = ?"
    " AND game = ? AND round = ? AND place = ? AND field = ? AND status IN ('applied', 'same')"
)
_KNEW = "SELECT seq, status, base FROM entry WHERE key = ?"
_CELL_BEFORE = (
    "SELECT value, seq, device, at FROM entry"
    " WHERE game = ? AND round = ? AND place = ? AND field = ? AND seq < ?"
    " AND status = 'applied' ORDER BY seq DESC LIMIT 1"
)
# The + goes with the index of conflicts alone, which has it too.
_REFUSED_SINCE = (
    "SELECT 1 FROM entry WHERE game = ? AND +status = 'conflict'"
    " AND round = ? AND place = ? AND field = ? AND seq > ? AND device IS NOT ?"
)
_LATEST = "SELECT coalesce(max(seq), 0) FROM entry"


class Ready(NamedTuple):
    """An entry that was checked, with its cell, value and base as they will be stored.

    `seen` is the latest seq that its page knew, None where it does not say.
    """

    entry: Entry
    cell: tuple[int, int, str, str]
    text: str
    base: int | str | None
    seen: int | None = None


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
    return [Ready(entry, entry.cell, canonical(entry.value), entry.base) for entry in entries]


def record(db: Database, items: Sequence[Ready], at: str) -> tuple[Answer, ...]:
    """Judge and write one entry after the other; each sees what those before it did."""
    return tuple(
        _stored_answer(db, item) or _write(db, item, _judge(db, item, _standing(db, item)), at)
        for item in items
    )


def record_together(
    db: Database, items: Sequence[Ready], seen: int | None, at: str
) -> tuple[Answer, ...]:
    """Judge all entries first; if one is a conflict, hold all that would be applied.

    `seen` is the base of every entry that has none: the game's latest seq when the page was made.
    """
    _refuse_doubled_cells(items)
    trusted = _trusted(db, seen)
    judged = [_judged_together(db, item, trusted) for item in items]
    conflict = any(status == "conflict" for _, _, status in judged)
    return tuple(
        answer or _write(db, item, "held" if conflict and status == "applied" else status, at)
        for item, answer, status in judged
    )


def refuse_if_changed(db: Database, game: int, judged: Judged) -> None:
    """Raise ChangedMeanwhile if one of the cells was recorded over since."""
    for cell in judged.cells:
        standing = db.conn.execute(_CELL, (game, *cell)).fetchone()
        if standing and standing[0] > judged.seq:
            raise ChangedMeanwhile(
                "Somebody else has just changed what this was judged by. Look, and press again."
            )


def _refuse_doubled_cells(items: Sequence[Ready]) -> None:
    if len({item.cell for item in items}) < len(items):
        raise BadEntry("A form says one thing about a cell: here a cell comes twice.")


def _trusted(db: Database, seen: int | None) -> int | None:
    """What a page may claim to have seen: nothing, if a restore has undone its future."""
    if seen is None:
        return None
    return seen if seen <= db.conn.execute(_LATEST).fetchone()[0] else 0


def _judged_together(
    db: Database, item: Ready, seen: int | None
) -> tuple[Ready, Answer | None, Status]:
    if answer := _stored_answer(db, item):
        return item, answer, answer.status
    standing = _standing(db, item)
    if seen is not None and item.base is None and standing:
        item = item._replace(base=min(standing[0], seen))
    return item, None, _judge(db, item._replace(seen=seen), standing)


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


def _standing(db: Database, item: Ready) -> tuple[int, str] | None:
    """The seq and the value that stand in the entry's cell."""
    row: tuple[int, str] | None = db.conn.execute(_CELL, item.cell).fetchone()
    return row


def _judge(db: Database, item: Ready, standing: tuple[int, str] | None) -> Status:
    """What is to become of a new entry. Changes nothing."""
    seq, text = standing or (None, "null")
    if _is_current(db, item, seq):
        return "applied"
    if item.text == text and not _is_tally(item.entry):
        return "same"
    return "conflict"


def _is_current(db: Database, item: Ready, seq: int | None) -> bool:
    """Whether nothing happened to the cell since the sender looked at it, nor was refused there.

    What somebody else said and was refused is asked about: nobody closes that who does not know of it.
    """
    if not isinstance(item.base, str):
        return item.base == seq and not _was_refused(db, item, item.seen)
    waiting = db.conn.execute(_BASE_ENTRY, (item.base, *item.cell)).fetchone()
    if waiting is None or seq is None or seq > int(waiting[0]):
        return False
    return not _was_refused(db, item, _knew(db, item.base))


def _knew(db: Database, key: str) -> int:
    """The latest seq whose news an own entry had: its own where it was applied, else what it was typed over."""
    base: int | str | None = key
    while isinstance(base, str):
        seq, status, base = db.conn.execute(_KNEW, (base,)).fetchone() or (0, "applied", None)
        if status == "applied":
            return int(seq)
    return base or 0


def _was_refused(db: Database, item: Ready, since: int | None) -> bool:
    """Whether another device was refused in this cell since."""
    if since is None:
        return False
    asked = (*item.cell, since, item.entry.device)
    return db.conn.execute(_REFUSED_SINCE, asked).fetchone() is not None


def _is_tally(entry: Entry) -> bool:
    """A tally may be equal by chance: two phones went from 2 to 3 for one book, or for two."""
    return isinstance(entry.value, dict) and entry.value.get("as") == "tally"


def _write(db: Database, item: Ready, status: Status, at: str) -> Answer:
    entry, cell, text, base, _ = item
    row = (entry.key, *cell, text, base, status, entry.device, at)
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
