"""A club as one SQLite file with views, for Datasette, spreadsheets with a driver, and programs that use SQL."""

import shutil
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from scorepad.exchange.exports import Report, no_report
from scorepad.store import Club
from scorepad.store.exports import make_readable

_DRAFTS = ".export-"
_A_DAY = 24 * 60 * 60


def write(club: Club, stream: IO[bytes], report: Report = no_report) -> None:
    """Write a copy of the club with views. The temporary copy is created beside the club. Raises StoreError."""
    home = club.path.parent
    _remove_old(home)
    with TemporaryDirectory(dir=home, prefix=_DRAFTS) as folder:
        copy = club.backup(Path(folder) / "club.sqlite3")
        make_readable(copy, lambda step, done, total: report(done, total))
        with copy.open("rb") as file:
            shutil.copyfileobj(file, stream, 1024 * 1024)


def _remove_old(home: Path) -> None:
    """Remove the folders of exports that were killed."""
    for folder in home.glob(f"{_DRAFTS}*"):
        if folder.stat().st_mtime < time.time() - _A_DAY:
            shutil.rmtree(folder, ignore_errors=True)
