"""The connections of this process to one file: many readers, and the one writer.

Readers come from a small pool, and each sees one snapshot of the file. One lock guards the writer: SQLite allows only
one writer anyway, and waiting for a lock is fairer than "database is locked".

SQLite keeps writing to a file that was moved, replaced or deleted, and those writes are lost with it. So the file and
its log are checked before each transaction, and again before it is acknowledged.
"""

import os
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from sqlite_utils import Database

from scorepad import paths
from scorepad.store import engine
from scorepad.store.engine import ERRORS, connect, is_busy, raise_as_store_error, set_wait
from scorepad.store.errors import Busy, DamagedFile, ReadOnly, StoreError
from scorepad.store.file.copying import copy_club
from scorepad.store.file.log_end import LogEnd, OpenFiles, count_checkpoint, is_replicated, log_of, note_of

IDLE_SECONDS = 3.0
"""A log is moved into its file this long after the last write, so that `club.sqlite3` alone is the club."""

MAX_SECONDS = 60.0
"""It is moved at least this often while writes never pause."""

_LONGEST_PAUSE = 300.0
"""The longest pause between tries while another program, such as Litestream, needs the log."""

_IDLE_READERS = 8

OnChange: TypeAlias = Callable[[Collection[int] | None], None]
"""Called with the ids of the games that were written to, or None if anything may have changed."""


class EverySecond:
    """Calls functions every second, from a thread that starts with the first of them."""

    def __init__(self, seconds: float = 1.0) -> None:
        self._seconds = seconds
        self._calls: set[Callable[[], None]] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def add(self, call: Callable[[], None]) -> None:
        """Call a function every second from now on."""
        with self._lock:
            self._calls.add(call)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="every-second", daemon=True)
                self._thread.start()

    def remove(self, call: Callable[[], None]) -> None:
        """Stop calling a function."""
        with self._lock:
            self._calls.discard(call)

    def _run(self) -> None:
        while True:
            time.sleep(self._seconds)
            with self._lock:
                calls = list(self._calls)
            for call in calls:
                # One faulty file must not stop the work on the others.
                with suppress(Exception):
                    call()


EVERY_SECOND = EverySecond()
"""Used for every file of this process."""


MANY = 100_000
"""Entries of one transaction that are counted one by one. It is less than a club skips; see `opening.end_of_log`."""


class EntryCount:
    """How many entries were recorded since this process began, in all its clubs. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.total = 0

    def add(self, count: int) -> None:
        with self._lock:
            self.total += count


RECORDED = EntryCount()
"""Counts for every club of this process. Those of another process, such as a command, count with the next one here."""


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


class Connections:
    """The connections of this process to one file."""

    def __init__(
        self, path: Path, writer: Database, journal_mode: str, end: LogEnd | None = None, *, read_only: bool = False
    ) -> None:
        """Take over `writer`, an open connection to `path`; readers are opened when needed.

        `end` is where the log ends now, None for a list of phones, which has no note. With `read_only`, nothing that
        people type is written.
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
        self._is_closed = False
        # Guards everything below: it belongs to the writer.
        self._lock = threading.Lock()
        self._writer = writer
        self._has_log, self._has_note = journal_mode == "wal", end is not None
        self._files = OpenFiles(path, has_log=self._has_log, end=end)
        self._is_between_logs = False
        # Checkpoints that the file counts already, but that could not be finished yet.
        self._counted: int | None = None
        # The times, by the monotonic clock, of the first write since the last checkpoint, and of the last write.
        self._first_write = self._last_write = time.monotonic() if self._files.has_entries() else 0.0
        self._retry_at, self._pause = 0.0, IDLE_SECONDS
        set_wait(writer.conn, engine.BUSY_SECONDS)
        if self._has_log:
            EVERY_SECOND.add(self.checkpoint_if_due)

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

        It returns once everything is on disk, in a file that is still where it was opened. `games` are the games that
        will be written to; None if anything else is written. Nested in another `writing` of the same thread, it joins
        the outer transaction. `is_derived` is for what follows from the log, such as figures of the league: it may be
        written even to a copy that is only read.

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
        with self._locked():
            try:
                with self._transaction() as db:
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
    def _transaction(self) -> Iterator[Database]:
        try:
            self._use_the_log()
            self._writer.conn.execute("BEGIN IMMEDIATE")
            yield self._writer
            end = self._files.end_in(self._writer)
            recorded = self._recorded_before(end) if end else 0
            self._writer.conn.execute("COMMIT")
            RECORDED.add(recorded)
            self._last_write = time.monotonic()
            self._first_write = self._first_write or self._last_write
            self._use_the_log()
            if end:
                self._files.write_note(end)
        except BaseException:
            if not self._is_between_logs and self._writer.conn.in_transaction:
                self._writer.conn.execute("ROLLBACK")
            raise

    def _recorded_before(self, end: LogEnd) -> int:
        """How many entries were recorded since the last transaction, up to `end`."""
        before = self._files.end.seq if self._files.end else end.seq
        if end.seq - before < MANY:
            return max(0, end.seq - before)
        # Many numbers were skipped, as in a copy, or very many games were imported.
        return int(self._writer.conn.execute("SELECT count(*) FROM entry WHERE seq > ?", (before,)).fetchone()[0])

    def _use_the_log(self) -> None:
        """Check the file. If its log was deleted, move what was committed to it into the file, and begin a new log.

        Raises Busy if that cannot be done yet, because a reader or another process still uses the old log. If the new
        log cannot be created, for example because the disk is read-only now, the next write tries again.
        """
        if not self._is_between_logs:
            if self._files.check():
                return
            if not self._move_log():
                raise Busy(
                    f"Not saved yet: {log_of(self._path)} was deleted while Scorepad had it open. Try again in a "
                    "moment."
                )
            self._files.close()
            # Readers that were opened before must not be used again.
            self._drop_readers()
            self._is_between_logs = True
        self._writer.close()
        self._writer = connect(self._path, journal_mode=self._journal_mode)
        # SQLite creates the log when something is read.
        self._writer.execute("SELECT 1 FROM sqlite_master").fetchall()
        self._files = OpenFiles(self._path, has_log=True, end=self._files.end)
        self._is_between_logs = False

    @contextmanager
    def locked_for_others(self) -> Iterator[None]:
        """Let another process write: meanwhile this process's writers wait as for each other. Raises Busy."""
        with self._locked():
            yield
        for listener in self._listeners:
            listener(None)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Lock the writer for one thread. Raises Busy if others hold it for too long, or DamagedFile."""
        self._check_usable()
        if self._damage:
            raise DamagedFile(str(self._damage))
        if not self._lock.acquire(timeout=engine.BUSY_SECONDS):
            raise Busy("Not saved yet: Scorepad is busy. Try again in a moment.")
        try:
            self._check_open()
            yield
        finally:
            self._lock.release()

    def copy(self, dest: Path) -> None:
        """Copy the file to a new one, even if it was deleted meanwhile. Raises StoreError."""
        with self._locked():
            copy_club(self._writer, dest)

    def watch(self) -> Watch:
        """A connection that detects writes by any process."""
        self._check_usable()
        return Watch(self._path, connect(self._path, journal_mode=self._journal_mode, reading=True))

    def checkpoint(self) -> bool:
        """Move the log into the main file and empty it. Return False if another connection still needs it.

        Afterwards, replaced data is gone from the disk. Raises StoreError.
        """
        with self._lock:
            if self._is_closed or not self._has_log:
                return True
            try:
                self._use_the_log()
                if self._has_note and self._first_write and self._counted is None:
                    self._counted = count_checkpoint(self._writer)
                if not self._move_log():
                    return False
            except ERRORS as error:
                if is_busy(error):
                    return False
                raise_as_store_error(error, self._path)
                raise
            if self._counted is not None and self._files.end:
                self._files.write_note(self._files.end._replace(checkpoints=self._counted))
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

    def _move_log(self) -> bool:
        """Move the log into the main file, without waiting for anyone. Return whether all of it is there."""
        set_wait(self._writer.conn, 0)
        try:
            return not self._writer.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        finally:
            set_wait(self._writer.conn, engine.BUSY_SECONDS)

    def close(self) -> None:
        """Close all connections. A reader in use is closed when it is returned. Safe to call twice."""
        if not self._is_closed and self._process == os.getpid():
            # If this fails, the data is safe in the log.
            with suppress(StoreError):
                self.checkpoint()
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
            EVERY_SECOND.remove(self.checkpoint_if_due)
            # Without its note, a file that Litestream replicates would be taken for a restored one.
            keeps_note = False
            with suppress(*ERRORS):
                keeps_note = is_replicated(self._writer)
            self._files.close()
            self._drop_readers()
            self._writer.close()
            # SQLite deletes the log of a file that no one has open.
            if self._has_note and not keeps_note and not log_of(self._path).exists():
                note_of(self._path).unlink(missing_ok=True)

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
        if self._is_closed:
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
