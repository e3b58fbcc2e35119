"""Copies a club's file while it is in use, and finds its daily copies. A copy gets its name once it is complete."""

import glob
import os
import re
import secrets
from contextlib import closing, suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database

from scorepad import environment, paths
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


# Finds the daily copies of a club, and says how to go back to the newest one when the club's file is damaged.


class State(NamedTuple):
    """How current a club's file is: the seq of its latest entry, and the version of its people."""

    seq: int
    people: int


class DailyCopy(NamedTuple):
    """A copy. Copies are ordered by their content, because their names have only days, and the clock may be wrong."""

    state: State
    day: date
    path: Path


def daily_copies(folder: Path, name: str) -> list[DailyCopy]:
    """The readable daily copies in a folder, newest first."""
    copies = []
    for path in folder.glob("*.sqlite3"):
        match = re.fullmatch(rf"{re.escape(name)}-(\d{{4}}-\d\d-\d\d)\.sqlite3", path.name)
        day = _day(match[1]) if match else None
        state = _state_in(path) if day else None
        if day and state:
            copies.append(DailyCopy(state, day, path))
    return sorted(copies, reverse=True)


def _day(text: str) -> date | None:
    """The day in the name of a file; None if there is no such day, such as 30 February."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _state_in(path: Path) -> State | None:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return state_of(Database(connection, execute_plugins=False))
    except (sqlite3.Error, TypeError):
        return None


def state_of(db: Database) -> State:
    """Read how current an open file is."""
    seq = db.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()[0]
    return State(seq, db.execute("SELECT version FROM people_version").fetchone()[0])


def way_back(path: Path) -> str:
    """Say how to go on from the newest copy of a damaged file, in one sentence; "" for a file with another name."""
    if path.name not in (paths.CLUB, paths.ACCESS):
        return ""
    if path.name == paths.ACCESS:
        return "Stop Scorepad, move this file away, and start again: all links are new then, and phones join by those."
    is_home = path.parent.parent.name != paths.CLUBS
    home, slug = (path.parent, "") if is_home else (path.parent.parent.parent, path.parent.name)
    aside = f"stop Scorepad, move every file here whose name begins with {path.name} to another folder, and keep them"
    try:
        folder = environment.copies_folder(home, os.environ)
        copies = daily_copies(folder, paths.copies_name(slug))
    except (environment.SettingError, OSError, ValueError):
        folder, copies = home / "copies", []
    if not copies:
        return f"There is no copy in {folder}. If you have one elsewhere: {aside}; then put the copy in its place."
    newest = copies[0]
    return f"To go back to the newest copy, of {newest.day}: {aside}; copy {newest.path} to {path}; start again."
