"""Folds the write-ahead logs that the server left, so that each club is one file once Scorepad has stopped.

`python -m scorepad.serving.folding FOLDER` does this for the clubs of an instance folder.
"""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from scorepad import paths
from scorepad.store import Access, Club, StoreError
from scorepad.store.file.log_end import log_of


def fold_logs(home: Path) -> None:
    """Fold the logs of all clubs in an instance folder. A faulty file is left for the next start to report."""
    for folder in (home, *(paths.club_dir(home, slug) for slug in paths.slugs(home))):
        for name, kind in ((paths.CLUB, Club), (paths.ACCESS, Access)):
            path = folder / name
            if log_of(path).exists():
                with suppress(StoreError):
                    kind.open(path).close()


def exec_checkpoint(home: Path) -> NoReturn:
    """Replace this process, whose threads may still use the clubs, by one that folds the logs."""
    # A second Ctrl-C would print a traceback.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _flush()
    command = [sys.executable, "-m", __name__, str(home)]
    os.execv(sys.executable, command)  # noqa: S606  # our own program, with a folder of this machine's owner


def leave() -> NoReturn:
    """Exit at once. Python's normal exit would wait for other threads."""
    _flush()
    os._exit(0)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()


if __name__ == "__main__":
    fold_logs(Path(sys.argv[1]))
