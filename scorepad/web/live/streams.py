"""Server-sent events: each phone that has a game open gets a stream with the changes to its page.

Each stream takes a thread of the server, so their number is limited. A phone without a stream polls its page instead.
Streams hold no connection to the club.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, Flask, Response, abort, current_app, request

from scorepad.store import Access
from scorepad.web.access.permissions import Permission, permissions_of
from scorepad.web.app.current import g
from scorepad.web.app.headers import headers_for
from scorepad.web.live.hub import Hub, Listener
from scorepad.web.live.live_page import remember_visitor
from scorepad.web.live.page_news import PageNews, only_mark
from scorepad.web.live.presence import this_viewer
from scorepad.web.live.viewers import PageKind, Viewer

THREADS_FOR_PAGES = 64
"""Threads that streams never take. Unfinished forms may hold most of them for some seconds; see `bodies`."""

MAX_OF_A_PHONE = 4
"""Streams of one phone. A hidden page has none."""

HEARTBEAT = 15.0
"""Seconds of silence after which a stream sends a beat, so that phone and server notice if the other one is gone."""

BEAT = "event: beat\ndata:1\n\n"

RETRY_AFTER = 60
"""Seconds after which a phone may request a stream again."""

_NAME = "scorepad.streams"

pages = Blueprint("streams", __name__, url_prefix="/games/<number:game>")


@dataclass(slots=True, eq=False)
class StreamSlot:
    """The place of one stream of a phone. `ended` once newer streams of that phone have displaced it."""

    hub: Hub
    game: int
    phone: int
    ended: bool = False


class StreamLimit:
    """Limits the streams that are open at the same time, in total and per phone. `ended` once the server stops.

    `on_begin` is called for each stream that begins.
    """

    def __init__(self, most: int) -> None:
        self.ended = False
        self.on_begin: Callable[[], None] = _do_nothing
        self._free = most
        self._lock = threading.Lock()
        self._places: dict[tuple[Hub, int], list[StreamSlot]] = {}

    @property
    def taken(self) -> int:
        """The number of open streams."""
        with self._lock:
            return sum(map(len, self._places.values()))

    def take(self, place: StreamSlot) -> bool:
        """Take a place; return False if none is free. If the phone has too many streams, its oldest ones end."""
        with self._lock:
            own = self._places.get((place.hub, place.phone), [])
            surplus = own[: max(0, len(own) - MAX_OF_A_PHONE + 1)]
            for older in surplus:
                older.ended = True
            has_room = self._free > 0
            if has_room:
                self._free -= 1
                self._places.setdefault((place.hub, place.phone), []).append(place)
        for older in surplus:
            older.hub.notify(older.game)
        if has_room:
            self.on_begin()
        return has_room

    def give_back(self, place: StreamSlot) -> None:
        """Give a place back, after a `take` that returned True."""
        with self._lock:
            self._free += 1
            own = self._places[place.hub, place.phone]
            own.remove(place)
            if not own:
                del self._places[place.hub, place.phone]

    def end(self) -> None:
        """End every stream, now and later: waiting threads would keep the server from stopping."""
        self.ended = True
        with self._lock:
            hubs = {hub for hub, _ in self._places}
        for hub in hubs:
            hub.notify_all()


def install(app: Flask, threads: int) -> None:
    """Set the limit for a server with this number of threads; 0 allows no streams."""
    app.extensions[_NAME] = StreamLimit(threads - THREADS_FOR_PAGES)
    app.config.setdefault("HEARTBEAT", HEARTBEAT)


def limit_of(app: Flask) -> StreamLimit:
    limit = app.extensions[_NAME]
    assert isinstance(limit, StreamLimit)
    return limit


def end_all(app: Flask) -> None:
    """End every stream of the application. Call this when its server stops."""
    limit_of(app).end()


def on_begin(app: Flask, callback: Callable[[], None]) -> None:
    """Call `callback` whenever a stream begins, in the server thread that it will hold."""
    limit_of(app).on_begin = callback


def _do_nothing() -> None:
    pass


@pages.get("/stream")
def stream(game: int) -> Response:
    """Send the changes to a game's pages as events. `?at=` is the page that the phone has open, a `PageKind`."""
    viewer, kind = this_viewer(), request.args.get("at", PageKind.TABLE)
    if viewer is None or not g.club.store.exists(game):
        abort(404)
    if kind not in set(PageKind):
        abort(400)
    limit, place = limit_of(current_app), StreamSlot(g.club.hub, game, viewer.phone)
    if not limit.take(place):
        return Response(status=503, headers={"Retry-After": str(RETRY_AFTER)})
    if kind == PageKind.TABLE and Permission.SCORE in g.allowed:
        # It may see the table. After a restart, its taps then take the shortcut without another page request.
        remember_visitor(game, PageKind.TABLE, headers_for(request.scheme))
    answer = Response(_events(place, viewer, PageKind(kind)), mimetype="text/event-stream")
    answer.call_on_close(partial(limit.give_back, place))
    answer.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    return answer


@dataclass(slots=True)
class _Permission:
    """Whether a phone may still watch a game.

    A lookup for each event would take as long as the rest of the event. So the result is cached for `seconds`, or until
    this process writes to the access file: the streams of a dismissed phone end immediately.
    """

    access: Access
    token: str
    game: int
    seconds: float
    _write_count: int = -1
    _until: float = 0.0

    def holds(self) -> bool:
        write_count, now = self.access.write_count, time.monotonic()
        if write_count == self._write_count and now < self._until:
            return True
        self._write_count, self._until = write_count, now + self.seconds
        return Permission.WATCH in permissions_of(self.access.phone(self.token), self.game)


def _events(place: StreamSlot, viewer: Viewer, kind: PageKind) -> Iterator[str]:
    """Return a phone's events until it disconnects, has too many streams, may no longer watch, or the server stops."""
    hub, limit, heartbeat = place.hub, limit_of(current_app), current_app.config["HEARTBEAT"]
    permission = _Permission(g.club.access, g.token, place.game, heartbeat)

    def may_go_on() -> bool:
        return not (hub.closed or limit.ended or place.ended) and permission.holds()

    # Pages of an older version request marks only. A phone that may only watch must not receive the table.
    has_parts = "parts" in request.args and (kind == PageKind.BOARD or Permission.SCORE in g.allowed)
    news = PageNews.of(place.game, kind, g.phone).since if g.phone and has_parts else only_mark

    def events() -> Iterator[str]:
        yield from _sent(hub.listening(place.game, viewer, kind), may_go_on, heartbeat, news)
        if place.ended:
            # Otherwise the browser would reconnect immediately and displace the next stream. Meanwhile the page polls.
            yield f"retry: {1000 * RETRY_AFTER}\n\n"

    return events()


def _sent(
    listening: AbstractContextManager[Listener],
    may_go_on: Callable[[], bool],
    heartbeat: float,
    news: Callable[[str, str], tuple[str, str]],
) -> Iterator[str]:
    """Yield an event for each new mark, and a beat after `heartbeat` seconds without one."""
    with listening as listener:
        sent, beats_at = "", 0.0
        while may_go_on():
            mark, event = listener.mark, ""
            if mark != sent:
                sent, parts = news(sent, mark)
                event = f"data: {parts}\n\n"
            elif time.monotonic() >= beats_at:
                event = BEAT
            listener.end_turn()
            if event:
                yield event
                beats_at = time.monotonic() + heartbeat
            # It may be woken although nothing is new, and must still send its beats.
            listener.wait(max(0.0, beats_at - time.monotonic()))
