"""Fold what the server left in its logs, so that each club is one file once Scorepad has stopped."""

from contextlib import suppress
from pathlib import Path

from scorepad import paths
from scorepad.store import Access, Club, StoreError
from scorepad.store.file.reach import log_of


def fold_logs(home: Path) -> None:
    """Fold the logs of all clubs in an instance folder. A file with a fault is left for the next start to report."""
    for folder in (home, *(paths.club_dir(home, slug) for slug in paths.slugs(home))):
        for name, kind in ((paths.CLUB, Club), (paths.ACCESS, Access)):
            path = folder / name
            if log_of(path).exists():
                with suppress(StoreError):
                    kind.open(path).close()
