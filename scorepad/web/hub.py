"""What is new at a club's tables: threads wait here for news of a game, and are told only that there is some.

The news of a game is its mark, "<latest entry>.<people>.<company>": whoever has a page with another mark asks for the
page anew. Marks are compared for being equal, never for which is greater. Who is at a game is kept in memory alone.
No connection to the club is held while somebody waits.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from queue import Empty, SimpleQueue

from scorepad.store import Club, StoreError
from scorepad.web.company import At, Company, Present, Who

SECONDS_BETWEEN_LOOKS = 0.25
"""How soon another process's writes are seen, and that somebody is gone."""


class Listener:
    """Waits for news of one game; from `Hub.listening`."""

    def __init__(self, room: "_Room") -> None:
        """Nothing is new yet."""
        self._room = room
        self._bell: SimpleQueue[None] = SimpleQueue()

    def wait(self, seconds: float) -> bool:
        """Waits for news, or so many seconds: whether there is any. News that came meanwhile are told at once."""
        try:
            self._bell.get(timeout=seconds)
        except Empty:
            return False
        return True

    @property
    def mark(self) -> str:
        """The mark of the game as it is known now."""
        return self._room.mark

    def ring(self) -> None:
        """There is news."""
        # A phone that is slow to take its news needs the latest alone.
        if self._bell.empty():
            self._bell.put(None)


@dataclass(slots=True)
class _Room:
    """One game. `seq` and `people` are kept up to date only while somebody listens."""

    seq: int = 0
    people: int = 0
    version: int = 0
    company: Company = field(default_factory=Company)
    listeners: set[Listener] = field(default_factory=set)

    @property
    def mark(self) -> str:
        return f"{self.seq}.{self.people}.{self.version}"

    def ring(self) -> None:
        for listener in self.listeners:
            listener.ring()


class Hub:
    """The news of one club in this process. Threads may share it."""

    def __init__(
        self, club: Club, *, first_version: int = 1, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Listens to the club from now on.

        `first_version` is the first number of a company: one that no earlier process is likely to have begun with,
        or a page from before a restart could be taken for one of now.
        """
        self._club = club
        self._clock = clock
        self._versions = count(first_version)
        self._streams = count(1)
        self._rooms: dict[int, _Room] = {}
        self._lock = threading.Lock()
        self._somebody_listens = threading.Condition(self._lock)
        self._watcher: threading.Thread | None = None
        self.closed = False
        club.listen(self._written)

    def mark(self, game: int) -> str:
        """The mark of a page of a game that is made from what the club holds at this moment, or later."""
        seq, people = self._club.marks(game)
        room = self._rooms.get(game)
        return f"{seq}.{people}.{room.version if room else 0}"

    def saw(self, game: int, who: Who, at: At) -> None:
        """A phone asked for a page of a game; nothing where there is no such game."""
        if game not in self._rooms and not self._club.exists(game):
            return
        with self._lock:
            room = self._rooms.setdefault(game, _Room())
            room.company.saw(who, at, self._clock())
            self._settle(room)

    def here(self, game: int) -> tuple[Present, ...]:
        """Every phone that is at a game; nobody where one is alone."""
        with self._lock:
            room = self._rooms.get(game)
            return room.company.here(self._clock()) if room else ()

    def others_score(self, game: int, phone: int) -> bool:
        """Whether another phone than this keeps score of a game, or did so in the last ten minutes."""
        with self._lock:
            room = self._rooms.get(game)
            return room.company.others_score(phone, self._clock()) if room else False

    @contextmanager
    def listening(self, game: int, who: Who, at: At) -> Iterator[Listener]:
        """Something that waits for news of a game, for a phone that is there as long."""
        stream = next(self._streams)
        with self._lock:
            room = self._rooms.setdefault(game, _Room())
            listener = Listener(room)
            room.listeners.add(listener)
            room.company.came(who, at, stream, self._clock())
            self._settle(room)
            self._begin_watching()
        # Only now, since whatever is written from here on rings.
        self._look([game])
        try:
            yield listener
        finally:
            with self._lock:
                room.listeners.discard(listener)
                room.company.left(who, stream, self._clock())
                self._settle(room)

    def tell(self, game: int) -> None:
        """Rings whoever is at a game: its pages say something else, though nothing was recorded in it."""
        with self._lock:
            if room := self._rooms.get(game):
                room.version = next(self._versions)
                room.ring()

    def look_again(self) -> None:
        """Rings everybody, to see for themselves whether they may go on: somebody was sent away."""
        with self._lock:
            for room in self._rooms.values():
                room.ring()

    def close(self) -> None:
        """Lets everybody go who waits: the server stops."""
        self.closed = True
        self.look_again()
        with self._lock:
            self._somebody_listens.notify_all()

    def _written(self, games: Collection[int] | None) -> None:
        """What is done in the thread of whoever recorded something, before their answer is made."""
        heard = [game for game, room in self._rooms.copy().items() if room.listeners]
        self._look(heard if games is None else [game for game in heard if game in games])

    def _look(self, games: Collection[int]) -> None:
        """Rings whoever listens to one of these games, where its mark is not what it was."""
        marks: dict[int, tuple[int, int]] = {}
        if games:
            # What was recorded is safe, and its phone must hear so; the watcher looks at a disk that failed again.
            with suppress(StoreError):
                marks = self._club.marks_of(games)
        with self._lock:
            for game, (seq, people) in marks.items():
                room = self._rooms.get(game)
                # Whoever looked first may come here last.
                if room and (seq > room.seq or people > room.people):
                    room.seq, room.people = max(seq, room.seq), max(people, room.people)
                    room.ring()

    def _settle(self, room: _Room) -> None:
        if room.company.has_changed(self._clock()):
            room.version = next(self._versions)
            room.ring()

    def _begin_watching(self) -> None:
        if self._watcher is None:
            self._watcher = threading.Thread(target=self._watch, name="hub", daemon=True)
            self._watcher.start()
        self._somebody_listens.notify_all()

    def _watch(self) -> None:
        """Looks out for what other processes write, and for who is gone, while somebody listens."""
        while self._waited_for_somebody():
            # A disk that fails for a moment is asked again.
            with suppress(StoreError), closing(self._club.watch()) as watch:
                # What was written before the watch began.
                self._written(None)
                while self._is_listened_to():
                    if watch.has_changed():
                        self._written(None)
                    time.sleep(SECONDS_BETWEEN_LOOKS)
            time.sleep(SECONDS_BETWEEN_LOOKS)

    def _waited_for_somebody(self) -> bool:
        with self._lock:
            self._somebody_listens.wait_for(lambda: self.closed or self._heard())
            return not self.closed

    def _is_listened_to(self) -> bool:
        with self._lock:
            now = self._clock()
            for room in self._rooms.values():
                if room.company.is_due(now):
                    self._settle(room)
            return not self.closed and self._heard()

    def _heard(self) -> bool:
        return any(room.listeners for room in self._rooms.values())
