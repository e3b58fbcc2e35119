"""A separate disk for a club, small enough to fill, if the system lets a script mount one."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MEGABYTES = 16
_TRIED = "PROOF_MAY_MOUNT"


def may_mount() -> bool:
    """Run this script again in its own mount namespace, which ends with it. Return whether it may mount."""
    if _TRIED not in os.environ:
        for own in (["unshare", "-m"], ["unshare", "-rm"]):
            with suppress(OSError):
                if not subprocess.run([*own, "mount", "-t", "tmpfs", "tmpfs", "/tmp"], capture_output=True).returncode:
                    os.execvpe(own[0], [*own, *sys.orig_argv], os.environ | {_TRIED: "yes"})
    return _TRIED in os.environ


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """Mount a small disk over a folder."""
    _mount("-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(folder))
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill(ballast: Path) -> None:
    """Write a file until the disk is full."""
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise


def make_read_only(folder: Path) -> None:
    """Make a disk read-only. Raises OSError if the system refuses, because a file on it is open for writing."""
    _mount("-o", "remount,ro", str(folder))


def make_writable(folder: Path) -> None:
    _mount("-o", "remount,rw", str(folder))


@contextmanager
def read_only_view(folder: Path) -> Iterator[None]:
    """Mount a read-only view of a folder over it: open files stay open, but nothing can be opened for writing."""
    _mount("--bind", str(folder), str(folder))
    _mount("-o", "remount,bind,ro", str(folder))
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def _mount(*options: str) -> None:
    done = subprocess.run(["mount", *options], capture_output=True, text=True)
    if done.returncode:
        raise OSError(done.stderr.strip())
