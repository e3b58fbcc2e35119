"""Copies of a club's file in use, called done when they are whole and on the disk."""

import os
from pathlib import Path

from sqlite_utils import Database

from scorepad.store.engine import raise_as_store_error, sqlite3
from scorepad.store.errors import StoreError

A_COPY = 1
"""The `user_version` of a copy that nobody has opened yet to go on with it; see `opening.leap_if_copy`."""


def copy_club(source: Database, dest: Path) -> Path:
    """Copy the file behind `source` to `dest` with SQLite's online backup, and give `dest`.

    The copy is one file that can be moved, mode 0600. Raises StoreError, and leaves nothing
    behind, if `dest` is there already, cannot be written, or did not come out whole.
    """
    _reserve(dest)
    try:
        _write(source, dest)
        _flush(dest)
    except BaseException as error:
        _discard(dest)
        if isinstance(error, OSError):
            raise StoreError(f"The copy {dest} could not be written: {error.strerror}.") from error
        if isinstance(error, sqlite3.Error):
            raise_as_store_error(error, dest)
        raise
    return dest


def _reserve(dest: Path) -> None:
    """Make the empty file, so that nobody else's can be overwritten."""
    try:
        os.close(os.open(dest, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise StoreError(
            f"{dest} is there already, and a copy overwrites nothing: name a new file."
        ) from None
    except FileNotFoundError:
        raise StoreError(f"There is no folder {dest.parent}: make it first.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise StoreError(f"The copy {dest} could not be begun: {reason}.") from None


def _write(source: Database, dest: Path) -> None:
    copy = sqlite3.connect(str(dest), isolation_level=None)
    try:
        source.conn.backup(copy)
        # A copy of a WAL file says WAL, and could not be read from a read-only disk.
        copy.execute("PRAGMA journal_mode = DELETE")
        copy.execute(f"PRAGMA user_version = {A_COPY}")
        faults = [row[0] for row in copy.execute("PRAGMA integrity_check")]
    finally:
        copy.close()
    if faults != ["ok"]:
        raise StoreError(
            f"The copy is not whole ({faults[0]}) and was not kept: run `scorepad doctor`."
        )


def _flush(dest: Path) -> None:
    """Have the copy, and its name in the folder, on the disk before anybody relies on it."""
    with dest.open("rb+") as copy:
        os.fsync(copy.fileno())
    if os.name == "nt":
        return  # Windows opens no folders; NTFS keeps names in its own journal.
    folder = os.open(dest.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _discard(dest: Path) -> None:
    for leftover in (
        dest,
        *(dest.with_name(dest.name + end) for end in ("-journal", "-wal", "-shm")),
    ):
        leftover.unlink(missing_ok=True)
