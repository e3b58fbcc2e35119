"""Runs commands one after the other, each in a process of its own that need not load Scorepad again.

    python -m tests.cli.forks JOBS

JOBS is JSON: for each command its arguments, its environment, and where its standard output goes ("" for this one's).
Prints `END` after each command, and in the end on standard error, as JSON, each exit status and what it said there.
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
"""An output that no one reads."""

Job = tuple[Sequence[str], Mapping[str, str], str]


def forking(*jobs: Job) -> tuple[str, ...]:
    return (FROM_CHECKOUT[0], "-m", "tests.cli.forks", json.dumps(jobs))


def _become(arguments: Sequence[str], environ: Mapping[str, str], output: str) -> None:
    """Be a process that was started with this command."""
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
    """Have everything there that a command is made of."""
    context = click.Context(group)
    for name in group.list_commands(context):
        if isinstance(command := group.get_command(context, name), click.Group):
            _load(command)


def main(jobs: Sequence[Any]) -> None:
    _load(scorepad)
    # Else each process in its end would look through all that was loaded.
    gc.freeze()
    results = []
    for job in jobs:
        results.append(_ended(job))
        print(END, end="", flush=True)
    print(json.dumps(results), file=sys.stderr)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
