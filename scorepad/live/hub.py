"""Change notification: notify the listeners of a game when something on its pages changes.

The mark of a game's pages is "<latest entry>.<people>.<presence>". A browser whose page has a different mark requests
the page again; marks are only compared for equality. Listeners hold no connection to the club.
"""

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count

from scorepad.live.presence import PageKind, Presence, Viewer
from scorepad.store import Club, StoreError

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 0.25
"""How soon the hub notices writes of other processes, and that a phone is gone."""

EVERY_GAME = 0


@dataclass(slots=True)
class _Room:
    """The listeners of one game. `version` is the store's, and current only while there are listeners."""

    version: tuple[int, int] = (0, 0)
    listeners: "set[Listener]" = field(default_factory=set)

    def notify(self) -> None:
        for listener in self.listeners:
            listener.notify()


@dataclass(frozen=True, slots=True, eq=False)
class Listener:
    """Learns of the news of one game; created by `Hub.listening`. The hub calls `notify` from any thread."""

    hub: "Hub"
    game: int
    notify: Callable[[], None]

    @property
    def mark(self) -> str:
        """The mark of the game's pages now."""
        return self.hub.known_mark(self.game)


class Hub:
    """Notifies the listeners of one club in this process. Thread-safe."""

    def __init__(self, club: Club, presence: Presence) -> None:
        self._club = club
        self._presence = presence
        self._streams = count(1)
        self._rooms: dict[int, _Room] = {}
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
        """Notify every listener of a game whose pages changed although nothing was recorded."""
        with self._lock:
            if room := self._rooms.get(game):
                room.notify()

    def notify_all(self) -> None:
        """Notify every listener, to check its permission again: for example, a phone was sent away."""
        with self._lock:
            for room in self._rooms.values():
                room.notify()

    @contextmanager
    def listening(self, game: int, viewer: Viewer, kind: PageKind, notify: Callable[[], None]) -> Iterator[Listener]:
        """Provide a listener for a phone, which is present until the block ends. `notify` must return at once."""
        stream = next(self._streams)
        with self.following(game, notify) as listener:
            if self._presence.stream_opened(game, viewer, kind, stream):
                self.notify(game)
            try:
                yield listener
            finally:
                if self._presence.stream_closed(game, viewer, stream):
                    self.notify(game)

    @contextmanager
    def following(self, game: int, notify: Callable[[], None]) -> Iterator[Listener]:
        """Provide a listener for a program, which is not present at the table. `EVERY_GAME` listens to all of them."""
        listener = Listener(self, game, notify)
        with self._lock:
            self._rooms.setdefault(game, _Room()).listeners.add(listener)
            self._start_watching()
        if game != EVERY_GAME:
            # Look only now, because from here on every write notifies the listener.
            self._look([game])
        try:
            yield listener
        finally:
            with self._lock:
                self._rooms[game].listeners.discard(listener)

    def close(self) -> None:
        """Notify every listener and stop the watcher: the server stops."""
        self.closed = True
        self.notify_all()
        with self._lock:
            self._has_listeners.notify_all()

    def _written(self, games: Collection[int] | None) -> None:
        """Notify the listeners of what was just recorded. Runs in the recording thread, before its response is sent."""
        listened = [game for game, room in self._rooms.copy().items() if room.listeners and game != EVERY_GAME]
        self._look(listened if games is None else [game for game in listened if game in games])
        self.notify(EVERY_GAME)

    def _look(self, games: Collection[int]) -> None:
        """Notify the listeners of the games whose version has changed."""
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
                    room.notify()

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
