"""Records the file operations of real servers and backups, and what they acknowledged meanwhile."""

import itertools
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from bench.proofs.phones import Answer, Phone, Player, begin, hidden
from bench.proofs.power_disk import Disk, Draw, contents
from bench.proofs.power_trace import Operation, Reading, command
from scorepad.paths import ACCESS, CLUB
from scorepad.store import WHOLE_CLUB, Access, Role
from scorepad.store.engine import JournalMode, sqlite3
from scorepad.web.access import join
from scorepad.web.app.permissions import COOKIE
from scorepad.web.app.secret_key import secret_key
from tests.support import server
from tests.support.waiting import PATIENCE, until

PROGRAM = (sys.executable, "-m", "bench.proofs.power_server")
OLDER_CLUB = server.ROOT / "tests/store/first_club.sql"
JOURNALS: tuple[JournalMode, ...] = ("wal", "truncate")
COPIES = "copies"
"""The folder of the daily copies, at the root of the disk. It exists from the beginning, like a memory stick."""

_OWNERS_LINK = re.compile(r"/in/(o-[a-z2-7]{26})")
_COPY = re.compile(r"The club is copied to (.+)\.$", re.MULTILINE)
_NUMBERS = itertools.count(1)

Rows = dict[str, list[tuple[Any, ...]]]


class Fact(NamedTuple):
    """Something that was acknowledged at a line of the trace."""

    kind: str
    value: str
    since: int


@dataclass(slots=True)
class NumberedPhone(Phone):
    """A phone whose requests are numbered, so that they can be found in the trace."""

    log: list[tuple[int, str | None, Answer]] = field(default_factory=list)
    entered: int = 0

    def ask(self, method: str, path: str, body: str | None = None) -> Answer:
        number = next(_NUMBERS)
        self.cookies["power_number"] = str(number)
        answer = Phone.ask(self, method, path, body)
        self.log.append((number, body, answer))
        return answer


@dataclass(slots=True)
class Recording:
    """The operations on a disk, what was acknowledged meanwhile, and all rows of the club at the end."""

    journal: JournalMode
    table: str
    token: str
    disk: Disk
    operations: list[Operation]
    facts: list[Fact]
    rows: Rows

    @staticmethod
    def home_in(root: Path) -> Path:
        """Return the instance folder on a disk; in the first recording its parent folder is new, too."""
        return root / "scorepad" / "instance"


def read_rows(file: Path) -> Rows:
    """Return the rows of the append-only tables."""
    with closing(sqlite3.connect(file)) as db:
        return {name: db.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in ("entry", "game")} | {
            "player": db.execute("SELECT id, name FROM player ORDER BY id").fetchall()
        }


def owners_link(home: Path, access: Access) -> str:
    """Return the secret of the owner's current link."""
    return join.link_word(secret_key(home), "", Role.OWNER, WHOLE_CLUB, access.generation(Role.OWNER))


def record(journal: JournalMode, is_older: bool, *, is_short: bool) -> Recording:
    """Record from the first start in a folder that does not exist yet, or with a club that the first version wrote.

    With `is_short` there is one start and no copy.
    """
    with tempfile.TemporaryDirectory(prefix="scorepad-power-") as scratch:
        session = _Session(Path(scratch), journal, is_older)
        session.play(is_short)
        reading = Reading(str(session.root))
        for trace in session.traces:
            reading.add(trace)
        operations = sorted(reading.operations, key=lambda done: done.takes_effect)
        session.check(operations)
        facts, rows = session.facts(reading), read_rows(session.home / CLUB)
        owner = _token(session.player.phone)
        return Recording(journal, session.player.table, owner, session.disk, operations, facts, rows)


def _token(phone: Phone) -> str:
    """Return the token by which a phone is known. The cookie's name ends in the installation's id."""
    return next(text for name, text in phone.cookies.items() if name.startswith(f"{COOKIE}.") and text)


class _Session:
    """One disk from the first start on."""

    player: Player

    def __init__(self, scratch: Path, journal: JournalMode, is_older: bool) -> None:
        self.root = scratch / "disk"
        self.home = Recording.home_in(self.root)
        self.traces: list[Path] = []
        self._is_older = is_older
        self._has_log = journal == "wal"
        self._phones: list[NumberedPhone] = []
        self._renewal = 0
        self._scratch = scratch
        changes = {"SCOREPAD_INSTANCE": str(self.home), "POWER_JOURNAL": journal}
        self._environ = server.environment(**changes, PYTHONPATH=str(server.ROOT))
        (self.root / COPIES).mkdir(parents=True)
        if is_older:
            self.home.mkdir(mode=0o700, parents=True)
            os.close(os.open(self.home / CLUB, os.O_CREAT, 0o600))
            with closing(sqlite3.connect(self.home / CLUB)) as db:
                db.executescript(OLDER_CLUB.read_text("utf-8"))
        self.disk, self._copy_of_disk = Disk(self.root), Disk(self.root)

    def play(self, is_short: bool) -> None:
        """Do everything that the recording covers."""
        with self._serving() as link:
            owner = self._join(link)
            self.player = Player(owner, begin(owner))
            self._join(f"{link.partition('/in/')[0]}/in/{self._table_link()}")
            self._tap(6)
            if self._has_log and not self._is_older:
                log = self.home / f"{CLUB}-wal"
                until(lambda: log.stat().st_size == 0)
            self._tap(3)
            self._renew_the_link(owner)
        for _ in range(0 if is_short else 2):
            self._copy()
            with self._serving() as link:
                owner.hang_up()
                owner.port = urlsplit(link).port or 0
                self._tap(3)

    def _join(self, link: str) -> NumberedPhone:
        """Return a phone that joined by a link."""
        phone = NumberedPhone(urlsplit(link).port or 0)
        self._phones.append(phone)
        phone.get(urlsplit(link).path)
        phone.get("/in")
        phone.entered = phone.log[-1][0]
        return phone

    def _table_link(self) -> str:
        """Return the secret of the link for keeping score at the table."""
        game = int(self.player.table.rpartition("/")[2])
        # Read-only, because the trace would not contain what is written here.
        with closing(sqlite3.connect(f"file:{self.home / ACCESS}?mode=ro", uri=True)) as db:
            (generation,) = db.execute("SELECT generation FROM link WHERE role = 'every'").fetchone()
        return join.link_word(secret_key(self.home), "", Role.SCORER, game, generation)

    def _tap(self, times: int) -> None:
        for _ in range(times):
            answer = self.player.play()
            if answer.status != 303:
                raise SystemExit(f"A tap was answered {answer.status}, so nothing was proved.")
        # Once this is answered, the earlier answers are in the trace, even if the server is stopped now.
        self.player.phone.get(self.player.table)

    def _renew_the_link(self, owner: NumberedPhone) -> None:
        page = owner.get("/phones").text
        generation = hidden(page[page.index('value="owner"') :], "generation")
        owner.send(page, "/phones/renew", {"role": "owner", "generation": generation, "sure": "y"})
        self._renewal = owner.log[-1][0]
        owner.get("/phones")

    @contextmanager
    def _serving(self) -> Iterator[str]:
        """Serve, and yield the owner's link."""
        with tempfile.TemporaryFile("w+") as stderr:
            options = ("--here", "--link")
            with server.start(self._environ, self._traced(PROGRAM), stderr.fileno(), *options) as strace:
                if link := server.link(strace):
                    yield link
                    # Stopping strace itself would lose the rest of the trace.
                    os.kill(_child(strace.pid), signal.SIGTERM)
                    strace.wait(PATIENCE)
            stderr.seek(0)
            if errors := stderr.read():
                raise SystemExit(f"Nothing was proved: {errors}")

    def _copy(self) -> None:
        program = (*PROGRAM, "backup", "--daily", str(self.root / COPIES))
        done = subprocess.run(self._traced(program), env=self._environ, capture_output=True, text=True, check=False)
        if done.returncode or done.stderr:
            raise SystemExit(f"Nothing was proved: {done.stderr}")

    def _traced(self, program: tuple[str, ...]) -> tuple[str, ...]:
        self.traces.append(self._scratch / f"trace{len(self.traces)}")
        return command(self.traces[-1], program)

    def check(self, operations: list[Operation]) -> None:
        """Replay everything: without a cut, the files must equal the recorded ones."""
        for operation in operations:
            self._copy_of_disk.do(operation)
        again = self._scratch / "again"
        self._copy_of_disk.cut(Draw(Random(), chance=1.0), again)
        before, after = contents(self.root), contents(again)
        if wrong := [name for name in before | after if before.get(name) != after.get(name)]:
            raise SystemExit(f"Nothing was proved: the recording of {', '.join(wrong)} is not whole.")

    def facts(self, reading: Reading) -> list[Fact]:
        """Return what was acknowledged, in order."""
        answered = reading.answered
        with closing(Access.open(self.home / ACCESS)) as access:
            facts = [Fact("link", owners_link(self.home, access), answered[self._renewal])]
        for line, text in reading.printed:
            facts += [Fact("link", word, line) for word in _OWNERS_LINK.findall(text)]
            facts += [Fact("copy", copy.removeprefix(f"{self.root}/"), line) for copy in _COPY.findall(text)]
        for phone in self._phones:
            facts.append(Fact("phone", _token(phone), answered[phone.entered]))
            forms = [(number, body) for number, body, answer in phone.log if body and answer.status == 303]
            facts += [Fact("form", parse_qs(body)["key"][0], answered[number]) for number, body in forms]
        if self._is_older:
            facts += [Fact("form", key, -1) for key in re.findall(r"'(k\d)'", OLDER_CLUB.read_text("utf-8"))]
        return sorted(facts, key=lambda fact: fact.since)


def _child(process: int) -> int:
    return int(Path(f"/proc/{process}/task/{process}/children").read_text().split()[0])
