"""The version of SQLite, and the journal mode that is safe with it.

SQLite before 3.51.3 can corrupt a write-ahead log when two processes checkpoint at once; 3.50.7 and 3.44.6 have the fix
too. With all other versions a club uses the older and slower TRUNCATE journal.
"""

from typing import Literal, TypeAlias

from scorepad.store.engine import sqlite3

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
