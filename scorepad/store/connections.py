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

from scorepad.store.engine import BUSY_SECONDS, connect, is_busy, raise_as_store_error, sqlite3
from scorepad.store.errors import StoreError
from scorepad.store.file.folding import FOLDING
from scorepad.store.file.in_place import InPlace
from scorepad.store.file.reach import Note, count_fold, latest_seq
from scorepad.store.watch import Watch

_IDLE_READERS = 8
_BUSY_MILLISECONDS = int(BUSY_SECONDS * 1000)

OnChange: TypeAlias = Callable[[Collection[int] | None], None]
"""Called with the ids of the games that were written to, or None if anything may have changed."""


class Connections:
    """The connections of this process to one file."""

    def __init__(
        self, path: Path, writer: Database, journal_mode: str, note: Note | None = None
    ) -> None:
        """Take over `writer`, an open connection to `path`; readers are opened when needed.

        `note` is told how far the log reaches, after each commit; a list of phones has none.
        """
        self._path = path
        self._journal_mode = journal_mode
        self._note = note
        self._in_place = InPlace(path, has_log=self._has_log)
        self._is_dirty = self._in_place.has_log_content()
        self._process = os.getpid()
        self._writer = writer
        self._write_lock = threading.Lock()
        self._idle: list[Database] = []
        self._thread = threading.local()
        self._listeners: list[OnChange] = []
        self._closed = False
        if self._is_dirty:
            FOLDING.wrote(self)

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
            idle = self._idle
            db = self._borrow()
            try:
                db.conn.execute("BEGIN")
                self._thread.db = db
                yield db
            finally:
                self._thread.db = None
                self._give_back(db, idle)
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
            self._check_in_place()
            connection = self._writer.conn
            try:
                connection.execute("BEGIN IMMEDIATE")
                self._thread.db = self._writer
                yield self._writer
                seq = latest_seq(self._writer) if self._note else 0
                connection.execute("COMMIT")
                self._committed(seq)
            except BaseException as error:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                if isinstance(error, sqlite3.Error):
                    raise_as_store_error(error, self._path)
                raise
            finally:
                self._thread.db = None

    def _committed(self, seq: int) -> None:
        """Make sure that the commit is in files that will be there after a restart."""
        # What was committed to a log that is gone is moved to the main file here.
        self._check_in_place()
        if self._note:
            self._note.write(seq)
        if self._has_log:
            self._is_dirty = True
            FOLDING.wrote(self)

    def watch(self) -> Watch:
        """A connection that notices writes of any process."""
        self._check_usable()
        return Watch(self._path, connect(self._path, journal_mode=self._journal_mode, reading=True))

    def fold(self) -> bool:
        """Move the log into the main file and empty it. Return False if a reader, or another process, still needs it.

        Replaced data is gone from the disk then. Raises StoreError.
        """
        with self._write_lock:
            if self._closed or not self._has_log:
                return True
            self._check_in_place()
            # Do not wait for readers: it is tried again.
            self._writer.conn.execute("PRAGMA busy_timeout = 0").fetchone()
            try:
                return self._fold()
            except sqlite3.Error as error:
                if is_busy(error):
                    return False
                raise_as_store_error(error, self._path)
                raise
            finally:
                self._writer.conn.execute(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}").fetchone()

    def _fold(self) -> bool:
        folds = None
        if self._note and self._is_dirty:
            self._writer.conn.execute("BEGIN IMMEDIATE")
            folds = count_fold(self._writer)
            self._writer.conn.execute("COMMIT")
            self._is_dirty = False
        if self._checkpoint():
            return False
        if self._note and folds is not None:
            self._note.write(latest_seq(self._writer), folds)
        return True

    def _checkpoint(self) -> bool:
        """Move the log into the main file. Return whether some of it is still needed."""
        return bool(self._writer.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])

    @property
    def _has_log(self) -> bool:
        return self._journal_mode == "wal"

    def close(self) -> None:
        """Close all connections; a reader that is still lent, when it comes back. Twice is fine."""
        FOLDING.forget(self)
        if not self._closed and self._process == os.getpid():
            with suppress(StoreError, sqlite3.Error):
                self.fold()
        with self._write_lock:
            self._closed = True
            self._in_place.close()
            while self._idle:
                self._idle.pop().close()
            self._writer.close()
            if self._note:
                self._note.close()

    def _borrow(self) -> Database:
        self._check_usable()
        try:
            return self._idle.pop()
        except IndexError:
            return connect(self._path, journal_mode=self._journal_mode, reading=True)

    def _give_back(self, db: Database, idle: list[Database]) -> None:
        if db.conn.in_transaction:
            db.conn.execute("ROLLBACK")
        # Another list of idle readers means another log.
        if self._closed or idle is not self._idle or len(idle) >= _IDLE_READERS:
            db.close()
        else:
            idle.append(db)

    def _check_usable(self) -> None:
        if self._closed:
            raise StoreError(f"{self._path} is closed here already.")
        if os.getpid() != self._process:
            # SQLite's locks do not survive a fork: going on could damage the file.
            raise RuntimeError("A club must be opened by the process that uses it, after any fork.")

    def _check_in_place(self) -> None:
        self._in_place.check()
        if self._in_place.is_log_gone():
            self._write_a_new_log()

    def _write_a_new_log(self) -> None:
        """Save what is in a log that was deleted: move it into the main file, and begin a new log.

        Raises StoreError if that cannot be done, because a reader or another process still has the old log.
        """
        if self._writer.conn.in_transaction or self._checkpoint():
            raise StoreError(
                f"{self._path}-wal was deleted while Scorepad had it open; nothing was saved. Try again in a moment."
            )
        self._in_place.close()
        while self._idle:
            self._idle.pop().close()
        self._idle = []
        self._writer.close()
        self._writer = connect(self._path, journal_mode=self._journal_mode)
        self._writer.execute("SELECT 1 FROM sqlite_master").fetchall()
        self._in_place = InPlace(self._path, has_log=True)


class Reader:
    """Base of the classes that read a club."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def reading(self) -> AbstractContextManager[Database]:
        """Lend a connection that sees one moment of the file, for a whole page, and cannot write."""
        return self._connections.reading()
