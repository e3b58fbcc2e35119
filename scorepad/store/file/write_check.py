"""Tests whether something could be recorded now, and records nothing."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from scorepad.store.club import Club
from scorepad.store.errors import StoreError

BYTES = 4096
"""The bytes that the trial writes: a page of a club's file."""


class _Enough(Exception):
    """Rolls the trial back."""


def try_disk(folder: Path) -> None:
    """Write a small file to the disk of a folder, and remove it. Raises StoreError."""
    trial = folder / f".writable-{os.getpid()}-{secrets.token_hex(4)}"
    try:
        handle = os.open(trial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            written = os.write(handle, secrets.token_bytes(BYTES))
            os.fsync(handle)
        finally:
            os.close(handle)
            trial.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"Nothing can be saved in {folder}: {error.strerror or error}.") from None
    if written < BYTES:
        raise StoreError(f"Nothing can be saved in {folder}: the disk is full.")


def try_club(club: Club) -> None:
    """Begin a write to the club, and roll it back. Raises StoreError if no entry could be recorded."""
    with suppress(_Enough), club.writing():
        raise _Enough
