"""Uploaded files that wait for a decision, and the work on them, which may take longer than a request.

An upload stays in a folder beside the club's file until it is imported, or for a day. Its state is in memory: after a
restart it is read again, unless the reader or the server stopped while it was at work on the file.
"""

import logging
import re
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from scorepad.exchange.imports.import_file import ImportFile
from scorepad.exchange.imports.own_process import Answer, ReaderDied, Task, run
from scorepad.exchange.imports.pipeline import Preview
from scorepad.exchange.imports.plan import Decisions
from scorepad.store import Club, StoreError
from scorepad.store.imports import Import

AT_FIRST = 1.5
"""Seconds a request waits for the work. Most files are read by then, so that their pages need not poll."""

SECONDS = 60.0
"""The most seconds that reading a file for a preview may take."""

READING = threading.Lock()
"""Held while a file is read: one at a time, across all clubs."""

KEPT_SECONDS = 24 * 3600
MAX_FILES = 5
"""The most files of a club that wait. A new one replaces the oldest, but never one that is being recorded."""

_RECORDING = "recording"
_TOKEN = re.compile("[0-9a-f]{32}")
"""Matches the name of an uploaded file. It only looks like the key of a form."""

BROKEN = "Something went wrong while the file was read. Nothing was recorded. Save it again as CSV, and try again."
STOPPED = (
    "Scorepad stopped while it was at work on this file, and does not open it again by itself. Choose it once more."
)

_PARTS = ("", ".name", ".begun")
"""What the names of an upload's files end in: the upload, its name, and a mark that is there while it is read."""


@dataclass
class Work:
    """A file and its state. `doing` is "reading" or "recording" while a thread works on it."""

    file: ImportFile
    decisions: Decisions = field(default_factory=Decisions)
    doing: str = ""
    done: int = 0
    preview: Preview | None = None
    refusal: str = ""
    sheets: tuple[str, ...] = ()
    """The sheets to choose from, if the one in `decisions` cannot be read."""
    past: Import | None = None
    is_given_up: bool = False
    """Whether the file ended its reader, so that it is not read again."""

    @property
    def begun(self) -> Path:
        """The mark that remains if the reader or the server ends while the file is read."""
        return self.file.path.with_name(f"{self.file.path.name}.begun")

    def count(self, done: int) -> None:
        self.done = done


class ImportWork:
    """The uploaded files of one process. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._works: dict[tuple[Path, str], Work] = {}

    def keep(self, folder: Path, name: str, save: Callable[[Path], Any]) -> str:
        """Save an uploaded file and return its token. Raises OSError."""
        folder.mkdir(mode=0o700, exist_ok=True)
        self.sweep(folder, room=1)
        token = secrets.token_hex(16)
        try:
            save(folder / token)
            (folder / f"{token}.name").write_text(name, "utf-8")
        except OSError:
            self.discard(folder, token)
            raise
        return token

    def sweep(self, folder: Path, room: int = 0) -> None:
        """Remove files older than a day, and all but the latest `MAX_FILES` less `room`."""
        if not folder.is_dir():
            return
        files: list[tuple[float, str]] = []
        for path in folder.iterdir():
            # Another request may remove the file meanwhile.
            with suppress(FileNotFoundError):
                files += [(path.stat().st_mtime, path.name)] if _TOKEN.fullmatch(path.name) else []
        too_old = time.time() - KEPT_SECONDS
        for at, (sent, token) in enumerate(sorted(files)):
            if sent < too_old or at < len(files) - MAX_FILES + room:
                self.discard(folder, token)

    def discard(self, folder: Path, token: str) -> bool:
        """Remove a waiting file. Returns False, and keeps the file, if it is being recorded."""
        with self._lock:
            work = self._works.get((folder, token))
            if work and work.doing == _RECORDING:
                return False
            self._works.pop((folder, token), None)
        if _TOKEN.fullmatch(token):
            for ending in _PARTS:
                (folder / f"{token}{ending}").unlink(missing_ok=True)
        return True

    def work(self, folder: Path, token: str) -> Work | None:
        """Return the work on a file, None if the file is gone."""
        with self._lock:
            known = self._works.get((folder, token))
            if known is None and _TOKEN.fullmatch(token) and (folder / token).exists():
                name = "results"
                with suppress(OSError):
                    name = (folder / f"{token}.name").read_text("utf-8")
                known = self._works[folder, token] = Work(ImportFile(folder / token, name, SECONDS))
                if known.begun.exists():
                    known.refusal, known.is_given_up = STOPPED, True
        return known

    def read(self, club: Club, work: Work, decisions: Decisions, done: Callable[[], None]) -> None:
        """Preview the file in a new thread, unless a thread is at work on it. Calls `done` at the end either way."""

        def look() -> None:
            with READING:
                _take(work, run(Task(club.path, work.file, decisions), work.count))
            if work.preview:
                work.decisions = replace(decisions, rules=decisions.rules or work.preview.slug)

        self._begin(work, "reading", look, done)

    def record(self, club: Club, work: Work, device: str | None, done: Callable[[], None]) -> None:
        """Record the file with its decisions, in a thread as `read` does."""

        def write() -> None:
            task = Task(club.path, work.file, work.decisions, records=True, device=device)
            with club.imports.recording_elsewhere():
                answer = run(task, work.count)
            _take(work, answer)

        self._begin(work, _RECORDING, write, done)

    def _begin(self, work: Work, doing: str, task: Callable[[], None], done: Callable[[], None]) -> None:
        with self._lock:
            if work.doing or work.is_given_up:
                done()
                return
            work.doing, work.done, work.refusal = doing, 0, ""
        thread = threading.Thread(target=_work, args=(work, task, done), name="import", daemon=True)
        thread.start()
        thread.join(AT_FIRST)


def _work(work: Work, task: Callable[[], None], done: Callable[[], None]) -> None:
    try:
        work.begun.touch(mode=0o600)
        task()
    except ReaderDied as error:
        work.refusal, work.is_given_up, work.preview = str(error), True, None
    except StoreError as error:
        work.refusal = str(error)
    except Exception:
        logging.getLogger(__name__).exception("A file could not be imported.")
        work.refusal = BROKEN
    finally:
        if not work.is_given_up:
            work.begun.unlink(missing_ok=True)
        work.doing = ""
        done()


def _take(work: Work, answer: Answer) -> None:
    """Take over an answer: what it does not say stays as it was."""
    work.preview, work.past = answer.preview or work.preview, answer.past
    work.refusal, work.sheets = answer.refusal, answer.sheets
    if answer.fault:
        logging.getLogger(__name__).error("A file could not be imported: %s", answer.fault)
        work.refusal = BROKEN


WORK = ImportWork()
"""The waiting files of this process."""
