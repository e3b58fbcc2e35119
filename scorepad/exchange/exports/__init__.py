"""The files to which a club can be exported, for the page, the command line and the API."""

import hashlib
import json
import os
import secrets
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TypeAlias

from scorepad import __version__, paths
from scorepad.store import Club, StoreError, exports
from scorepad.store.exports import FIRST, FORMAT, LAST, counts, make_readable
from scorepad.store.file.copying import UNFINISHED, flush

Report: TypeAlias = Callable[[int, int], None]
"""Called from time to time with the amount done and the total."""

Writer: TypeAlias = Callable[[Club, IO[bytes], Report], None]


def no_report(done: int, total: int) -> None:
    """Report nothing."""


def contents(club: Club) -> dict[str, int]:
    """Return how many people, games and entries a club has."""
    with club.reading() as db:
        return counts(db)


@dataclass(frozen=True, slots=True)
class Export:
    """A kind of file. `name` is its name on the command line, `purpose` a sentence for people.

    `sizes` are the approximate bytes without games, for each game and for each entry; all 0 if unknown. `write` writes
    the whole file to a stream, or raises StoreError or OSError, possibly after it has written a part.
    """

    name: str
    title: str
    purpose: str
    ending: str
    media_type: str
    write: Writer
    sizes: tuple[int, int, int] = (0, 0, 0)

    def about(self, games: int, entries: int) -> int:
        """Return the approximate size in bytes."""
        base, of_game, of_entry = self.sizes
        return base + games * of_game + entries * of_entry

    def file_name(self, club: str, day: date) -> str:
        """Return the file name for an export of that day. `club` is the prefix of the club's copies."""
        return f"{club}-{day.isoformat()}{self.ending}"


def _write_csv(name: str, club: Club, stream: IO[bytes], report: Report) -> None:
    from scorepad.exchange.exports.spreadsheets import write_csv

    write_csv(name, club, stream, report)


def _write_xlsx(club: Club, stream: IO[bytes], report: Report) -> None:
    from scorepad.exchange.exports.spreadsheets import write_xlsx

    write_xlsx(club, stream, report)


def write_jsonl(club: Club, stream: IO[bytes], report: Report = no_report) -> None:
    """Write a snapshot of the club, in constant memory. Raises StoreError."""
    with club.reading() as db:
        counts = exports.counts(db)
        first = _json_line({"line": FIRST, "format": FORMAT, "version": __version__, **counts})
        digest, lines, total = hashlib.sha256(), 0, sum(counts.values())
        for part in chain([first], map(str.encode, exports.parts(db))):
            digest.update(part)
            stream.write(part)
            lines += part.count(b"\n")
            report(min(lines, total), total)
    stream.write(_json_line({"line": LAST, "lines": lines, "sha256": digest.hexdigest()}))


def _json_line(values: dict[str, object]) -> bytes:
    return json.dumps(values, separators=(",", ":")).encode() + b"\n"


_DRAFTS = ".export-"
_A_DAY = 24 * 60 * 60


def write_sqlite(club: Club, stream: IO[bytes], report: Report = no_report) -> None:
    """Write a copy of the club with views. The temporary copy is created beside the club. Raises StoreError."""
    home = club.path.parent
    _remove_old(home)
    with TemporaryDirectory(dir=home, prefix=_DRAFTS) as folder:
        copy = club.backup(Path(folder) / "club.sqlite3")
        make_readable(copy, lambda step, done, total: report(done, total))
        with copy.open("rb") as file:
            shutil.copyfileobj(file, stream, 1024 * 1024)


def _remove_old(home: Path) -> None:
    """Remove the folders of exports that were killed."""
    for folder in home.glob(f"{_DRAFTS}*"):
        if folder.stat().st_mtime < time.time() - _A_DAY:
            shutil.rmtree(folder, ignore_errors=True)


def write_file(export: Export, club: Club, dest: Path, report: Report) -> Path:
    """Write an export to a new file that only this user can read, and return its path.

    Raises StoreError, and leaves nothing behind, if `dest` exists or cannot be written.
    """
    draft = dest.with_name(f"{dest.name}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        if os.path.lexists(dest):
            raise FileExistsError
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600), "wb") as stream:
            export.write(club, stream, report)
        flush(draft)
        paths.rename_new(draft, dest)
        flush(dest)
    except FileExistsError:
        raise StoreError(f"{dest} is there already, and an export overwrites nothing: name a new file.") from None
    except FileNotFoundError:
        raise StoreError(f"There is no folder {dest.parent}: make it first.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"{dest} could not be written: {reason}. Nothing was exported.") from error
    finally:
        with suppress(OSError, ValueError):
            draft.unlink(missing_ok=True)
    return dest


_ALL = (
    Export(
        "jsonl",
        "Everything, to move the club",
        "Every game with every entry, people, seasons and your rules, as text. Another Scorepad reads it and has the "
        "same club; so can other programs.",
        ".jsonl",
        "application/jsonl",
        write_jsonl,
        sizes=(1_000, 3_300, 250),
    ),
    Export(
        "xlsx",
        "A workbook for Excel",
        "Games, rounds and standings, a sheet each. LibreOffice and others open it too, and it can be imported again.",
        ".xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        _write_xlsx,
    ),
    *(
        Export(
            f"{name}-csv",
            f"{name.capitalize()} as CSV",
            purpose,
            f"-{name}.csv",
            "text/csv; charset=utf-8",
            partial(_write_csv, name),
        )
        for name, purpose in (
            ("games", "A row for each game that counts: day, rules, teams and their points. It can be imported again."),
            ("rounds", "A row for each round of these games. It can be imported again."),
            ("standings", "Everyone by wins, with games, win share, points a round and rating."),
        )
    ),
    Export(
        "sqlite",
        "A database, to look things up",
        "The whole club as one SQLite file, with views of games, rounds, totals, players and standings. Datasette and "
        "other programs open it.",
        ".sqlite3",
        "application/vnd.sqlite3",
        write_sqlite,
        sizes=(266_000, 10_000, 300),
    ),
)
EXPORTS: dict[str, Export] = {export.name: export for export in _ALL}
"""Every kind of file by name, in display order."""
