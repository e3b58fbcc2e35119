"""Change notification: threads wait here until something on a game's pages changes.

The mark of a game's pages is "<latest entry>.<people>.<presence>". A browser whose page has a different mark requests
the page again; marks are only compared for equality. Waiting threads hold no connection to the club.
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
"""How soon the hub notices writes of other processes, and that a phone is gone."""

MAX_AT_ONCE = 1
"""Listeners of a club that are awake at the same time; see docs/why/few-at-once.md."""


@dataclass(slots=True)
class _Room:
    """The listeners of one game. `version` is the store's, and current only while there are listeners."""

    version: tuple[int, int] = (0, 0)
    listeners: "set[Listener]" = field(default_factory=set)


class Listener:
    """Waits for news of one game; created by `Hub.listening`. The hub gives it a turn when it wakes it."""

    def __init__(self, hub: "Hub", game: int) -> None:
        self._hub = hub
        self._game = game
        self._bell: SimpleQueue[None] = SimpleQueue()
        self.is_waiting = False
        self.has_turn = False

    def wait(self, seconds: float) -> bool:
        """Wait at most `seconds` for news. Return whether there is any, including news since the last call."""
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
        """Let the hub wake the next listener. Call this before anything slow, such as sending."""
        self._hub.end_turn(self)

    @property
    def mark(self) -> str:
        """The mark of the game's pages now."""
        return self._hub.known_mark(self._game)

    def notify(self) -> None:
        # A slow phone needs only the latest news.
        if self._bell.empty():
            self._bell.put(None)


class Hub:
    """Notifies the listeners of one club in this process. Thread-safe."""

    def __init__(self, club: Club, presence: Presence) -> None:
        self._club = club
        self._presence = presence
        self._streams = count(1)
        self._rooms: dict[int, _Room] = {}
        self._due: OrderedDict[Listener, None] = OrderedDict()
        self._free_turns = MAX_AT_ONCE
        self._lock = threading.Lock()
        self._has_listeners = threading.Condition(self._lock)
        self._watcher: threading.Thread | None = None
        self.closed = False

    def mark(self, game: int, version: tuple[int, int] | None = None) -> str:
        """Return the mark of a game's pages: for a loaded game's `version`, or for the club's current one."""
        return self._presence.mark(game, version or self._club.game_version(game))

    def known_mark(self, game: int) -> str:
        """Return the mark of a game that has listeners, without a query."""
        return self.mark(game, self._rooms[game].version)

    def notify(self, game: int) -> None:
        """Wake every listener of a game whose pages changed although nothing was recorded."""
        with self._lock:
            if room := self._rooms.get(game):
                self._wake(room)

    def notify_all(self) -> None:
        """Wake every listener, to check its permission again: for example, a phone was sent away."""
        with self._lock:
            for room in self._rooms.values():
                self._wake(room)

    def stop_waiting(self, listener: Listener) -> None:
        """Note that a listener is no longer waiting. It gets no new turn, but may still have one."""
        with self._lock:
            listener.is_waiting = False

    def end_turn(self, listener: Listener) -> None:
        """Pass a listener's turn, if it has one, to the next listener."""
        if listener.has_turn:
            with self._lock:
                listener.has_turn = False
                self._free_turns += 1
                self._give_turns()

    def _wake(self, room: _Room) -> None:
        """Wake the listeners of a room, one after another."""
        self._due.update(dict.fromkeys(room.listeners))
        self._give_turns()

    def _give_turns(self) -> None:
        """Wake the due listeners while turns are free. A busy one, such as one that sends, needs no turn."""
        while self._due and self._free_turns:
            listener, _ = self._due.popitem(last=False)
            if listener.is_waiting and not listener.has_turn:
                listener.has_turn = True
                self._free_turns -= 1
            listener.notify()

    @contextmanager
    def listening(self, game: int, viewer: Viewer, kind: PageKind) -> Iterator[Listener]:
        """Provide a listener for a phone, which is present until the block ends."""
        stream, listener = next(self._streams), Listener(self, game)
        with self._lock:
            self._rooms.setdefault(game, _Room()).listeners.add(listener)
            self._start_watching()
        if self._presence.stream_opened(game, viewer, kind, stream):
            self.notify(game)
        # Look only now, because from here on every write wakes the listener.
        self._look([game])
        try:
            yield listener
        finally:
            with self._lock:
                self._rooms[game].listeners.discard(listener)
                self._due.pop(listener, None)
            listener.end_turn()
            if self._presence.stream_closed(game, viewer, stream):
                self.notify(game)

    def close(self) -> None:
        """Wake every listener and stop the watcher: the server stops."""
        self.closed = True
        self.notify_all()
        with self._lock:
            self._has_listeners.notify_all()

    def _written(self, games: Collection[int] | None) -> None:
        """Wake the listeners of what was just recorded. Runs in the recording thread, before its response is sent."""
        listened = [game for game, room in self._rooms.copy().items() if room.listeners]
        self._look(listened if games is None else [game for game in listened if game in games])

    def _look(self, games: Collection[int]) -> None:
        """Wake the listeners of the games whose version has changed."""
        versions: dict[int, tuple[int, int]] = {}
        if games:
            # The entries are saved, so their request must succeed. The watcher will look again.
            try:
                versions = self._club.game_versions(games)
            except Exception:
                log.exception("A look at what changed failed.")
        with self._lock:
            for game, (seq, people) in versions.items():
                room = self._rooms.get(game)
                # Another thread may have seen a later version and got here first.
                if room and (seq > room.version[0] or people > room.version[1]):
                    room.version = max(seq, room.version[0]), max(people, room.version[1])
                    self._wake(room)

    def _start_watching(self) -> None:
        """Start to look for writes of this process and others, when the first listener comes."""
        if self._watcher is None:
            self._club.listen(self._written)
            self._watcher = threading.Thread(target=self._watch, name="hub", daemon=True)
            self._watcher.start()
        self._has_listeners.notify_all()

    def _watch(self) -> None:
        """Look for writes of other processes and for phones that are gone, while there are listeners."""
        while self._wait_for_listeners():
            try:
                self._watch_file()
            except StoreError:
                pass  # The disk may fail only for a moment: look again.
            except Exception:
                # This thread must survive, or phones would miss writes of other processes.
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
                    self.notify(game)
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
