"""Examines a club's file: runs every check, and reports each result as a sentence."""

import os
import stat
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from sqlite_utils import Database

from scorepad.language.words import plural
from scorepad.scoring.text.explain import time_text
from scorepad.store import engine, migrations, nights, people, rules, seasons
from scorepad.store.checks import check_entry, check_key
from scorepad.store.clock import days_of
from scorepad.store.club import Club
from scorepad.store.engine import ERRORS, is_damage, sqlite3
from scorepad.store.errors import Damaged, StoreError
from scorepad.store.facts import Entry
from scorepad.store.file import log_end, opening
from scorepad.store.file.copying import way_back
from scorepad.store.file.parsing import parse_json
from scorepad.store.phones import KIND as PHONES
from scorepad.store.phones import REWRITTEN
from scorepad.store.results import readings, tables

_FROM_ENTRIES = """
    SELECT game, round, place, field, value, max(seq) AS seq
    FROM entry WHERE status = 'applied' GROUP BY game, round, place, field"""
_STORED = "SELECT game, round, place, field, value, seq FROM cell"


def count_wrong_cells(db: Database) -> int:
    """How many cells are missing, wrong, or have no entry."""
    sql = f"""
        SELECT count(*) FROM (
            SELECT DISTINCT game, round, place, field FROM (
                SELECT * FROM ({_FROM_ENTRIES} EXCEPT {_STORED})
                UNION ALL
                SELECT * FROM ({_STORED} EXCEPT {_FROM_ENTRIES})))"""
    return int(db.execute(sql).fetchone()[0])


# The checks of a club's file: each returns None, or a message that says what is wrong and what to do about it.


Check: TypeAlias = Callable[[Database, Path], str | None]

FROM_BACKUP = "Keep the file, and go back to a copy that is whole."


def integrity(db: Database, path: Path) -> str | None:
    faults = [str(row[0]) for row in db.execute("PRAGMA integrity_check(10)")]
    if faults == ["ok"]:
        return None
    return f"{path} is damaged: {'; '.join(faults)}. {FROM_BACKUP}"


def _foreign_keys(db: Database, path: Path) -> str | None:
    strays = db.execute("PRAGMA foreign_key_check").fetchall()
    if not strays:
        return None
    tables = ", ".join(sorted({row[0] for row in strays}))
    return (
        f"{len(strays)} rows ({tables}) refer to something that is not in {path}: another program "
        f"changed the file. {FROM_BACKUP}"
    )


def _cells(db: Database, path: Path) -> str | None:
    wrong = count_wrong_cells(db)
    if not wrong:
        return None
    return (
        f"{wrong} cells do not match the entries. The entries are right: `scorepad doctor --rebuild` "
        "makes the cells again from them."
    )


def _texts(db: Database, path: Path) -> str | None:
    """Read everything that people typed, as the pages do: SQLite does not check the content of texts."""
    damaged = [table for table, read in _READERS.items() if not _is_readable(db, table, read)]
    if damaged:
        return f"Some text in {path} is damaged ({', '.join(damaged)}). {FROM_BACKUP}"
    readers = dict.fromkeys(tables.TABLES, bool) | {"league_reading": readings.check}
    figures = [table for table, read in readers.items() if not _is_readable(db, table, read)]
    if not figures:
        return None
    return f"Figures of the league are damaged ({', '.join(figures)}): run `scorepad league rebuild`."


def _is_readable(db: Database, table: str, read: Callable[[dict[str, Any]], object]) -> bool:
    try:
        for row in db.table(table).rows:
            read(row)
    except (StoreError, KeyError, sqlite3.OperationalError):
        return False
    return True


def _read_entry(row: Mapping[str, Any]) -> None:
    """Raise StoreError unless Scorepad could have written this entry."""
    columns = ("key", "game", "round", "place", "field", "value", "base", "device")
    text = row["value"]
    if check_entry(Entry(**{name: row[name] for name in columns} | {"value": parse_json(text)})) != text:
        raise Damaged


_READERS: dict[str, Callable[[dict[str, Any]], object]] = {
    "game": lambda row: check_key(row["key"]),
    "entry": _read_entry,
    "cell": lambda row: parse_json(row["value"]),
    "player": people.from_row,
    "season": seasons.from_row,
    "night": nights.from_row,
    "rule_set": rules.read_whole,
    "rule_draft": rules.read_whole_draft,
}


def _log(db: Database, path: Path) -> str | None:
    lines = [_missing_text(db, missing) for missing in log_end.missing_entries(db)]
    moved, counted = _moved_entries(db)
    if counted < moved:
        lines.append(f"{moved - counted:,} entries that were in the file are no longer there.")
    if not lines:
        return None
    return (
        f"{' '.join(lines)} Look for them in the latest copies of the club. To go on without them: `scorepad doctor "
        "--accept`."
    )


def _missing_text(db: Database, missing: log_end.Missing) -> str:
    last = db.execute("SELECT at FROM entry WHERE seq <= ? ORDER BY seq DESC", [missing.after]).fetchone()
    zone = days_of(db).zone
    since = f"recorded after {time_text(last[0], zone)}" if last else "the first ones"
    what = (
        f"{missing.reached - missing.after:,} entries are"
        if missing.reached > missing.after
        else "Changes to people or seasons are"
    )
    return (
        f"{what} missing ({since}): the log beside the file was cut, emptied, "
        f"damaged or deleted, or the file is an older one. That was noticed on {time_text(missing.noticed_at, zone)}."
    )


def _moved_entries(db: Database) -> tuple[int, int]:
    """How many entries the file had after its last checkpoint, and how many of those it has now."""
    counts = "SELECT entries, (SELECT count(*) FROM entry WHERE entry.seq <= reach.seq) FROM reach"
    moved, counted = db.execute(counts).fetchone()
    return int(moved), int(counted)


def _triggers(db: Database, path: Path) -> str | None:
    return _differing_schema(db, ("trigger",), "keeps entries from being changed, so they are no longer safe")


def _tables(db: Database, path: Path) -> str | None:
    return _differing_schema(db, ("table", "index"), "is not as Scorepad makes it")


def _differing_schema(db: Database, kinds: tuple[str, ...], purpose: str) -> str | None:
    expected, present = _expected_schema(kinds), _schema(db, kinds)
    faulty = sorted(name for name, sql in expected.items() if present.get(name) != sql)
    if not faulty:
        return None
    return f"{', '.join(faulty)}: missing or changed by another program. Each {purpose}. {FROM_BACKUP}"


@cache
def _expected_schema(kinds: tuple[str, ...]) -> dict[str, str]:
    with Database(memory=True, execute_plugins=False) as model:
        migrations.steps.apply(model)
        return _schema(model, kinds)


def _schema(db: Database, kinds: Iterable[str]) -> dict[str, str]:
    # Excludes the table of migrations, which sqlite-utils may change in its next version.
    rows = db.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name <> ?",
        (migrations.steps.migrations_table,),
    )
    return {name: sql for kind, name, sql in rows if kind in kinds}


def _migrations(db: Database, path: Path) -> str | None:
    if unknown := migrations.unknown_steps(db):
        return f"A newer Scorepad changed the file ({', '.join(unknown)}): update Scorepad."
    if pending := [step.name for step in migrations.steps.pending(db)]:
        names = ", ".join(pending)
        return f"The file is too old (it has no {names}): stop Scorepad and start it again."
    return None


def _version(db: Database, path: Path) -> str | None:
    return engine.too_old(engine.sqlite_version())


def _journal(db: Database, path: Path) -> str | None:
    wanted = engine.journal_mode(engine.sqlite_version())
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


def permissions(db: Database, path: Path) -> str | None:
    if os.name == "nt":
        return None  # Windows has no such mode bits; the folder's permissions apply.
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


CHECKS: dict[str, Check] = {
    "integrity": integrity,
    "foreign_keys": _foreign_keys,
    "cells": _cells,
    "texts": _texts,
    "log": _log,
    "triggers": _triggers,
    "tables": _tables,
    "migrations": _migrations,
    "sqlite_version": _version,
    "journal": _journal,
    "durability": _durability,
    "permissions": permissions,
}
"""Every check by its code, in the order of the report."""

WELL = {
    "integrity": "The file is not damaged.",
    "foreign_keys": "Everything that rows refer to is there.",
    "cells": "All cells match the entries.",
    "texts": "Everything that was typed can be read.",
    "log": "No entry is missing.",
    "triggers": "Entries and games are protected against changes.",
    "tables": "Every table and index is as Scorepad makes it.",
    "migrations": "The file is up to date.",
    "sqlite_version": "SQLite is {version}, and its journal is {journal}.",
    "journal": "The journal is {journal}, which is right for this SQLite.",
    "durability": "Scorepad reports nothing as saved until it is on the disk.",
    "permissions": "No other user of this machine may open the file.",
    "access": "The list of phones is not damaged, and only this user may open it.",
}
"""The message of each check that finds no fault."""


_NO_PHONES = (
    "There is no list of phones, which is right if none was let in yet. Otherwise it was lost: all links are new, and "
    "phones must join again."
)


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: its code, whether all is well, and a sentence."""

    code: str
    ok: bool
    sentence: str


def examine(club: Club) -> list[Finding]:
    """Run all checks, even after a fault. Changes nothing and raises nothing."""
    return [_look(club, code, check) for code, check in CHECKS.items()]


def examine_access(path: Path, zone: tzinfo | None = None) -> list[Finding]:
    """Check the list of phones beside a club's file, which backups of the club do not include. Raises nothing.

    `zone` is the club's time zone. Default: this machine's.
    """
    if not path.exists():
        return [Finding("access", True, _NO_PHONES)]
    rewritten = ""
    try:
        db, _ = opening.open_file(path, PHONES)
        try:
            faults = (_damaged_access(db, path), permissions(db, path))
            rewritten = "" if any(faults) else _rewritten(db, zone)
        finally:
            db.close()
    except (StoreError, *ERRORS, OSError) as error:
        faults = (f"This could not be checked: {error}", None)
    fault = next(filter(None, faults), None)
    return [Finding("access", fault is None, fault or _well("access") + rewritten)]


def _rewritten(db: Database, zone: tzinfo | None) -> str:
    """Say when the file was deleted under a running server, which wrote it again; "" if it never was."""
    row = db.execute("SELECT value FROM setting WHERE name = ?", (REWRITTEN,)).fetchone()
    if row is None:
        return ""
    at = datetime.fromtimestamp(row[0], UTC).isoformat()
    return (
        f" It was deleted while Scorepad ran, and was written again on {time_text(at, zone)} with every phone in it: "
        "find out who or what deletes files in this folder."
    )


def _damaged_access(db: Database, path: Path) -> str | None:
    if _diagnose(integrity, db, path) is None:
        return None
    return f"{path} is damaged, so it is unknown which phones were let in. {way_back(path)}"


@dataclass(frozen=True, slots=True)
class Contents:
    """How much is in a club, and when (UTC) the last entry was recorded; None without an entry."""

    games: int
    entries: int
    latest: str | None


def contents(club: Club) -> Contents | None:
    """How much is in a club; None if it cannot be read."""
    try:
        with club.reading() as db:
            games = db.execute("SELECT count(*) FROM game").fetchone()[0]
            return Contents(games, *db.execute("SELECT count(*), max(at) FROM entry").fetchone())
    except StoreError:
        return None


def contents_text(club: Club, inside: Contents) -> str:
    """How much is in a club, as a sentence, with the time in the club's time zone."""
    try:
        zone = club.clock.zone()
    except StoreError:
        zone = None
    end = f", the last one recorded on {time_text(inside.latest, zone)}" if inside.latest else ""
    return (
        f"The club has {plural(inside.games, 'game', 'games')} and {plural(inside.entries, 'entry', 'entries')}{end}."
    )


def accept_missing(club: Club) -> None:
    """Accept that these entries are missing: later examinations no longer report them."""
    with club.writing() as db:
        log_end.accept_missing(db)


def rebuild_cells(club: Club) -> None:
    """Rebuild a club's cells from its entries, which do not change."""
    with club.writing() as db:
        db.execute("DELETE FROM cell")
        db.execute(f"INSERT INTO cell (game, round, place, field, value, seq) {_FROM_ENTRIES}")


def _look(club: Club, code: str, check: Check) -> Finding:
    try:
        with club.reading() as db:
            fault = _diagnose(check, db, club.path)
    except (StoreError, *ERRORS, OSError) as error:
        fault = f"This could not be checked: {error}"
    return Finding(code, fault is None, fault or _well(code))


def _diagnose(check: Check, db: Database, path: Path) -> str | None:
    try:
        return check(db, path)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return f"{path} is damaged ({error}). {FROM_BACKUP}"


def _well(code: str) -> str:
    version = engine.sqlite_version()
    journal = engine.journal_mode(version)
    return WELL[code].format(version=engine.spelled(version), journal=journal)
