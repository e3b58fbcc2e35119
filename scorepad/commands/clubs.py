"""`club new` and `club list`: the clubs of a host of many, each under a prefix of its own."""

import os
from pathlib import Path

import click


@click.group()
def club() -> None:
    """The clubs of a host of many. A home installation has one club, and needs none of this."""


@club.command()
@click.argument("slug")
def new(slug: str) -> None:
    """Make a club, and print its owner's link.

    SLUG is what it is called in addresses: /c/SLUG. Scorepad may go on running; it finds the club when it is first
    asked for.
    """
    from scorepad.commands.speech import refuse
    from scorepad.environment import SettingError
    from scorepad.lan import door
    from scorepad.lan.origins import origins
    from scorepad.places import PlaceError, instance_dir
    from scorepad.store import StoreError

    try:
        home = instance_dir(os.environ)
        _make(home, slug)
        path = door.path(home, slug=slug)
        for origin in origins(home, None, os.environ):
            click.echo(origin + path)
    except (PlaceError, SettingError, StoreError) as error:
        refuse(str(error))
    click.echo(f"Whoever has this owns the club. “scorepad link --club {slug}” prints it again.")


def _make(home: Path, slug: str) -> None:
    """Makes a club's folder and file, for this user alone. Raises PlaceError and StoreError."""
    from scorepad import places
    from scorepad.store import Club, StoreError

    folder = places.club_dir(home, slug)
    if folder == home:
        raise places.PlaceError("A club needs a name: thursday-club, for example.")
    if (folder / places.CLUB).exists():
        raise StoreError(f"There is a club called {slug} already; nothing was changed.")
    try:
        for one in (folder.parent, folder):
            one.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise StoreError(f"The folder {folder} could not be made: {error.strerror}.") from None
    Club.open(folder / places.CLUB).close()


@club.command("list")
def list_() -> None:
    """The clubs of this installation, with where their pages begin and how large their files are."""
    from tabulate import tabulate

    from scorepad import places
    from scorepad.commands.speech import refuse

    try:
        home = places.instance_dir(os.environ)
    except places.PlaceError as error:
        refuse(str(error))
    names = [*([""] if places.has_club(home, "") else []), *places.slugs(home)]
    rows = [
        (slug or "(at home)", f"{places.prefix(slug)}/", _size(places.club_dir(home, slug)))
        for slug in names
    ]
    click.echo(tabulate(rows, headers=("club", "address", "size"), tablefmt="plain"))


def _size(folder: Path) -> str:
    """The size of the club's file with its journal, in KiB."""
    from scorepad.places import CLUB

    files = (folder / CLUB, folder / f"{CLUB}-wal")
    return f"{sum(one.stat().st_size for one in files if one.exists()) // 1024:,} KiB"
