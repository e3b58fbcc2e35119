"""`link`: print invite links, also while the server runs."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from scorepad.commands.console import CLUB_OPTION, readable_instance
from scorepad.commands.names import GAME, Number
from scorepad.commands.output import JSON_OPTION, print_json

NEW = "All phones that joined with this link must then join again with the new one. Make a new link?"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The requested link. Default: the owner's."""

    game: int | None
    watch: bool
    reader: bool
    uses: int | None

    @property
    def fault(self) -> str:
        """Why the options cannot be combined, as a sentence, "" if they can."""
        if self.reader and (self.game is not None or self.watch):
            return "--reader is for the whole club. It goes with neither --game nor --watch."
        if self.uses is not None and (self.reader or self.game is not None):
            return "--uses is for the owner's link. It goes with neither --game nor --reader."
        if self.watch and self.game is None:
            return "--watch is for one table. Say which with --game N."
        return ""

    @property
    def role(self) -> str:
        """The value of the `store.Role`."""
        if self.reader:
            return "reader"
        if self.game is None:
            return "owner"
        return "watcher" if self.watch else "scorer"

    @property
    def sentence(self) -> str:
        """What people with this link may do, as a sentence."""
        return {
            "owner": "Everyone with this link owns the club, as you do.",
            "reader": "Everyone with this link may read the whole club, and write nothing.",
            "scorer": f"Everyone with this link may keep score of game {self.game}.",
            "watcher": f"Everyone with this link may watch game {self.game}.",
        }[self.role]


@click.command()
@click.option("--game", type=GAME, metavar="N", help="The link of this game's table.")
@click.option("--watch", is_flag=True, help="With --game: the link for watching that table.")
@click.option("--reader", is_flag=True, help="The link for reading the whole club.")
@click.option("--uses", type=Number(0, 999), metavar="N", help="How many phones one owner's link can let in.")
@click.option("--new", is_flag=True, help="Make a new link; the old one stops working.")
@click.option("--yes", is_flag=True, help="With --new: do not ask first.")
@click.option("--port", metavar="N", help="The port of the pages. Default: the last one served.")
@CLUB_OPTION
@JSON_OPTION
def link(new: bool, yes: bool, port: str | None, slug: str, as_json: bool, **options: Any) -> None:
    """Print the owner's link again, or that of a table.

    It comes with a code to scan. --new revokes the old link: all phones that joined with it must join again.

    \b
    Examples:
      scorepad link
      scorepad link --game 12 --watch
      scorepad link --new
    """
    wanted = Wanted(**options)
    if wanted.fault:
        raise click.UsageError(wanted.fault)
    if new and not yes:
        click.confirm(NEW, abort=True, err=True)
    _print(wanted, port, new, slug, as_json=as_json)


def _print(wanted: Wanted, port: str | None, new: bool, slug: str, *, as_json: bool) -> None:
    from scorepad.environment import port_number
    from scorepad.language.words import plural
    from scorepad.paths import instance_dir
    from scorepad.serving import terminal_qr
    from scorepad.serving.invite_links import link_path, owner_uses
    from scorepad.serving.origins import origins
    from scorepad.store import Role

    number = None if port is None else port_number(port)
    home = instance_dir() if new or wanted.uses is not None else readable_instance()
    if wanted.game is not None:
        _check_game(home, slug, wanted.game)
    path = link_path(home, Role(wanted.role), wanted.game or 0, slug=slug, new=new)
    uses = owner_uses(home, slug, wanted.uses) if wanted.role == "owner" else None
    addresses = origins(home, number, os.environ)
    if as_json:
        used = {"used": uses.used, "left": uses.left} if uses else None
        links = [origin + path for origin in addresses]
        print_json({"club": slug, "role": wanted.role, "game": wanted.game, "links": links, "uses": used})
        return
    for origin in addresses:
        click.echo(origin + path)
    if terminal_qr.shows(sys.stdout):
        click.echo(terminal_qr.code(addresses[0] + path))
    click.echo(wanted.sentence)
    if uses:
        click.echo(f"It has let in {plural(uses.used, 'phone', 'phones')} and can let in {uses.left} more.")


def _check_game(home: Path, slug: str, game: int) -> None:
    """Raise NoSuchGame if there is no such club, or it has no such game."""
    from scorepad import paths
    from scorepad.store import Club, NoSuchGame

    path = paths.club_dir(home, slug) / paths.CLUB
    if not path.exists():
        raise NoSuchGame(paths.no_such_club(home, slug))
    with Club.open(path) as club:
        if not club.exists(game):
            raise NoSuchGame(f"There is no game {game} in this club.")
