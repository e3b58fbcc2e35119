"""Create a club on a host of many, and generate its slug."""

import json
import os
import secrets
from contextlib import suppress
from datetime import date
from pathlib import Path

from scorepad import paths
from scorepad.store import Club, StoreError

MARK = "open-house"
"""The file in a club's folder that records that a visitor started it, and when."""

SWEPT = "swept-clubs"
"""The file in the instance folder with the slugs of swept clubs, which are never used again."""

_COLOURS = ("red", "black", "wild", "clean", "green", "silver", "golden", "lucky")
_CARDS = ("ace", "king", "queen", "jack", "ten", "nine", "seven", "five", "three", "joker")
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_TRIES = 20


def make_club(home: Path, slug: str, started: date | None = None) -> None:
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
    Club.open(folder / paths.CLUB).close()


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
    """Return the slugs of clubs that were swept."""
    with suppress(OSError):
        return frozenset((home / SWEPT).read_text("ascii").split())
    return frozenset()


def note_swept(home: Path, slug: str) -> None:
    """Record the slug of a club that is about to be swept. Raises OSError."""
    with (home / SWEPT).open("a", encoding="ascii") as file:
        file.write(f"{slug}\n")
        file.flush()
        os.fsync(file.fileno())
