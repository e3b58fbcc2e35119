"""Opens a file: creates a missing one, migrates an older one, refuses other files."""

import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, count
from pathlib import Path

from sqlite_utils import Database

from scorepad.store import engine, exports, migrations
from scorepad.store.engine import ERRORS, sqlite3
from scorepad.store.errors import Damaged, StoreError
from scorepad.store.file import log_end
from scorepad.store.file.copying import A_COPY, copy_club, remove_unfinished

JUMP = 1_000_000
"""The least jump of seq: more entries than a club records between two backups."""

LARGEST_VERSION = 2**31 - 1
"""The largest value of SQLite's `user_version`."""

_PAUSE = 0.02
"""Seconds between retries: SQLite itself does not wait while a file changes its journal mode."""


def open_file(path: Path, kind: migrations.FileKind) -> tuple[Database, engine.JournalMode]:
    """Return a connection to the migrated file at `path`, and the journal mode it uses. Raises StoreError."""
    version = engine.sqlite_version()
    if refusal := engine.too_old(version):
        raise StoreError(refusal)
    mode = engine.journal_mode(version)
    _make_if_missing(path, kind)
    _check_permissions(path)
    try:
        db = engine.connect(path, wait=engine.OPENING_SECONDS)
        try:
            _check_kind(db, path, kind)
            _set_journal_patiently(db, mode)
            _bring_up_to_date(db, path, mode, kind)
        except BaseException:
            db.close()
            raise
    except ERRORS as error:
        engine.raise_as_store_error(error, path)
        raise
    except (LookupError, TypeError) as error:
        # The schema or the table of migrations has content that Scorepad never writes: the file is damaged.
        raise Damaged from error
    return db, mode


def end_of_log(db: Database, path: Path, now: Callable[[], str]) -> log_end.LogEnd:
    """Return where a club's log ends. Raises StoreError.

    If the note says that entries are missing, the file records that. After missing entries, and in a copy, new entries
    start far above any seq that was ever recorded, because phones may have seen those seqs: if other entries got the
    same numbers, a phone could claim to have seen an entry that it never saw, and overwrite it. `recording` assigns no
    seq below `user_version`. A file that Litestream restored has no note, and may lack the latest entries: new entries
    jump there too.
    """
    try:
        is_copy = db.conn.execute("PRAGMA user_version").fetchone()[0] == A_COPY
        note = log_end.read_note(path)
        end = log_end.in_file(db)
        missing = None if is_copy else log_end.Missing.between(end, note)
        if missing:
            log_end.note_missing(db, missing, now())
        if missing or is_copy or (note is None and log_end.is_replicated(db)):
            _jump(db, missing.reached if missing else end.seq, max(end.people, note.people if missing and note else 0))
        if note and note.club == end.club:
            # The log may count a checkpoint that another process, such as Litestream, delays: the main file does not
            # count it yet.
            end = end._replace(checkpoints=min(end.checkpoints, note.checkpoints))
    except ERRORS as error:
        engine.raise_as_store_error(error, path)
        raise
    except TypeError:
        raise Damaged from None
    return end


def _jump(db: Database, latest: int, people: int) -> None:
    # Two clubs opened from the same copy get different numbers.
    jump = JUMP + secrets.randbelow(JUMP)
    first = min(latest + jump, LARGEST_VERSION)
    db.conn.execute(f"PRAGMA user_version = {first}")
    # Phones recognise their cached pages by the version of people, so this jumps too.
    db.conn.execute("UPDATE people_version SET version = ?", (people + jump,))
    # The file alone, without its log, must not look like a copy that was never opened. While Litestream needs the log,
    # waiting would only delay the first page of a phone.
    engine.set_wait(db.conn, 0)
    db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    engine.set_wait(db.conn, engine.OPENING_SECONDS)


def _make_if_missing(path: Path, kind: migrations.FileKind) -> None:
    try:
        if path.is_dir():
            raise StoreError(f"{path} is a folder: a {kind.called} is one file inside a folder.")
        if not path.exists():
            with suppress(FileExistsError):
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileNotFoundError:
        raise StoreError(f"There is no folder {path.parent}: make it first.") from None
    except ValueError as error:
        raise StoreError(f"{str(path)!a} cannot be the name of a file: {error}.") from None
    except OSError as error:
        raise StoreError(f"{path} could not be opened: {error.strerror}.") from None


def _check_permissions(path: Path) -> None:
    if not os.access(path, os.R_OK | os.W_OK):
        raise StoreError(f"This user may not read and write {path}: as its owner, run `chmod 600 {path}`.")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise StoreError(
            f"This user may not write the folder {path.parent}, where the club's journal has to "
            "lie: as its owner, allow it, or move the club."
        )


def _set_journal_patiently(db: Database, mode: engine.JournalMode) -> None:
    """Set the journal mode; retry while another process that opens the file blocks it."""
    deadline = time.monotonic() + engine.OPENING_SECONDS
    while True:
        try:
            return engine.set_journal(db.conn, mode)
        except sqlite3.OperationalError as error:
            if not engine.is_busy(error) or time.monotonic() > deadline:
                raise
        time.sleep(_PAUSE)


def _check_kind(db: Database, path: Path, kind: migrations.FileKind) -> None:
    if _is_empty(db):
        return
    if db.execute("PRAGMA application_id").fetchone()[0] != kind.application_id:
        raise StoreError(f"{path} is an SQLite database, but no Scorepad {kind.called}: name another file.")
    if unknown := migrations.unknown_steps(db, kind):
        raise StoreError(
            f"{path} was written by a newer Scorepad (it has {', '.join(unknown)}): update "
            "Scorepad, or open a copy from before."
        )


def _is_empty(db: Database) -> bool:
    return db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None


def _bring_up_to_date(db: Database, path: Path, mode: engine.JournalMode, kind: migrations.FileKind) -> None:
    """Run the missing steps, all or none. First copy a file that is not empty."""
    if not kind.steps.pending(db):
        return
    db.execute("BEGIN IMMEDIATE")
    copy: Path | None = None
    try:
        # Check again, now that no other process can be migrating the file.
        pending = kind.steps.pending(db)
        if pending and not _is_empty(db):
            remove_unfinished(path.parent, path.name)
            copy = _copy_before(path, pending[0].name, mode)
            exports.drop_views(db)
        kind.steps.apply(db)
        db.execute("COMMIT")
    except Exception as error:
        db.rollback()
        if copy:
            copy.unlink(missing_ok=True)
        if isinstance(error, StoreError) or engine.as_store_error(error, path):
            raise
        raise StoreError(f"{path} could not be brought up to date and was left as it was ({error}).") from error


def _copy_before(path: Path, step: str, mode: engine.JournalMode) -> Path:
    """Copy the file while the caller's lock blocks every other writer."""
    numbered = (f"-{number}" for number in count(2))
    names = (f"{path.name}.before-{step}{end}" for end in chain([""], numbered))
    dest = next(free for name in names if not (free := path.with_name(name)).exists())
    with engine.connect(path, journal_mode=mode, reading=True) as source:
        return copy_club(source, dest)
