"""`link`: the links by which phones are let in, shown again, also while the pages are served."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from scorepad.commands.which import CLUB_OPTION

NEW = "Every phone that came in by this link must then come in anew. Make the link anew?"


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose link it is: the owner's unless one of these says otherwise."""

    game: int | None
    watch: bool
    reader: bool

    @property
    def fault(self) -> str:
        """What does not go together, as a sentence; "" where it does."""
        if self.reader and (self.game is not None or self.watch):
            return "--reader is for the whole club: it goes with neither --game nor --watch."
        if self.watch and self.game is None:
            return "--watch is for one table: say which with --game N."
        return ""

    @property
    def role(self) -> str:
        """The role, as `store.Role` spells it."""
        if self.reader:
            return "reader"
        if self.game is None:
            return "owner"
        return "watcher" if self.watch else "scorer"

    @property
    def sentence(self) -> str:
        """What the link gives to whoever has it."""
        return {
            "owner": "Whoever has this owns the club as you do.",
            "reader": "Whoever has this may read the whole club, and write nothing.",
            "scorer": f"Whoever has this keeps score of game {self.game}.",
            "watcher": f"Whoever has this watches game {self.game}.",
        }[self.role]


@click.command()
@click.option("--game", type=click.IntRange(1, 10**9 - 1), metavar="N", help="A table's link.")
@click.option("--watch", is_flag=True, help="With --game: the link for watching that table.")
@click.option("--reader", is_flag=True, help="The link for reading the whole club.")
@click.option("--new", is_flag=True, help="Make the link anew: the old one is good no longer.")
@click.option("--yes", is_flag=True, help="With --new: do not ask first.")
@click.option("--port", metavar="N", help="The port of the pages, where it is not the last one.")
@CLUB_OPTION
def link(new: bool, yes: bool, port: str | None, slug: str, **asked: Any) -> None:
    """Print the owner's link again, with a code to scan, or another link of the club.

    --new takes the old link out of use: every phone that came in by it must come in anew.
    """
    from scorepad.environment import SettingError
    from scorepad.places import PlaceError
    from scorepad.serve import ServeError
    from scorepad.store.errors import StoreError

    whose = Asked(**asked)
    if whose.fault:
        raise click.UsageError(whose.fault)
    if new and not yes:
        click.confirm(NEW, abort=True, err=True)
    try:
        _print(whose, port, new, slug)
    except (PlaceError, ServeError, SettingError, StoreError) as error:
        click.echo(str(error), err=True)
        raise SystemExit(1) from None


def _print(whose: Asked, port: str | None, new: bool, slug: str) -> None:
    from scorepad.lan import door, qr
    from scorepad.lan.origins import origins
    from scorepad.places import instance_dir
    from scorepad.serve import port_number
    from scorepad.store import Role

    number = None if port is None else port_number(port)
    home = instance_dir()
    if whose.game is not None:
        _refuse_unknown(home, slug, whose.game)
    path = door.path(home, Role(whose.role), whose.game or 0, slug=slug, new=new)
    found = origins(home, number, os.environ)
    for origin in found:
        click.echo(origin + path)
    if qr.shows(sys.stdout):
        click.echo(qr.code(found[0] + path))
    click.echo(whose.sentence)


def _refuse_unknown(home: Path, slug: str, game: int) -> None:
    """Raises StoreError where there is no such club, or it has no such game."""
    from scorepad import places
    from scorepad.store import Club, NoSuchGame

    path = places.club_dir(home, slug) / places.CLUB
    if not path.exists():
        raise NoSuchGame(places.no_such_club(home, slug))
    with Club.open(path) as club:
        if not club.exists(game):
            raise NoSuchGame(f"There is no game {game} in this club.")
