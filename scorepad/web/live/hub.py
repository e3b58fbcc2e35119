"""News of a club's games: threads wait here until something on a game's pages has changed.

The mark of a game's pages is "<latest entry>.<people>.<presence>". A browser that has a page with another mark asks for
the page again; marks are only compared for equality. No one who waits holds a connection to the club.
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from queue import Empty, SimpleQueue

from scorepad.store import Club, StoreError
from scorepad.web.live.presence import Presence
from scorepad.web.live.viewers import PageKind, Viewer

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 0.25
"""How soon the hub sees what other processes write, and that a phone is gone."""

MOST_AT_ONCE = 1
"""Listeners of a club that are awake at once; see docs/why/few-at-once.md."""


@dataclass(slots=True)
class _Room:
    """The listeners of one game. `version`, as the store has it, is current only while there are any."""

    version: tuple[int, int] = (0, 0)
    listeners: "set[Listener]" = field(default_factory=set)


class Listener:
    """Waits for news of one game; from `Hub.listening`. Whom the hub wakes has a turn, and ends it soon."""

    def __init__(self, hub: "Hub", game: int) -> None:
        self._hub = hub
        self._game = game
        self._bell: SimpleQueue[None] = SimpleQueue()
        self.is_waiting = False
        self.has_turn = False

    def wait(self, seconds: float) -> bool:
        """Wait for news, at most so many seconds. Return whether there is any, also since the last call."""
        self.end_turn()
        self.is_waiting = True
        try:
            self._bell.get(timeout=seconds)
        except Empty:
            return False
        finally:
            self._hub.stop_waiting(self)
        return True

    def end_turn(self) -> None:
        """Let the hub wake the next listener. Call it before anything that may take long, such as sending."""
        self._hub.end_turn(self)

    @property
    def mark(self) -> str:
        """The mark of the game's pages now."""
        return self._hub.known_mark(self._game)

    def ring(self) -> None:
        # A slow phone needs only the latest news.
        if self._bell.empty():
            self._bell.put(None)


class Hub:
    """The news of one club in this process. Thread-safe."""

    def __init__(self, club: Club, presence: Presence) -> None:
        self._club = club
        self._presence = presence
        self._streams = count(1)
        self._rooms: dict[int, _Room] = {}
        self._due: OrderedDict[Listener, None] = OrderedDict()
        self._free_turns = MOST_AT_ONCE
        self._lock = threading.Lock()
        self._has_listeners = threading.Condition(self._lock)
        self._watcher: threading.Thread | None = None
        self.closed = False

    def mark(self, game: int, version: tuple[int, int] | None = None) -> str:
        """Return the mark of a game's pages: of a loaded game with its `version`, or of what the club holds now."""
        return self._presence.mark(game, version or self._club.game_version(game))

    def known_mark(self, game: int) -> str:
        """Return the mark of a game that has listeners, without a query."""
        return self.mark(game, self._rooms[game].version)

    def ring(self, game: int) -> None:
        """Wake everyone at a game: its pages have changed, though nothing was recorded."""
        with self._lock:
            if room := self._rooms.get(game):
                self._wake(room)

    def ring_all(self) -> None:
        """Wake everyone, to check whether they may go on: a phone was sent away."""
        with self._lock:
            for room in self._rooms.values():
                self._wake(room)

    def stop_waiting(self, listener: Listener) -> None:
        """Note that a listener does something else. It gets no turn from here on, but may have one."""
        with self._lock:
            listener.is_waiting = False

    def end_turn(self, listener: Listener) -> None:
        """Give a listener's turn, if it has one, to the next that is due."""
        if listener.has_turn:
            with self._lock:
                listener.has_turn = False
                self._free_turns += 1
                self._give_turns()

    def _wake(self, room: _Room) -> None:
        """Wake the listeners of a room, one after the other."""
        self._due.update(dict.fromkeys(room.listeners))
        self._give_turns()

    def _give_turns(self) -> None:
        """Ring for those who are due. Who does something else, such as sending to a slow phone, needs no turn."""
        while self._due and self._free_turns:
            listener, _ = self._due.popitem(last=False)
            if listener.is_waiting and not listener.has_turn:
                listener.has_turn = True
                self._free_turns -= 1
            listener.ring()

    @contextmanager
    def listening(self, game: int, viewer: Viewer, kind: PageKind) -> Iterator[Listener]:
        """Lend a listener to a phone, which is present until the end."""
        stream, listener = next(self._streams), Listener(self, game)
        with self._lock:
            self._rooms.setdefault(game, _Room()).listeners.add(listener)
            self._start_watching()
        if self._presence.stream_opened(game, viewer, kind, stream):
            self.ring(game)
        # Look only now: what is written from here on rings.
        self._look([game])
        try:
            yield listener
        finally:
            with self._lock:
                self._rooms[game].listeners.discard(listener)
                self._due.pop(listener, None)
            listener.end_turn()
            if self._presence.stream_closed(game, viewer, stream):
                self.ring(game)

    def close(self) -> None:
        """Let everyone go who waits: the server stops."""
        self.closed = True
        self.ring_all()
        with self._lock:
            self._has_listeners.notify_all()

    def _written(self, games: Collection[int] | None) -> None:
        """Ring for what was just recorded. Runs in the thread that recorded it, before that gets its answer."""
        listened = [game for game, room in self._rooms.copy().items() if room.listeners]
        self._look(listened if games is None else [game for game in listened if game in games])

    def _look(self, games: Collection[int]) -> None:
        """Ring the games whose version has changed."""
        versions: dict[int, tuple[int, int]] = {}
        if games:
            # The entries are safe, and their phone must hear so. Whatever failed, the watcher looks again.
            try:
                versions = self._club.game_versions(games)
            except Exception:
                log.exception("A look at what changed failed.")
        with self._lock:
            for game, (seq, people) in versions.items():
                room = self._rooms.get(game)
                # The thread that looked first may come here last.
                if room and (seq > room.version[0] or people > room.version[1]):
                    room.version = max(seq, room.version[0]), max(people, room.version[1])
                    self._wake(room)

    def _start_watching(self) -> None:
        """Look for what this process and others write, from the first listener on."""
        if self._watcher is None:
            self._club.listen(self._written)
            self._watcher = threading.Thread(target=self._watch, name="hub", daemon=True)
            self._watcher.start()
        self._has_listeners.notify_all()

    def _watch(self) -> None:
        """Look for what other processes write and for phones that are gone, while anyone listens."""
        while self._wait_for_listeners():
            try:
                self._watch_file()
            except StoreError:
                pass  # If the disk fails for a moment, look again.
            except Exception:
                # Without this thread no phone would hear of anything any more.
                log.exception("The watch of a club failed and goes on.")
            time.sleep(SECONDS_BETWEEN_LOOKS)

    def _watch_file(self) -> None:
        with closing(self._club.watch()) as watch:
            # Catch what was written before the watch began.
            self._written(None)
            while self._is_listened_to():
                if watch.has_changed():
                    self._written(None)
                for game in self._presence.changed_with_time():
                    self.ring(game)
                time.sleep(SECONDS_BETWEEN_LOOKS)

    def _wait_for_listeners(self) -> bool:
        with self._lock:
            self._has_listeners.wait_for(lambda: self.closed or self._any_listeners())
            return not self.closed

    def _is_listened_to(self) -> bool:
        with self._lock:
            return not self.closed and self._any_listeners()

    def _any_listeners(self) -> bool:
        return any(room.listeners for room in self._rooms.values())
