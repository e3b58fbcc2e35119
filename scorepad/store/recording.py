"""Writes entries and updates their cells, at every tap.

This is plain SQL, and so are the reads that a tap waits for (`games`, `log`): one durable row takes 72 µs this way, and
280 µs with sqlite-utils. Everything here runs inside one `Connections.writing()`, so no other writer can intervene
between the check of an entry and its row.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import NamedTuple

from sqlite_utils import Database

from scorepad.scoring.cells import is_tally
from scorepad.store.checks import LARGEST_ID, check_entry, check_seen
from scorepad.store.connections import Connections, Reader
from scorepad.store.engine import sqlite3
from scorepad.store.errors import BadEntry, Damaged, KeyReused, NoSuchGame
from scorepad.store.facts import Answer, Cell, Entry, Status

_BY_KEY = "SELECT seq, status, base, device, at, game, round, place, field, value FROM entry WHERE key = ?"
# The latest seq, whether a key was recorded, and the seq and the value of a cell.
_STATE = (
    "SELECT (SELECT coalesce(max(seq), 0) FROM entry), EXISTS (SELECT 1 FROM entry WHERE key = ?), cell.seq, cell.value"
    " FROM (SELECT 1)"
    " LEFT JOIN cell ON game = ? AND round = ? AND place = ? AND field = ?"
)
_INSERT = (
    "INSERT INTO entry (seq, key, game, round, place, field, value, base, status, device, at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_SET_CELL = (
    "INSERT INTO cell (game, round, place, field, value, seq) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET value = excluded.value, seq = excluded.seq"
)
_CELL_BEFORE = (
    "SELECT value, seq, device, at FROM entry"
    " WHERE game = ? AND round = ? AND place = ? AND field = ? AND seq < ?"
    " AND status = 'applied' ORDER BY seq DESC LIMIT 1"
)
# SQLite uses the partial index of conflicts only with the +, which its condition has too.
_REFUSED_SINCE = (
    "SELECT 1 FROM entry WHERE game = ? AND +status = 'conflict'"
    " AND round = ? AND place = ? AND field = ? AND seq > ? AND device IS NOT ?"
)


class Ready(NamedTuple):
    """A checked entry, with its cell, and its value and base as they will be stored.

    `seen` is the latest seq that its page had seen, None if the page does not say.
    """

    entry: Entry
    cell: tuple[int, int, str, str]
    text: str
    base: int | str | None
    seen: int | None = None


class EntryState(NamedTuple):
    """What is stored before an entry: the latest seq, its answer if its key was recorded, its cell's seq and value."""

    latest: int
    answer: Answer | None
    current: tuple[int, str] | None


class Written(NamedTuple):
    """The columns of an entry's row that are not in the entry, or that may differ when it is sent again."""

    seq: int
    status: Status
    base: int | str | None
    device: str | None
    at: str


def utc_now() -> str:
    """The current time, as it is stored with an entry. It is only displayed: nothing is ordered by it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Recorder(Reader):
    """Writes entries. `Club` has these methods."""

    def __init__(self, connections: Connections, now: Callable[[], str]) -> None:
        """`now` returns the time that is stored with entries."""
        super().__init__(connections)
        self._now = now

    def writing(self, game: int | None = None) -> AbstractContextManager[Database]:
        """Borrow the one writer inside BEGIN IMMEDIATE; COMMIT at the end of the block, ROLLBACK on an exception.

        No other writer changes what is read inside. With a `game`, write only to that one. Raises StoreError.
        """
        return self._connections.writing(None if game is None else {game})

    def record(self, entries: Sequence[Entry]) -> tuple[Answer, ...]:
        """Record entries in order, all or none, and return once they are on disk.

        A key that was recorded before gets its first answer again, and nothing is written. Raises BadEntry, NoSuchGame
        or KeyReused.
        """
        checked = ready(entries)
        if not checked:
            return ()
        with self._connections.writing({entry.game for entry in entries}) as db:
            at = self._now()
            return tuple([_record(db, item, at) for item in checked])

    def record_all(self, entries: Sequence[Entry], *, seen: int | None = None) -> tuple[Answer, ...]:
        """Record a whole form, one entry per cell. If one is a conflict, no cell changes.

        The log still keeps every entry: conflicts as `conflict`, what would have been applied as `held`. The same form
        sent again gets the same answers; the page that asks about the conflict sends all values under new keys. `seen`
        is the latest seq that the page had seen: the base of entries without one. Raises the same errors as `record`,
        and BadEntry if two entries name one cell.
        """
        checked = ready(entries)
        check_seen(seen)
        if not checked:
            return ()
        with self._connections.writing({entry.game for entry in entries}) as db:
            return record_together(db, checked, seen, self._now())


def ready(entries: Sequence[Entry]) -> list[Ready]:
    """Check entries before any lock is taken. Raises BadEntry and NoSuchGame."""
    return [
        Ready(entry, (entry.game, entry.round, entry.place, entry.field), text, entry.base)
        for entry, text in zip(entries, map(check_entry, entries), strict=True)
    ]


def _record(db: Database, item: Ready, at: str) -> Answer:
    state = _look_up(db, item)
    return state.answer or _write(db, item, _status(db, item, state.current), at, _jump(db, state.latest))


def record_together(db: Database, items: Sequence[Ready], seen: int | None, at: str) -> tuple[Answer, ...]:
    """Decide about all entries first; if one is a conflict, hold all that would be applied.

    `seen` is the base of every entry that has none: the game's latest seq when the page was rendered.
    """
    if len({item.cell for item in items}) < len(items):
        raise BadEntry("A form says one thing about a cell: here a cell comes twice.")
    states = [_look_up(db, item) for item in items]
    latest = states[0].latest if states else 0
    seen, jump = _trusted(seen, latest), _jump(db, latest)
    decided = [_decide_together(db, item, state, seen) for item, state in zip(items, states, strict=True)]
    conflict = any(status == "conflict" for _, _, status in decided)
    answers = []
    for item, answer, status in decided:
        answers.append(answer or _write(db, item, "held" if conflict and status == "applied" else status, at, jump))
        jump = jump if answer else None
    return tuple(answers)


def _trusted(seen: int | None, latest: int) -> int | None:
    """The seq a page claims to have seen; 0 if there is no such seq, after a restore from an older copy."""
    return seen if seen is None or seen <= latest else 0


def _jump(db: Database, latest: int) -> int | None:
    """The seq of the first entry after a jump (see `opening.end_of_log`). None if the next one follows as usual."""
    first: int = db.conn.execute("PRAGMA user_version").fetchone()[0]
    return first if first > latest else None


def _decide_together(
    db: Database, item: Ready, state: EntryState, seen: int | None
) -> tuple[Ready, Answer | None, Status]:
    if state.answer:
        return item, state.answer, state.answer.status
    if seen is not None and item.base is None and state.current:
        item = item._replace(base=min(state.current[0], seen))
    return item, None, _status(db, item._replace(seen=seen), state.current)


def _look_up(db: Database, item: Ready) -> EntryState:
    latest, is_known, seq, text = db.conn.execute(_STATE, (item.entry.key, *item.cell)).fetchone()
    return EntryState(latest, _stored_answer(db, item) if is_known else None, None if seq is None else (seq, text))


def _stored_answer(db: Database, item: Ready) -> Answer:
    row = db.conn.execute(_BY_KEY, (item.entry.key,)).fetchone()
    written, cell, text = Written(*row[:5]), row[5:9], row[9]
    if (cell, text) != (item.cell, item.text):
        raise KeyReused(
            f"The key {item.entry.key} was used before, for another cell or another value: a new value needs a new key."
        )
    return _answer(db, item, written)


def _status(db: Database, item: Ready, current: tuple[int, str] | None) -> Status:
    """The status of a new entry. Changes nothing."""
    seq, text = current or (None, "null")
    if _is_current(db, item, seq):
        return "applied"
    # Equal tallies may mean different things: two phones went from 2 to 3 for one book, or for two.
    if item.text == text and not is_tally(item.entry.value):
        return "same"
    return "conflict"


def _is_current(db: Database, item: Ready, seq: int | None) -> bool:
    """Whether the sender had seen the cell's value, and every value that was refused in this cell.

    The players are asked about a refused value. Only a sender who had seen it may settle it by a new value.
    """
    if not isinstance(item.base, str):
        return item.base == seq and not _was_refused(db, item, item.seen)
    own = earlier_entry(db, item.base, item.cell)
    if own is None or seq is None or seq > own.seq:
        return False
    return not _was_refused(db, item, own.seen)


def _was_refused(db: Database, item: Ready, since: int | None) -> bool:
    """Whether an entry of another device was refused in this cell after seq `since`."""
    if since is None:
        return False
    return db.conn.execute(_REFUSED_SINCE, (*item.cell, since, item.entry.device)).fetchone() is not None


def _write(db: Database, item: Ready, status: Status, at: str, jump: int | None) -> Answer:
    entry, cell, text, base, _ = item
    row = (jump, entry.key, *cell, text, base, status, entry.device, at)
    try:
        seq = db.conn.execute(_INSERT, row).lastrowid
    except sqlite3.IntegrityError as error:
        # A foreign key refuses an unknown game, so a known one needs no query.
        if db.conn.execute("SELECT 1 FROM game WHERE id = ?", (entry.game,)).fetchone():
            raise Damaged from error
        raise NoSuchGame(f"There is no game {entry.game}.") from None
    assert seq is not None
    if status == "applied":
        db.conn.execute(_SET_CELL, (*cell, text, seq))
    return _answer(db, item, Written(seq, status, base, entry.device, at))


def _answer(db: Database, item: Ready, written: Written) -> Answer:
    seq, status, base, device, at = written
    current: Cell | None = Cell(item.entry.value, seq, device, at)
    if status != "applied":
        row = db.conn.execute(_CELL_BEFORE, (*item.cell, seq)).fetchone()
        current = Cell(json.loads(row[0]), *row[1:]) if row else None
    return Answer(item.entry.key, seq, status, *item.cell, item.entry.value, base, current)


# Resolves a base that is the key of the sender's own earlier entry.
#
# A phone that keeps tapping before it has an answer sends the key of its earlier entry as the base of the next one.


# An entry that equalled the cell's value (`same`) counts like one that was applied.
_EARLIER_BY_KEY = (
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
    row = db.conn.execute(_EARLIER_BY_KEY, (key, *cell)).fetchone()
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
