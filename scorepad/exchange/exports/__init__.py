"""The list of files to which a club can be exported, for the page, the command line and the API."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from importlib import import_module
from typing import IO, TypeAlias

from scorepad.store import Club
from scorepad.store.exports import counts

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


def _write(module: str, club: Club, stream: IO[bytes], report: Report) -> None:
    """Write with a module, imported only now because some have heavy dependencies."""
    writer: Writer = import_module(f"{__name__}.{module}").write
    writer(club, stream, report)


def _write_csv(name: str, club: Club, stream: IO[bytes], report: Report) -> None:
    from scorepad.exchange.exports.spreadsheets import write_csv

    write_csv(name, club, stream, report)


def _write_xlsx(club: Club, stream: IO[bytes], report: Report) -> None:
    from scorepad.exchange.exports.spreadsheets import write_xlsx

    write_xlsx(club, stream, report)


_ALL = (
    Export(
        "jsonl",
        "Everything, to move the club",
        "Every game with every entry, people, seasons and your rules, as text. Another Scorepad reads it and has the "
        "same club; so can other programs.",
        ".jsonl",
        "application/jsonl",
        partial(_write, "club_lines"),
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
        partial(_write, "sqlite_file"),
        sizes=(266_000, 10_000, 300),
    ),
)
EXPORTS: dict[str, Export] = {export.name: export for export in _ALL}
"""Every kind of file by name, in display order."""
