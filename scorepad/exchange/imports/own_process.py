"""Read and record uploads in a process of their own: the server's memory and its other requests stay out of it.

Libraries build whole documents in memory before anyone can count what is in them. A process has hard limits and can be
killed.
"""

import os
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from scorepad import child_process
from scorepad.child_process import EndedEarly
from scorepad.exchange.imports.import_file import ImportFile, NotReady, Report
from scorepad.exchange.imports.pipeline import Preview, preview, record
from scorepad.exchange.imports.plan import Decisions, Refused
from scorepad.store import Club, StoreError
from scorepad.store.imports import AlreadyImported, Import

MEMORY = 256 * 1024 * 1024
"""The most bytes that reading may take in addition to the program itself. A club's file takes a tenth of this."""

SECONDS = 300.0
"""The most seconds that a preview may take in all. Recording has no limit: phones would wait for nothing."""

_PROGRAM = f"from {__name__} import main; main()"
_OUT_OF_MEMORY = 3
"""The exit status of a process that noticed its limit itself."""


class ReaderDied(Refused):
    """The process ended without an answer: the file needs too much memory or time. Do not read this file again."""


@dataclass(frozen=True)
class Task:
    """What to do with an upload: preview it, or record it from a phone with the label `device`."""

    club: Path
    file: ImportFile
    decisions: Decisions
    records: bool = False
    device: str | None = None
    memory: int = field(default_factory=lambda: MEMORY)
    """The most bytes that reading may take."""


@dataclass(frozen=True)
class Answer:
    """What came of a task: a preview, a recorded import, or a refusal for people. `fault` is a traceback for the log.

    `preview` also answers a recording that is not ready, `past` one of a file that was imported before.
    """

    preview: Preview | None = None
    past: Import | None = None
    refusal: str = ""
    sheets: tuple[str, ...] = ()
    fault: str = ""


def run(task: Task, report: Report) -> Answer:
    """Carry out a task in a new process, and wait for it. Raises ReaderDied, EndedEarly and OSError."""
    try:
        answered: Answer = child_process.ask(_PROGRAM, task, report, None if task.records else SECONDS)
    except EndedEarly as error:
        if error.status < 0 or error.status == _OUT_OF_MEMORY:
            raise ReaderDied(too_much(task.memory)) from None
        raise
    return answered


def too_much(memory: int) -> str:
    """Return the refusal of a file that needs more memory or time than there is for one."""
    return (
        f"Reading this file takes more than {memory // 1024 // 1024} MiB of memory or {SECONDS / 60:.0f} minutes. No "
        "table of results does, so it is not read again. Copy the table alone into a new file, or save it as CSV."
    )


def main() -> None:
    """Answer the task from standard input on standard output, within its limits."""
    try:
        child_process.answer(partial(carry_out, limit=_limit))
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)


def carry_out(task: Task, report: Report, limit: Callable[[Task], None] | None = None) -> Answer:
    """Carry out a task in this process. `limit` is called once the club is open, before the file is read."""
    try:
        with Club.open(task.club) as club:
            if limit:
                limit(task)
            if not task.records:
                return Answer(preview(club, task.file, task.decisions, report))
            try:
                return Answer(past=record(club, task.file, task.decisions, device=task.device, report=report))
            except AlreadyImported as error:
                return Answer(past=error.past)
            except NotReady:
                return Answer(preview(club, task.file, task.decisions, report))
    except (Refused, StoreError) as error:
        return Answer(refusal=str(error), sheets=getattr(error, "sheets", ()))
    except MemoryError:
        raise
    except Exception:
        return Answer(fault=traceback.format_exc())


def _limit(task: Task) -> None:
    """Limit the memory and time of this process. Under pressure, the system ends it and not the server."""
    if not task.records and hasattr(os, "nice"):
        os.nice(10)
    # Other systems than Linux do not keep such limits; there, the checks of the reading modules must do.
    with suppress(ImportError, OSError, ValueError):
        import resource

        Path("/proc/self/oom_score_adj").write_text("1000", "ascii")
        program = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
        for limit in (resource.RLIMIT_DATA, resource.RLIMIT_AS):
            _lower(limit, program + task.memory)
        if not task.records:
            _lower(resource.RLIMIT_CPU, int(SECONDS))


def _lower(limit: int, most: int) -> None:
    import resource

    hard = resource.getrlimit(limit)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(limit, (most, most))
