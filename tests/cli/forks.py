"""Run commands one after the other, each in its own process that need not load Scorepad again.

    python -m tests.cli.forks JOBS

JOBS is JSON: for each command its arguments, its environment, and the file for its standard output ("" to inherit it).
Prints `END` after each command, and at the end on standard error, as JSON, each exit status and error output.
"""

import gc
import json
import os
import runpy
import sys
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

import click

from scorepad.cli import main as scorepad
from tests.support.server import FROM_CHECKOUT

END = "\x1e"
CLOSED = "closed"
"""An output whose reading end is closed."""

Job = tuple[Sequence[str], Mapping[str, str], str]


def forking(*jobs: Job) -> tuple[str, ...]:
    return (FROM_CHECKOUT[0], "-m", "tests.cli.forks", json.dumps(jobs))


def _become(arguments: Sequence[str], environ: Mapping[str, str], output: str) -> None:
    """Behave like a process that was started with this command."""
    os.environ.update(environ)
    if output == CLOSED:
        reader, writer = os.pipe()
        os.close(reader)
        os.dup2(writer, 1)
    elif output:
        os.dup2(os.open(output, os.O_WRONLY), 1)
    sys.argv = ["scorepad", *arguments]
    runpy.run_module("scorepad", run_name="__main__")


def _ended(job: Job) -> tuple[int, str]:
    with tempfile.TemporaryFile("w+") as errors:
        process = os.fork()
        if not process:
            os.dup2(errors.fileno(), 2)
            _become(*job)
            sys.exit()
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        errors.seek(0)
        return status, errors.read()


def _load(group: click.Group) -> None:
    """Load every command."""
    context = click.Context(group)
    for name in group.list_commands(context):
        if isinstance(command := group.get_command(context, name), click.Group):
            _load(command)


def main(jobs: Sequence[Any]) -> None:
    _load(scorepad)
    # Otherwise each process would collect all loaded objects at exit.
    gc.freeze()
    results = []
    for job in jobs:
        results.append(_ended(job))
        print(END, end="", flush=True)
    print(json.dumps(results), file=sys.stderr)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
