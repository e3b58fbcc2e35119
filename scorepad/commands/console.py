"""Code that the commands share: reading input, options, and errors as sentences on standard error."""

import atexit
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from scorepad.commands.exits import BAD_INPUT, status_of
from scorepad.commands.names import CLUB

if TYPE_CHECKING:
    from scorepad.store import Club

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
    from scorepad.store import Club, StoreError

    try:
        home = paths.instance_dir(os.environ) if writes else readable_instance()
        if paths.has_club(home, slug):
            return Club.open(paths.club_dir(home, slug) / paths.CLUB)
        fail(paths.no_such_club(home, slug))
    except (paths.FolderError, StoreError) as error:
        fail_as(error)
