"""What spares the tests waiting and changes nothing they see: templates are compiled once, folders are in memory."""

import os
from pathlib import Path
from types import CodeType

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

MEMORY = Path("/dev/shm")
ENOUGH = 2 * 1024**3
"""Bytes that have to be free in memory: all the folders of a run are a quarter of them."""


class Compiled(BytecodeCache):
    """The templates of this process, compiled: every club has an application of its own, and each would compile anew.

    A template is known by its name and file, and by what is written in it.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Gives what is known."""
        bucket.code = self._known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps what was compiled."""
        if bucket.code is not None:
            self._known[bucket.key, bucket.checksum] = bucket.code


def compile_once() -> None:
    """Lets all the applications that are made from now on share their compiled templates."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}


def keep_folders_in_memory() -> None:
    """Lets pytest make its folders where nothing waits for a disk, if this machine has such a place.

    A club waits for the disk whenever it keeps something. No test cuts the power, so none sees whether it did.
    """
    if "PYTEST_DEBUG_TEMPROOT" not in os.environ and fit(MEMORY):
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY)


def fit(folder: Path) -> bool:
    """Whether the folders of a run may be in this one: there is room, and programs in it can be started."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    found = os.statvfs(folder)
    return not found.f_flag & os.ST_NOEXEC and found.f_bavail * found.f_frsize > ENOUGH
