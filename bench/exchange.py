"""Measure how long the export and the import of a club take, and the memory of an import.

* Export: everything as JSON Lines, compared with only reading the same rows.
* Import: a preview and the restore of that file into an empty club, compared with inserting the same rows into the same
  tables, in bulk and in one transaction.
* Spreadsheet: the same with a CSV of the same number of games, of which only the totals are known.
* Shapes: the same with as many lines of each other shape of a table, compared with that spreadsheet; and with plays of
  BG Stats, compared with a spreadsheet of as many games.
* Memory: the largest resident size of a process that imports a file.

All times are CPU times, because this machine may be busy. With `--small` the club has 2,000 games instead of 100,000;
the shapes always have 100,000 lines.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from random import Random
from statistics import median

from made_clubs import made
from measure import report, status
from scorepad.exchange.exports import EXPORTS, no_report, write_file
from scorepad.exchange.imports.bg_stats import MAX_PLAYS
from scorepad.exchange.imports.import_file import ImportFile
from scorepad.exchange.imports.pipeline import preview, record
from scorepad.exchange.imports.plan import Decisions
from scorepad.paths import CLUB
from scorepad.store import Club
from scorepad.store.engine import sqlite3

SMALL, LARGE = 2_000, 100_000
MAX, MEMORY = 3.0, 200
MAX_OF_SHAPE = 1.5
AT_ONCE = 2_000
TABLES = {"player": "id", "game": "id", "entry": "seq", "cell": "game, round, place, field"}
"""The tables that hold what people typed, and the order in which their rows are read."""


class Nowhere:
    """A stream that discards everything."""

    def write(self, data: bytes) -> int:
        return len(data)


def main() -> int:
    """Print all figures. Return 1 if one failed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--small", action="store_true", help="a club of 2,000 games")
    parser.add_argument("--import", dest="imported", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.imported:
        _import(*map(Path, arguments.imported))
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        return 0
    games = SMALL if arguments.small else LARGE
    source, runs = made(games) / CLUB, 3 if arguments.small else 1
    with tempfile.TemporaryDirectory() as folder:
        _compare(f"exporting {games:,} games", runs, lambda: _export(source), lambda: _read(source))
        file = Path(folder) / "club.jsonl"
        with Club.open(source) as club:
            write_file(EXPORTS["jsonl"], club, file, no_report)
        fresh = Path(folder) / CLUB
        ours, floor = lambda: _timed(lambda: _import(file, fresh)), lambda: _insert(source, fresh)
        _compare(f"importing {games:,} games", runs, ours, floor)
        report(f"memory of importing {games:,} games, MiB", _memory(file, fresh), MEMORY)
        _of_spreadsheet(Path(folder), games, runs)
    return status()


def _of_spreadsheet(folder: Path, games: int, runs: int) -> None:
    table, fresh, source = folder / "results.csv", folder / CLUB, folder / "source.sqlite3"
    _write_table(table, games)
    _import(table, source)
    ours, floor = lambda: _timed(lambda: _import(table, fresh)), lambda: _insert(source, fresh)
    _compare(f"importing {games:,} games of a spreadsheet", runs, ours, floor)
    report(f"memory of importing {games:,} games of it, MiB", _memory(table, fresh), MEMORY)
    plain = {games: _of_table(table, fresh, games) for games in (LARGE, MAX_PLAYS)}
    for name, lines in SHAPES.items():
        shape = folder / "shape.csv"
        shape.write_text("".join(islice(lines(), LARGE + 1)))
        _compare_shape(f"importing {LARGE:,} lines with {name}", fresh, shape, plain[LARGE])
    shape = folder / "BGStatsExport.json"
    shape.write_text(json.dumps(_bg_stats(MAX_PLAYS)))
    _compare_shape(f"importing {MAX_PLAYS:,} plays of BG Stats", fresh, shape, plain[MAX_PLAYS])


def _of_table(table: Path, fresh: Path, games: int) -> float:
    """The seconds that a table with a row for each game takes."""
    _write_table(table, games)
    return _timed(lambda: _import(table, fresh))


def _compare_shape(name: str, fresh: Path, shape: Path, plain: float) -> None:
    seconds = _timed(lambda: _import(shape, fresh))
    report(name, seconds / plain, MAX_OF_SHAPE, f"{seconds:.1f} s, plain {plain:.1f} s")


def _write_table(table: Path, games: int) -> None:
    """Write a row for each game, with four of 80 people."""
    with table.open("w") as file:
        file.write("Date,Team 1,Team 2,Points 1,Points 2\n")
        for day, (ann, bob, cleo, dora), (ours, theirs) in islice(_games(), games):
            file.write(f"{day},{ann} & {bob},{cleo} & {dora},{ours},{theirs}\n")


def _games() -> Iterator[tuple[str, list[str], tuple[int, int]]]:
    """Yield the day, four of 80 people and the points of games without end."""
    chance = Random(1)
    for at in count():
        people = [f"Player {number}" for number in chance.sample(range(80), 4)]
        # Never equal: a tie of two pairs does not tell who played together.
        points = 10 * chance.randrange(-10, 1_000), 10 * chance.randrange(1_000) + 5
        yield f"20{10 + at % 14}-{1 + at % 12:02}-{1 + at % 28:02}", people, points


def _by_person() -> Iterator[str]:
    yield "Timestamp,Game,Player,Score\n"
    for number, (day, people, points) in enumerate(_games(), start=1):
        for at, person in enumerate(people):
            yield f"{day} 20:30:{10 + at},{number},{person},{points[at % 2]}\n"


def _by_round_and_person() -> Iterator[str]:
    yield "Date,Game,Round,Player,Team,Score\n"
    for number, (day, people, points) in enumerate(_games(), start=1):
        for round_number in range(1, 5):
            for at, person in enumerate(people):
                yield f"{day},{number},{round_number},{person},{at % 2},{points[at % 2] + 5 * round_number}\n"


def _column_a_person() -> Iterator[str]:
    yield "Date,Ann,Bob,Cleo,Dora\n"
    for day, _, (ours, theirs) in _games():
        yield f"{day},{ours},{theirs},{ours},{theirs}\n"


def _drawn() -> Iterator[str]:
    yield "Date,Round,Ann & Cleo,Bob & Dora\n"
    for day, _, (ours, theirs) in _games():
        yield from (f"{day},{round_number},{ours},{theirs + 5 * (round_number % 2)}\n" for round_number in range(1, 5))


def _column_a_round() -> Iterator[str]:
    yield "Date,Game,Name,Round 1,Round 2,Round 3,Round 4,Total\n"
    for number, (day, people, points) in enumerate(_games(), start=1):
        for at, person in enumerate(people):
            rounds = [points[at % 2] + 5 * round_number for round_number in range(4)]
            yield f"{day},{number},{person},{','.join(map(str, rounds))},{sum(rounds)}\n"


def _bg_stats(plays: int) -> dict[str, object]:
    """Plays as BG Stats exports them."""
    names = {f"Player {number}": number for number in range(80)}
    made = [
        {
            "playDate": f"{day} 20:30:00",
            "gameRefId": 1,
            "playerScores": [
                {"playerRefId": names[person], "score": str(points[at % 2]), "team": "AB"[at % 2], "winner": False}
                for at, person in enumerate(people)
            ],
        }
        for day, people, points in islice(_games(), plays)
    ]
    people = [{"id": number, "name": name} for name, number in names.items()]
    return {"players": people, "games": [{"id": 1, "name": "Canasta"}], "plays": made}


SHAPES: dict[str, Callable[[], Iterator[str]]] = {
    "a row a person, from a form": _by_person,
    "a row a person and round": _by_round_and_person,
    "a column a person": _column_a_person,
    "a column a team and a row a round": _drawn,
    "a column a round": _column_a_round,
}


def _compare(name: str, runs: int, ours: Callable[[], float], floor: Callable[[], float]) -> None:
    pairs = [(ours(), floor()) for _ in range(runs)]
    seconds, least = (median(column) for column in zip(*pairs, strict=True))
    report(name, median(ours / floor for ours, floor in pairs), MAX, f"ours {seconds:.1f} s, floor {least:.1f} s")


def _timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _export(source: Path) -> float:
    with Club.open(source) as club:
        return _timed(lambda: EXPORTS["jsonl"].write(club, Nowhere(), no_report))  # type: ignore[arg-type]


def _read(source: Path) -> float:
    with closing(sqlite3.connect(source)) as connection:

        def read() -> None:
            for table in ("player", "game", "entry"):
                for _ in connection.execute(f"SELECT * FROM {table} ORDER BY {TABLES[table]}"):
                    pass

        return _timed(read)


def _import(file: Path, fresh: Path) -> None:
    _remove(fresh)
    with Club.open(fresh) as club:
        assert preview(club, ImportFile(file, file.name), Decisions()).is_ready(Decisions())
        record(club, ImportFile(file, file.name), Decisions())


def _insert(source: Path, fresh: Path) -> float:
    """Insert the same rows from the other file. Return the seconds of the inserts and the commit alone."""
    _remove(fresh)
    seconds = 0.0
    with closing(sqlite3.connect(source)) as there, Club.open(fresh) as club:
        with club.writing() as db:
            for table, order in TABLES.items():
                rows = there.execute(f"SELECT * FROM {table} ORDER BY {order}")
                insert = f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows.description))})"
                while part := rows.fetchmany(AT_ONCE):
                    start = time.process_time()
                    db.conn.executemany(insert, part)
                    seconds += time.process_time() - start
            start = time.process_time()
        return seconds + time.process_time() - start


def _memory(file: Path, fresh: Path) -> float:
    command = [sys.executable, __file__, "--import", str(file), str(fresh)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _remove(fresh: Path) -> None:
    for file in fresh.parent.glob(f"{fresh.name}*"):
        file.unlink()


if __name__ == "__main__":
    raise SystemExit(main())
