"""The write-ahead log of a file: whether it is still there, where it ends, and which entries are missing after a loss.

SQLite takes a write-ahead log that was truncated, emptied or damaged for one that ends earlier, and reports nothing. So
after each commit the seq of the latest entry is written to a small file beside the club's. It is not flushed: after a
power cut it may be behind the log, but it is never ahead of it.
"""

import json
import os
import re
from contextlib import closing, suppress
from io import FileIO
from pathlib import Path
from typing import NamedTuple, Self

from sqlite_utils import Database

from scorepad.store.engine import sqlite3
from scorepad.store.errors import DamagedFile, StoreError
from scorepad.store.file.copying import A_COPY, way_back

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
    counted = db.execute("""
        UPDATE reach SET folds = folds + 1,
            entries = entries + (SELECT count(*) FROM entry WHERE entry.seq > reach.seq),
            seq = (SELECT coalesce(max(seq), 0) FROM entry)
        RETURNING folds""")
    return int(counted.fetchall()[0][0])


_LOG_BEGINS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""The magic numbers of write-ahead logs, one for each byte order of their checksums."""

_LOG_HEADER = 32
"""The bytes of a log's header. Two of its numbers change whenever the log begins again."""

_NOTE_WIDTH = 120
"""Every note has the same length, so that overwriting one leaves nothing of it."""

_END = "SELECT coalesce(max(seq), 0), (SELECT version FROM people_version) FROM entry"


class OpenFiles:
    """A file and its log as they were when they were opened, and the note beside them. For one thread at a time."""

    def __init__(self, path: Path, *, has_log: bool, end: LogEnd | None) -> None:
        """`end` is the first note of a club, None for a list of phones, which has no note. Raises StoreError."""
        # As strings: Python would convert a Path again for each call.
        self._path, self._log_path = str(path), str(log_of(path))
        status = os.stat(path)
        self._file, self._size = _which(status), status.st_size
        self._log: FileIO | None = None
        # The header and the size of the log when it was last looked at.
        self._log_state = (b"", 0)
        self._note: FileIO | None = None
        self.end = end
        if has_log:
            # Closing it drops SQLite's locks on that file, but SQLite has none on the log.
            with suppress(FileNotFoundError):
                self._log = FileIO(self._log_path)
        if end:
            try:
                self._note = FileIO(note_of(path), "r+", opener=_created)
            except OSError as error:
                raise StoreError(f"{note_of(path)} cannot be written: {error.strerror}.") from None
            self.write_note(end)

    def check(self) -> bool:
        """Return whether the log is where SQLite would look for it after a restart.

        Raises StoreError if a write would be lost.
        """
        try:
            status = os.stat(self._path)
        except OSError:
            status = None
        if status is None or _which(status) != self._file:
            raise StoreError(
                f"{self._path} was moved or replaced while Scorepad had it open; nothing was saved. Put it back, or "
                "start Scorepad again."
            )
        if status.st_size < self._size:
            raise DamagedFile(
                f"{self._path} was cut by another program while Scorepad had it open; nothing was saved. "
                f"{way_back(Path(self._path))}"
            )
        self._size = status.st_size
        return self._log is None or self._has_log(self._log)

    def _has_log(self, log: FileIO) -> bool:
        log.seek(0)
        header, own = log.read(_LOG_HEADER), os.fstat(log.fileno())
        # SQLite empties a log only to begin it again with another header.
        is_cut = header == self._log_state[0] and own.st_size < self._log_state[1]
        if is_cut or (header and header[:4] not in _LOG_BEGINS):
            raise DamagedFile(
                f"{self._log_path} was cut or written over by another program; nothing more was saved. Stop Scorepad, "
                "start it again, and run `scorepad doctor`: it says what is missing, and how to go back to a copy."
            )
        self._log_state = (header, own.st_size)
        try:
            return _which(os.stat(self._log_path)) == _which(own)
        except OSError:
            return False

    def end_in(self, db: Database) -> LogEnd | None:
        """Where the log ends with the transaction that is about to be committed; None without a note."""
        if self.end is None:
            return None
        seq, people = db.conn.execute(_END).fetchone()
        return LogEnd(self.end.club, self.end.checkpoints, seq, people)

    def write_note(self, end: LogEnd) -> None:
        """Write where the log ends beside the file. Disk errors are ignored: the entry is safe already."""
        self.end = end
        # `json.dumps` of the whole note would take longer than writing it.
        note = (
            f'{{"club": {json.dumps(end.club)}, "folds": {end.checkpoints}, "seq": {end.seq}, "people": {end.people}}}'
        )
        with suppress(OSError):
            if self._note:
                self._note.seek(0)
                self._note.write(f"{note:<{_NOTE_WIDTH}}\n".encode("ascii"))

    def has_entries(self) -> bool:
        """Whether the log has content, as after a crash."""
        return self._log is not None and os.fstat(self._log.fileno()).st_size > 0

    def close(self) -> None:
        """Close the log and the note. Safe to call twice."""
        for file in (self._log, self._note):
            if file:
                file.close()


def _created(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_CREAT, 0o600)


def _which(status: os.stat_result) -> tuple[int, int]:
    """The identity of a file, by its device and inode. It stays the same when the file is renamed."""
    return status.st_dev, status.st_ino


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
