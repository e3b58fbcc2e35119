"""Server-sent events: each phone that has a game open gets a stream with the changes to its page.

An open stream holds no thread and no connection to the club. One thread makes the events of all streams, one after
another; the server sends each to its phone, however slowly that phone reads. A phone without a stream polls its page.
"""

import logging
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from flask import Flask, Response, abort, current_app, request

from scorepad.store import Access
from scorepad.web.app.current import g
from scorepad.web.app.permissions import Permission, permissions_of
from scorepad.web.live.hub import Hub
from scorepad.web.live.live_page import PageEvents
from scorepad.web.live.presence import this_viewer
from scorepad.web.live.viewers import PageKind, Viewer

MAX_STREAMS = 4_000
"""Open streams of the whole host. Each is an open connection and some kilobytes."""

MAX_OF_A_PHONE = 4
"""Streams of one phone. A hidden page has none."""

HEARTBEAT = 15.0
"""Seconds of silence after which a stream sends a beat, so that phone and server notice if the other one is gone."""

BEAT = "event: beat\ndata:1\n\n"

RETRY_AFTER = 60
"""Seconds after which a phone may request a stream again."""

STREAM = "scorepad.stream"
"""Key in the environment: the `Stream` of a response. A server that knows it needs no thread for it."""

_NAME = "scorepad.streams"

log = logging.getLogger(__name__)


class Stream:
    """The events of one open page or program, in order. Thread-safe.

    `events` yields the next event, or "" if there is none now; it ends when the stream ends. It runs in the thread of
    `streams`, which passes each event to `deliver` and the end as None. The next event is made once `sent` is called:
    a phone that reads slowly needs only the latest news.
    """

    def __init__(self, streams: "Streams", hub: Hub, owner: int, heartbeat: float) -> None:
        self.hub = hub
        self.owner = owner
        self.heartbeat = heartbeat
        self.is_displaced = False
        """Whether newer streams of the same phone have taken its place."""
        self.deliver: Callable[[str | None], None] = _lose
        self.events: Generator[str] | None = None
        self._streams = streams
        self._lock = threading.Lock()
        self._is_busy = True
        self._has_news = True

    @property
    def is_over(self) -> bool:
        """Whether the stream has to end: displaced, its club closed, or the server stopping."""
        return self.is_displaced or self.hub.closed or self._streams.ended

    def notify(self) -> None:
        """Note that there may be news, or that a beat is due."""
        with self._lock:
            self._has_news = True
            is_idle, self._is_busy = not self._is_busy, True
        if is_idle:
            self._streams.work.put(self)

    def sent(self) -> None:
        """Note that the last event was sent; before the first one, that `deliver` is set."""
        with self._lock:
            self._is_busy = self._has_news
        if self._is_busy:
            self._streams.work.put(self)

    def step(self) -> None:
        """Make the next event and deliver it. Runs in the thread of the streams."""
        self._has_news = False
        try:
            event = next(self.events, None) if self.events else None
        except Exception:
            log.exception("A stream failed, and its phone will open it again.")
            event = None
        if event == "":
            self.sent()
        else:
            self.deliver(event)

    def close(self) -> None:
        """Give up its place, and make no more events: its phone is gone. The end of the response calls this."""
        self.deliver = _lose
        self._streams.leave(self)
        if self.events:
            self._streams.work.put(self.events)

    def __iter__(self) -> Iterator[bytes]:
        """Wait for each event in this thread, for servers that know nothing of streams."""
        arrived: SimpleQueue[str | None] = SimpleQueue()
        self.deliver = arrived.put
        self.sent()
        while True:
            try:
                event = arrived.get(timeout=self.heartbeat)
            except Empty:
                self.notify()
                continue
            if event is None:
                return
            yield event.encode()
            self.sent()


def _lose(event: str | None) -> None:
    """Deliver to nobody: the response has ended."""


@dataclass(slots=True)
class Streams:
    """The open streams of the application, at most `most` of them, and the thread that makes their events."""

    most: int = 0
    ended: bool = False
    """Whether the server is stopping: every stream ends, now and later."""
    work: "SimpleQueue[Stream | Generator[str]]" = field(default_factory=SimpleQueue)
    """Streams whose next event is to be made, and the events of streams that have ended."""
    _open: dict[tuple[Hub, int], list[Stream]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _thread: threading.Thread | None = None

    @property
    def taken(self) -> int:
        """The number of open streams."""
        with self._lock:
            return sum(map(len, self._open.values()))

    def open(self, hub: Hub, owner: int, heartbeat: float) -> Stream | None:
        """Return a new stream of a phone, or None if there are too many. Of too many of one phone the oldest end."""
        stream = Stream(self, hub, owner, heartbeat)
        with self._lock:
            if sum(map(len, self._open.values())) >= self.most:
                return None
            own = self._open.setdefault((hub, owner), [])
            surplus = own[: max(0, len(own) - MAX_OF_A_PHONE + 1)]
            own.append(stream)
            if self._thread is None:
                self._thread = threading.Thread(target=self._make_events, name="streams", daemon=True)
                self._thread.start()
        for older in surplus:
            older.is_displaced = True
            older.notify()
        return stream

    def leave(self, stream: Stream) -> None:
        """Forget a stream that has ended. Safe to call twice."""
        with self._lock:
            own = self._open.get((stream.hub, stream.owner), [])
            if stream in own:
                own.remove(stream)
            if not own:
                self._open.pop((stream.hub, stream.owner), None)

    def end(self) -> None:
        """End every stream: the server would wait for them."""
        self.ended = True
        with self._lock:
            streams = [stream for own in self._open.values() for stream in own]
        for stream in streams:
            stream.notify()

    def _make_events(self) -> None:
        while True:
            work = self.work.get()
            if isinstance(work, Stream):
                work.step()
            else:
                work.close()


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
