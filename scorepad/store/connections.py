"""Lends connections to threads: many readers, one writer.

Readers come from a small pool, and each sees one snapshot of the file. One lock guards the one writer: SQLite allows
only one anyway, and waiting for a lock is fairer than "database is locked".
"""

import os
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from sqlite_utils import Database

from scorepad.store.engine import BUSY_SECONDS, connect, raise_as_store_error, sqlite3
from scorepad.store.errors import StoreError

_IDLE_READERS = 8

OnChange: TypeAlias = Callable[[Collection[int] | None], None]
"""Called with the ids of the games that were written to, or None if anything may have changed."""


class Connections:
    """The connections of this process to one file."""

    def __init__(self, path: Path, writer: Database, journal_mode: str) -> None:
        """Take over `writer`, an open connection to `path`; readers are opened when needed."""
        self._path = path
        self._journal_mode = journal_mode
        self._file = _identity(path)
        self._process = os.getpid()
        self._writer = writer
        self._write_lock = threading.Lock()
        self._idle: list[Database] = []
        self._thread = threading.local()
        self._listeners: list[OnChange] = []
        self._closed = False

    def listen(self, listener: OnChange) -> None:
        """Call `listener` after each COMMIT from now on, in the thread that wrote."""
        self._listeners.append(listener)

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """Lend a connection that sees one moment of the file and refuses writes.

        Inside another `reading` or `writing` of the same thread it is the same connection.
        """
        outer: Database | None = getattr(self._thread, "db", None)
        if outer is not None:
            yield outer
            return
        try:
            db = self._borrow()
            try:
                db.conn.execute("BEGIN")
                self._thread.db = db
                yield db
            finally:
                self._thread.db = None
                self._give_back(db)
        except sqlite3.Error as error:
            raise_as_store_error(error, self._path)
            raise

    @contextmanager
    def writing(self, games: Collection[int] | None = None) -> Iterator[Database]:
        """Lend the one writer inside BEGIN IMMEDIATE; ROLLBACK if anything is raised.

        `games` are the games that will be written to, if nothing but games is written.
        """
        with self._in_transaction() as db:
            yield db
        # After the lock is free: the next writer does not wait for the listeners.
        for listener in self._listeners:
            listener(games)

    @contextmanager
    def _in_transaction(self) -> Iterator[Database]:
        if getattr(self._thread, "db", None) is not None:
            raise RuntimeError("This thread already reads or writes the club: finish that first.")
        with self._write_lock:
            self._check_usable()
            self._check_not_replaced()
            connection = self._writer.conn
            try:
                connection.execute("BEGIN IMMEDIATE")
                self._thread.db = self._writer
                yield self._writer
                connection.execute("COMMIT")
            except BaseException as error:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                if isinstance(error, sqlite3.Error):
                    raise_as_store_error(error, self._path)
                raise
            finally:
                self._thread.db = None

    def watch(self) -> "Watch":
        """A connection that notices writes of any process."""
        self._check_usable()
        return Watch(self._path, connect(self._path, journal_mode=self._journal_mode, reading=True))

    def empty_journal(self) -> None:
        """Remove replaced data from the journal, unless a reader still needs the journal."""
        with self._write_lock, suppress(sqlite3.OperationalError):
            self._check_usable()
            # Do not wait for readers: one of the next writes will empty the journal.
            self._writer.conn.execute("PRAGMA busy_timeout = 0").fetchone()
            try:
                self._writer.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                wait = int(BUSY_SECONDS * 1000)
                self._writer.conn.execute(f"PRAGMA busy_timeout = {wait}").fetchone()

    def close(self) -> None:
        """Close all connections; a reader that is still lent, when it comes back. Twice is fine."""
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
        # A file that was deleted or replaced still takes writes, and they would be lost with it.
        if _identity(self._path) != self._file:
            raise StoreError(
                f"{self._path} was moved or replaced while Scorepad had it open; nothing was "
                "saved. Start Scorepad again."
            )


class Reader:
    """Base of the classes that read a club."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def reading(self) -> AbstractContextManager[Database]:
        """Lend a connection that sees one moment of the file, for a whole page, and cannot write."""
        return self._connections.reading()


class Watch:
    """A connection that notices writes of any process, from `Club.watch`. For one thread at a time."""

    def __init__(self, path: Path, db: Database) -> None:
        """Take over `db`, an open connection that only this watch uses."""
        self._path = path
        self._db = db
        self._version = self._current_version()

    def has_changed(self) -> bool:
        """Whether anything was written since the last call. Raises StoreError."""
        before, self._version = self._version, self._current_version()
        return self._version != before

    def close(self) -> None:
        """Close the connection. Twice is fine."""
        self._db.close()

    def _current_version(self) -> int:
        try:
            # This reads the file's first page only, which is cheaper than any table.
            return int(self._db.conn.execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error as error:
            raise_as_store_error(error, self._path)
            raise


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_dev, status.st_ino)
