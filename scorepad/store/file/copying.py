"""Copies a club's file while it is in use. A copy is done once it is complete and on the disk."""

import os
from pathlib import Path

from sqlite_utils import Database

from scorepad.store.engine import raise_as_store_error, sqlite3
from scorepad.store.errors import StoreError

A_COPY = 1
"""The `user_version` of a copy that was never opened as a club; see `opening.leap_if_copy`."""


def copy_club(source: Database, dest: Path) -> Path:
    """Copy the file behind `source` to `dest` with SQLite's online backup, and return `dest`.

    The copy is one file that can be moved, mode 0600. Raises StoreError, and leaves nothing behind, if `dest` exists,
    cannot be written, or is not complete.
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
    """Make the empty file, so that no existing file can be overwritten."""
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
        # A copy of a WAL file is in WAL mode, which a read-only disk cannot read.
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
    """Flush the copy, and its name in the folder, to the disk."""
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
