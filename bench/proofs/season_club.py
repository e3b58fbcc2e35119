"""A club in this process: its pages, the phones that request them, a clock that steps, and restarts."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from unittest.mock import patch
from urllib.parse import urlencode

from flask import Flask

from bench.proofs.phones import FORM, Answer, hidden
from scorepad.play.form_data import STALE
from scorepad.play.game import Games
from scorepad.store import Club
from scorepad.web import create_app
from scorepad.web.app.permissions import COOKIE
from tests.league.clubs import ZONE
from tests.support import server

PHONES = 3
DROPPED, LATE = 0.08, 0.04
"""Probabilities: the answer to a form is lost, so that it is sent again; a copy arrives after other forms."""

BEGUN = datetime(2020, 1, 3, 19, tzinfo=UTC)
STEPS = (-400 * 24, -30 * 24, -26, -3, -1, 2, 30, 400, 24 * 40)
"""Hours by which the clock steps, forwards and back."""


class Broken(AssertionError):
    """An invariant that does not hold."""


@dataclass(slots=True)
class Clock:
    """The time of the machine. Every reading advances it by some seconds."""

    draw: Random
    now: datetime = BEGUN

    def __call__(self) -> str:
        self.now += timedelta(seconds=self.draw.randint(0, 90), milliseconds=self.draw.randint(0, 999))
        return self.now.isoformat(timespec="milliseconds")

    def step(self) -> None:
        self.now += timedelta(hours=self.draw.choice(STEPS))

    def next_evening(self) -> None:
        self.now += timedelta(hours=self.draw.randint(1, 90))


@dataclass(slots=True)
class SeasonClub:
    """The club of one seed. `requests` counts the requests of its phones, `statuses` and the rest their outcomes."""

    folder: Path
    draw: Random
    clock: Clock
    app: Flask
    cookies: list[dict[str, str]]
    counts: dict[str, int] = field(default_factory=dict)
    late: list[tuple[int, str, str]] = field(default_factory=list)

    @property
    def store(self) -> Club:
        club: Club = self.app.extensions["scorepad.club"]
        return club

    @property
    def games(self) -> Games:
        games: Games = self.app.extensions["scorepad.clubs"].home.games
        return games

    def count(self, what: str, by: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + by

    def restart(self) -> None:
        """Close the club, and reopen it from its file."""
        self.close()
        self.app = _opened(self.folder)
        self.count("restarts")

    def close(self) -> None:
        self.app.extensions["scorepad.clubs"].close()

    def get(self, path: str, phone: int = 0) -> str:
        """Get a page, after redirects."""
        for _ in range(4):
            answer = self.ask(phone, "GET", path)
            if answer.status not in (302, 303):
                return answer.text
            path = answer.location
        raise Broken(f"{path} leads nowhere")

    def send(self, phone: int, page: str, path: str, fields: dict[str, str]) -> Answer:
        """Send a form of a page, and again if its answer is lost. A copy may arrive after later forms."""
        own = {name: hidden(page, name) for name in ("csrf_token", "seen")} | {"key": self.key()}
        body = urlencode(own | fields)
        answer = self.ask(phone, "POST", path, body)
        if self.draw.random() < LATE:
            self.late.append((phone, path, body))
        elif self.late and self.draw.random() < 0.3:
            self.count("late copies")
            self.ask(*self._late("POST"))
        if self.draw.random() < DROPPED:
            self.count("dropped answers")
            answer = self.ask(phone, "POST", path, body)
        self.count("forms")
        return answer

    def _late(self, method: str) -> tuple[int, str, str, str]:
        phone, path, body = self.late.pop(self.draw.randrange(len(self.late)))
        return phone, method, path, body

    def key(self) -> str:
        return self.draw.randbytes(16).hex()

    def ask(self, phone: int, method: str, path: str, body: str | None = None) -> Answer:
        """Send a request. No answer may be 500."""
        jar = self.cookies[phone]
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in jar.items())}
        client = self.app.test_client(use_cookies=False)
        answer = client.open(path, method=method, data=body, headers=headers, content_type=FORM if body else None)
        for line in answer.headers.getlist("Set-Cookie"):
            jar.update({name: morsel.value for name, morsel in SimpleCookie(line).items()})
        self.count("requests")
        if answer.status_code >= 500:
            raise Broken(f"{method} {path} was answered {answer.status_code}: {body}")
        if STALE in answer.text:
            raise Broken(f"{method} {path} was out of date: {body}")
        return Answer(answer.status_code, answer.headers.get("Location", ""), answer.text)


def _opened(folder: Path) -> Flask:
    app = create_app(folder)
    app.extensions["scorepad.club"].clock.change(ZONE.key)
    return app


@contextmanager
def season_club(folder: Path, seed: str) -> Iterator[SeasonClub]:
    """Create a club whose phones are its owner's. The seed determines everything that happens in it."""
    draw = Random(seed)
    clock = Clock(draw)
    server.let_owners_in(folder)
    cookies = [{COOKIE: server.owner_token(number)} for number in range(PHONES)]
    with patch("scorepad.store.club.utc_now", clock):
        club = SeasonClub(folder, draw, clock, _opened(folder), cookies)
        try:
            yield club
        finally:
            club.close()
