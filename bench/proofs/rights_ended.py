"""End phones and links while streams are open: the streams, pages and rematches of only those phones end."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from typing import NamedTuple

from flask import Flask

from scorepad.store import WHOLE_CLUB, Access, Role
from tests.support.waiting import PATIENCE
from tests.web.driving import OUT_FIRST, Table, Visitor

Club = Callable[[], AbstractContextManager[Flask]]

LONG, SHORT = 600.0, 0.2
"""Heartbeats: with the long one a stream ends only if it is woken."""


class Stream:
    """A stream of a phone, read in its own thread."""

    def __init__(self, visitor: Visitor, game: int) -> None:
        self.ended = threading.Event()
        self.began = threading.Event()
        self._answer = visitor.client.get(f"/games/{game}/stream?at=board")
        assert self._answer.status_code == 200
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        assert self.began.wait(PATIENCE)

    def _read(self) -> None:
        with closing(self._answer):
            for _ in self._answer.iter_encoded():
                self.began.set()
        self.ended.set()


class Evening(NamedTuple):
    """A game, its rematch, and the rematch of that; and phones, each with its role at the first table."""

    owner: Visitor
    games: list[int]
    phones: dict[str, Visitor]


def evening(app: Flask) -> Evening:
    owner = Visitor(app)
    game = owner.begin().game
    phones = {
        "scorer": Visitor(app, Role.SCORER, game),
        "watcher": Visitor(app, Role.WATCHER, game),
        "reader": Visitor(app, Role.READER),
        "owner": Visitor(app),
        "second scorer": Visitor(app, Role.SCORER, game),
    }
    games = [game]
    for _ in range(2):
        table = _end(owner, games[-1])
        answer = owner.client.post(f"{table}/rematch", data=owner.get(f"{table}/result").form("/rematch").fields)
        games.append(int(answer.location.rsplit("/", 1)[1]))
    return Evening(owner, games, phones)


def _end(owner: Visitor, game: int) -> str:
    table = Table(owner, game)
    table.play(1, **OUT_FIRST)
    table.decide(decision="over")
    return table.address


def _press(owner: Visitor, page: str, action: str, role: str = "") -> None:
    """Press a button of a page; of the buttons for links, the one for this role."""
    forms = (form for form in owner.get(page).forms if form.action.endswith(action))
    form = next(form for form in forms if form.fields.get("role", "") == role)
    answer = owner.post(form.action, form.fields | {"sure": "1"})
    assert answer.status == 200, answer.said


def _dismiss(who: str) -> Callable[[Evening], None]:
    return lambda night: _press(night.owner, "/phones", f"/{night.phones[who].phone.id}/dismiss")


def _renew(role: Role) -> Callable[[Evening], None]:
    def press(night: Evening) -> None:
        page = f"/games/{night.games[0]}/invite" if role in (Role.SCORER, Role.WATCHER) else "/phones"
        _press(night.owner, page, "/phones/renew", role=role)

    return press


def _elsewhere(change: Callable[[Access, Evening], object]) -> Callable[[Evening], None]:
    def by_another_process(night: Evening) -> None:
        with closing(Access.open(night.owner.access.path)) as access:
            change(access, night)

    return by_another_process


ENDS: dict[str, tuple[Callable[[Evening], None], set[str], float]] = {
    "sent away": (_dismiss("scorer"), {"scorer"}, LONG),
    "an owner sent away": (_dismiss("owner"), {"owner"}, LONG),
    "a new link for scoring": (_renew(Role.SCORER), {"scorer", "second scorer"}, LONG),
    "a new link for watching": (_renew(Role.WATCHER), {"watcher"}, LONG),
    "a new link for reading": (_renew(Role.READER), {"reader"}, LONG),
    "a new owner's link": (_renew(Role.OWNER), {"owner"}, LONG),
    "all sent away": (
        lambda night: _press(night.owner, "/phones", "/renew-all"),
        {"scorer", "second scorer", "watcher", "reader", "owner"},
        LONG,
    ),
    "left by itself": (lambda night: _press(night.phones["watcher"], "/leave", "/leave"), {"watcher"}, LONG),
    "sent away by another process": (
        _elsewhere(lambda access, night: access.dismiss(night.phones["scorer"].phone.id)),
        {"scorer"},
        SHORT,
    ),
    "a new owner's link by another process": (
        _elsewhere(lambda access, night: access.renew(Role.OWNER, WHOLE_CLUB, keep=night.owner.phone.id)),
        {"owner"},
        SHORT,
    ),
}
"""By name: the function that ends something, the phones it ends, and the heartbeat meanwhile."""


@contextmanager
def _streams(night: Evening) -> Iterator[dict[tuple[str, int], Stream]]:
    """Open streams of the game and of both rematches for every phone."""
    yield {(who, game): Stream(phone, game) for who, phone in night.phones.items() for game in night.games}
    night.owner.app.extensions["scorepad.hub"].close()


def run(club: Club) -> tuple[dict[str, object], list[str]]:
    """Run each of `ENDS` in its own club. Return the figures and the faults."""
    faults: list[str] = []
    streams = 0
    for name, (end, who, heartbeat) in ENDS.items():
        with club() as app:
            app.config["HEARTBEAT"] = heartbeat
            night = evening(app)
            with _streams(night) as opened:
                end(night)
                faults += [f"{name}: {fault}" for fault in _faults(night, opened, who)]
                streams += len(opened)
    return {"ways to end": len(ENDS), "streams": streams}, faults


def _faults(night: Evening, opened: dict[tuple[str, int], Stream], ended: set[str]) -> Iterator[str]:
    for (who, _), stream in opened.items():
        if who in ended and not stream.ended.wait(PATIENCE):
            yield f"the stream of a {who} went on"
        elif who not in ended and stream.ended.is_set():
            yield f"the stream of a {who} ended"
    for who, phone in night.phones.items():
        for game in night.games:
            for page in ("/board", "/stream?at=board"):
                with phone.client.head(f"/games/{game}{page}") as answer:
                    if (answer.status_code == 403) != (who in ended):
                        yield f"a {who} was answered {answer.status_code} for {page} of game {game}"
