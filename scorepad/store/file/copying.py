"""Copies a club's file while it is in use. A copy gets its name once it is complete and on disk."""

import glob
import os
import secrets
from contextlib import suppress
from pathlib import Path

from sqlite_utils import Database

from scorepad import paths
from scorepad.store.engine import is_damage, is_full, sqlite3
from scorepad.store.errors import StoreError

A_COPY = 1
"""The `user_version` of a copy that was never opened as a club; see `opening.mark_of`."""

UNFINISHED = ".unfinished"
"""The suffix of a copy's name until it is complete."""


def copy_club(source: Database, dest: Path) -> Path:
    """Copy the file behind `source` to `dest` with SQLite's online backup, and return `dest`.

    The copy is a single file with mode 0600. It gets its name once it is complete, checked and on disk. Raises
    StoreError, and leaves nothing behind, if `dest` exists, cannot be written, or is not complete.
    """
    draft = dest.with_name(f"{dest.name}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        _reserve(draft, dest)
        _write(source, draft)
        flush(draft)
        paths.rename_new(draft, dest)
        flush(dest)
    except FileExistsError:
        raise StoreError(f"{dest} is there already, and a copy overwrites nothing: name a new file.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"The copy {dest} could not be written: {reason}.") from error
    except sqlite3.Error as error:
        raise StoreError(_why_not(error, dest)) from error
    finally:
        _discard(draft)
    return dest


def _why_not(error: sqlite3.Error, dest: Path) -> str:
    """The message for a copy that failed. SQLite does not say which of the two files has the fault."""
    if is_full(error):
        return f"There is no room for the copy {dest}: nothing was copied. Make room, or choose another place."
    if is_damage(error):
        return "The club is damaged and was not copied: run `scorepad doctor`."
    return f"The copy {dest} could not be written: {error}. Check the disk, or choose another place."


def remove_unfinished(folder: Path, name: str) -> None:
    """Remove unfinished copies of the file `name` that killed processes left in a folder."""
    for draft in folder.glob(f"{glob.escape(name)}.*{UNFINISHED}*"):
        with suppress(OSError):
            draft.unlink()


def _reserve(draft: Path, dest: Path) -> None:
    if os.path.lexists(dest):
        raise FileExistsError
    if not dest.parent.is_dir():
        raise StoreError(f"There is no folder {dest.parent}: make it first.")
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _write(source: Database, dest: Path) -> None:
    copy = sqlite3.connect(str(dest), isolation_level=None)
    try:
        source.conn.backup(copy)
        # A copy of a WAL file is in WAL mode, which cannot be opened on a read-only disk.
        copy.execute("PRAGMA journal_mode = DELETE")
        copy.execute(f"PRAGMA user_version = {A_COPY}")
        faults = [row[0] for row in copy.execute("PRAGMA integrity_check")]
    finally:
        copy.close()
    if faults != ["ok"]:
        raise StoreError(f"The copy is not whole ({faults[0]}) and was not kept: run `scorepad doctor`.")


def flush(path: Path) -> None:
    """Flush a file, and its name in the folder, to disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
    paths.flush_folder(path.parent)


def _discard(draft: Path) -> None:
    for end in ("", "-journal", "-wal", "-shm"):
        with suppress(OSError, ValueError):
            draft.with_name(draft.name + end).unlink(missing_ok=True)
