"""Shared by the proofs: a real server, and the one line that each prints."""

import argparse
import gc
import os
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.support import server
from tests.support.forked import Forked
from tests.support.waiting import PATIENCE

SKIPPED = 77
"""Exit status of a proof that cannot run here; its line says why."""

_copied = threading.Event()
"""Set for a short form: its servers are forked with Scorepad already imported, see `tests.support.forked`."""


def arguments(default: int, short: int, question: str) -> argparse.Namespace:
    """Parse the number of repetitions, `count`, which is lower with `--short`, and a `seed`."""
    parser = argparse.ArgumentParser(description=question)
    parser.add_argument("--short", action="store_true", help=f"{short:,} times, without a clock")
    parser.add_argument("--count", type=int, help=f"how often; {default:,} unless told")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    asked.count = asked.count or (short if asked.short else default)
    if asked.short:
        _copied.set()
    # Everything loaded so far stays, so the garbage collector need not scan it repeatedly.
    gc.freeze()
    return asked


def verdict(name: str, figures: Mapping[str, object], faults: list[str]) -> int:
    """Print the result line of a proof. Return its exit status: 1 if there are faults."""
    told = ", ".join(f"{n:,} {words}" if isinstance(n, int) else f"{n} {words}" for words, n in figures.items())
    print(f"{name}: {'REFUTED' if faults else 'holds'}: {told}{''.join(f'; {f}' for f in faults[:5])}")
    return 1 if faults else 0


@contextmanager
def club_folder(disk: Callable[[Path], AbstractContextManager[None]] | None = None) -> Iterator[Path]:
    """Create a folder for one club, whose owner has the phones of `server.owner_token`. Mount a `disk` over it."""
    with tempfile.TemporaryDirectory(prefix="scorepad-proof-") as folder, disk(Path(folder)) if disk else nullcontext():
        server.let_owners_in(Path(folder))
        yield Path(folder)


class Running(NamedTuple):
    """A server that is ready."""

    port: int
    process: int

    def kill(self) -> None:
        """Kill all of its processes with -9."""
        with suppress(ProcessLookupError):
            os.killpg(self.process, signal.SIGKILL)


@contextmanager
def running(folder: Path, errors: list[str], **environment: str) -> Iterator[Running]:
    """Serve the club in a folder. Append the errors that the server prints to `errors`."""
    environ = server.environment(SCOREPAD_INSTANCE=str(folder), **environment)
    # Other variables may already matter while the server is imported.
    is_copied = _copied.is_set() and all(name.startswith("SCOREPAD_") for name in environment)
    start = server.start_copy if is_copied else server.start
    with tempfile.TemporaryFile("w+") as stderr, start(environ, stderr=stderr.fileno()) as process:
        try:
            port = urlsplit(server.address(process)).port
            if port is None:
                stderr.seek(0)
                raise SystemExit(f"The server did not start: {stderr.read()}")
            yield Running(port, process.pid)
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            finally:
                Running(0, process.pid).kill()
            stderr.seek(0)
            errors += [f"printed: {line}" for line in stderr.read().splitlines()[-3:]]


def doctor(folder: Path) -> str:
    """Return the faults that `scorepad doctor` finds, "" if there are none."""
    environ = server.environment(SCOREPAD_INSTANCE=str(folder))
    with tempfile.TemporaryFile("w+") as stderr:
        examined = Forked(["doctor"], environ, stderr.fileno())
        with examined.stdout:
            told = examined.stdout.read()
        status = examined.wait(PATIENCE)
        stderr.seek(0)
        return "" if status == 0 else f"doctor: {told}{stderr.read()}"
