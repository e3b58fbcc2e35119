"""Examines a club's file: runs every check, and reports each result as a sentence."""

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from sqlite_utils import Database

from scorepad.scoring.text.explain import plural, time_text
from scorepad.store import cells
from scorepad.store.club import Club
from scorepad.store.engine import ERRORS, is_damage, sqlite3
from scorepad.store.errors import StoreError
from scorepad.store.file import opening, reach, versions
from scorepad.store.file.checks import CHECKS, FROM_BACKUP, WELL, Check, integrity, permissions
from scorepad.store.file.copies import way_back
from scorepad.store.phones import KIND as PHONES
from scorepad.store.phones import REWRITTEN

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


def accept_gaps(club: Club) -> None:
    """Accept that these entries are missing: later examinations no longer report them."""
    with club.writing() as db:
        reach.accept_gaps(db)


def rebuild_cells(club: Club) -> None:
    """Rebuild a club's cells from its entries, which do not change."""
    with club.writing() as db:
        cells.rebuild_cells(db)


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
    version = versions.sqlite_version()
    journal = versions.journal_mode(version)
    return WELL[code].format(version=versions.spelled(version), journal=journal)
