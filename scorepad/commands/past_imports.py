"""`imports`: list past imports, undo one, and restore it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from scorepad.commands.console import CLUB_OPTION, fail_as, open_club
from scorepad.commands.importing import DEVICE
from scorepad.commands.names import Number
from scorepad.commands.output import JSON_OPTION, Column, facts, print_json, print_line, print_table

if TYPE_CHECKING:
    from scorepad.store import Club
    from scorepad.store.imports.imports import Import

NUMBER = Number(1, 10**9 - 1)


@click.group()
def imports() -> None:
    """List past imports, and undo them.

    `scorepad import FILE` makes one.
    """


@imports.command("list")
@CLUB_OPTION
@facts
def list_(slug: str, as_json: bool) -> None:
    """List past imports, the latest first.

    Each has its number, its file, how many games and people came, and whether it was undone.
    """
    from scorepad.scoring.text.explain import time_text

    with _opened(slug) as club:
        past, zone = club.imports.all(), club.clock.zone()
    if as_json:
        print_json({"imports": [_document(each) for each in past]})
    elif past:
        columns = [
            Column("import", [str(each.id) for each in past], right=True),
            Column("file", [each.name for each in past]),
            Column("games", [f"{each.games:,}" for each in past], right=True),
            Column("people", [f"{each.people:,}" for each in past], right=True, spare=1),
            Column("imported", [time_text(each.at, zone) for each in past]),
            Column("undone", [time_text(each.undone_at or "", zone) for each in past]),
        ]
        print_table(columns)
    else:
        print_line("No imports yet.")


@imports.command()
@click.argument("number", type=NUMBER, metavar="N")
@CLUB_OPTION
@JSON_OPTION
def undo(number: int, slug: str, as_json: bool) -> None:
    """Undo an import: move its games to the bin.

    N is its number in the list. This also hides people who came with it and sit in no other game. “scorepad
    imports restore” takes this back.
    """
    with _opened(slug, writes=True) as club:
        undone = club.imports.undo(number, device=DEVICE)
    _print(undone, "in the bin", as_json=as_json)


@imports.command()
@click.argument("number", type=NUMBER, metavar="N")
@CLUB_OPTION
@JSON_OPTION
def restore(number: int, slug: str, as_json: bool) -> None:
    """Bring back an import that was undone.

    N is its number in the list. Games that were in the bin before the undo stay there.
    """
    with _opened(slug, writes=True) as club:
        back = club.imports.bring_back(number, device=DEVICE)
    _print(back, "back", as_json=as_json)


def _print(past: "Import", where: str, *, as_json: bool) -> None:
    from scorepad.scoring.text.explain import plural

    if as_json:
        print_json({"import": _document(past)})
    else:
        print_line(f"{plural(past.games, 'game is', 'games are')} {where}.")


def _document(past: "Import") -> dict[str, Any]:
    names = ("id", "name", "kind", "at", "first_game", "games", "people", "undone_at")
    return {name: getattr(past, name) for name in names}


@contextmanager
def _opened(slug: str, *, writes: bool = False) -> "Iterator[Club]":
    """Open a club. Exits with a message on errors."""
    from scorepad.store import StoreError

    with open_club(slug, writes=writes) as club:
        try:
            yield club
        except StoreError as error:
            fail_as(error)
