"""Examines a club's file, and says in plain sentences what to do about what is not well."""

import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from sqlite_utils import Database

from scorepad.store import folding, migrations, opening, versions
from scorepad.store.club import Club
from scorepad.store.engine import is_damage, sqlite3
from scorepad.store.errors import StoreError
from scorepad.store.phones import KIND as PHONES

Check: TypeAlias = Callable[[Database, Path], str | None]

_FROM_BACKUP = "Keep the file, and go on from the latest backup that is whole."

_NOBODY = (
    "There is no list of phones: nobody was let in yet. If somebody was, every link is a new one from now on: phones "
    "come in by those."
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: its code, whether it is well, and the sentence that says so."""

    code: str
    ok: bool
    sentence: str


def examine(club: Club) -> list[Finding]:
    """Look at everything, also after a fault was found. Changes nothing and raises nothing."""
    return [_look(club, code, check) for code, check in _CHECKS.items()]


def examine_access(path: Path) -> list[Finding]:
    """Look at the list of phones beside a club's file, which no backup of the club holds. Raises nothing."""
    if not path.exists():
        return [Finding("access", True, _NOBODY)]
    try:
        db, _ = opening.open_file(path, PHONES)
        try:
            faults = (_damaged_access(db, path), _permissions(db, path))
        finally:
            db.close()
    except (StoreError, sqlite3.Error, OSError) as error:
        faults = (f"This could not be looked at: {error}", None)
    fault = next(filter(None, faults), None)
    return [Finding("access", fault is None, fault or _well("access"))]


def _damaged_access(db: Database, path: Path) -> str | None:
    if _diagnose(_integrity, db, path) is None:
        return None
    return (
        f"{path} is damaged, so who was let in cannot be told. Stop Scorepad, move this file away, and start again: "
        "every link is a new one then, and phones come in by those."
    )


def rebuild_cells(club: Club) -> None:
    """Mend cells that differ from the entries; nothing that anybody typed is touched."""
    with club.writing() as db:
        folding.rebuild(db)


def _look(club: Club, code: str, check: Check) -> Finding:
    try:
        with club.reading() as db:
            fault = _diagnose(check, db, club.path)
    except (StoreError, sqlite3.Error, OSError) as error:
        fault = f"This could not be looked at: {error}"
    return Finding(code, fault is None, fault or _well(code))


def _diagnose(check: Check, db: Database, path: Path) -> str | None:
    try:
        return check(db, path)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return f"{path} is damaged ({error}). {_FROM_BACKUP}"


def _integrity(db: Database, path: Path) -> str | None:
    faults = [str(row[0]) for row in db.execute("PRAGMA integrity_check(10)")]
    if faults == ["ok"]:
        return None
    return f"{path} is damaged: {'; '.join(faults)}. {_FROM_BACKUP}"


def _foreign_keys(db: Database, path: Path) -> str | None:
    strays = db.execute("PRAGMA foreign_key_check").fetchall()
    if not strays:
        return None
    tables = ", ".join(sorted({row[0] for row in strays}))
    return (
        f"{len(strays)} rows ({tables}) speak of something that is not in {path}: another program "
        f"changed it. {_FROM_BACKUP}"
    )


def _cells(db: Database, path: Path) -> str | None:
    differing = folding.differing_cells(db)
    if not differing:
        return None
    return (
        f"{differing} cells do not say what the entries say. The entries are the truth: "
        "`scorepad doctor --rebuild` makes the cells anew from them."
    )


def _triggers(db: Database, path: Path) -> str | None:
    return _differing_schema(
        db, ("trigger",), "keeps entries from being changed, so they are no longer safe"
    )


def _tables(db: Database, path: Path) -> str | None:
    return _differing_schema(db, ("table", "index"), "is not as Scorepad makes it")


def _differing_schema(db: Database, kinds: Iterable[str], what: str) -> str | None:
    with Database(memory=True) as model:
        migrations.steps.apply(model)
        expected, present = _schema(model, kinds), _schema(db, kinds)
    faulty = sorted(name for name, sql in expected.items() if present.get(name) != sql)
    if not faulty:
        return None
    return (
        f"{', '.join(faulty)}: missing or changed by another program. Each {what}. {_FROM_BACKUP}"
    )


def _schema(db: Database, kinds: Iterable[str]) -> dict[str, str]:
    # The migrations' own table is sqlite-utils' to shape, in its next version perhaps otherwise.
    rows = db.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name <> ?",
        (migrations.steps.migrations_table,),
    )
    return {name: sql for kind, name, sql in rows if kind in kinds}


def _migrations(db: Database, path: Path) -> str | None:
    if unknown := migrations.unknown_steps(db):
        return f"A newer Scorepad changed the file ({', '.join(unknown)}): update Scorepad."
    if pending := [step.name for step in migrations.steps.pending(db)]:
        return f"The file lacks {', '.join(pending)}: stop Scorepad and start it again."
    return None


def _version(db: Database, path: Path) -> str | None:
    return versions.too_old(versions.sqlite_version())


def _journal(db: Database, path: Path) -> str | None:
    wanted = versions.journal_mode(versions.sqlite_version())
    present = db.execute("PRAGMA journal_mode").fetchone()[0]
    if present == wanted:
        return None
    return (
        f"The file's journal is {present} and must be {wanted} with this SQLite: close every "
        "other program that has the file open, then start Scorepad again."
    )


def _durability(db: Database, path: Path) -> str | None:
    synchronous = db.execute("PRAGMA synchronous").fetchone()[0]
    foreign_keys = db.execute("PRAGMA foreign_keys").fetchone()[0]
    if (synchronous, foreign_keys) == (2, 1):
        return None
    return "SQLite does not wait for the disk, or does not check references: start Scorepad again."


def _permissions(db: Database, path: Path) -> str | None:
    if os.name == "nt":
        return None  # Windows keeps no such bits; the folder's own rights hold.
    files = [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))]
    open_ones = [str(file) for file in files if _open_to_others(file)]
    if not open_ones:
        return None
    return f"Other users of this machine may open the club: run `chmod 600 {' '.join(open_ones)}`."


def _open_to_others(file: Path) -> bool:
    try:
        return bool(file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))
    except FileNotFoundError:
        return False


_CHECKS: dict[str, Check] = {
    "integrity": _integrity,
    "foreign_keys": _foreign_keys,
    "cells": _cells,
    "triggers": _triggers,
    "tables": _tables,
    "migrations": _migrations,
    "sqlite_version": _version,
    "journal": _journal,
    "durability": _durability,
    "permissions": _permissions,
}

_WELL = {
    "integrity": "The file is whole.",
    "foreign_keys": "Everything that is spoken of is there.",
    "cells": "Every cell says what the entries say.",
    "triggers": "Entries and games are protected from every change.",
    "tables": "Every table and index is as Scorepad makes it.",
    "migrations": "The file is up to date.",
    "sqlite_version": "SQLite is {version}, which keeps its journal as {journal}.",
    "journal": "The journal is {journal}, as this SQLite needs it.",
    "durability": "What is saved is on the disk before Scorepad says so.",
    "permissions": "No other user of this machine may open the file.",
    "access": "The list of the phones that were let in is whole, and for this user alone.",
}


def _well(code: str) -> str:
    version = versions.sqlite_version()
    journal = versions.journal_mode(version)
    return _WELL[code].format(version=versions.spelled(version), journal=journal)
