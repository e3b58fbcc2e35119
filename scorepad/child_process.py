"""Work in a child process: a fresh interpreter that gets a task, tells how far it is, and sends an answer.

The server's memory and its other requests stay out of the work: threads of one process share one core. It is no fork,
which would copy the locks of the server's threads and SQLite's.
"""

import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any


class EndedEarly(Exception):
    """The process ended without an answer, with this exit status."""

    def __init__(self, status: int) -> None:
        super().__init__(f"A process of ours ended with exit status {status}.")
        self.status = status


def ask(program: str, task: object, report: Callable[[Any], object], seconds: float | None = None) -> Any:
    """Run a program that calls `answer`, send it a task, and return its answer. `report` gets what it tells meanwhile.

    It is killed after `seconds`, and if `report` raises. Raises EndedEarly, and OSError if it cannot start.
    """
    with subprocess.Popen(  # noqa: S603  # our own program
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        clock = threading.Timer(seconds or 0, process.kill)
        clock.daemon = True
        if seconds is not None:
            clock.start()
        try:
            with suppress(BrokenPipeError), process.stdin as stdin:
                pickle.dump(task, stdin)
            while True:
                is_answer, frame = pickle.load(process.stdout)  # noqa: S301  # from `answer` below
                if is_answer:
                    return frame
                report(frame)
        except (EOFError, pickle.UnpicklingError) as error:
            raise EndedEarly(process.wait()) from error
        finally:
            clock.cancel()
            process.kill()


def answer(carry_out: Callable[[Any, Callable[[object], None]], object]) -> None:
    """Read the task from standard input, and write what `carry_out` reports and returns to standard output."""
    frames, sys.stdout = sys.stdout.buffer, sys.stderr

    def send(is_answer: bool, frame: object) -> None:
        pickle.dump((is_answer, frame), frames)
        frames.flush()

    task = pickle.load(sys.stdin.buffer)  # noqa: S301  # from `ask` above
    send(True, carry_out(task, lambda frame: send(False, frame)))
