"""Copies every club once a day to the folder of the daily copies, while the server runs.

A separate process makes the copies, so that no request waits for them.
"""

import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

from scorepad import paths
from scorepad.environment import copies_folder

Look = tuple[tuple[int, int, int], ...]

SECONDS_TO_FIRST_COPY = 30.0
SECONDS_BETWEEN_LOOKS = 3600.0
SECONDS_TO_COPY = 3600.0


class DailyCopies:
    """Copies the clubs of an instance folder in a thread, until the context is left."""

    def __init__(self, home: Path, environ: Mapping[str, str]) -> None:
        self._home = home
        self._environ = {**environ, "SCOREPAD_INSTANCE": str(home)}
        self._folder = copies_folder(home, environ)
        self._is_over = threading.Event()
        # The state of each club's files when its last copy was up to date.
        self._seen: dict[str, Look] = {}

    def __enter__(self) -> Self:
        threading.Thread(target=self._run, name="daily copies", daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._is_over.set()

    def _run(self) -> None:
        pause = SECONDS_TO_FIRST_COPY
        while not self._is_over.wait(pause):
            self.copy_all()
            pause = SECONDS_BETWEEN_LOOKS

    def copy_all(self) -> None:
        """Copy each club that has something new, except the example club. Errors are printed to standard error."""
        home = [""] if (self._home / paths.CLUB).exists() else []
        for slug in [*home, *paths.slugs(self._home)]:
            folder = paths.club_dir(self._home, slug)
            # Taken before the copy, so that anything recorded during it counts as new next time.
            look = _look_at(folder)
            # Starting a process for each of many idle clubs would waste the host's time.
            if paths.is_example(folder) or self._seen.get(slug) == look:
                continue
            try:
                self._make_folder()
                if self._copy(slug):
                    self._seen[slug] = look
            except (OSError, subprocess.TimeoutExpired) as error:
                _complain(f"The daily copy was not made: {error}")

    def _make_folder(self) -> None:
        # A folder from the settings may be on a memory stick that is not mounted: do not create it on the disk below.
        if self._folder.parent == self._home:
            paths.make_folder(self._folder)

    def _copy(self, slug: str) -> bool:
        """Copy a club if it has something new. Return whether that succeeded."""
        club = ["--club", slug] if slug else []
        command = [sys.executable, "-m", "scorepad", "backup", "--daily", str(self._folder), *club]
        done = subprocess.run(  # noqa: S603  # our own program, with folders of this machine's owner
            command, env=self._environ, capture_output=True, text=True, timeout=SECONDS_TO_COPY, check=False
        )
        if done.returncode:
            _complain(f"The daily copy was not made: {done.stderr.strip()}")
        return not done.returncode


def _look_at(folder: Path) -> Look:
    """The state of a club's file and its log, which changes with everything that is recorded."""
    looks = []
    for file in (folder / paths.CLUB, folder / f"{paths.CLUB}-wal"):
        with suppress(OSError):
            status = file.stat()
            looks.append((status.st_ino, status.st_size, status.st_mtime_ns))
    return tuple(looks)


def _complain(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()
