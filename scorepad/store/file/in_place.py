"""Notices when the files under an open club are moved, replaced, cut or deleted.

SQLite goes on writing into a file that was deleted or replaced, and those writes are lost with it.
"""

import os
from contextlib import suppress
from pathlib import Path

from scorepad.store.errors import StoreError
from scorepad.store.file.reach import log_of

_LOG_BEGINS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""The first bytes of every write-ahead log, by the order of its checksums' bytes."""


class InPlace:
    """The club's file and its log as they were when they were opened. For one thread at a time."""

    def __init__(self, path: Path, *, has_log: bool) -> None:
        self._path = path
        self._log = log_of(path)
        self._file = _identity(path)
        self._size = _size(path)
        self._log_handle = _open(self._log) if has_log else None

    def check(self) -> None:
        """Raise StoreError if writing into the files would lose what is written."""
        if _identity(self._path) != self._file:
            raise StoreError(
                f"{self._path} was moved or replaced while Scorepad had it open; nothing was saved. Put it back, or "
                "start Scorepad again."
            )
        size = _size(self._path)
        if size < self._size:
            raise StoreError(
                f"{self._path} was cut by another program while Scorepad had it open; nothing was saved. Stop "
                "Scorepad, and go on from the latest copy of the club."
            )
        self._size = size
        if self._log_handle is not None and _first_bytes(self._log_handle) not in (
            b"",
            *_LOG_BEGINS,
        ):
            raise StoreError(
                f"{self._log} was emptied or written over by another program; nothing was saved. Stop Scorepad, and "
                "run `scorepad doctor`: it says what is missing."
            )

    def is_log_gone(self) -> bool:
        """Whether the log is no longer where SQLite would look for it after a restart."""
        if self._log_handle is None:
            return False
        status = os.fstat(self._log_handle)
        return _identity(self._log) != (status.st_dev, status.st_ino)

    def has_log_content(self) -> bool:
        """Whether anything is in the log, as after a crash."""
        return self._log_handle is not None and _size(self._log) > 0

    def close(self) -> None:
        """Stop watching. Twice is fine."""
        if self._log_handle is not None:
            os.close(self._log_handle)
            self._log_handle = None


def _open(log: Path) -> int | None:
    # Closing a handle gives up SQLite's locks on that file; on a log it has none.
    with suppress(OSError):
        return os.open(log, os.O_RDONLY)
    return None


def _first_bytes(handle: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    return os.read(handle, 4)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_dev, status.st_ino)


def _size(path: Path) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
