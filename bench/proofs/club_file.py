"""Kill the import of a club's file with -9 at random moments, and repeat it.

After a kill the club must be as it was before, or have the whole file; repeated, the import must give what it gives
without a kill, once; and `scorepad doctor` must find nothing. Every other time the club is empty and becomes that of
the file, else it has games of its own.
"""

import multiprocessing
import random
import shutil
import tempfile
import time
from collections import Counter
from io import BytesIO
from multiprocessing.connection import Connection
from pathlib import Path

from bench.proofs.common import arguments, verdict
from scorepad.exchange.exports import EXPORTS, no_report
from scorepad.exchange.imports.import_file import ImportFile
from scorepad.exchange.imports.pipeline import record
from scorepad.exchange.imports.plan import Decisions
from scorepad.paths import CLUB
from scorepad.store import Club
from scorepad.store.file.doctor import examine
from scorepad.store.imports.imports import AlreadyImported
from tests.support.leagues.club_file import write
from tests.support.leagues.generate import league

KILLS, SHORT = 200, 6
GAMES, GAMES_SHORT, PEOPLE, OWN = 400, 60, 30, 20
FORK = multiprocessing.get_context("fork")
"""An import is a process of its own, which need not load Scorepad again."""


def import_into(club: Path, file: Path, say: Connection) -> None:
    with Club.open(club, now=lambda: "2026-11-19T17:30:00.000+00:00") as opened:
        say.send("begins")
        try:
            record(opened, ImportFile(file, "club.jsonl"), Decisions())
        except AlreadyImported:
            say.send("again")


class Running:
    """An import that has begun."""

    def __init__(self, club: Path, file: Path) -> None:
        self._hears, say = FORK.Pipe(duplex=False)
        self.process = FORK.Process(target=import_into, args=(club, file, say))
        self.process.start()
        say.close()
        assert self._hears.recv() == "begins"

    def wait(self) -> str:
        """What the import says in the end, "" where it was killed or has nothing to say."""
        try:
            words: str = self._hears.recv()
        except EOFError:
            words = ""
        self.process.join()
        self._hears.close()
        return words


class Imports:
    """A file, and for each of two clubs what it is before and after the import."""

    def __init__(self, folder: Path, games: int) -> None:
        self.folder, self.file = folder, folder / "club.jsonl"
        write(league(1, games, PEOPLE), folder / "theirs.sqlite3")
        self.file.write_bytes(exported(folder / "theirs.sqlite3"))
        write(league(2, OWN, PEOPLE), folder / "own.sqlite3")
        Club.open(folder / "empty.sqlite3").close()
        # Keys of games that were made up by one program would be the same.
        self.own = self._with_other_keys(folder / "own.sqlite3")
        self.clubs = (folder / "empty.sqlite3", self.own)
        self.before = [exported(club) for club in self.clubs]
        self.after, self.seconds = [], []
        for number in range(len(self.clubs)):
            here = self.fresh(number)
            begun = time.perf_counter()
            Running(here, self.file).wait()
            self.seconds.append(time.perf_counter() - begun)
            self.after.append(exported(here))
        assert self.after[0] == self.file.read_bytes()

    def _with_other_keys(self, club: Path) -> Path:
        """The club read from its file with other keys."""
        other = self.folder / "other.jsonl"
        # Keys of choices in rules stay; they are no numbers.
        other.write_bytes(exported(club).replace(b'"key":"0', b'"key":"own-0').rpartition(b',"sha256"')[0] + b"}\n")
        path = self.folder / "with-games.sqlite3"
        assert Running(path, other).wait() == ""
        return path

    def fresh(self, number: int) -> Path:
        """A copy of one of the clubs, as it was before the import."""
        home = Path(tempfile.mkdtemp(dir=self.folder))
        return Path(shutil.copy(self.clubs[number], home / CLUB))


def exported(club: Path) -> bytes:
    stream = BytesIO()
    with Club.open(club) as opened:
        EXPORTS["jsonl"].write(opened, stream, no_report)
    return stream.getvalue()


def main() -> int:
    """Print the line. Returns 0 if the claim holds."""
    asked = arguments(KILLS, SHORT, "kill -9 while a club's file is imported")
    draw, figures, faults = random.Random(asked.seed), Counter[str](), list[str]()
    with tempfile.TemporaryDirectory(prefix="scorepad-proof-") as folder:
        imports = Imports(Path(folder), GAMES_SHORT if asked.short else GAMES)
        for kill in range(asked.count):
            outcome = _kill_and_repeat(imports, kill % 2, draw, faults)
            figures[outcome] += 1
    outcomes = {name: figures[name] for name in ("nothing of it recorded", "all of it recorded", "half")}
    return verdict("club_file", {"kills": asked.count} | outcomes, faults)


def _kill_and_repeat(imports: Imports, number: int, draw: random.Random, faults: list[str]) -> str:
    club = imports.fresh(number)
    running = Running(club, imports.file)
    time.sleep(draw.uniform(0, 1.3 * imports.seconds[number]))
    running.process.kill()
    running.wait()
    before, after, now = imports.before[number], imports.after[number], exported(club)
    outcome = {before: "nothing of it recorded", after: "all of it recorded"}.get(now, "half")
    for expected in ("again" if now == after else "", "again"):
        printed = Running(club, imports.file).wait()
        if printed != expected:
            faults.append(f"a repeated import printed {printed!r}")
    if outcome == "half" or exported(club) != after:
        faults.append(f"after a kill {outcome}, and repeated it is {'' if exported(club) == after else 'not '}whole")
    with Club.open(club) as opened:
        faults += [finding.sentence for finding in examine(opened) if not finding.ok]
    shutil.rmtree(club.parent)
    return outcome


if __name__ == "__main__":
    raise SystemExit(main())
