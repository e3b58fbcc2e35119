"""While Scorepad serves, copy every club once a day to the folder of the daily copies.

A process of its own makes the copies, so that no request waits for them.
"""

import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from scorepad import paths
from scorepad.environment import copies_folder

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
        """Copy each club that has something new, but for the example club. A fault is a sentence on standard error."""
        home = [""] if (self._home / paths.CLUB).exists() else []
        for slug in [*home, *paths.slugs(self._home)]:
            if paths.is_example(paths.club_dir(self._home, slug)):
                continue
            try:
                self._make_folder()
                self._copy(slug)
            except (OSError, subprocess.TimeoutExpired) as error:
                _complain(f"The daily copy was not made: {error}")

    def _make_folder(self) -> None:
        # A folder of choice may be on a stick that is not there now: then it is not made on the disk below it.
        if self._folder.parent == self._home:
            paths.make_folder(self._folder)

    def _copy(self, slug: str) -> None:
        club = ["--club", slug] if slug else []
        command = [sys.executable, "-m", "scorepad", "backup", "--daily", str(self._folder), *club]
        done = subprocess.run(  # noqa: S603  # our own program, with folders of this machine's owner
            command, env=self._environ, capture_output=True, text=True, timeout=SECONDS_TO_COPY, check=False
        )
        if done.returncode:
            _complain(f"The daily copy was not made: {done.stderr.strip()}")


def _complain(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()
