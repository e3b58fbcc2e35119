"""The one connection that writes to a file, its lock and its write-ahead log. `Connections.writing` lends it.

One lock guards it: SQLite allows only one writer anyway, and waiting for a lock is fairer than "database is locked".
"""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from scorepad.store import engine
from scorepad.store.engine import ERRORS, connect, is_busy, raise_as_store_error, set_wait, sqlite3
from scorepad.store.errors import Busy, DamagedFile, StoreError
from scorepad.store.file.copying import way_back
from scorepad.store.file.folding import FOLDING, Writes
from scorepad.store.file.reach import LogMark, count_fold, is_replicated, log_of, note_of


class Writer:
    """The writer of this process to one file. Use `db` and `file_guard` only with the `lock`."""

    def __init__(
        self, path: Path, db: Database, journal_mode: str, mark: LogMark | None, new_log: Callable[[], None]
    ) -> None:
        """Take over `db`, an open connection to `path`.

        `mark` is the first note of how far the log reaches, None for a list of phones. `new_log` is called when the log
        was deleted and a new one begins: connections opened before that must not be used again.
        """
        self._path = path
        self.db = db
        self._has_log = journal_mode == "wal"
        self._journal_mode = journal_mode
        self._new_log = new_log
        self.lock = threading.Lock()
        self.file_guard = FileGuard(path, has_log=self._has_log, mark=mark)
        self._has_mark = mark is not None
        self._mark = mark
        self.is_between_logs = False
        self._folds: int | None = None
        self.writes = Writes()
        self.is_closed = False
        set_wait(db.conn, engine.BUSY_SECONDS)
        if self.file_guard.log_size():
            self.writes.first = self.writes.last = time.monotonic()
        if self._has_log:
            FOLDING.watch(self)

    def fold(self) -> bool:
        """Checkpoint: move the log into the main file and empty it. Return False if another connection still needs it.

        Afterwards, replaced data is gone from the disk. Raises StoreError.
        """
        with self.lock:
            if self.is_closed or not self._has_log:
                return True
            try:
                if self.is_between_logs or not self.file_guard.check():
                    self.begin_new_log()
                return self._fold()
            except ERRORS as error:
                if is_busy(error):
                    return False
                raise_as_store_error(error, self._path)
                raise

    def _fold(self) -> bool:
        if self._has_mark and self.writes.first and self._folds is None:
            with self._without_waiting() as connection:
                connection.execute("BEGIN IMMEDIATE")
                self._folds = count_fold(self.db)
                connection.execute("COMMIT")
        if not self._checkpoint():
            return False
        if self._folds is not None:
            self.file_guard.folded(self._folds)
            self._folds = None
        self.writes = Writes()
        return True

    def _checkpoint(self) -> bool:
        """Move the log into the main file. Return whether all of it is there."""
        with self._without_waiting() as connection:
            return not connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]

    @contextmanager
    def _without_waiting(self) -> Iterator[sqlite3.Connection]:
        """Lend the connection with a lock timeout of 0."""
        set_wait(self.db.conn, 0)
        try:
            yield self.db.conn
        finally:
            set_wait(self.db.conn, engine.BUSY_SECONDS)

    def begin_new_log(self) -> None:
        """Save what is in a log that was deleted: move it into the main file, and begin a new log.

        Raises Busy if that cannot be done yet, because a reader or another process still uses the old log. If the new
        log cannot be created, for example because the disk is read-only now, the next write tries again.
        """
        if not self.is_between_logs:
            if not self._checkpoint():
                raise Busy(
                    f"Not saved yet: {log_of(self._path)} was deleted while Scorepad had it open. Try again in a "
                    "moment."
                )
            self._mark = self.file_guard.close()
            self._new_log()
            self.is_between_logs = True
        self.db.close()
        self.db = connect(self._path, journal_mode=self._journal_mode)
        # SQLite creates the log when something is read.
        self.db.execute("SELECT 1 FROM sqlite_master").fetchall()
        self.file_guard = FileGuard(self._path, has_log=True, mark=self._mark)
        self.is_between_logs = False

    def roll_back(self) -> None:
        """Undo the transaction, if there is one. Raises StoreError."""
        if not self.is_between_logs and self.db.conn.in_transaction:
            try:
                self.db.conn.execute("ROLLBACK")
            except ERRORS as error:
                raise_as_store_error(error, self._path)
                raise

    def close(self, before: Callable[[], None]) -> None:
        """Call `before`, then close the connection. Safe to call twice."""
        with self.lock:
            if self.is_closed:
                return
            self.is_closed = True
            FOLDING.forget(self)
            keeps_note = self._keeps_note()
            self.file_guard.close()
            before()
            self.db.close()
            if not keeps_note:
                self.file_guard.remove_note()

    def _keeps_note(self) -> bool:
        """Whether to keep the note: without it, a file that Litestream replicates would be taken for a restored one."""
        try:
            return is_replicated(self.db)
        except ERRORS:
            return False


# Detects when the files of an open club are moved, truncated or deleted, and notes how far the log reaches.
#
# SQLite keeps writing to a file that was deleted or replaced, and those writes are lost with it.


_LOG_BEGINS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""The magic numbers of write-ahead logs, one for each byte order of their checksums."""

_LOG_HEADER = 32
"""The bytes of a log's header. Two of its numbers change whenever the log begins again."""

_NOTE_WIDTH = 120
"""Every note has the same length, so that overwriting one leaves nothing of it."""

_REACH = "SELECT coalesce(max(seq), 0), (SELECT version FROM people_version) FROM entry"

_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0)
_WRITE = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)


class FileGuard:
    """A file and its log as they were when they were opened, and the note beside them. For one thread at a time."""

    def __init__(self, path: Path, *, has_log: bool, mark: LogMark | None) -> None:
        """`mark` is the first note of a club, None for a list of phones. Raises StoreError."""
        # As strings: Python would convert a Path again for each call.
        self._path, self._log_path = str(path), str(log_of(path))
        status = os.stat(path)
        self._file = _which(status)
        self._size = status.st_size
        self._log: int | None = None
        # The header and the size of the log when it was last looked at.
        self._log_state = (b"", 0)
        self._log_file: tuple[int, int] | None = None
        self._note: int | None = None
        self._mark = mark
        if has_log:
            # Closing a handle drops SQLite's locks on that file, but SQLite has none on the log.
            with suppress(FileNotFoundError):
                self._log = os.open(self._log_path, _READ)
                self._log_file = _which(os.fstat(self._log))
        if mark:
            self._open_note(note_of(path), mark)

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

    def _has_log(self, log: int) -> bool:
        header, size = _read_first(log, _LOG_HEADER), os.fstat(log).st_size
        # SQLite empties a log only to begin it again with another header.
        is_cut = header == self._log_state[0] and size < self._log_state[1]
        if is_cut or (header and header[:4] not in _LOG_BEGINS):
            raise DamagedFile(
                f"{self._log_path} was cut or written over by another program; nothing more was saved. Stop Scorepad, "
                "start it again, and run `scorepad doctor`: it says what is missing, and how to go back to a copy."
            )
        self._log_state = (header, size)
        try:
            return _which(os.stat(self._log_path)) == self._log_file
        except OSError:
            return False

    def mark(self, db: Database) -> LogMark | None:
        """Return how far the log reaches with the transaction that is about to be committed, or None without a note."""
        if self._mark is None:
            return None
        seq, people = db.conn.execute(_REACH).fetchone()
        return LogMark(self._mark.club, self._mark.folds, seq, people)

    def committed(self, mark: LogMark | None) -> bool:
        """Note how far the log reaches after a commit. Return whether that log is still there; see `check`."""
        is_there = self.check()
        if mark:
            self._write_note(mark)
        return is_there

    def folded(self, folds: int) -> None:
        """Note that the log was folded into the file, `folds` times in total."""
        if self._mark:
            self._write_note(self._mark._replace(folds=folds))

    def log_size(self) -> int:
        """The size of the log in bytes: more than 0 after a crash."""
        return os.fstat(self._log).st_size if self._log is not None else 0

    def _open_note(self, path: Path, mark: LogMark) -> None:
        try:
            self._note = os.open(path, _WRITE, 0o600)
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror}.") from None
        self._write_note(mark)

    def _write_note(self, mark: LogMark) -> None:
        self._mark = mark
        if self._note is None:
            return
        # `json.dumps` of the whole note would take longer than writing it.
        note = f'{{"club": {json.dumps(mark.club)}, "folds": {mark.folds}, "seq": {mark.seq}, "people": {mark.people}}}'
        text = f"{note:<{_NOTE_WIDTH}}\n"
        # The entry is safe already: it must not be refused because the note cannot be written.
        with suppress(OSError):
            _write_first(self._note, text.encode("ascii"))

    def close(self) -> LogMark | None:
        """Close the log and the note. Return the mark, for the `FileGuard` of the next log. Safe to call twice."""
        for handle in (self._log, self._note):
            if handle is not None:
                os.close(handle)
        self._log = self._note = None
        return self._mark

    def remove_note(self) -> None:
        """Remove the note if there is no log: SQLite deletes the log of a file that no one has open."""
        if self._mark and not os.path.exists(self._log_path):
            note_of(Path(self._path)).unlink(missing_ok=True)


def _which(status: os.stat_result) -> tuple[int, int]:
    """The identity of a file, by its device and inode. It stays the same when the file is renamed."""
    return status.st_dev, status.st_ino


def _read_first(handle: int, size: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(handle, size, 0)
    os.lseek(handle, 0, os.SEEK_SET)
    return os.read(handle, size)


def _write_first(handle: int, content: bytes) -> None:
    if hasattr(os, "pwrite"):
        os.pwrite(handle, content, 0)
        return
    os.lseek(handle, 0, os.SEEK_SET)
    os.write(handle, content)
