"""Phones that play on a real server, and a check of their club's file afterwards."""

import http.client
import re
import secrets
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from scorepad.paths import ACCESS, CLUB
from scorepad.store import Access, Role
from scorepad.store.engine import sqlite3
from scorepad.web.app.permissions import COOKIE
from tests.support import server
from tests.support.waiting import PATIENCE

HUNG_UP = (OSError, http.client.HTTPException)
"""The errors that a phone gets when its server is gone."""

NAMES = ("Ann", "Bob", "Carla", "Dora")
FORM = "application/x-www-form-urlencoded"
POINTS = ("team1.melded", "team2.melded", "seat1.left", "seat2.left", "seat3.left", "seat4.left")
"""Fields that a whole form changes, all at once."""


class Answer(NamedTuple):
    """An answer to a phone."""

    status: int
    location: str
    text: str


@dataclass(slots=True)
class Phone:
    """A phone with a cookie jar, on a connection that it reopens if necessary."""

    port: int
    token: str = field(default_factory=lambda: server.owner_token(0))
    cookies: dict[str, str] = field(default_factory=dict)
    _wire: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: str | bytes | None = None, **more: str) -> Answer:
        """Send a request, with `more` headers. Raises one of HUNG_UP."""
        self.cookies.setdefault(COOKIE, self.token)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookie} | ({"Content-Type": FORM} if body is not None else {}) | more
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
        """Send a form of a page, with a new key unless `fields` has one."""
        own = {name: hidden(page, name) for name in ("csrf_token", "seen")}
        return self.ask("POST", path, urlencode({**own, "key": secrets.token_hex(16), **fields}))

    def hang_up(self) -> None:
        if self._wire is not None:
            self._wire.close()
        self._wire = None

    def __del__(self) -> None:
        # Otherwise Python warns about each connection left open.
        self.hang_up()


def hidden(page: str, name: str) -> str:
    """Return the value of an input of a page."""
    found = re.search(rf'name="{re.escape(name)}" value="([^"]*)"', page)
    return found[1] if found else ""


def begin(phone: Phone, slug: str = "partnership", **choices: str) -> str:
    """Begin a game of four whose first player keeps score. Return the path of its table."""
    path = f"/games/new/{slug}"
    seats = {f"seat{seat}": name for seat, name in enumerate(NAMES, start=1)}
    page = phone.get(f"{path}?table=4x2").text
    fields = {**seats, "decks": "5", "starter": "seat4", **choices}
    table = phone.send(page, f"{path}?table=4x2", fields).location
    phone.send(phone.get(f"{table}/scorer").text, f"{table}/scorer", {"player": "1"})
    if phone.get(table).status != 200:
        raise SystemExit("No game could be begun, so nothing was proved.")
    return table


@dataclass(slots=True)
class Player:
    """A scorekeeper: taps, and every third time sends a whole form.

    Like our scripts, it resends an unanswered form under the same key. `acknowledged` has every key with a successful
    answer, and the number of its entries.
    """

    phone: Phone
    table: str
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: list[Answer] = field(default_factory=list)
    _pending: tuple[str, str, int] | None = None
    _forms: int = 0

    @property
    def waits(self) -> bool:
        """Whether a form without a successful answer was sent, or is about to be."""
        return self._pending is not None

    def play(self) -> Answer:
        """Send the waiting form, or else the next. Raises one of HUNG_UP."""
        key, body, entries = self.prepare()
        answer = self.phone.ask("POST", f"{self.table}/rounds/1/edit", body)
        if answer.status == 303:
            self.acknowledged[key] = entries
            self._pending = None
        else:
            self.refused.append(answer)
        return answer

    def give_up(self) -> None:
        """Drop the waiting form, because the page has asked about it."""
        self._pending = None

    def prepare(self) -> tuple[str, str, int]:
        """Create the next form unless one waits. Return its key, its body, and the number of its entries."""
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
        return (key, urlencode({**own, **dict.fromkeys(POINTS, points), "action": "save"}), len(POINTS))


def wrong_entries(folder: Path, players: list[Player]) -> tuple[int, int, int, int]:
    """Return the number of entries in the file, and of forms that are lost, doubled or half there."""
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


def token_of(folder: Path, *, role: str, dismissed: bool = False) -> str:
    """Let a phone join game 1 of a club that is not open; send it away at once if `dismissed`. Return its token."""
    access = Access.open(folder / ACCESS)
    with closing(access):
        token = access.admit(None, Role(role), 1)
        phone = access.phone(token)
        assert phone is not None
        if dismissed:
            access.dismiss(phone.id)
    return token
