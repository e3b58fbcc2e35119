"""The clubs of a host: how one is made, how many visitors may start, and the sweeping of unused ones; its numbers."""

import hmac
import ipaddress
import json
import logging
import os
import secrets
import shutil
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path

from flask import current_app

from scorepad import paths
from scorepad.live.codes import network_of
from scorepad.live.open_clubs import OpenClubs
from scorepad.store import Club, StoreError
from scorepad.store.file.closed_file import games_since, is_untouched

MARK = "open-house"
"""The file in a club's folder that records that a visitor started it, and when."""

SWEPT = "swept-clubs"
"""The file in the instance folder with the slugs of swept clubs, which are never used again."""

_COLOURS = ("red", "black", "wild", "clean", "green", "silver", "golden", "lucky")
_CARDS = ("ace", "king", "queen", "jack", "ten", "nine", "seven", "five", "three", "joker")
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_TRIES = 20


def make_club(home: Path, slug: str, started: date | None = None, name: str = "") -> None:
    """Create a club's folder and file, private to this user. `started` marks it as started by a visitor on that day.

    Raises FolderError if the slug is not allowed, and StoreError if the club exists already or the disk fails.
    """
    folder = paths.club_dir(home, slug)
    if folder == home:
        raise paths.FolderError("A club needs a name: thursday-club, for example.")
    if (folder / paths.CLUB).exists():
        raise StoreError(f"There is already a club called {slug}. Nothing was changed.")
    try:
        for missing in (folder.parent, folder):
            paths.make_folder(missing)
        if started:
            (folder / MARK).write_text(json.dumps({"started": started.isoformat()}), "utf-8")
    except OSError as error:
        raise StoreError(f"The folder {folder} could not be made: {error.strerror}.") from None
    with Club.open(folder / paths.CLUB) as club:
        club.rename(name)


def new_slug(home: Path) -> str:
    """Return a slug that no club here has or had, from harmless words and letters that cannot be guessed.

    It does not contain the visitor's name for the club, because not only the owner sees the URL.
    """
    swept = swept_slugs(home)
    for _ in range(_TRIES):
        letters = "".join(secrets.choice(_LETTERS) for _ in range(6))
        slug = f"{secrets.choice(_COLOURS)}-{secrets.choice(_CARDS)}-{letters}"
        if slug not in swept and not paths.club_dir(home, slug).exists():
            return slug
    raise StoreError("No name was found for a new club. Try again.")


def started_on(folder: Path) -> date | None:
    """Return the day on which a visitor started the club in a folder; None if no visitor did."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return date.fromisoformat(json.loads((folder / MARK).read_text("utf-8"))["started"])
    return None


def swept_slugs(home: Path) -> frozenset[str]:
    with suppress(OSError):
        return frozenset((home / SWEPT).read_text("ascii").split())
    return frozenset()


def note_swept(home: Path, slug: str) -> None:
    """Record the slug of a club that is about to be swept. Raises OSError."""
    with (home / SWEPT).open("a", encoding="ascii") as file:
        file.write(f"{slug}\n")
        file.flush()
        os.fsync(file.fileno())


# The numbers of a host, which contain no names

DAYS = 7
SECONDS_KEPT = 60.0
PART_OF_THE_TIME = 20
"""A count looks at every club's folder, so it is cached for a minute, or for twenty times as long as it took."""

TOKEN = "operator-link"  # noqa: S105  # the name of a file
"""The file in the instance folder with the secret of the operator's link."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Totals over the folders of all clubs except the example."""

    clubs: int
    started_by_visitors: int
    games_this_week: int
    bytes: int


def count(home: Path, now: datetime | None = None) -> Numbers:
    """Count the clubs of an instance folder. Clubs without a write in the last week are not opened."""
    since = (now or datetime.now(UTC)) - timedelta(days=DAYS)
    clubs = visitors = games = size = 0
    for folder in _folders(home):
        files = _files(folder)
        clubs += 1
        visitors += MARK in files
        size += sum(stat.st_size for stat in files.values())
        written = [stat.st_mtime for name, stat in files.items() if name.startswith(paths.CLUB)]
        if max(written, default=0.0) >= since.timestamp():
            games += games_since(folder / paths.CLUB, since.isoformat(timespec="milliseconds"))
    return Numbers(clubs, visitors, games, size)


def _files(folder: Path) -> dict[str, os.stat_result]:
    """Return the files of a folder by name. Those that disappear meanwhile, such as a log, are left out."""
    files = {}
    with suppress(FileNotFoundError):
        for file in os.scandir(folder):
            with suppress(FileNotFoundError):
                if file.is_file():
                    files[file.name] = file.stat()
    return files


def _folders(home: Path) -> Iterator[Path]:
    at_home = [home] if (home / paths.CLUB).exists() else []
    for folder in [*at_home, *(paths.club_dir(home, slug) for slug in paths.slugs(home))]:
        if not paths.is_example(folder):
            yield folder


class Counter:
    """Caches the numbers of a host. Thread-safe."""

    def __init__(self, home: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._home = home
        self._clock = clock
        self._lock = threading.Lock()
        self._numbers: Numbers | None = None
        self._until = 0.0

    def numbers(self) -> Numbers:
        with self._lock:
            start = self._clock()
            if self._numbers is None or start >= self._until:
                self._numbers = count(self._home)
                now = self._clock()
                self._until = now + max(SECONDS_KEPT, PART_OF_THE_TIME * (now - start))
            return self._numbers


def operators_token(home: Path, *, new: bool = False) -> str:
    """Return the secret of the operator's link; create it if it is missing, or if `new`. Raises StoreError."""
    file = home / TOKEN
    try:
        if new:
            file.unlink(missing_ok=True)
        if not file.exists():
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w") as opened:
                opened.write(secrets.token_hex(16))
        return file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"The operator's link {file} cannot be used: {error}.") from None


def is_operators(home: Path, word: object) -> bool:
    """Whether this is the secret of the operator's link."""
    token = operators_token(home)
    return bool(token) and isinstance(word, str) and hmac.compare_digest(word.encode(), token.encode())


# How many clubs visitors may start

SECONDS_COUNTED = 24 * 3600.0
MAX_OF_AN_ADDRESS = 3
"""Clubs per day from one address. An IPv6 /64 network counts as one address."""
MAX_OF_WIDER = {56: 6, 48: 12}
"""Clubs per day from an IPv6 network, by prefix length: providers give one customer networks of these sizes."""
PART_A_DAY = 10
"""A tenth of the host's maximum may be started per day."""
MAX_KEYS = 1000


class TooManyClubs(Exception):
    """No club can be started now. The message is shown to users."""


class Limits:
    """Counts and limits the clubs that visitors start. Thread-safe: one is started at a time."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`most` is the maximum number of clubs on this host."""
        self.most = most
        self._clock = clock
        self._lock = threading.Lock()
        self._started: deque[tuple[frozenset[str], float]] = deque()
        self._by_key: OrderedDict[str, str] = OrderedDict()

    @property
    def most_a_day(self) -> int:
        return max(MAX_OF_AN_ADDRESS, self.most // PART_A_DAY)

    def start(self, address: str, key: str, count: Callable[[], int], make: Callable[[], str]) -> str:
        """Create a club and return its slug. For a form key that was used before, return the club it created.

        `count` returns the number of clubs. Raises TooManyClubs, and what `make` raises; a failed start does not count.
        """
        with self._lock:
            if key in self._by_key:
                return self._by_key[key]
            networks, now = mosts_of(address), self._clock()
            self._check(networks, now, count)
            slug = make()
            self._started.append((frozenset(networks), now))
            self._by_key[key] = slug
            if len(self._by_key) > MAX_KEYS:
                self._by_key.popitem(last=False)
            return slug

    def _check(self, networks: Mapping[str, int], now: float, count: Callable[[], int]) -> None:
        while self._started and now - self._started[0][1] >= SECONDS_COUNTED:
            self._started.popleft()
        for network, most in networks.items():
            if sum(network in networks_then for networks_then, _ in self._started) >= most:
                raise TooManyClubs(
                    f"{most} clubs were started from your network today. Come back tomorrow, or ask for the link of "
                    "one of them."
                )
        if len(self._started) >= self.most_a_day:
            raise TooManyClubs("Very many clubs were started here today. Come back tomorrow.")
        if count() >= self.most:
            raise TooManyClubs("This host is full and accepts no new clubs. Ask its owner, or run Scorepad yourself.")


def mosts_of(address: str) -> dict[str, int]:
    """Return the networks that contain an address, with the clubs per day that each may start."""
    own = network_of(address)
    wider = {}
    if ":" in own and "/" in own:
        network = ipaddress.ip_network(own)
        wider = {str(network.supernet(new_prefix=bits)): most for bits, most in MAX_OF_WIDER.items()}
    return {own: MAX_OF_AN_ADDRESS, **wider}


# Delete clubs that visitors started and never used: at least thirty days old, with nothing ever recorded

DAYS_UNUSED = 30
SECONDS_TO_FIRST = 600.0
SECONDS_BETWEEN = 6 * 3600.0

_LOG = logging.getLogger("scorepad.sweeping")
_ASIDE = ".swept-"


def sweep(home: Path, clubs: OpenClubs, today: date) -> list[str]:
    """Delete the clubs that were never used, and return their slugs. A club that is in use now stays."""
    _clear(home / paths.CLUBS)
    last = today - timedelta(days=DAYS_UNUSED)
    swept = []
    for slug in paths.slugs(home):
        folder = paths.club_dir(home, slug)
        started = started_on(folder)
        if started is None or started > last or not is_untouched(folder / paths.CLUB):
            continue
        if clubs.set_aside(slug, lambda slug=slug, folder=folder: _set_aside(home, slug, folder)):  # type: ignore[misc]
            swept.append(slug)
    _clear(home / paths.CLUBS)
    return swept


def _set_aside(home: Path, slug: str, folder: Path) -> bool:
    """Rename a club's folder, while no request can use the club. Return False if it was used at the last moment."""
    if not is_untouched(folder / paths.CLUB):
        return False
    note_swept(home, slug)
    folder.rename(folder.with_name(f"{_ASIDE}{slug}-{secrets.token_hex(4)}"))
    return True


def _clear(folder: Path) -> None:
    """Delete the folders that were set aside, now or before an interruption."""
    for rest in folder.glob(f"{_ASIDE}*"):
        # If another program wrote to it at the last moment, keep it for its owner to find.
        if (rest / MARK).exists() and is_untouched(rest / paths.CLUB):
            shutil.rmtree(rest, ignore_errors=True)


def sweep_now_and_then(home: Path, clubs: OpenClubs) -> None:
    """Sweep periodically, in a daemon thread."""
    threading.Thread(target=_run, args=(lambda: _sweep_once(home, clubs),), name="sweep", daemon=True).start()


def _run(once: Callable[[], None]) -> None:
    never = threading.Event()
    pause = SECONDS_TO_FIRST
    while not never.wait(pause):
        once()
        pause = SECONDS_BETWEEN


def _sweep_once(home: Path, clubs: OpenClubs) -> None:
    try:
        if swept := sweep(home, clubs, datetime.now(UTC).date()):
            _LOG.info("Clubs that no one used were deleted: %d.", len(swept))
    except OSError as error:
        _LOG.error("Unused clubs could not be deleted: %s", error.strerror)


NAME = "scorepad.open_house"
"""Key in `app.extensions`. Missing if there is no open house."""


class OpenHouse:
    """The clubs of an open house, their limits, and its counters."""

    def __init__(self, home: Path, clubs: OpenClubs, most: int) -> None:
        self.home = home
        self.clubs = clubs
        self.limits = Limits(most)
        self.counter = Counter(home)
        self.errors = 0

    def start(self, address: str, key: str, name: str) -> str:
        """Start a club of this name for a visitor with this IP address, once per form key. Return its slug.

        Raises TooManyClubs, or StoreError if the disk fails.
        """
        return self.limits.start(address, key, self._count, partial(self._make, name))

    def _make(self, name: str) -> str:
        slug = new_slug(self.home)
        make_club(self.home, slug, datetime.now(UTC).date(), name)
        return slug

    def _count(self) -> int:
        with os.scandir(self.home / paths.CLUBS) as folders:
            return sum(1 for _ in folders)


def current_house() -> OpenHouse:
    """Return the open house. Only for its own pages: without one this raises KeyError."""
    house = current_app.extensions[NAME]
    assert isinstance(house, OpenHouse)
    return house
