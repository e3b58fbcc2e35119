"""Lends connections to threads: many readers, one writer.

Readers come from a small pool and see one snapshot each; the one writer is kept under one lock,
because SQLite allows one writer anyway and waiting for a lock is fairer than being told "busy".
"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from scorepad.store.engine import BUSY_SECONDS, connect, raise_as_store_error, sqlite3
from scorepad.store.errors import StoreError

_IDLE_READERS = 8


class Connections:
    """The connections of one club's file in this process."""

    def __init__(self, path: Path, writer: Database, journal_mode: str) -> None:
        """Take over `writer`, an open connection to `path`; readers are opened when needed."""
        self._path = path
        self._journal_mode = journal_mode
        self._file = _identity(path)
        self._process = os.getpid()
        self._writer = writer
        self._write_lock = threading.Lock()
        self._idle: list[Database] = []
        self._mine = threading.local()
        self._closed = False

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """Lend a connection that sees one moment of the file and refuses writes.

        Inside another `reading` or `writing` of the same thread it is that one's connection.
        """
        outer: Database | None = getattr(self._mine, "db", None)
        if outer is not None:
            yield outer
            return
        try:
            db = self._borrow()
            try:
                db.conn.execute("BEGIN")
                self._mine.db = db
                yield db
            finally:
                self._mine.db = None
                self._give_back(db)
        except sqlite3.Error as error:
            raise_as_store_error(error, self._path)
            raise

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Lend the one writer inside BEGIN IMMEDIATE; ROLLBACK if anything is raised."""
        if getattr(self._mine, "db", None) is not None:
            raise RuntimeError("This thread already reads or writes the club: finish that first.")
        with self._write_lock:
            self._check_usable()
            self._check_not_replaced()
            connection = self._writer.conn
            try:
                connection.execute("BEGIN IMMEDIATE")
                self._mine.db = self._writer
                yield self._writer
                connection.execute("COMMIT")
            except BaseException as error:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                if isinstance(error, sqlite3.Error):
                    raise_as_store_error(error, self._path)
                raise
            finally:
                self._mine.db = None

    def empty_journal(self) -> None:
        """Leave nothing of what was replaced in the journal, unless somebody is just reading it."""
        with self._write_lock, suppress(sqlite3.OperationalError):
            self._check_usable()
            # Whoever reads on is not waited for: the next write of many will empty it.
            self._writer.conn.execute("PRAGMA busy_timeout = 0").fetchone()
            try:
                self._writer.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                wait = int(BUSY_SECONDS * 1000)
                self._writer.conn.execute(f"PRAGMA busy_timeout = {wait}").fetchone()

    def close(self) -> None:
        """Close everything; a reader that is still lent, when it comes back. Twice is no fault."""
        with self._write_lock:
            self._closed = True
            while self._idle:
                self._idle.pop().close()
            self._writer.close()

    def _borrow(self) -> Database:
        self._check_usable()
        try:
            return self._idle.pop()
        except IndexError:
            return connect(self._path, journal_mode=self._journal_mode, reading=True)

    def _give_back(self, db: Database) -> None:
        if db.conn.in_transaction:
            db.conn.execute("ROLLBACK")
        if self._closed or len(self._idle) >= _IDLE_READERS:
            db.close()
        else:
            self._idle.append(db)

    def _check_usable(self) -> None:
        if self._closed:
            raise StoreError(f"{self._path} is closed here already.")
        if os.getpid() != self._process:
            # SQLite's locks do not survive a fork: going on could damage the file.
            raise RuntimeError("A club must be opened by the process that uses it, after any fork.")

    def _check_not_replaced(self) -> None:
        # A file that was deleted or replaced still takes writes, and they would be gone with it.
        if _identity(self._path) != self._file:
            raise StoreError(
                f"{self._path} was moved or replaced while Scorepad had it open; nothing was "
                "saved. Start Scorepad again."
            )


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_dev, status.st_ino)
