"""What the exit status of a command says, the same for every command: docs/commands.md has the table."""

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
"""As a shell counts programs that were ended by Ctrl-C, or because no one reads what they print."""

MEANINGS = {
    0: "It is done, and all is well. `serve` ends so after Ctrl-C too.",
    NOT_DONE: "It could not be done now, or not all is well: a full disk, a lock of another program, a port that is "
    "taken, what `doctor` finds, a no to a question.",
    BAD_INPUT: "What was typed cannot be used: an option, a setting, an unknown club, game, player or rule set, "
    "a file, a folder.",
    INTERRUPTED: "Ctrl-C.",
    PIPE_CLOSED: "No one reads on, as after `head`.",
}
"""The table of docs/commands.md."""

DISK = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


def status_of(error: BaseException) -> int:
    """The exit status after an error. What was typed cannot be used, unless a lock or the disk is the reason."""
    from scorepad.serving.serve import ServeError
    from scorepad.store.engine import is_passing

    return NOT_DONE if isinstance(error, ServeError) or is_passing(error) else BAD_INPUT


@contextmanager
def explained() -> Iterator[None]:
    """Turn what ends a command from outside into an exit status: Ctrl-C, a closed pipe, a full disk."""
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
        # Ctrl-C while a question waits; a no to it is an Abort too.
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
    """Print what waits to be printed, if that can be done: the command has said already what is wrong."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _print_nowhere()


def _print_nowhere() -> None:
    """Python would complain once more about what it could not print when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
