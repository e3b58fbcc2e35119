"""Server-sent events: each phone that has a game open gets a stream with the changes to its page.

An open stream holds no thread and no connection to the club. One thread makes the events of all streams, one after
another; the server sends each to its phone, however slowly that phone reads. A phone without a stream polls its page.
"""

import logging
import threading
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from scorepad.live.hub import Hub

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
