"""Code that the commands share: reading input, options, exit statuses, and errors on standard error."""

import atexit
import errno
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from scorepad import ScorepadError
from scorepad.commands.names import CLUB

if TYPE_CHECKING:
    from scorepad.store import Club


# The exit statuses, which mean the same for every command: docs/commands.md has the table.


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
    """Turn reasons to stop into an exit status: an error meant for users, Ctrl-C, a closed pipe, a full disk."""
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except SystemExit:
        _flush_or_drop()
        raise
    except ScorepadError as error:
        print_errors([str(error)])
        _flush_or_drop()
        raise SystemExit(status_of(error)) from None
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


LARGEST_FILE = 256 * 1024 * 1024

CLUB_OPTION = click.option(
    "--club",
    "slug",
    metavar="SLUG",
    type=CLUB,
    default="",
    help="The club of this name, on a host of many. Default: the club at home.",
)
RULES_CLUB_OPTION = click.option(
    "--club",
    metavar="SLUG",
    type=CLUB,
    default="",
    help="Rules of this club too, on a host of many. Default: those of the club at home.",
)
CHOOSE_OPTION = click.option(
    "--choose",
    "choices",
    multiple=True,
    metavar="KEY=VALUE",
    help="A choice that the rule set leaves to the table, such as books=short. Repeat it for more choices.",
)


def printable(text: str) -> str:
    """Return text that is safe on a terminal: � replaces characters that are not printable."""
    return "".join(c if c.isprintable() else " " if c == "\u00a0" else "�" for c in text)


def print_errors(sentences: Iterable[str]) -> None:
    """Print sentences on standard error, one per line."""
    for sentence in sentences:
        click.echo(printable(sentence), err=True)


def fail(*sentences: str, status: int = BAD_INPUT) -> NoReturn:
    """Print errors, and exit."""
    print_errors(sentences)
    raise SystemExit(status)


def fail_as(error: Exception) -> NoReturn:
    """Print the message of an exception, and exit with its status."""
    fail(getattr(error, "strerror", None) or str(error), status=status_of(error))


def read_text(name: str) -> str:
    """Read a file, or standard input for "-". Exits with a message if it cannot be read."""
    try:
        if name == "-":
            # With `<&-` there is no standard input.
            data = sys.stdin.buffer.read(LARGEST_FILE + 1) if sys.stdin else b""
        else:
            with Path(name).open("rb") as file:
                data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        fail(f"{name} cannot be read: {reason}.")
    if len(data) > LARGEST_FILE:
        fail(f"{name} is larger than {LARGEST_FILE // 1024 // 1024} MiB. Split it into several files.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fail(f"{name} is not UTF-8 text: byte {error.start} does not fit.")


def readable_instance() -> Path:
    """Return the instance folder, or a copy of it if its disk is read-only, which this says on standard error.

    The copy is removed when the command ends. Raises FolderError.
    """
    from scorepad import paths

    home, reason = paths.readable_instance(os.environ)
    if reason:
        atexit.register(paths.remove_copy, home)
        print_errors([reason])
    return home


def open_club(slug: str, *, writes: bool = False) -> "Club":
    """Open the club `slug`, "" for the one at home. Exits with a message if it does not exist.

    A command that only reads is also answered from a read-only disk; one that `writes` is refused there.
    """
    from scorepad import paths
    from scorepad.store import Club

    home = paths.instance_dir(os.environ) if writes else readable_instance()
    if paths.has_club(home, slug):
        return Club.open(paths.club_dir(home, slug) / paths.CLUB)
    fail(paths.no_such_club(home, slug))
