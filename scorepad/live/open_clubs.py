"""The clubs that this process has open: the home club, and the others of a host with many clubs.

A club is opened for its first request. It stays open while it is in use or among the most recently used.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from scorepad import paths
from scorepad.live.codes import Codes
from scorepad.live.hub import Hub
from scorepad.live.league_worker import LeagueWorker
from scorepad.live.notices import FILE, Notices, Policy
from scorepad.live.page_cache import PageCache
from scorepad.live.presence import Presence
from scorepad.play.game import Games
from scorepad.store import Access, Club, StoreError

MAX_OPEN = 100
"""Clubs that stay open while unused. Each takes about ten file descriptors."""


FileNumber = tuple[int, int]
"""Device and inode, which tell a file from a new one with the same name."""


class NoSuchClub(StoreError):
    """There is no club with that name. The message is shown to users."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenClub:
    """An open club: its file, its loaded games, its phones, its live news, its league worker, its join codes and
    its notices.

    `slug` is the club's name in URLs, "" for the home club. A browser sends the home club's cookies to every club, so
    the names of all cookies end in `cookie_suffix`.
    """

    slug: str
    store: Club
    games: Games
    access: Access
    presence: Presence
    hub: Hub
    pages: PageCache
    league_worker: LeagueWorker
    codes: Codes
    notices: Notices
    cookie_suffix: str
    is_example: bool

    @classmethod
    def open(cls, home: Path, slug: str = "", *, per_link: int | None = None, notices: str = "home") -> Self:
        """Open the club `slug` under `home`; create its files if they are missing. Raises StoreError.

        `per_link` is the most phones that one link admits, None for the default; `notices` is `$SCOREPAD_NOTICES`.
        """
        folder = paths.club_dir(home, slug)
        store = Club.open(folder / paths.CLUB)
        try:
            club = cls.of(store, slug, per_link=per_link, notices=notices)
            club.notices.start()
            return club
        except BaseException:
            store.close()
            raise

    @classmethod
    def of(cls, store: Club, slug: str, *, per_link: int | None = None, notices: str = "home") -> Self:
        """Return the club of a file that is already open. It sends no notices."""
        folder = store.path.parent
        access = Access.open(folder / paths.ACCESS, per_link=per_link)
        # Start at random, so that a page from before a restart does not look current.
        presence = Presence(first_version=secrets.randbelow(1_000_000) + 1)
        games, league_worker = Games(store), LeagueWorker(store)
        return cls(
            slug=slug,
            store=store,
            games=games,
            access=access,
            presence=presence,
            hub=Hub(store, presence),
            pages=PageCache(),
            league_worker=league_worker,
            codes=Codes(),
            notices=Notices(store, games, league_worker, policy=Policy.of(notices, slug)),
            cookie_suffix=f"_{slug}" if slug else "",
            is_example=paths.is_example(folder),
        )

    def admit_to_rematch(self, game: int, rematch: int) -> None:
        """Admit the phones of a game to its rematch, and tell their pages."""
        self.access.copy_passes(game, rematch)
        self.presence.renew(game)
        self.hub.notify(game)

    def admit_to_sitting(self, tables: Mapping[int, int], people: Mapping[int, int]) -> None:
        """Admit the phones of a night to its next sitting, and tell their pages. See `Access.follow_sitting`."""
        self.access.follow_sitting(tables, people)
        for game in tables:
            self.presence.renew(game)
            self.hub.notify(game)

    def close(self) -> None:
        """Close its files. You may call this twice."""
        self.notices.close()
        self.hub.close()
        self.access.close()
        self.store.close()


@dataclass(slots=True, eq=False)
class _Slot:
    """A club that is open or being opened, and the number of requests that use it."""

    opening: threading.Lock = field(default_factory=threading.Lock)
    club: OpenClub | None = None
    users: int = 0
    file: FileNumber | None = None

    @property
    def is_idle(self) -> bool:
        if self.users or self.club is None:
            return False
        return not self.club.league_worker.is_at_work() and not self.club.notices.is_at_work()


class OpenClubs:
    """The open clubs of one instance folder. Thread-safe."""

    def __init__(
        self, folder: Path, most: int = MAX_OPEN, *, per_link: int | None = None, notices: str = "home"
    ) -> None:
        """Open the home club, if there is one; keep at most `most` unused others open. Raises StoreError.

        `per_link` is the most phones that one link admits, None for the default; `notices` is `$SCOREPAD_NOTICES`.
        """
        self.home: OpenClub | None = None
        if paths.has_home_club(folder):
            self.home = OpenClub.open(folder, per_link=per_link, notices=notices)
        self._per_link, self._notices = per_link, notices
        self._folder = folder
        self._most = most
        self._lock = threading.Lock()
        self._slots: OrderedDict[str, _Slot] = OrderedDict()
        # Clubs that were deleted while requests used them.
        self._deleted: list[_Slot] = []

    def take(self, slug: str) -> OpenClub:
        """Return a club, which stays open until you give it back.

        Raises NoSuchClub, or StoreError if its files cannot be used.
        """
        file = _file_number(paths.club_dir(self._folder, slug) / paths.CLUB)
        with self._lock:
            if slug in self._slots and self._slots[slug].file != file:
                self._deleted.append(self._slots.pop(slug))
            if file is None:
                raise NoSuchClub(f"There is no club called {slug} here.")
            slot = self._slots.setdefault(slug, _Slot(file=file))
            self._slots.move_to_end(slug)
            slot.users += 1
        try:
            # A lock per club: requests for other clubs do not wait while this one is opened.
            with slot.opening:
                if slot.club is None:
                    slot.club = OpenClub.open(self._folder, slug, per_link=self._per_link, notices=self._notices)
                return slot.club
        except BaseException:
            self._release(slug, slot)
            raise

    def give_back(self, slug: str, club: OpenClub | None = None) -> None:
        """Release a club from `take`. Close the least recently used ones if there are too many.

        `club` is what `take` returned; it tells a deleted club from a new one with its name.
        """
        with self._lock:
            deleted = [slot for slot in self._deleted if club and slot.club is club]
            slot = deleted[0] if deleted else self._slots.get(slug)
        # All clubs may have been closed meanwhile, when the server stopped.
        if slot:
            self._release(slug, slot)

    def _release(self, slug: str, slot: _Slot) -> None:
        with self._lock:
            slot.users -= 1
            if slot.club is None and not slot.users and self._slots.get(slug) is slot:
                del self._slots[slug]
            surplus = [*self._remove_surplus(), *self._remove_deleted()]
        for club in surplus:
            club.close()

    def _remove_deleted(self) -> list[OpenClub]:
        idle = [slot for slot in self._deleted if slot.is_idle]
        self._deleted = [slot for slot in self._deleted if slot not in idle]
        return [slot.club for slot in idle if slot.club]

    def _remove_surplus(self) -> list[OpenClub]:
        too_many = len(self._slots) - self._most
        if too_many <= 0:
            return []
        idle = [slug for slug, slot in self._slots.items() if slot.is_idle]
        return [club for slug in idle[:too_many] if (club := self._slots.pop(slug).club)]

    def visit_noticing(self) -> None:
        """Open each club that has notices, so that its evenings close although nobody looks at its pages."""
        for slug in paths.slugs(self._folder):
            if (paths.club_dir(self._folder, slug) / FILE).exists():
                with suppress(StoreError):
                    self.give_back(slug, self.take(slug))

    def set_aside(self, slug: str, move: Callable[[], bool]) -> bool:
        """Close a club and call `move`, before anyone can take the club again. Return whether that succeeded.

        Does nothing if the club is in use.
        """
        with self._lock:
            slot = self._slots.get(slug)
            if slot and not slot.is_idle:
                return False
            if slot and slot.club:
                del self._slots[slug]
                slot.club.close()
            return move()

    def slugs(self) -> tuple[str, ...]:
        """Return the open clubs without the home club, least recently used first."""
        with self._lock:
            return tuple(self._slots)

    @property
    def count(self) -> int:
        """The number of open clubs, with the home club."""
        with self._lock:
            return len(self._slots) + len(self._deleted) + (self.home is not None)

    def close(self) -> None:
        """Close all clubs, even those in use."""
        with self._lock:
            clubs = [slot.club for slot in (*self._slots.values(), *self._deleted)]
            self._slots.clear()
            self._deleted.clear()
        for club in (self.home, *clubs):
            if club is not None:
                club.close()


def _file_number(file: Path) -> FileNumber | None:
    try:
        stat = file.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino
