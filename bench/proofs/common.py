"""What the proofs have in common: a real server, a phone that plays on it, and the one line that each prints."""

import argparse
import http.client
import os
import re
import secrets
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from scorepad.paths import ACCESS, CLUB
from scorepad.store import Access, Role
from scorepad.store.engine import sqlite3
from scorepad.web.access.permissions import COOKIE
from tests.support import server
from tests.support.waiting import PATIENCE

HUNG_UP = (OSError, http.client.HTTPException)
"""What a phone notices when its server is gone."""

NAMES = ("Ann", "Bob", "Carla", "Dora")
FORM = "application/x-www-form-urlencoded"
POINTS = ("team1.melded", "team2.melded", "seat1.left", "seat2.left", "seat3.left", "seat4.left")
"""Fields that a whole form changes, all at once."""


def arguments(default: int, short: int, question: str) -> argparse.Namespace:
    """How often the thing is done: `count`, fewer times with `--short`; and a `seed`."""
    parser = argparse.ArgumentParser(description=question)
    parser.add_argument("--short", action="store_true", help=f"{short:,} times, without a clock")
    parser.add_argument("--count", type=int, help=f"how often; {default:,} unless told")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    asked.count = asked.count or (short if asked.short else default)
    return asked


def verdict(name: str, figures: Mapping[str, object], faults: list[str]) -> int:
    """Print the line of a proof. Returns its exit status: 1 if there are faults."""
    told = ", ".join(f"{n:,} {words}" if isinstance(n, int) else f"{n} {words}" for words, n in figures.items())
    print(f"{name}: {'REFUTED' if faults else 'holds'}: {told}{''.join(f'; {f}' for f in faults[:5])}")
    return 1 if faults else 0


@contextmanager
def club_folder() -> Iterator[Path]:
    """A folder for one club, whose owner has the phones of `server.owner_token`."""
    with tempfile.TemporaryDirectory(prefix="scorepad-proof-") as folder:
        server.let_owners_in(Path(folder))
        yield Path(folder)


class Running(NamedTuple):
    """A server that answers."""

    port: int
    process: int

    @property
    def worker(self) -> int:
        """The process that answers. Linux only."""
        children = Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split()
        return max(
            map(int, children),
            key=lambda child: Path(f"/proc/{child}/maps").read_text().count("\n"),
        )

    def kill(self) -> None:
        """kill -9 for all of its processes."""
        with suppress(ProcessLookupError):
            os.killpg(self.process, signal.SIGKILL)


@contextmanager
def running(folder: Path, errors: list[str]) -> Iterator[Running]:
    """Serve the club in a folder. What the server prints as an error is added to `errors`."""
    environ = server.environment(SCOREPAD_INSTANCE=str(folder))
    with (
        tempfile.TemporaryFile("w+") as stderr,
        server.start(environ, server.FROM_CHECKOUT, stderr.fileno()) as process,
    ):
        try:
            port = urlsplit(server.address(process)).port
            if port is None:
                stderr.seek(0)
                raise SystemExit(f"The server did not start: {stderr.read()}")
            yield Running(port, process.pid)
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            finally:
                Running(0, process.pid).kill()
            stderr.seek(0)
            errors += [f"printed: {line}" for line in stderr.read().splitlines()[-3:]]


class Answer(NamedTuple):
    """An answer to a phone."""

    status: int
    location: str
    text: str


@dataclass(slots=True)
class Phone:
    """A phone with a cookie jar, on a connection that it opens again where it must."""

    port: int
    token: str = field(default_factory=lambda: server.owner_token(0))
    cookies: dict[str, str] = field(default_factory=dict)
    _wire: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: str | None = None) -> Answer:
        """Send a request. Raises one of HUNG_UP."""
        self.cookies.setdefault(COOKIE, self.token)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookie} | ({"Content-Type": FORM} if body is not None else {})
        if self._wire is None:
            self._wire = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            self._wire.request(method, path, body, headers)
            answer = self._wire.getresponse()
            text = answer.read().decode()
        except HUNG_UP:
            self.hang_up()
            raise
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: one.value for name, one in SimpleCookie(line).items()}
        return Answer(answer.status, answer.headers.get("Location", ""), text)

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def send(self, page: str, path: str, fields: Mapping[str, str]) -> Answer:
        """Send a form of a page, with a new key unless `fields` brings one."""
        own = {name: hidden(page, name) for name in ("csrf_token", "seen")}
        return self.ask("POST", path, urlencode({**own, "key": secrets.token_hex(16), **fields}))

    def hang_up(self) -> None:
        if self._wire is not None:
            self._wire.close()
        self._wire = None


def hidden(page: str, name: str) -> str:
    """The value of an input of a page."""
    found = re.search(rf'name="{re.escape(name)}" value="([^"]*)"', page)
    return found[1] if found else ""


def begin(phone: Phone) -> str:
    """Begin a game of four whose first player keeps score: the path of its table."""
    path = "/games/new/partnership"
    seats = {f"seat{seat}": name for seat, name in enumerate(NAMES, start=1)}
    page = phone.get(f"{path}?table=4x2").text
    table = phone.send(page, f"{path}?table=4x2", {**seats, "decks": "5", "starter": "seat4"}).location
    phone.send(phone.get(f"{table}/scorer").text, f"{table}/scorer", {"player": "1"})
    if phone.get(table).status != 200:
        raise SystemExit("No game could be begun, so nothing was proved.")
    return table


@dataclass(slots=True)
class Player:
    """Somebody who keeps score: taps, and every third time a whole form.

    As a phone does, a form that was not answered is sent again under its own key. `acknowledged` has every key that
    was answered well, with how many entries it stands for.
    """

    phone: Phone
    table: str
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: list[Answer] = field(default_factory=list)
    _pending: tuple[str, str, int] | None = None
    _forms: int = 0

    @property
    def waits(self) -> bool:
        """Whether a form was sent, or is about to be, that nothing answered well."""
        return self._pending is not None

    def play(self) -> Answer:
        """Send the form that waits, or else the next. Raises one of HUNG_UP."""
        key, body, entries = self.prepare()
        answer = self.phone.ask("POST", f"{self.table}/rounds/1/edit", body)
        if answer.status == 303:
            self.acknowledged[key] = entries
            self._pending = None
        else:
            self.refused.append(answer)
        return answer

    def prepare(self) -> tuple[str, str, int]:
        """Make the next form unless one waits: its key, its body, and how many entries it stands for."""
        if self._pending is None:
            self._pending = self._next()
        return self._pending

    def _next(self) -> tuple[str, str, int]:
        page = self.phone.get(self.table).text
        if not hidden(page, "csrf_token"):
            raise ConnectionError("The table could not be read.")
        self._forms += 1
        key = secrets.token_hex(16)
        own = {name: hidden(page, name) for name in ("csrf_token", "seen")} | {"key": key}
        if self._forms % 3:
            typed = dict(re.findall(r'name="((?:team|seat)[0-9]\.[a-z_]+)" value="([^"]*)"', page))
            step = "team1.clean" + ("-1" if int(typed.get("team1.clean") or 0) > 3 else "+1")
            return key, urlencode({**own, "from": "table", **typed, "step": step}), 1
        points = str(5 * (self._forms // 3 % 50 + 1))
        return (
            key,
            urlencode({**own, **dict.fromkeys(POINTS, points), "action": "save"}),
            len(POINTS),
        )


def wrong_entries(folder: Path, players: list[Player]) -> tuple[int, int, int, int]:
    """Entries in the file, and how many forms are lost, doubled or half there."""
    with closing(sqlite3.connect(folder / CLUB)) as db:
        kept = db.execute("SELECT key, game, round, place, field, status FROM entry").fetchall()
    found: dict[str, list[tuple[object, ...]]] = {}
    for key, *cell in kept:
        found.setdefault(key[:32], []).append(tuple(cell))
    forms = [(key, size) for player in players for key, size in player.acknowledged.items()]
    lost = sum(key not in found for key, _ in forms)
    doubled = sum(len(set(found.get(key, ()))) < len(found.get(key, ())) for key, _ in forms)
    half = sum(0 < len(found.get(key, ())) != size for key, size in forms)
    return len(kept), lost, doubled, half


def doctor(folder: Path) -> str:
    """What `scorepad doctor` objects to, "" where all is well."""
    command = [*server.FROM_CHECKOUT, "doctor"]
    environ = server.environment(SCOREPAD_INSTANCE=str(folder))
    done = subprocess.run(command, env=environ, cwd=server.ROOT, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else f"doctor: {done.stdout}{done.stderr}"


def token_of(folder: Path, *, role: str, dismissed: bool = False) -> str:
    """Let a phone of a role into game 1 of a club that no one has open, or send it away at once."""
    access = Access.open(folder / ACCESS)
    with closing(access):
        token = access.let_in(None, Role(role), 1)
        phone = access.phone(token)
        assert phone is not None
        if dismissed:
            access.dismiss(phone.id)
    return token
