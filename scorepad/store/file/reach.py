"""Notes how far a club's log reached, in a file beside the club's, to detect missing entries.

SQLite takes a write-ahead log that was truncated, emptied or damaged for one that ends earlier, and reports nothing. So
after each commit the seq of the latest entry is written to a small file beside the club's. It is not flushed: after a
power cut it may be behind the log, but it is never ahead of it.
"""

import json
import re
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, Self

from sqlite_utils import Database

from scorepad.store.engine import sqlite3
from scorepad.store.errors import StoreError
from scorepad.store.file.copying import A_COPY

ENDING = "-reach"
"""The suffix of the note's name, after the name of the club's file."""


class LogMark(NamedTuple):
    """A note: the club's random id, how often its log was folded into the file, and how far the log reaches.

    `seq` is that of the latest entry, `people` the version of people and seasons.
    """

    club: str
    folds: int
    seq: int
    people: int


def note_of(path: Path) -> Path:
    """The path of the note of a club's file."""
    return path.with_name(path.name + ENDING)


def log_of(path: Path) -> Path:
    """The path of the write-ahead log of a file."""
    return path.with_name(f"{path.name}-wal")


def read_note(path: Path) -> LogMark | None:
    """The note beside a club's file; None if it is missing or cannot be read."""
    try:
        note = json.loads(note_of(path).read_text("ascii"))
        # The first notes had no version of people.
        return LogMark(str(note["club"]), int(note["folds"]), int(note["seq"]), int(note.get("people", 0)))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def in_file(db: Database) -> LogMark:
    """The mark in the club's own file: its id, its folds, and how far it reaches now."""
    row = db.execute(
        "SELECT club, folds, (SELECT coalesce(max(seq), 0) FROM entry), (SELECT version FROM people_version) FROM reach"
    )
    return LogMark(*row.fetchone())


def is_replicated(db: Database) -> bool:
    """Whether Litestream replicates this file, or did."""
    return db.table("_litestream_seq").exists()


def count_fold(db: Database) -> int:
    """Record in the file how far the log reaches, before it is folded. Return the new number of folds."""
    db.conn.execute("""
        UPDATE reach SET folds = folds + 1,
            entries = entries + (SELECT count(*) FROM entry WHERE entry.seq > reach.seq),
            seq = (SELECT coalesce(max(seq), 0) FROM entry)""")
    return int(db.execute("SELECT folds FROM reach").fetchone()[0])


def refuse_wrong_pair(path: Path) -> None:
    """Raise StoreError if the file at `path` does not belong to the log beside it.

    SQLite would apply that log to the file, which destroys both.
    """
    log = log_of(path)
    try:
        if log.stat().st_size == 0:
            return
        is_empty = path.stat().st_size == 0
    except (OSError, ValueError):
        return
    if is_empty:
        raise StoreError(
            f"{path} is empty, but {log.name} beside it is not: it holds what was recorded last. Move {log.name} "
            "away and keep it, and put a copy of the club in the place of the empty file."
        )
    note = read_note(path)
    if note and (reason := _why_not_its_log(path, note)):
        raise StoreError(
            f"{path} {reason}, so {log.name} beside it belongs to another file. If you put this file there, move "
            f"{log.name} and {path.name}-shm away first, and start again; else put the file back that was there before."
        )


def _why_not_its_log(path: Path, note: LogMark) -> str:
    try:
        # Without the log, which may be another file's.
        address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(address, uri=True)) as alone:
            club, folds = alone.execute("SELECT club, folds FROM reach").fetchone()
            version = alone.execute("PRAGMA user_version").fetchone()[0]
    except (sqlite3.Error, TypeError):
        # A power cut may leave the file half folded: it is complete only with its log.
        return ""
    if not re.fullmatch("[0-9a-f]{16}", str(club)) or not isinstance(folds, int):
        # Half folded too: there is other data where the id will be.
        return ""
    if club != note.club:
        return "is another club's file"
    if version == A_COPY:
        return "is a copy that was put there"
    return "is older than its log" if folds < note.folds else ""


class Gap(NamedTuple):
    """Missing entries: those after seq `after`, up to seq `reached`; `noticed_at` is "" at first.

    If both are equal, only changes to people or seasons are missing.
    """

    after: int
    reached: int
    noticed_at: str = ""

    @classmethod
    def between(cls, mark: LogMark, note: LogMark | None) -> Self | None:
        """The gap between the content of a file and the note beside it; None if nothing is missing."""
        if note is None or note.club != mark.club or (note.seq <= mark.seq and note.people <= mark.people):
            return None
        return cls(mark.seq, max(mark.seq, note.seq))


def gaps(db: Database) -> list[Gap]:
    """Return the gaps that are not accepted yet, oldest first."""
    rows = db.execute("SELECT after, reached, noticed_at FROM gap WHERE NOT accepted ORDER BY after")
    return [Gap(*row) for row in rows]


def note_gap(db: Database, gap: Gap, now: str) -> None:
    """Record a gap, so that `doctor` reports it until someone accepts it."""
    # The log may be lost twice after the same entry.
    db.conn.execute(
        "INSERT INTO gap (after, reached, noticed_at, accepted) VALUES (?, ?, ?, 0) ON CONFLICT DO UPDATE"
        " SET reached = max(reached, excluded.reached), noticed_at = excluded.noticed_at, accepted = 0",
        (gap.after, gap.reached, now),
    )


def accept_gaps(db: Database) -> None:
    """Accept all gaps: `doctor` no longer reports them."""
    db.execute("UPDATE gap SET accepted = 1")
