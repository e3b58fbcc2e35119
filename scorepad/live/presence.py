"""Which phones have a game open, derived from the pages they request and the streams they keep open.

Presence lives in memory only. `hub` notifies phones of changes.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from math import inf
from typing import NamedTuple

SECONDS_HERE = 40.0
"""How long a phone is present after a page request. A phone without a stream polls more often than this."""

SECONDS_AFTER_A_STREAM = 5.0
"""How long a phone is present after its stream ended. It may be loading another page."""

SECONDS_SCORING = 600.0
"""How long a phone counts as keeping score after it was last seen."""


class PageKind(StrEnum):
    """The page that a phone has open."""

    TABLE = "table"
    COUNT = "count"
    CORRECT = "correct"
    """The sheet of a finished round. A phone that has it open is not counting."""
    BOARD = "board"
    OVERLAY = "overlay"
    RESULT = "result"


SCREENS = (PageKind.BOARD, PageKind.OVERLAY)
"""The pages that only show a game, from its beginning to after its end."""


class Viewer(NamedTuple):
    """A phone: its id, its scorer's player id (0 if unknown), and whether it may keep score."""

    phone: int
    player: int
    may_score: bool


class PresentPhone(NamedTuple):
    """A phone that is present, as pages show it."""

    player: int
    scores: bool
    counting: bool
    counts_all: int = 0
    """The round in which it counts for all teams, 0 for none."""


class Attendance(NamedTuple):
    """Who has a game open: people as (name, is counting), the number of unnamed phones, the number of watchers."""

    people: tuple[tuple[str, bool], ...]
    phones: int
    watching: int


@dataclass(slots=True)
class _Phone:
    viewer: Viewer
    last_page: PageKind
    here_until: float = 0.0
    scoring_until: float = 0.0
    streams: dict[int, PageKind] = field(default_factory=dict)
    counts_all: int = 0
    shown: tuple[object, ...] = ()

    @property
    def looks_at(self) -> PageKind:
        """The page of the newest stream, even if another window requests its page later."""
        return next(reversed(self.streams.values()), self.last_page)

    @property
    def scores(self) -> bool:
        """Whether it keeps score. A phone that shows the board does not, even if it may."""
        return self.viewer.may_score and self.looks_at not in SCREENS

    def is_here(self, now: float) -> bool:
        return bool(self.streams) or now < self.here_until

    def scored_lately(self, now: float) -> bool:
        return now < self.scoring_until or (bool(self.streams) and self.scores)

    def shown_at(self, now: float) -> tuple[object, ...]:
        """Return everything that other phones' pages show of it."""
        return (
            self.is_here(now),
            self.scored_lately(now),
            self.scores,
            self.looks_at,
            self.viewer.player,
            self.counts_all,
        )

    def note(self, now: float, seconds: float) -> None:
        self.here_until = now + seconds
        if self.scores:
            self.scoring_until = max(self.scoring_until, now + SECONDS_SCORING)

    def next_end(self, now: float) -> float:
        """Return when its presence or its scoring next expires."""
        ends = (self.here_until, self.scoring_until)
        return inf if self.streams else min((end for end in ends if end > now), default=inf)


@dataclass(slots=True)
class _Room:
    """The phones at one game. `version` changes when pages show them differently."""

    phones: dict[int, _Phone] = field(default_factory=dict)
    version: int = 0
    next_end: float = inf
    shown: tuple[tuple[PresentPhone, ...], tuple[int, ...]] = ((), ())

    def is_current(self, now: float) -> bool:
        """Return whether `shown` is current: nothing has expired since it was computed."""
        return now < self.next_end

    def has_changed(self, now: float) -> bool:
        """Drop the phones that are gone. Return whether pages show something different since the last call."""
        phones = self.phones.items()
        self.phones = {n: p for n, p in phones if p.is_here(now) or p.scored_lately(now)}
        for phone in self.phones.values():
            phone.shown = phone.shown_at(now)
        self.next_end = min((p.next_end(now) for p in self.phones.values()), default=inf)
        before, self.shown = self.shown, (self.here(now), self.scorers(now))
        return self.shown != before

    def here(self, now: float) -> tuple[PresentPhone, ...]:
        """Return the phones that are here, sorted so that the order reveals nothing; none if there is only one."""
        present = sorted(
            PresentPhone(phone.viewer.player, phone.scores, phone.looks_at is PageKind.COUNT, phone.counts_all)
            for phone in self.phones.values()
            if phone.is_here(now)
        )
        return tuple(present) if len(present) > 1 else ()

    def scorers(self, now: float) -> tuple[int, ...]:
        """Return the ids of the phones that keep score, now or lately; none if there is only one."""
        numbers = sorted(n for n, phone in self.phones.items() if phone.scored_lately(now))
        return tuple(numbers) if len(numbers) > 1 else ()


class Presence:
    """Who has which game of a club open. Thread-safe.

    The methods that update it return whether the pages of the game changed.
    """

    def __init__(self, first_version: int = 1, clock: Callable[[], float] = time.monotonic) -> None:
        """`first_version` must differ from run to run: a page from before a restart must not look current."""
        self._clock = clock
        self._versions = count(first_version)
        self._rooms: dict[int, _Room] = {}
        self._lock = threading.Lock()

    def version(self, game: int) -> int:
        room = self._rooms.get(game)
        return room.version if room else 0

    def mark(self, game: int, version: tuple[int, int]) -> str:
        """Return the mark of a game's pages: see `hub`."""
        return f"{version[0]}.{version[1]}.{self.version(game)}"

    def record_page_view(self, game: int, viewer: Viewer, kind: PageKind, counts_all: int | None = None) -> bool:
        """`counts_all` is the round that the phone counts for all teams from now on, or 0; None changes nothing."""
        with self._lock:
            phone = self._phone(game, viewer, kind)
            phone.last_page = kind
            if counts_all is not None:
                phone.counts_all = counts_all
            return self._note(game, phone, SECONDS_HERE)

    def stream_opened(self, game: int, viewer: Viewer, kind: PageKind, stream: int) -> bool:
        with self._lock:
            phone = self._phone(game, viewer, kind)
            phone.streams[stream] = kind
            return self._note(game, phone, SECONDS_AFTER_A_STREAM)

    def stream_closed(self, game: int, viewer: Viewer, stream: int) -> bool:
        with self._lock:
            phone = self._rooms[game].phones[viewer.phone]
            del phone.streams[stream]
            return self._note(game, phone, SECONDS_AFTER_A_STREAM)

    def _phone(self, game: int, viewer: Viewer, kind: PageKind) -> _Phone:
        phones = self._rooms.setdefault(game, _Room()).phones
        phone = phones.setdefault(viewer.phone, _Phone(viewer, kind))
        phone.viewer = viewer
        return phone

    def _note(self, game: int, phone: _Phone, seconds: float) -> bool:
        now, room = self._clock(), self._rooms[game]
        phone.note(now, seconds)
        if room.is_current(now) and phone.shown == phone.shown_at(now):
            # Avoids quadratic work when a thousand phones request the page at once.
            room.next_end = min(room.next_end, phone.next_end(now))
            return False
        return self._renew(room, now)

    def _renew(self, room: _Room, now: float) -> bool:
        if changed := room.has_changed(now):
            room.version = next(self._versions)
        return changed

    def changed_with_time(self) -> list[int]:
        """Return the games whose pages changed because phones are gone."""
        with self._lock:
            now = self._clock()
            overdue = [(game, room) for game, room in self._rooms.items() if now >= room.next_end]
            return [game for game, room in overdue if self._renew(room, now)]

    def renew(self, game: int) -> None:
        """Invalidate the pages of a game although nothing was recorded in it."""
        with self._lock:
            if room := self._rooms.get(game):
                room.version = next(self._versions)

    def here(self, game: int) -> tuple[PresentPhone, ...]:
        """Return the phones that have a game open; none if there is only one."""
        with self._lock:
            room = self._rooms.get(game)
            now = self._clock()
            return (room.shown[0] if room.is_current(now) else room.here(now)) if room else ()

    def counts_all(self, game: int, phone: int, round_number: int) -> bool:
        """Return whether a phone counts a round for all teams, though other phones keep score too."""
        with self._lock:
            room = self._rooms.get(game)
            return room is not None and phone in room.phones and room.phones[phone].counts_all == round_number

    def others_score(self, game: int, phone: int) -> bool:
        """Return whether another phone keeps score of a game, or did so lately."""
        with self._lock:
            room = self._rooms.get(game)
            now = self._clock()
            scorers = (room.shown[1] if room.is_current(now) else room.scorers(now)) if room else ()
            return any(other != phone for other in scorers)
