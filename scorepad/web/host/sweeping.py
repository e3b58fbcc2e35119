"""Delete clubs that visitors started and never used: at least thirty days old, with nothing ever recorded."""

import logging
import secrets
import shutil
import threading
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from scorepad import paths
from scorepad.store.file.closed_file import is_untouched
from scorepad.web.app.open_clubs import OpenClubs
from scorepad.web.host.making import MARK, note_swept, started_on

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
