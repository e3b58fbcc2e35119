"""Kill an import with -9 at random moments: it must leave all or nothing, and be imported once when repeated.

`scorepad import` imports a file into a club that has a game. After each kill the club must have either all games of the
file and its row, or none of them and no new person; then the same command runs again. Every other file has a bad line
near its end, and must leave nothing whether it was killed or not. At the end all good files are there once, and
`scorepad doctor` must say that all is well.
"""

import random
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sqlite_utils.utils import sqlite3

from bench.proofs.common import arguments, club_folder, doctor, verdict
from scorepad import paths
from scorepad.store import Club, Entry
from tests.support import server
from tests.support.forked import Forked
from tests.support.waiting import PATIENCE

KILLS, SHORT = 200, 3
GAMES = 400
"""Games in a file, enough for recording them to take a large part of the command's time."""
UNKILLED = (901, 902, 903)
"""The numbers of files that are not killed and measure how long an import takes."""


class State(NamedTuple):
    """The number of rows of each kind in a club's file."""

    imports: int
    games: int
    people: int
    entries: int
    cells: int


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(KILLS, SHORT, "kill -9 at random moments of imports")
    draw = random.Random(asked.seed)
    faults: list[str] = []
    figures = {"kills": 0, "of them before the end": 0, "files": 0, "half": 0}
    with club_folder() as folder:
        with Club.open(folder / paths.CLUB) as club:
            club.new_game([Entry("k", 0, 0, "table", "engine", "0")], key="own")
        # The first takes longest, because nothing is loaded yet.
        took = min(_run(folder, _table(folder, number, is_bad=False), None).seconds for number in UNKILLED)
        while figures["kills"] < asked.count:
            figures["files"] += 1
            _import_until_done(folder, figures, draw, took, faults)
        if objection := doctor(folder):
            faults.append(objection)
    return verdict("imports", figures, faults)


def _import_until_done(
    folder: Path, figures: dict[str, int], draw: random.Random, took: float, faults: list[str]
) -> None:
    """Import a file that is killed a few times and then left alone."""
    number = figures["files"]
    is_bad = number % 2 == 0
    table = _table(folder, number, is_bad=is_bad)
    before = _state(folder)
    whole = State(before.imports + 1, before.games + GAMES, before.people + 4, -1, -1)
    for kill in (*[True] * draw.randint(1, 3), False):
        ran = _run(folder, table, draw.uniform(0.2, 1.2) * took if kill else None)
        figures["kills"] += kill
        figures["of them before the end"] += kill and ran.was_killed
        now = _state(folder)
        is_all = now[:3] == whole[:3] and not is_bad
        if now != before and not is_all:
            figures["half"] += 1
            faults.append(f"file {number}: {before} became {now}")
        if not kill and not is_bad and not is_all:
            faults.append(f"file {number} did not come: {ran.said}")
        if is_bad and not kill and "Line" not in ran.said:
            faults.append(f"file {number} did not say what is wrong: {ran.said}")


class Ran(NamedTuple):
    """A command that exited or was killed."""

    seconds: float
    was_killed: bool
    said: str


def _run(folder: Path, table: Path, kill_after: float | None) -> Ran:
    environ = server.environment(SCOREPAD_INSTANCE=str(folder))
    begun = time.perf_counter()
    with tempfile.TemporaryFile("w+") as stderr:
        # Forked, so that each kill hits the import itself and not the loading of Scorepad.
        process = Forked(["import", str(table), "--yes", "--rules", "partnership"], environ, stderr.fileno())
        with process.stdout:
            if process.wait(kill_after or PATIENCE) is None:
                process.kill()
                process.wait(PATIENCE)
        stderr.seek(0)
        return Ran(time.perf_counter() - begun, process.returncode == -9, stderr.read())


def _table(folder: Path, number: int, *, is_bad: bool) -> Path:
    """Write a table of games by four people who are in no other table. Return its path."""
    names = [f"{name} {number}" for name in ("Ann", "Bob", "Cleo", "Dora")]
    rows = [
        f"20{10 + at % 14}-0{1 + at % 9}-1{at % 9},{names[0]} & {names[1]},{names[2]} & {names[3]},{at},{number}"
        for at in range(GAMES)
    ]
    rows.insert(GAMES - 5, "yesterday,A & B,C & D,1,2" if is_bad else "")
    path = folder / f"results-{number}.csv"
    path.write_text("\n".join(["Date,Team 1,Team 2,Points 1,Points 2", *rows]) + "\n")
    return path


def _state(folder: Path) -> State:
    with closing(sqlite3.connect(folder / paths.CLUB)) as db:
        counts = [db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in TABLES]
    return State(*counts)


TABLES = ("import", "game", "player", "entry", "cell")

if __name__ == "__main__":
    raise SystemExit(main())
