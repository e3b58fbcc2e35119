"""The one connection that writes to a file, its lock, its write-ahead log, and the note of where the log ends.

One lock guards it: SQLite allows only one writer anyway, and waiting for a lock is fairer than "database is locked".
SQLite keeps writing to a file that was moved, replaced or deleted, and those writes are lost with it. So the file and
its log are checked before each transaction, and again before it is acknowledged.
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
from scorepad.store.engine import ERRORS, connect, is_busy, raise_as_store_error, set_wait
from scorepad.store.errors import Busy, DamagedFile, StoreError
from scorepad.store.file.copying import way_back
from scorepad.store.file.every_second import EVERY_SECOND
from scorepad.store.file.log_end import LogEnd, count_checkpoint, is_replicated, log_of, note_of

IDLE_SECONDS = 3.0
"""A log is moved into its file this long after the last write, so that `club.sqlite3` alone is the club."""

MAX_SECONDS = 60.0
"""It is moved at least this often while writes never pause."""

_LONGEST_PAUSE = 300.0
"""The longest pause between tries while another program, such as Litestream, needs the log."""


class Writer:
    """The writer of this process to one file. Call `transaction` only with the `lock`."""

    def __init__(
        self, path: Path, db: Database, journal_mode: str, end: LogEnd | None, new_log: Callable[[], None]
    ) -> None:
        """Take over `db`, an open connection to `path`.

        `end` is where the log ends now, None for a list of phones, which has no note. `new_log` is called when the log
        was deleted and a new one begins: connections opened before that must not be used again.
        """
        self._path = path
        self.db = db
        self._has_log = journal_mode == "wal"
        self._journal_mode = journal_mode
        self._new_log = new_log
        self.lock = threading.Lock()
        self._files = _OpenFiles(path, has_log=self._has_log, end=end)
        self._has_note = end is not None
        self._is_between_logs = False
        # Checkpoints that the file counts already, but that could not be finished yet.
        self._counted: int | None = None
        # The times, by the monotonic clock, of the first write since the last checkpoint, and of the last write.
        self._first_write = self._last_write = time.monotonic() if self._files.log_size() else 0.0
        self._retry_at, self._pause = 0.0, IDLE_SECONDS
        self.is_closed = False
        set_wait(self.db.conn, engine.BUSY_SECONDS)
        if self._has_log:
            EVERY_SECOND.add(self.checkpoint_if_due)

    @contextmanager
    def transaction(self) -> Iterator[Database]:
        """Borrow the connection inside BEGIN IMMEDIATE; ROLLBACK on any exception. Raises StoreError.

        It returns once everything is on disk, in a file that is still where it was opened.
        """
        try:
            self._use_the_log()
            self.db.conn.execute("BEGIN IMMEDIATE")
            yield self.db
            end = self._files.end_in(self.db)
            self.db.conn.execute("COMMIT")
            self._last_write = time.monotonic()
            self._first_write = self._first_write or self._last_write
            has_log = self._files.check()
            if end:
                self._files.note(end)
            if not has_log:
                self._begin_new_log()
        except BaseException:
            if not self._is_between_logs and self.db.conn.in_transaction:
                self.db.conn.execute("ROLLBACK")
            raise

    def _use_the_log(self) -> None:
        """If the log was deleted, move what was committed to it into the main file, and begin a new one."""
        if self._is_between_logs or not self._files.check():
            self._begin_new_log()

    def _begin_new_log(self) -> None:
        """Save what is in a log that was deleted: move it into the main file, and begin a new log.

        Raises Busy if that cannot be done yet, because a reader or another process still uses the old log. If the new
        log cannot be created, for example because the disk is read-only now, the next write tries again.
        """
        if not self._is_between_logs:
            if not self._move_log():
                raise Busy(
                    f"Not saved yet: {log_of(self._path)} was deleted while Scorepad had it open. Try again in a "
                    "moment."
                )
            self._files.close()
            self._new_log()
            self._is_between_logs = True
        self.db.close()
        self.db = connect(self._path, journal_mode=self._journal_mode)
        # SQLite creates the log when something is read.
        self.db.execute("SELECT 1 FROM sqlite_master").fetchall()
        self._files = _OpenFiles(self._path, has_log=True, end=self._files.end)
        self._is_between_logs = False

    def checkpoint(self) -> bool:
        """Move the log into the main file and empty it. Return False if another connection still needs it.

        Afterwards, replaced data is gone from the disk. Raises StoreError.
        """
        with self.lock:
            if self.is_closed or not self._has_log:
                return True
            try:
                self._use_the_log()
                if self._has_note and self._first_write and self._counted is None:
                    self._counted = self._count()
                if not self._move_log():
                    return False
            except ERRORS as error:
                if is_busy(error):
                    return False
                raise_as_store_error(error, self._path)
                raise
            if self._counted is not None and self._files.end:
                self._files.note(self._files.end._replace(checkpoints=self._counted))
            self._counted, self._first_write = None, 0.0
            return True

    def checkpoint_if_due(self) -> None:
        """Do a checkpoint a few idle seconds after a write. After a failure, the pause before the next try doubles.

        If the disk fails, the next write reports it; the data is safe in the log.
        """
        now = time.monotonic()
        due = min(self._last_write + IDLE_SECONDS, self._first_write + MAX_SECONDS)
        if not self._first_write or now < max(due, self._retry_at):
            return
        with suppress(Exception):
            if self.checkpoint():
                self._retry_at, self._pause = 0.0, IDLE_SECONDS
                return
        self._retry_at = time.monotonic() + self._pause
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    def _count(self) -> int:
        """Count the checkpoint in the file before it begins."""
        with self._without_waiting() as db:
            db.conn.execute("BEGIN IMMEDIATE")
            try:
                count = count_checkpoint(db)
                db.conn.execute("COMMIT")
            finally:
                if db.conn.in_transaction:
                    db.conn.execute("ROLLBACK")
        return count

    def _move_log(self) -> bool:
        """Move the log into the main file. Return whether all of it is there."""
        with self._without_waiting() as db:
            return not db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]

    @contextmanager
    def _without_waiting(self) -> Iterator[Database]:
        """Borrow the connection with a lock timeout of 0."""
        set_wait(self.db.conn, 0)
        try:
            yield self.db
        finally:
            set_wait(self.db.conn, engine.BUSY_SECONDS)

    def close(self, before: Callable[[], None]) -> None:
        """Call `before`, then close the connection. Safe to call twice."""
        with self.lock:
            if self.is_closed:
                return
            self.is_closed = True
            EVERY_SECOND.remove(self.checkpoint_if_due)
            # Without its note, a file that Litestream replicates would be taken for a restored one.
            keeps_note = False
            with suppress(*ERRORS):
                keeps_note = is_replicated(self.db)
            self._files.close()
            before()
            self.db.close()
            # SQLite deletes the log of a file that no one has open.
            if self._has_note and not keeps_note and not log_of(self._path).exists():
                note_of(self._path).unlink(missing_ok=True)


_LOG_BEGINS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""The magic numbers of write-ahead logs, one for each byte order of their checksums."""

_LOG_HEADER = 32
"""The bytes of a log's header. Two of its numbers change whenever the log begins again."""

_NOTE_WIDTH = 120
"""Every note has the same length, so that overwriting one leaves nothing of it."""

_END = "SELECT coalesce(max(seq), 0), (SELECT version FROM people_version) FROM entry"

_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0)
_WRITE = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)


class _OpenFiles:
    """A file and its log as they were when they were opened, and the note beside them. For one thread at a time."""

    def __init__(self, path: Path, *, has_log: bool, end: LogEnd | None) -> None:
        """`end` is the first note of a club, None for a list of phones. Raises StoreError."""
        # As strings: Python would convert a Path again for each call.
        self._path, self._log_path = str(path), str(log_of(path))
        status = os.stat(path)
        self._file, self._size = _which(status), status.st_size
        self._log: int | None = None
        # The header and the size of the log when it was last looked at.
        self._log_state = (b"", 0)
        self._note: int | None = None
        self.end = end
        if has_log:
            # Closing a handle drops SQLite's locks on that file, but SQLite has none on the log.
            with suppress(FileNotFoundError):
                self._log = os.open(self._log_path, _READ)
        if end:
            try:
                self._note = os.open(note_of(path), _WRITE, 0o600)
            except OSError as error:
                raise StoreError(f"{note_of(path)} cannot be written: {error.strerror}.") from None
            self.note(end)

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
        header, own = _read_first(log, _LOG_HEADER), os.fstat(log)
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

    def note(self, end: LogEnd) -> None:
        """Write where the log ends beside the file. Disk errors are ignored: the entry is safe already."""
        self.end = end
        if self._note is None:
            return
        # `json.dumps` of the whole note would take longer than writing it.
        note = (
            f'{{"club": {json.dumps(end.club)}, "folds": {end.checkpoints}, "seq": {end.seq}, "people": {end.people}}}'
        )
        with suppress(OSError):
            _write_first(self._note, f"{note:<{_NOTE_WIDTH}}\n".encode("ascii"))

    def log_size(self) -> int:
        """The size of the log in bytes: more than 0 after a crash."""
        return os.fstat(self._log).st_size if self._log is not None else 0

    def close(self) -> None:
        """Close the log and the note. Safe to call twice."""
        for handle in (self._log, self._note):
            if handle is not None:
                os.close(handle)
        self._log = self._note = None


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
