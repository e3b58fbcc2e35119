"""The clubs of this process: the one at home, and those of a host of many, each under a prefix of its own.

`/c/<slug>/…` is a club's before any route is looked for: the prefix moves into SCRIPT_NAME, so that no route names a
club and every address that is made keeps to it. A club is opened when it is first asked for, and stays open while it
is among the latest or somebody is in the middle of something.
"""

import re
import secrets
import threading
from collections import OrderedDict
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from werkzeug.wsgi import ClosingIterator

from scorepad import places
from scorepad.store import Access, Club, StoreError
from scorepad.web.codes import Codes
from scorepad.web.hub import Hub
from scorepad.web.keeper import Keeper

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

MOST_OPEN = 100
"""Clubs that stay open while nobody asks anything of them: each takes about ten of a process's open files."""

OPEN = "scorepad.club"
"""Where a request's environment has its club, if it came by a prefix."""

REFUSED = "scorepad.refused"
"""Where it has the StoreError for which that club could not be opened."""

_PREFIX = re.compile(rf"{places.PREFIX}({places.SLUG})(/.*)?", re.DOTALL)


class NoSuchClub(StoreError):
    """There is no club of that name here; the text is a sentence for people."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenClub:
    """A club that is open: its file, who may enter, what is new at its tables, its league, its short codes.

    `slug` is "" at home.
    """

    slug: str
    club: Club
    access: Access
    hub: Hub
    keeper: Keeper
    codes: Codes

    @classmethod
    def open(cls, home: Path, slug: str = "") -> Self:
        """Opens the club of that name under `home`, made if missing. Raises StoreError."""
        folder = places.club_dir(home, slug)
        club = Club.open(folder / places.CLUB)
        try:
            access = Access.open(folder / places.ACCESS)
        except BaseException:
            club.close()
            raise
        # Pages from before must not be taken for those of now, when other phones are at the table.
        hub = Hub(club, first_version=secrets.randbelow(1_000_000) + 1)
        return cls(slug, club, access, hub, Keeper(club), Codes())

    def close(self) -> None:
        """Closes its files. Closing twice is no fault."""
        self.hub.close()
        self.access.close()
        self.club.close()


def slug_in(environ: "WSGIEnvironment") -> str:
    """The name of the club whose prefix a request came by, "" where it came by none."""
    found = environ.get(OPEN)
    return found.slug if isinstance(found, OpenClub) else ""


def own_name(name: str, environ: "WSGIEnvironment") -> str:
    """The name of a cookie in the club of a request: that at home keeps it as it is."""
    return "_".join(filter(None, (name, slug_in(environ))))


@dataclass(slots=True, eq=False)
class _Slot:
    """A club that is open or just being opened, and how many requests are in the middle of something with it."""

    opening: threading.Lock = field(default_factory=threading.Lock)
    found: OpenClub | None = None
    users: int = 0

    @property
    def is_idle(self) -> bool:
        return not self.users and self.found is not None and not self.found.keeper.is_at_work()


class OpenClubs:
    """The clubs of one instance folder that are open in this process. Threads may share it."""

    def __init__(self, home: Path, most: int = MOST_OPEN) -> None:
        """Opens the club at home, if there is one; `most` of the others stay open. Raises StoreError."""
        self.home = OpenClub.open(home) if places.has_home_club(home) else None
        self._folder = home
        self._most = most
        self._lock = threading.Lock()
        self._slots: OrderedDict[str, _Slot] = OrderedDict()

    def take(self, slug: str) -> OpenClub:
        """The club of that name, which stays open until it is given back.

        Raises NoSuchClub, or StoreError where its files cannot be used.
        """
        with self._lock:
            if slug not in self._slots and not places.has_club(self._folder, slug):
                raise NoSuchClub(f"There is no club called {slug} here.")
            slot = self._slots.setdefault(slug, _Slot())
            self._slots.move_to_end(slug)
            slot.users += 1
        try:
            # Whoever asks for another club does not wait while this one is opened.
            with slot.opening:
                if slot.found is None:
                    slot.found = OpenClub.open(self._folder, slug)
                return slot.found
        except BaseException:
            self.give_back(slug)
            raise

    def give_back(self, slug: str) -> None:
        """Lets a club go that was taken; the longest unused are closed where there are too many."""
        with self._lock:
            slot = self._slots[slug]
            slot.users -= 1
            if slot.found is None and not slot.users:
                del self._slots[slug]
            surplus = self._surplus()
        for club in surplus:
            club.close()

    def _surplus(self) -> list[OpenClub]:
        """Takes out what is one too many and is needed by nobody."""
        too_many = len(self._slots) - self._most
        if too_many <= 0:
            return []
        idle = [slug for slug, slot in self._slots.items() if slot.is_idle]
        return [club for slug in idle[:too_many] if (club := self._slots.pop(slug).found)]

    def slugs(self) -> tuple[str, ...]:
        """Which are open besides the one at home, the longest unused first."""
        with self._lock:
            return tuple(self._slots)

    def close(self) -> None:
        """Closes them all, whoever is in the middle of something."""
        with self._lock:
            found = [slot.found for slot in self._slots.values()]
            self._slots.clear()
        for club in (self.home, *found):
            if club is not None:
                club.close()


class ByPrefix:
    """Puts its club into the environment of every request that comes by a club's prefix."""

    def __init__(self, app: "WSGIApplication", clubs: OpenClubs) -> None:
        """`app` finds the club at `OPEN`; what has no prefix, or that of no club, comes to it as it is."""
        self._app = app
        self._clubs = clubs

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Any:
        """Answers a request; its club stays open until the answer has gone out, however long that streams."""
        found = _PREFIX.fullmatch(environ.get("PATH_INFO", ""))
        with ExitStack() as lease:
            if found and (club := self._taken(found[1], environ)):
                lease.callback(self._clubs.give_back, club.slug)
                environ[OPEN] = club
                environ["SCRIPT_NAME"] = environ.get("SCRIPT_NAME", "") + places.prefix(club.slug)
                environ["PATH_INFO"] = found[2] or "/"
                answer = self._app(environ, start_response)
                return ClosingIterator(answer, lease.pop_all().close)
        return self._app(environ, start_response)

    def _taken(self, slug: str, environ: "WSGIEnvironment") -> OpenClub | None:
        try:
            return self._clubs.take(slug)
        except NoSuchClub:
            return None
        except StoreError as error:
            environ[REFUSED] = error
            return None
