"""Notes where a club's log ends, in a file beside the club's, to detect missing entries.

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


class LogEnd(NamedTuple):
    """A note of where a log ends."""

    club: str  # The club's random id.
    checkpoints: int  # How often the log was moved into the file.
    seq: int  # That of the latest entry.
    people: int  # The version of people and seasons.


def note_of(path: Path) -> Path:
    """The path of the note of a club's file."""
    return path.with_name(path.name + ENDING)


def log_of(path: Path) -> Path:
    """The path of the write-ahead log of a file."""
    return path.with_name(f"{path.name}-wal")


def read_note(path: Path) -> LogEnd | None:
    """The note beside a club's file; None if it is missing or cannot be read."""
    try:
        note = json.loads(note_of(path).read_text("ascii"))
        # The first notes had no version of people.
        return LogEnd(str(note["club"]), int(note["folds"]), int(note["seq"]), int(note.get("people", 0)))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def in_file(db: Database) -> LogEnd:
    """The end of the log according to the club's own file."""
    row = db.execute(
        "SELECT club, folds, (SELECT coalesce(max(seq), 0) FROM entry), (SELECT version FROM people_version) FROM reach"
    )
    return LogEnd(*row.fetchone())


def is_replicated(db: Database) -> bool:
    """Whether Litestream replicates this file, or did."""
    return db.table("_litestream_seq").exists()


def count_checkpoint(db: Database) -> int:
    """Record in the file where the log ends, before a checkpoint. Return the new number of checkpoints."""
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


def _why_not_its_log(path: Path, note: LogEnd) -> str:
    try:
        # Without the log, which may be another file's.
        address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(address, uri=True)) as alone:
            club, checkpoints = alone.execute("SELECT club, folds FROM reach").fetchone()
            version = alone.execute("PRAGMA user_version").fetchone()[0]
    except (sqlite3.Error, TypeError):
        # A power cut may interrupt a checkpoint: the file is complete only with its log.
        return ""
    if not re.fullmatch("[0-9a-f]{16}", str(club)) or not isinstance(checkpoints, int):
        # Interrupted too: there is other data where the id will be.
        return ""
    if club != note.club:
        return "is another club's file"
    if version == A_COPY:
        return "is a copy that was put there"
    return "is older than its log" if checkpoints < note.checkpoints else ""


class Missing(NamedTuple):
    """Missing entries: those after seq `after`, up to seq `reached`; `noticed_at` is "" at first.

    If both are equal, only changes to people or seasons are missing.
    """

    after: int
    reached: int
    noticed_at: str = ""

    @classmethod
    def between(cls, end: LogEnd, note: LogEnd | None) -> Self | None:
        """What is missing in a file according to the note beside it; None if nothing is missing."""
        if note is None or note.club != end.club or (note.seq <= end.seq and note.people <= end.people):
            return None
        return cls(end.seq, max(end.seq, note.seq))


def missing_entries(db: Database) -> list[Missing]:
    """Return what is missing and not accepted yet, oldest first."""
    rows = db.execute("SELECT after, reached, noticed_at FROM gap WHERE NOT accepted ORDER BY after")
    return [Missing(*row) for row in rows]


def note_missing(db: Database, missing: Missing, now: str) -> None:
    """Record what is missing, so that `doctor` reports it until someone accepts it."""
    # The log may be lost twice after the same entry.
    db.conn.execute(
        "INSERT INTO gap (after, reached, noticed_at, accepted) VALUES (?, ?, ?, 0) ON CONFLICT DO UPDATE"
        " SET reached = max(reached, excluded.reached), noticed_at = excluded.noticed_at, accepted = 0",
        (missing.after, missing.reached, now),
    )


def accept_missing(db: Database) -> None:
    """Accept all that is missing: `doctor` no longer reports it."""
    db.execute("UPDATE gap SET accepted = 1")
