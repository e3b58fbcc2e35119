"""Lends connections to threads: many readers, one writer.

Readers come from a small pool and see one snapshot each; the one writer is kept under one lock,
because SQLite allows one writer anyway and waiting for a lock is fairer than being told "busy".
"""

import os
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from sqlite_utils import Database

from scorepad.store.engine import BUSY_SECONDS, connect, raise_as_store_error, sqlite3
from scorepad.store.errors import StoreError
from scorepad.store.watching import Watch

_IDLE_READERS = 8

OnChange: TypeAlias = Callable[[Collection[int] | None], None]
"""Is told the games that were written to; None where it may have been anything."""


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
        self._listeners: list[OnChange] = []
        self._closed = False

    def listen(self, listener: OnChange) -> None:
        """From now on tell `listener` after each COMMIT, in the thread that wrote."""
        self._listeners.append(listener)

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
    def writing(self, games: Collection[int] | None = None) -> Iterator[Database]:
        """Lend the one writer inside BEGIN IMMEDIATE; ROLLBACK if anything is raised.

        `games` are those that will be written to, where it is nothing but games.
        """
        with self._in_transaction() as db:
            yield db
        # Out of the lock: whoever writes next need not wait until everybody was told.
        for listener in self._listeners:
            listener(games)

    @contextmanager
    def _in_transaction(self) -> Iterator[Database]:
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

    def watch(self) -> Watch:
        """A connection that notices what anybody writes to the file, whatever process they are."""
        self._check_usable()
        return Watch(self._path, connect(self._path, journal_mode=self._journal_mode, reading=True))

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
