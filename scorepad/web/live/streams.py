"""The views of event streams: which phone gets one, and the events of its page until it may no longer watch."""

import time
from collections.abc import Generator
from dataclasses import dataclass

from flask import Flask, Response, abort, current_app, request

from scorepad.live.presence import PageKind, Viewer
from scorepad.live.streams import BEAT, HEARTBEAT, MAX_STREAMS, RETRY_AFTER, STREAM, Stream, Streams
from scorepad.store import Access
from scorepad.web.app.current import g
from scorepad.web.app.permissions import Permission, permissions_of
from scorepad.web.live.live_page import PageEvents, this_viewer

_NAME = "scorepad.streams"


def install(app: Flask, *, is_serving: bool) -> None:
    """Allow streams if the application is served to phones; otherwise their pages poll."""
    app.extensions[_NAME] = Streams(MAX_STREAMS if is_serving else 0)
    app.config.setdefault("HEARTBEAT", HEARTBEAT)


def streams_of(app: Flask) -> Streams:
    streams = app.extensions[_NAME]
    assert isinstance(streams, Streams)
    return streams


def open_stream(owner: int) -> Stream | None:
    """Return a stream for the phone or program `owner` of this request; None if there are too many."""
    return streams_of(current_app).open(g.club.hub, owner, current_app.config["HEARTBEAT"])


def answer_with(stream: Stream, events: Generator[str]) -> Response:
    """Return the response that sends these events; see `Stream`."""
    stream.events = events
    request.environ[STREAM] = stream
    answer = Response(stream, mimetype="text/event-stream")
    answer.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    return answer


def stream(game: int) -> Response:
    """Send the changes to a game's pages as events. `?at=` is the page that the phone has open, a `PageKind`."""
    viewer, kind = this_viewer(), request.args.get("at", PageKind.TABLE)
    if viewer is None or not g.club.store.exists(game):
        abort(404)
    if kind not in set(PageKind):
        abort(400)
    stream = open_stream(viewer.phone)
    if stream is None:
        return Response(status=503, headers={"Retry-After": str(RETRY_AFTER)})
    return answer_with(stream, _events(stream, game, viewer, PageKind(kind)))


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


def _events(stream: Stream, game: int, viewer: Viewer, kind: PageKind) -> Generator[str]:
    """Return the events of a phone's page until it may no longer watch, or the stream has to end."""
    permission = _Permission(g.club.access, g.token, game, stream.heartbeat)
    page = PageEvents.of(game, kind)

    def events() -> Generator[str]:
        sent, beats_at = "", 0.0
        with stream.hub.listening(game, viewer, kind, stream.notify) as listener:
            while not stream.is_over and permission.holds():
                mark, event = listener.mark, ""
                if mark != sent:
                    sent, news = page.since(sent, mark)
                    event = f"data: {news}\n\n"
                elif time.monotonic() >= beats_at:
                    event = BEAT
                if event:
                    beats_at = time.monotonic() + stream.heartbeat
                yield event
        if stream.is_displaced:
            # Otherwise the browser would reconnect immediately and displace the next stream. Meanwhile the page polls.
            yield f"retry: {1000 * RETRY_AFTER}\n\n"

    return events()
