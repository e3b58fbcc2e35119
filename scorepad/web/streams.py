"""A stream for every phone that has a game open: it says the game's mark, now and whenever that is another one.

Each takes a thread of the server for as long as it lasts, so there are only so many; whoever comes later asks for the
page now and then, and is answered as soon. No stream holds a connection to the club.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from weakref import WeakSet

from flask import Blueprint, Flask, Response, abort, current_app, request, stream_with_context

from scorepad.store import Access
from scorepad.web import doors
from scorepad.web.clubs import current_access, current_club, current_hub
from scorepad.web.company import At
from scorepad.web.hub import Hub, Listener
from scorepad.web.presence import this_one

THREADS_FOR_PAGES = 16
"""Threads that no stream ever takes."""

HEARTBEAT = 15.0
"""Seconds after which a stream says that it is there: a phone that is gone is found out by it."""

SECONDS_UNTIL_ASKED_AGAIN = 60

_NAME = "scorepad.streams"

pages = Blueprint("streams", __name__, url_prefix="/games/<number:game>")


class Places:
    """The streams that may be open at once. `ended` once none may go on, since the server stops."""

    def __init__(self, most: int) -> None:
        """None is taken; with `most` of 0 or less there is none to be had."""
        self.ended = False
        self._free = most
        self._lock = threading.Lock()
        self._hubs: WeakSet[Hub] = WeakSet()

    def take(self, hub: Hub) -> bool:
        """Takes a place for a stream of that hub's news, if there is one."""
        with self._lock:
            if self._free <= 0:
                return False
            self._free -= 1
            self._hubs.add(hub)
            return True

    def give_back(self) -> None:
        """Gives a place back, after a `take` that was true."""
        with self._lock:
            self._free += 1

    def end(self) -> None:
        """Ends every stream, and those to come at once: threads that wait would keep the server from stopping."""
        self.ended = True
        with self._lock:
            for hub in self._hubs:
                hub.look_again()


def end_all(app: Flask) -> None:
    """Ends every stream of the application, since its server stops."""
    places_of(app).end()


def places_of(app: Flask) -> Places:
    """The places of the application."""
    places = app.extensions[_NAME]
    assert isinstance(places, Places)
    return places


def install(app: Flask, threads: int) -> None:
    """Gives the application its places, for a server that answers so many requests at once; 0 where it does not say."""
    app.extensions[_NAME] = Places(threads - THREADS_FOR_PAGES)
    app.config.setdefault("HEARTBEAT", HEARTBEAT)


@pages.get("/stream")
def stream(game: int) -> Response:
    """The marks of a game as events; with `?at=` what the phone looks at: table, count or board."""
    who, at = this_one(game), request.args.get("at", At.TABLE)
    if who is None or not current_club().exists(game):
        abort(404)
    if at not in set(At):
        abort(400)
    hub, places = current_hub(), places_of(current_app)
    if not places.take(hub):
        return Response(status=503, headers={"Retry-After": str(SECONDS_UNTIL_ASKED_AGAIN)})

    heartbeat = current_app.config["HEARTBEAT"]
    permission = _Permission(current_access(), game, heartbeat)

    def may_go_on() -> bool:
        return not hub.closed and not places.ended and permission.holds()

    events = _events(hub.listening(game, who, At(at)), may_go_on, heartbeat)
    answer = Response(stream_with_context(events), mimetype="text/event-stream")
    answer.call_on_close(places.give_back)
    answer.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    return answer


@dataclass(slots=True)
class _Permission:
    """Whether the phone of this request may still watch.

    The list of phones is asked when this process wrote it, so that who is sent away is so at once, and otherwise after
    so many seconds: asked for each event it would take as long as all the rest of the event.
    """

    access: Access
    game: int
    seconds: float
    _writes: int = -1
    _until: float = 0.0

    def holds(self) -> bool:
        writes, now = self.access.writes, time.monotonic()
        if writes == self._writes and now < self._until:
            return True
        self._writes, self._until = writes, now + self.seconds
        return doors.still_may(doors.Level.WATCH, self.game)


def _events(
    listening: AbstractContextManager[Listener], may_go_on: Callable[[], bool], heartbeat: float
) -> Iterator[str]:
    """Events until the phone is gone, may watch no longer, or the server stops. `heartbeat` in seconds."""
    with listening as listener:
        said, rung = "", False
        while may_go_on():
            mark = listener.mark
            if mark != said:
                yield f"data: {mark}\n\n"
            elif not rung:
                yield ":\n\n"
            said, rung = mark, listener.wait(heartbeat)
