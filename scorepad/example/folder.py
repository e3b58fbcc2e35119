"""Creates and deletes the folder of the example club. Only a folder with its mark file is ever deleted."""

import secrets
import shutil
from datetime import date
from pathlib import Path

from scorepad import paths
from scorepad.example.club import Report, fill
from scorepad.store import Club, StoreError

SLUG = "example"

_MARK = "The games of this club are made up. “scorepad demo --delete” deletes it.\n"


def make(home: Path, last: date, report: Report) -> bool:
    """Create the example club, whose last evening is on or before the day `last`. Return False if it already exists.

    Raises StoreError if another club has its name, or the files cannot be written.
    """
    folder = paths.club_dir(home, SLUG)
    if paths.is_example(folder):
        return False
    if folder.exists():
        raise StoreError(f"There is already a club called {SLUG}, and it is not an example. Nothing was changed.")
    try:
        if paths.has_home_club(home):
            # Create the home club first: without it, the new folder would look like a host without a home club.
            Club.open(home / paths.CLUB).close()
        draft = folder.with_name(f".{SLUG}-{secrets.token_hex(4)}")
        for missing in (folder.parent, draft):
            paths.make_folder(missing)
        (draft / paths.EXAMPLE_MARK).write_text(_MARK, "utf-8")
        _clear(folder, but=draft)
        fill(draft / paths.CLUB, last, report)
        draft.rename(folder)
    except OSError as error:
        raise StoreError(f"The example club could not be made in {folder}: {error.strerror}.") from None
    return True


def delete(home: Path) -> bool:
    """Delete the example club, even while it is in use. Return False if there is none. Raises StoreError."""
    folder = paths.club_dir(home, SLUG)
    if not paths.is_example(folder):
        return False
    try:
        folder.rename(folder.with_name(f".{SLUG}-{secrets.token_hex(4)}"))
        _clear(folder)
    except OSError as error:
        raise StoreError(f"The example club in {folder} could not be deleted: {error.strerror}.") from None
    return True


def _clear(folder: Path, but: Path | None = None) -> None:
    """Delete leftovers of example clubs that were deleted or only partly created."""
    for rest in folder.parent.glob(f".{SLUG}-*"):
        if rest != but and paths.is_example(rest):
            shutil.rmtree(rest, ignore_errors=True)
