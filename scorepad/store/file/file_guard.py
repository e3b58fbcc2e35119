"""Detects when the files of an open club are moved, truncated or deleted, and notes how far the log reaches.

SQLite keeps writing to a file that was deleted or replaced, and those writes are lost with it.
"""

import json
import os
from contextlib import suppress
from pathlib import Path

from sqlite_utils import Database

from scorepad.store.errors import DamagedFile, StoreError
from scorepad.store.file.copies import way_back
from scorepad.store.file.reach import LogMark, log_of, note_of

_LOG_BEGINS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""The magic numbers of write-ahead logs, one for each byte order of their checksums."""

_LOG_HEADER = 32
"""The bytes of a log's header. Two of its numbers change whenever the log begins again."""

_NOTE_WIDTH = 120
"""Every note has the same length, so that overwriting one leaves nothing of it."""

_REACH = "SELECT coalesce(max(seq), 0), (SELECT version FROM people_version) FROM entry"

_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0)
_WRITE = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)


class FileGuard:
    """A file and its log as they were when they were opened, and the note beside them. For one thread at a time."""

    def __init__(self, path: Path, *, has_log: bool, mark: LogMark | None) -> None:
        """`mark` is the first note of a club, None for a list of phones. Raises StoreError."""
        # As strings: Python would convert a Path again for each call.
        self._path, self._log_path = str(path), str(log_of(path))
        status = os.stat(path)
        self._file = _which(status)
        self._size = status.st_size
        self._log: int | None = None
        # The header and the size of the log when it was last looked at.
        self._log_state = (b"", 0)
        self._log_file: tuple[int, int] | None = None
        self._note: int | None = None
        self._mark = mark
        if has_log:
            # Closing a handle drops SQLite's locks on that file, but SQLite has none on the log.
            with suppress(FileNotFoundError):
                self._log = os.open(self._log_path, _READ)
                self._log_file = _which(os.fstat(self._log))
        if mark:
            self._open_note(note_of(path), mark)

    def check(self) -> bool:
        """Return whether the log is where SQLite would look for it after a restart.

        Raises StoreError if a write would be lost.
        """
        try:
            status = os.stat(self._path)
        except OSError:
            status = None
        if status is None or _which(status) != self._file:
            raise StoreError(
                f"{self._path} was moved or replaced while Scorepad had it open; nothing was saved. Put it back, or "
                "start Scorepad again."
            )
        if status.st_size < self._size:
            raise DamagedFile(
                f"{self._path} was cut by another program while Scorepad had it open; nothing was saved. "
                f"{way_back(Path(self._path))}"
            )
        self._size = status.st_size
        return self._log is None or self._has_log(self._log)

    def _has_log(self, log: int) -> bool:
        header, size = _read_first(log, _LOG_HEADER), os.fstat(log).st_size
        # SQLite empties a log only to begin it again with another header.
        is_cut = header == self._log_state[0] and size < self._log_state[1]
        if is_cut or (header and header[:4] not in _LOG_BEGINS):
            raise DamagedFile(
                f"{self._log_path} was cut or written over by another program; nothing more was saved. Stop Scorepad, "
                "start it again, and run `scorepad doctor`: it says what is missing, and how to go back to a copy."
            )
        self._log_state = (header, size)
        try:
            return _which(os.stat(self._log_path)) == self._log_file
        except OSError:
            return False

    def mark(self, db: Database) -> LogMark | None:
        """Return how far the log reaches with the transaction that is about to be committed, or None without a note."""
        if self._mark is None:
            return None
        seq, people = db.conn.execute(_REACH).fetchone()
        return LogMark(self._mark.club, self._mark.folds, seq, people)

    def committed(self, mark: LogMark | None) -> bool:
        """Note how far the log reaches after a commit. Return whether that log is still there; see `check`."""
        is_there = self.check()
        if mark:
            self._write_note(mark)
        return is_there

    def folded(self, folds: int) -> None:
        """Note that the log was folded into the file, `folds` times in total."""
        if self._mark:
            self._write_note(self._mark._replace(folds=folds))

    def log_size(self) -> int:
        """The size of the log in bytes: more than 0 after a crash."""
        return os.fstat(self._log).st_size if self._log is not None else 0

    def _open_note(self, path: Path, mark: LogMark) -> None:
        try:
            self._note = os.open(path, _WRITE, 0o600)
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror}.") from None
        self._write_note(mark)

    def _write_note(self, mark: LogMark) -> None:
        self._mark = mark
        if self._note is None:
            return
        # `json.dumps` of the whole note would take longer than writing it.
        note = f'{{"club": {json.dumps(mark.club)}, "folds": {mark.folds}, "seq": {mark.seq}, "people": {mark.people}}}'
        text = f"{note:<{_NOTE_WIDTH}}\n"
        # The entry is safe already: it must not be refused because the note cannot be written.
        with suppress(OSError):
            _write_first(self._note, text.encode("ascii"))

    def close(self) -> LogMark | None:
        """Close the log and the note. Return the mark, for the `FileGuard` of the next log. Safe to call twice."""
        for handle in (self._log, self._note):
            if handle is not None:
                os.close(handle)
        self._log = self._note = None
        return self._mark

    def remove_note(self) -> None:
        """Remove the note if there is no log: SQLite deletes the log of a file that no one has open."""
        if self._mark and not os.path.exists(self._log_path):
            note_of(Path(self._path)).unlink(missing_ok=True)


def _which(status: os.stat_result) -> tuple[int, int]:
    """The identity of a file, by its device and inode. It stays the same when the file is renamed."""
    return status.st_dev, status.st_ino


def _read_first(handle: int, size: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(handle, size, 0)
    os.lseek(handle, 0, os.SEEK_SET)
    return os.read(handle, size)


def _write_first(handle: int, content: bytes) -> None:
    if hasattr(os, "pwrite"):
        os.pwrite(handle, content, 0)
        return
    os.lseek(handle, 0, os.SEEK_SET)
    os.write(handle, content)
