"""The one connection that writes to a file, its lock and its write-ahead log. `Connections.writing` lends it.

One lock guards it: SQLite allows only one writer anyway, and waiting for a lock is fairer than "database is locked".
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database

from scorepad.store import engine
from scorepad.store.engine import ERRORS, connect, is_busy, raise_as_store_error, set_wait, sqlite3
from scorepad.store.errors import Busy
from scorepad.store.file.file_guard import FileGuard
from scorepad.store.file.folding import FOLDING, Writes
from scorepad.store.file.reach import LogMark, count_fold, is_replicated, log_of


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
