"""The exit statuses, which mean the same for every command: docs/commands.md has the table."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import click

NOT_DONE = 1
BAD_INPUT = 2
INTERRUPTED = 130
PIPE_CLOSED = 141
"""The statuses that a shell reports for programs ended by SIGINT (Ctrl-C) or SIGPIPE (a closed pipe)."""

MEANINGS = {
    0: "It is done, and all is well. `serve` also ends with this after Ctrl-C.",
    NOT_DONE: "It could not be done now, or not all is well: a full or read-only disk, a lock of another program, a "
    "port that is taken, what `doctor` finds, a no to a question.",
    BAD_INPUT: "What was typed cannot be used: an option, a setting, an unknown club, game, player or rule set, "
    "a file, a folder.",
    INTERRUPTED: "Ctrl-C.",
    PIPE_CLOSED: "The reader of the output has stopped reading, as `head` does.",
}
"""The table of docs/commands.md."""

# Also in store/engine.py, which takes too long to import for a command that only prints its help.
DISK = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS)


def status_of(error: BaseException) -> int:
    """Return the exit status for an error: bad input, unless the server, a lock or the disk is the reason."""
    from scorepad.serving.serve import ServeError
    from scorepad.store.engine import is_passing

    return NOT_DONE if isinstance(error, ServeError) or is_passing(error) else BAD_INPUT


@contextmanager
def explained() -> Iterator[None]:
    """Turn external reasons to stop into an exit status: Ctrl-C, a closed pipe, a full disk."""
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except SystemExit:
        _flush_or_drop()
        raise
    except BrokenPipeError:
        _print_nowhere()
        raise SystemExit(PIPE_CLOSED) from None
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    except click.Abort as error:
        # Ctrl-C at a prompt. Answering no raises Abort too.
        if isinstance(error.__context__, KeyboardInterrupt):
            click.echo(err=True)
            raise SystemExit(INTERRUPTED) from None
        raise
    except OSError as error:
        if error.errno not in DISK:
            raise
        _print_nowhere()
        click.echo(f"This could not be written: {error.strerror}.", err=True)
        raise SystemExit(NOT_DONE) from None


def _flush_or_drop() -> None:
    """Flush the output if possible. If not, stay silent: the command has already printed its error."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _print_nowhere()


def _print_nowhere() -> None:
    """Send the rest of the output to /dev/null, or Python would report it as an error at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
