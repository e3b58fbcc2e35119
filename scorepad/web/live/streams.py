"""A stream of events for every phone that has a game open: the mark of its pages, whenever that changes.

Each stream takes a thread of the server, so their number is limited. A phone without a stream asks for its page from
time to time instead. No stream holds a connection to the club.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from weakref import WeakSet

from flask import Blueprint, Flask, Response, abort, current_app, request

from scorepad.store import Access
from scorepad.web.access.permissions import Permission, permissions_of
from scorepad.web.app.current import g
from scorepad.web.live.hub import Hub, Listener
from scorepad.web.live.presence import PageKind, Viewer, this_viewer

THREADS_FOR_PAGES = 64
"""Threads that streams never take. Unfinished forms may hold most of them for some seconds; see `bodies`."""

HEARTBEAT = 15.0
"""Seconds after which a quiet stream sends a comment, to find out whether its phone is gone."""

RETRY_AFTER = 60
"""Seconds after which a phone may ask again for a stream."""

_NAME = "scorepad.streams"

pages = Blueprint("streams", __name__, url_prefix="/games/<number:game>")


class StreamLimit:
    """How many streams may be open at once. `ended` once the server stops."""

    def __init__(self, most: int) -> None:
        self.ended = False
        self._free = most
        self._lock = threading.Lock()
        self._hubs: WeakSet[Hub] = WeakSet()

    def take(self, hub: Hub) -> bool:
        """Take a place for a stream of that hub's news. Return whether there was one."""
        with self._lock:
            if self._free <= 0:
                return False
            self._free -= 1
            self._hubs.add(hub)
            return True

    def give_back(self) -> None:
        """Give a place back, after a `take` that returned True."""
        with self._lock:
            self._free += 1

    def end(self) -> None:
        """End every stream, now and later: threads that wait would keep the server from stopping."""
        self.ended = True
        with self._lock:
            for hub in self._hubs:
                hub.ring_all()


def install(app: Flask, threads: int) -> None:
    """Set the limit for a server with so many threads; 0 if unknown."""
    app.extensions[_NAME] = StreamLimit(threads - THREADS_FOR_PAGES)
    app.config.setdefault("HEARTBEAT", HEARTBEAT)


def limit_of(app: Flask) -> StreamLimit:
    limit = app.extensions[_NAME]
    assert isinstance(limit, StreamLimit)
    return limit


def end_all(app: Flask) -> None:
    """End every stream of the application, because its server stops."""
    limit_of(app).end()


@pages.get("/stream")
def stream(game: int) -> Response:
    """Send the marks of a game's pages as events. `?at=` is what the phone looks at: table, count or board."""
    viewer, kind = this_viewer(), request.args.get("at", PageKind.TABLE)
    if viewer is None or not g.club.store.exists(game):
        abort(404)
    if kind not in set(PageKind):
        abort(400)
    limit = limit_of(current_app)
    if not limit.take(g.club.hub):
        return Response(status=503, headers={"Retry-After": str(RETRY_AFTER)})

    answer = Response(_events(game, viewer, PageKind(kind)), mimetype="text/event-stream")
    answer.call_on_close(limit.give_back)
    answer.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    return answer


@dataclass(slots=True)
class _Permission:
    """Whether a phone may still watch a game.

    Asking for each event would take as long as the rest of the event. So it asks after each write of this process,
    which ends the streams of a dismissed phone at once, and otherwise after some seconds.
    """

    access: Access
    token: str
    game: int
    seconds: float
    _writes: int = -1
    _until: float = 0.0

    def holds(self) -> bool:
        writes, now = self.access.writes, time.monotonic()
        if writes == self._writes and now < self._until:
            return True
        self._writes, self._until = writes, now + self.seconds
        return Permission.WATCH in permissions_of(self.access.phone(self.token), self.game)


def _events(game: int, viewer: Viewer, kind: PageKind) -> Iterator[str]:
    """Return a phone's events until it is gone, may no longer watch, or the server stops."""
    hub, limit, heartbeat = g.club.hub, limit_of(current_app), current_app.config["HEARTBEAT"]
    permission = _Permission(g.club.access, g.token, game, heartbeat)

    def may_go_on() -> bool:
        return not hub.closed and not limit.ended and permission.holds()

    return _marks(hub.listening(game, viewer, kind), may_go_on, heartbeat)


def _marks(
    listening: AbstractContextManager[Listener], may_go_on: Callable[[], bool], heartbeat: float
) -> Iterator[str]:
    """Send each new mark, or a comment after `heartbeat` seconds without one."""
    with listening as listener:
        sent, has_news = "", False
        while may_go_on():
            mark = listener.mark
            if mark != sent:
                yield f"data: {mark}\n\n"
            elif not has_news:
                yield ":\n\n"
            sent, has_news = mark, listener.wait(heartbeat)
