"""Make tests faster: compile templates and minify scripts once, keep folders in memory, collect less garbage."""

import gc
import os
from functools import cache
from pathlib import Path
from types import CodeType

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from scorepad.web.app import assets

MEMORY = Path("/dev/shm")
ENOUGH = 2 * 1024**3
"""Bytes that must be free in memory: four times the size of all folders of a test run."""


class CompiledTemplates(BytecodeCache):
    """Compiled templates, shared by all applications of this process, by name and checksum."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._code[bucket.key, bucket.checksum] = bucket.code


def compile_once() -> None:
    """Share compiled templates between all applications created from now on: each club has its own application."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": CompiledTemplates()}


def minify_once() -> None:
    """Share the minified files of a folder between all applications."""
    assets._all = cache(assets._all)


def keep_folders_in_memory() -> None:
    """Make pytest create its folders in memory, if possible.

    A club waits for the disk after every entry. No test cuts the power, so none can notice the difference.
    """
    if "PYTEST_DEBUG_TEMPROOT" not in os.environ and is_suitable(MEMORY):
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY)


def spare_what_stays() -> None:
    """Exclude all current objects, such as thousands of collected tests, from garbage collection."""
    gc.collect()
    gc.freeze()


def is_suitable(folder: Path) -> bool:
    """Whether a folder has enough space for a test run, and allows executing programs."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    system = os.statvfs(folder)
    return not system.f_flag & os.ST_NOEXEC and system.f_bavail * system.f_frsize > ENOUGH
