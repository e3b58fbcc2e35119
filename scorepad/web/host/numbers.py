"""The numbers of a host, for its operator. They contain no names."""

import hmac
import os
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorepad import paths
from scorepad.store import StoreError
from scorepad.store.file.closed_file import games_since
from scorepad.web.host.making import MARK

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
