"""Which phones have a game open, from the pages they ask for and the streams they keep open.

Presence lives in memory only. `hub` tells phones when it changes.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from math import inf
from typing import NamedTuple

from scorepad.play.game import LoadedGame
from scorepad.web.access.permissions import Permission
from scorepad.web.app.current import g
from scorepad.web.live.viewers import PageKind, PresentPhone, Viewer

SECONDS_HERE = 40.0
"""How long a phone is here after it asked for a page. A phone without a stream asks more often."""

SECONDS_AFTER_A_STREAM = 5.0
"""How long a phone is here after its stream ended. It may be on its way to another page."""

SECONDS_SCORING = 600.0
"""How long a phone counts as one that keeps score after it was here."""


KINDS = {"table.show": PageKind.TABLE, "rounds.edit": PageKind.COUNT, "board.show": PageKind.BOARD}
"""The pages that make a phone present."""


class Attendance(NamedTuple):
    """Who has a game open: people by name with whether they are counting, phones without a name, and watchers."""

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
    shown: tuple[object, ...] = ()

    @property
    def looks_at(self) -> PageKind:
        """With two windows open: the one opened last, whichever of them asks for its page again."""
        return next(reversed(self.streams.values()), self.last_page)

    @property
    def scores(self) -> bool:
        """Whether it keeps score. A phone that looks at the board does not, even if it may."""
        return self.viewer.may_score and self.looks_at is not PageKind.BOARD

    def is_here(self, now: float) -> bool:
        return bool(self.streams) or now < self.here_until

    def scored_lately(self, now: float) -> bool:
        return now < self.scoring_until or (bool(self.streams) and self.scores)

    def shown_at(self, now: float) -> tuple[object, ...]:
        """Return all that the others' pages show of it."""
        return self.is_here(now), self.scored_lately(now), self.scores, self.looks_at, self.viewer.player

    def note(self, now: float, seconds: float) -> None:
        self.here_until = now + seconds
        if self.scores:
            self.scoring_until = max(self.scoring_until, now + SECONDS_SCORING)

    def next_end(self, now: float) -> float:
        """When something about it ends by itself."""
        ends = (self.here_until, self.scoring_until)
        return inf if self.streams else min((end for end in ends if end > now), default=inf)


@dataclass(slots=True)
class _Room:
    """The phones at one game. `version` changes with what pages show of them."""

    phones: dict[int, _Phone] = field(default_factory=dict)
    version: int = 0
    next_end: float = inf
    shown: tuple[tuple[PresentPhone, ...], tuple[int, ...]] = ((), ())

    def is_current(self, now: float) -> bool:
        """Return whether `shown` is what pages show now: nothing has ended by itself since it was made."""
        return now < self.next_end

    def has_changed(self, now: float) -> bool:
        """Forget the phones that are gone. Return whether pages show something else than at the last call."""
        phones = self.phones.items()
        self.phones = {n: p for n, p in phones if p.is_here(now) or p.scored_lately(now)}
        for phone in self.phones.values():
            phone.shown = phone.shown_at(now)
        self.next_end = min((p.next_end(now) for p in self.phones.values()), default=inf)
        before, self.shown = self.shown, (self.here(now), self.scorers(now))
        return self.shown != before

    def here(self, now: float) -> tuple[PresentPhone, ...]:
        """Return the phones that are here, in an order that gives nothing away. A phone alone sees none."""
        present = sorted(
            PresentPhone(phone.viewer.player, phone.scores, phone.looks_at is PageKind.COUNT)
            for phone in self.phones.values()
            if phone.is_here(now)
        )
        return tuple(present) if len(present) > 1 else ()

    def scorers(self, now: float) -> tuple[int, ...]:
        """Return the phones that keep score, now or lately; none if there is only one."""
        numbers = sorted(n for n, phone in self.phones.items() if phone.scored_lately(now))
        return tuple(numbers) if len(numbers) > 1 else ()


class Presence:
    """Who has which game of a club open. Thread-safe.

    The methods that note something return whether pages of the game now show something else.
    """

    def __init__(self, first_version: int = 1, clock: Callable[[], float] = time.monotonic) -> None:
        """`first_version` must be new: a page from before a restart must not look current."""
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

    def page_asked(self, game: int, viewer: Viewer, kind: PageKind) -> bool:
        with self._lock:
            phone = self._phone(game, viewer, kind)
            phone.last_page = kind
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
            # A thousand phones that ask at once must not each look at all the others.
            room.next_end = min(room.next_end, phone.next_end(now))
            return False
        return self._renew(room, now)

    def _renew(self, room: _Room, now: float) -> bool:
        if changed := room.has_changed(now):
            room.version = next(self._versions)
        return changed

    def changed_with_time(self) -> list[int]:
        """Return the games whose pages show something else because phones are gone."""
        with self._lock:
            now = self._clock()
            overdue = [(game, room) for game, room in self._rooms.items() if now >= room.next_end]
            return [game for game, room in overdue if self._renew(room, now)]

    def renew(self, game: int) -> None:
        """Make the pages of a game new, though nothing was recorded in it."""
        with self._lock:
            if room := self._rooms.get(game):
                room.version = next(self._versions)

    def here(self, game: int) -> tuple[PresentPhone, ...]:
        """Return every phone that has a game open; none if it is only one."""
        with self._lock:
            room = self._rooms.get(game)
            now = self._clock()
            return (room.shown[0] if room.is_current(now) else room.here(now)) if room else ()

    def others_score(self, game: int, phone: int) -> bool:
        """Return whether another phone keeps score of a game, or did so lately."""
        with self._lock:
            room = self._rooms.get(game)
            now = self._clock()
            scorers = (room.shown[1] if room.is_current(now) else room.scorers(now)) if room else ()
            return any(other != phone for other in scorers)


def this_viewer() -> Viewer | None:
    """Return the phone of this request as others at its game see it."""
    may_score = Permission.SCORE in g.allowed
    return Viewer(g.phone.id, g.phone.player or 0, may_score) if g.phone else None


def note_page(game: int, kind: PageKind) -> None:
    """Note that this phone asked for a page of a game."""
    viewer = this_viewer()
    if viewer and g.club.presence.page_asked(game, viewer, kind):
        g.club.hub.ring(game)


def mark_of(loaded: LoadedGame) -> str:
    """Return the mark of a game's pages: see `hub`."""
    return g.club.presence.mark(loaded.id, loaded.version)


def attendance(game: LoadedGame) -> Attendance | None:
    """Return who has a game open, for its pages. None while a phone is alone."""
    present = g.club.presence.here(game.id)
    if not present:
        return None
    names = game.names
    if missing := {phone.player for phone in present if phone.player} - names.keys():
        names = {**names, **g.club.store.people.names(missing)}
    scorers = [phone for phone in present if phone.scores]
    # Two phones of one person are one person.
    people: dict[int, bool] = {}
    for phone in scorers:
        if phone.player in names:
            people[phone.player] = people.get(phone.player, False) or phone.counting
    named = [(names[player], counting) for player, counting in people.items()]
    named.sort(key=lambda person: person[0].casefold())
    unnamed = sum(phone.player not in people for phone in scorers)
    return Attendance(tuple(named), unnamed, len(present) - len(scorers))
