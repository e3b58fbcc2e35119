"""Run commands in a fork of a process that has imported Scorepad: importing it takes longer than most tests.

After its imports, a command behaves as usual. Tests of how a process starts use `tests.support.server.start` or
`subprocess` instead.
"""

import gc
import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import TextIO

import scorepad.commands.serve
import scorepad.serving.gateway
import scorepad.serving.server
import scorepad.web  # noqa: F401
from scorepad.cli import main

_COPIES = multiprocessing.get_context("forkserver")
_COPIES.set_forkserver_preload([__name__])

if multiprocessing.current_process().name == "MainProcess":
    # Copies then do not scan the inherited objects, and their memory stays shared.
    gc.freeze()


class Forked:
    """A command in its own process group and the current folder, with the interface of a `subprocess.Popen`.

    Its output can be read from `stdout`; errors are written to the file descriptor `stderr`.
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
        return self.poll()

    def poll(self) -> int | None:
        """Return the exit status, negative for a signal; None while the command runs."""
        return self._process.exitcode

    def wait(self, timeout: float) -> int | None:
        """Wait up to `timeout` seconds for its end. Return the same as `poll`."""
        self._process.join(timeout)
        return self.returncode

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()


def _run(arguments: list[str], environ: dict[str, str], folder: str, out: Connection, errors: Connection) -> None:
    """Run `python -m scorepad` with these arguments, in this process."""
    os.setsid()
    os.environ.clear()
    os.environ.update(environ)
    os.chdir(folder)
    for stream, number in (out, 1), (errors, 2):
        with stream:
            os.dup2(stream.fileno(), number)
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
    main(arguments, prog_name="scorepad")
