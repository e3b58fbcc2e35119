"""Run commands in a copy of a process that has imported Scorepad: to import it takes longer than most tests.

From its first line on, a command does the same. Whatever is about how a process starts uses
`tests.support.server.start` or `subprocess` instead.
"""

import gc
import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import TextIO

import granian.server.mt  # noqa: F401  # what servers need is imported before they are copied

import scorepad.commands.serve
import scorepad.serving.server
import scorepad.web  # noqa: F401
from scorepad.cli import main

_COPIES = multiprocessing.get_context("forkserver")
_COPIES.set_forkserver_preload([__name__])

if multiprocessing.current_process().name == "MainProcess":
    # The collector of a copy need not look through what it came with, and touches none of it.
    gc.freeze()


class Forked:
    """A command in a process group of its own, to be handled as a `subprocess.Popen` is. The folder is the current one.

    What it prints can be read from `stdout`; errors are written to the file with the number `stderr`.
    """

    def __init__(self, arguments: Sequence[str], environ: Mapping[str, str], stderr: int) -> None:
        reader, writer = os.pipe()
        out, errors = Connection(writer, readable=False), Connection(os.dup(stderr), readable=False)
        with out, errors:
            passed = ([*arguments], dict(environ), os.getcwd(), out, errors)
            self._process = _COPIES.Process(target=_run, args=passed)
            self._process.start()
        self.pid: int = self._process.pid or 0
        self.stdout: TextIO = os.fdopen(reader)

    @property
    def returncode(self) -> int | None:
        """What `poll` returns."""
        return self.poll()

    def poll(self) -> int | None:
        """The exit status, negative for a signal; None while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float) -> int | None:
        """Wait for its end for so many seconds. Returns what `poll` does."""
        self._process.join(timeout)
        return self.returncode

    def terminate(self) -> None:
        """Ask it to stop."""
        self._process.terminate()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()


def _run(arguments: list[str], environ: dict[str, str], folder: str, out: Connection, errors: Connection) -> None:
    """Do what `python -m scorepad` does with these arguments."""
    os.setsid()
    os.environ.clear()
    os.environ.update(environ)
    os.chdir(folder)
    for stream, number in (out, 1), (errors, 2):
        with stream:
            os.dup2(stream.fileno(), number)
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
    main(arguments, prog_name="scorepad")
