"""Lends connections to threads: many readers, one writer.

Readers come from a small pool, and each sees one snapshot of the file.
"""

import os
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from sqlite_utils import Database

from scorepad import paths
from scorepad.store import engine
from scorepad.store.engine import ERRORS, connect, raise_as_store_error
from scorepad.store.errors import Busy, DamagedFile, ReadOnly, StoreError
from scorepad.store.file.copying import copy_club
from scorepad.store.file.log_end import LogEnd
from scorepad.store.writer import Writer


class Watch:
    """A connection that detects writes by any process, from `Club.watch`. For one thread at a time."""

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
        """Close the connection. Safe to call twice."""
        self._db.close()

    def _current_version(self) -> int:
        try:
            # This reads the file's first page only, which is cheaper than any table.
            return int(self._db.conn.execute("PRAGMA data_version").fetchone()[0])
        except ERRORS as error:
            raise_as_store_error(error, self._path)
            raise


_IDLE_READERS = 8

OnChange: TypeAlias = Callable[[Collection[int] | None], None]
"""Called with the ids of the games that were written to, or None if anything may have changed."""


class Connections:
    """The connections of this process to one file."""

    def __init__(
        self, path: Path, writer: Database, journal_mode: str, end: LogEnd | None = None, *, read_only: bool = False
    ) -> None:
        """Take over `writer`, an open connection to `path`; readers are opened when needed.

        `end` is where the log ends; see `Writer`. With `read_only`, nothing that people type is written.
        """
        self._path = path
        self._read_only = read_only
        # Why nothing is written any more: the file is known to be damaged.
        self._damage: DamagedFile | None = None
        self._journal_mode = journal_mode
        self._process = os.getpid()
        self._idle: list[Database] = []
        self._thread = threading.local()
        self._listeners: list[OnChange] = []
        self._writer = Writer(path, writer, journal_mode, end, self._drop_readers)

    def listen(self, listener: OnChange) -> None:
        """Call `listener` after each COMMIT from now on, in the thread that wrote."""
        self._listeners.append(listener)

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """Borrow a read-only connection that sees one snapshot of the file.

        Nested in another `reading` or `writing` of the same thread, it yields the same connection.
        """
        outer: Database | None = getattr(self._thread, "db", None)
        try:
            if outer is not None:
                yield outer
                return
            idle = self._idle
            db = self._borrow()
            try:
                db.conn.execute("BEGIN")
                self._thread.db, self._thread.is_writing = db, False
                yield db
            except (*ERRORS, StoreError):
                # After text that is not UTF-8, prepared statements keep failing: close the connection, do not reuse it.
                idle = []
                raise
            finally:
                self._thread.db = None
                self._give_back(db, idle)
        except ERRORS as error:
            self._raise_as_store_error(error)
            raise

    def _raise_as_store_error(self, error: Exception) -> None:
        """As `raise_as_store_error`, and remember damage to the file."""
        try:
            raise_as_store_error(error, self._path)
        except DamagedFile as damage:
            self._damage = damage
            raise

    @contextmanager
    def writing(self, games: Collection[int] | None = None, *, is_derived: bool = False) -> Iterator[Database]:
        """Borrow the one writer inside BEGIN IMMEDIATE; ROLLBACK on any exception.

        `games` are the games that will be written to; None if anything else is written. Nested in another `writing` of
        the same thread, it joins the outer transaction. `is_derived` is for what follows from the log, such as figures
        of the league: it may be written even to a copy that is only read.

        Raises ReadOnly, DamagedFile if the file is known to be damaged, Busy, or another StoreError.
        """
        if self._read_only and not is_derived:
            raise ReadOnly(paths.READ_ONLY)
        outer: Database | None = getattr(self._thread, "db", None)
        if outer is not None:
            if not self._thread.is_writing:
                raise RuntimeError("This thread already reads the club: finish that first.")
            yield outer
            return
        with self._locked() as writer:
            try:
                with writer.transaction() as db:
                    self._thread.db, self._thread.is_writing = db, True
                    yield db
            except DamagedFile as damage:
                self._damage = damage
                raise
            except ERRORS as error:
                self._raise_as_store_error(error)
                raise
            finally:
                self._thread.db = None
        # Called after the lock is released, so that the next writer does not wait for the listeners.
        for listener in self._listeners:
            listener(games)

    @contextmanager
    def locked_for_others(self) -> Iterator[None]:
        """Let another process write: meanwhile this process's writers wait as for each other. Raises Busy."""
        with self._locked():
            yield
        for listener in self._listeners:
            listener(None)

    @contextmanager
    def _locked(self) -> Iterator[Writer]:
        """Lock the writer for one thread. Raises Busy if others hold it for too long, or DamagedFile."""
        self._check_usable()
        if self._damage:
            raise DamagedFile(str(self._damage))
        if not self._writer.lock.acquire(timeout=engine.BUSY_SECONDS):
            raise Busy("Not saved yet: Scorepad is busy. Try again in a moment.")
        try:
            self._check_open()
            yield self._writer
        finally:
            self._writer.lock.release()

    def copy(self, dest: Path) -> None:
        """Copy the file to a new one, even if it was deleted meanwhile. Raises StoreError."""
        with self._locked() as writer:
            copy_club(writer.db, dest)

    def watch(self) -> Watch:
        """A connection that detects writes by any process."""
        self._check_usable()
        return Watch(self._path, connect(self._path, journal_mode=self._journal_mode, reading=True))

    def checkpoint(self) -> bool:
        """Move the log into the main file and empty it; see `Writer.checkpoint`."""
        return self._writer.checkpoint()

    def close(self) -> None:
        """Close all connections. A reader in use is closed when it is returned. Safe to call twice."""
        if not self._writer.is_closed and self._process == os.getpid():
            # If this fails, the data is safe in the log.
            with suppress(StoreError):
                self.checkpoint()
        self._writer.close(before=self._drop_readers)

    def _drop_readers(self) -> None:
        """Close the idle readers. Those in use are closed when they are returned, and not reused."""
        idle, self._idle = self._idle, []
        for db in idle:
            db.close()

    def _borrow(self) -> Database:
        self._check_usable()
        try:
            return self._idle.pop()
        except IndexError:
            return connect(self._path, journal_mode=self._journal_mode, reading=True)

    def _give_back(self, db: Database, idle: list[Database]) -> None:
        if db.conn.in_transaction:
            db.conn.execute("ROLLBACK")
        # The list was replaced: this reader must not be reused.
        if idle is not self._idle or len(idle) >= _IDLE_READERS:
            db.close()
        else:
            idle.append(db)

    def _check_open(self) -> None:
        if self._writer.is_closed:
            raise StoreError(f"{self._path} is closed here already.")

    def _check_usable(self) -> None:
        self._check_open()
        if os.getpid() != self._process:
            # SQLite's locks do not survive a fork: continuing could damage the file.
            raise RuntimeError("A club must be opened by the process that uses it, after any fork.")


class Reader:
    """Base of the classes that read a club."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def reading(self) -> AbstractContextManager[Database]:
        """Borrow a read-only connection that sees one snapshot of the file, for a whole page for example."""
        return self._connections.reading()
