"""Opens SQLite connections. Import `sqlite3` from here.

sqlite-utils uses pysqlite3 if it is installed, and its exceptions are not those of Python's own sqlite3.
"""

import errno
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from sqlite_utils import Database

from scorepad.store.errors import Busy, Damaged, DamagedFile, StoreError

if TYPE_CHECKING:
    import sqlite3
else:
    from sqlite_utils.utils import sqlite3

__all__ = [
    "BUSY_SECONDS",
    "ERRORS",
    "OPENING_SECONDS",
    "as_store_error",
    "connect",
    "is_busy",
    "is_damage",
    "is_full",
    "is_passing",
    "raise_as_store_error",
    "set_journal",
    "set_wait",
    "sqlite3",
]

BUSY_SECONDS = 2.0
"""How long a write waits for another process's lock before it fails.

A phone keeps what was not saved and retries, so an early answer is better than a late one.
"""

OPENING_SECONDS = 20.0
"""How long opening a file waits: another process may be bringing it up to date."""

CACHED_STATEMENTS = 1_000
"""More than Scorepad has statements. When the cache of pysqlite3 is full, each further statement evicts the previous
one, so that even the few statements of a tap are compiled again every time."""

ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite may raise. With a damaged file, even the text of its error may not be UTF-8."""

_LOCKED = "Not saved yet: another program keeps {path} locked. Close that program, or try again in a moment."
_SENTENCES = {
    sqlite3.SQLITE_PERM: "{path} may not be read and written by this user.",
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_READONLY: "{path} cannot be written: check its permissions and its disk.",
    sqlite3.SQLITE_IOERR: "The disk failed while {path} was in use: check it, then try again.",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged. {way_back}",
    sqlite3.SQLITE_FULL: "The disk is full, so nothing was saved: make room, then try again.",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened: is it there, and may it be written?",
    sqlite3.SQLITE_NOTADB: "{path} is not an SQLite database: it is damaged, or no club. {way_back}",
}


_CUT = (
    "{path} or the log beside it was cut short by another program or a failing disk. Stop Scorepad, start it again, "
    "and run `scorepad doctor`: it says what is missing. {way_back}"
)

# SQLITE_IOERR_SHORT_READ, which pysqlite3 does not name.
_SHORT_READ = sqlite3.SQLITE_IOERR | 2 << 8

_PASSING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)
_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS)


def as_store_error(error: Exception, path: Path) -> StoreError | None:
    """A StoreError for a fault of the file, the disk or a lock; None for a bug in the code."""
    sentence = _CUT if _is_cut(error) else _SENTENCES.get(_primary_code(error))
    if sentence is None:
        return Damaged() if _is_invalid_utf8(error) or _does_not_fit(error) else None
    if is_damage(error) or _is_cut(error):
        # Imported here: it opens files with this module.
        from scorepad.store.file.copying import way_back

        return DamagedFile(sentence.format(path=path, way_back=way_back(path)).strip())
    kind = Busy if sentence is _LOCKED else StoreError
    return kind(sentence.format(path=path))


def raise_as_store_error(error: Exception, path: Path) -> None:
    """Raise a StoreError for a fault of the file, the disk or a lock; return for any other error."""
    if explained := as_store_error(error, path):
        raise explained from error


def _is_invalid_utf8(error: Exception) -> bool:
    """Whether text in the file is not UTF-8, which SQLite itself does not report."""
    if isinstance(error, UnicodeDecodeError):
        return True
    return isinstance(error, sqlite3.OperationalError) and "decode to UTF-8" in str(error)


_UNFIT = (
    "no such table:",
    "no such column:",
    "no such function:",
    "no such index:",
    "malformed JSON",
    "integer overflow",
    "cannot store",
)
"""How the errors begin that are caused by names in the schema, or values, that Scorepad did not write."""


def _does_not_fit(error: Exception) -> bool:
    """Whether a statement failed because of the file. The tests run every statement, so the statement is right."""
    return isinstance(error, sqlite3.DatabaseError) and str(error).startswith(_UNFIT)


def is_damage(error: Exception) -> bool:
    """Whether the file is damaged."""
    return _primary_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _is_cut(error: Exception) -> bool:
    """Whether a file ended before the place that SQLite had to read."""
    return getattr(error, "sqlite_errorcode", 0) == _SHORT_READ


def is_full(error: Exception) -> bool:
    """Whether the disk was full."""
    return _primary_code(error) == sqlite3.SQLITE_FULL


def is_busy(error: Exception) -> bool:
    """Whether another connection held a lock."""
    return _primary_code(error) == sqlite3.SQLITE_BUSY


def is_passing(error: BaseException) -> bool:
    """Whether an error was caused by a lock or the disk, so that a retry may work later, or on another disk."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, Busy) or _primary_code(cause) in _PASSING or getattr(cause, "errno", None) in _DISK:
            return True
        cause = cause.__cause__ or cause.__context__
    return False


def _primary_code(error: BaseException) -> int:
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def connect(
    path: Path, *, journal_mode: str | None = None, reading: bool = False, wait: float | None = None
) -> Database:
    """Open an existing file with all pragmas it needs. It waits `wait` seconds for locks. Default: BUSY_SECONDS.

    A connection may move between threads, used by one at a time, so that the pool can lend and close it. With `reading`
    it refuses every write; without a `journal_mode` the file is not touched yet. Raises the errors of `sqlite3`.
    """
    address = f"{path.absolute().as_uri()}?mode=rw"
    # Without an isolation level, Python starts no transactions implicitly: the store writes each BEGIN.
    connection = sqlite3.connect(
        address,
        uri=True,
        timeout=BUSY_SECONDS if wait is None else wait,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=CACHED_STATEMENTS,
    )
    try:
        if journal_mode:
            set_journal(connection, journal_mode)
        _set_pragmas(connection, reading)
        return Database(connection, recursive_triggers=True, execute_plugins=False)
    except BaseException:
        connection.close()
        raise


def set_journal(connection: sqlite3.Connection, journal_mode: str) -> None:
    """Set the journal mode. WAL is a property of the file, every other mode one of the connection."""
    present = connection.execute("PRAGMA journal_mode").fetchone()[0]
    if present != journal_mode:
        connection.execute(f"PRAGMA journal_mode = {journal_mode}")


def _set_pragmas(connection: sqlite3.Connection, reading: bool) -> None:
    connection.execute("PRAGMA synchronous = FULL")
    # Without this, macOS reports a write as done before the drive has finished it. Other systems ignore it.
    connection.execute("PRAGMA fullfsync = ON")
    connection.execute("PRAGMA foreign_keys = ON")
    if reading:
        connection.execute("PRAGMA query_only = ON")


def set_wait(connection: sqlite3.Connection, seconds: float) -> None:
    """Set how long a connection waits for locks."""
    connection.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}").fetchone()


# The version of SQLite, and the journal mode that is safe with it.
#
# SQLite before 3.51.3 can corrupt a write-ahead log when two processes checkpoint at once; 3.50.7 and 3.44.6 have
# the fix too. With all other versions a club uses the older and slower TRUNCATE journal.


Version: TypeAlias = tuple[int, int, int]
JournalMode: TypeAlias = Literal["wal", "truncate"]

OLDEST: Version = (3, 38, 0)
"""STRICT tables came with 3.37, JSON functions in every build with 3.38."""

_WAL_FROM: Version = (3, 51, 3)
_WAL_BRANCHES: tuple[tuple[Version, Version], ...] = (((3, 50, 7), (3, 51, 0)), ((3, 44, 6), (3, 45, 0)))


def sqlite_version() -> Version:
    """The version of the SQLite library that opens the clubs, which need not be Python's own."""
    major, minor, patch = sqlite3.sqlite_version_info[:3]
    return (major, minor, patch)


def journal_mode(version: Version) -> JournalMode:
    """WAL if it is safe with this SQLite, otherwise TRUNCATE."""
    has_fix = any(start <= version < end for start, end in _WAL_BRANCHES)
    return "wal" if version >= _WAL_FROM or has_fix else "truncate"


def spelled(version: Version) -> str:
    """A version as text: "3.51.3"."""
    return ".".join(map(str, version))


def too_old(version: Version) -> str | None:
    """An error message if Scorepad cannot run on this SQLite, otherwise None."""
    if version >= OLDEST:
        return None
    return (
        f"This Python brings SQLite {spelled(version)}, and Scorepad needs {spelled(OLDEST)} or "
        "newer: use a newer Python."
    )
