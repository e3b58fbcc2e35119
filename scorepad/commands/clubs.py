"""`club new` and `club list`: the clubs of a host of many, each under its own prefix."""

import os
from pathlib import Path

import click

from scorepad.commands.output import Column, facts, print_json, print_table


@click.group()
def club() -> None:
    """Manage the clubs of a host of many. At home there is one club, and you need none of this."""


@club.command()
@click.argument("slug")
def new(slug: str) -> None:
    """Make a club, and print its owner's link.

    SLUG is its name in addresses: /c/SLUG. A running Scorepad finds the new club by itself.
    """
    from scorepad.commands.console import fail_as
    from scorepad.environment import SettingError
    from scorepad.paths import FolderError, instance_dir
    from scorepad.serving.invite_links import link_path
    from scorepad.serving.origins import origins
    from scorepad.store import StoreError

    try:
        home = instance_dir(os.environ)
        _make(home, slug)
        path = link_path(home, slug=slug)
        for origin in origins(home, None, os.environ):
            click.echo(origin + path)
    except (FolderError, SettingError, StoreError) as error:
        fail_as(error)
    click.echo(f"Everyone with this link owns the club. “scorepad link --club {slug}” prints it again.")


def _make(home: Path, slug: str) -> None:
    """Make a club's folder and file, for this user only. Raises FolderError and StoreError."""
    from scorepad import paths
    from scorepad.store import Club, StoreError

    folder = paths.club_dir(home, slug)
    if folder == home:
        raise paths.FolderError("A club needs a name: thursday-club, for example.")
    if (folder / paths.CLUB).exists():
        raise StoreError(f"There is already a club called {slug}. Nothing was changed.")
    try:
        for missing in (folder.parent, folder):
            paths.make_folder(missing)
    except OSError as error:
        raise StoreError(f"The folder {folder} could not be made: {error.strerror}.") from None
    Club.open(folder / paths.CLUB).close()


@club.command("list")
@facts
def list_(as_json: bool) -> None:
    """List the clubs of this installation, with their addresses and the size of their files."""
    from scorepad import paths
    from scorepad.commands.console import fail_as

    try:
        home = paths.instance_dir(os.environ)
    except paths.FolderError as error:
        fail_as(error)
    names = [*([""] if paths.has_club(home, "") else []), *paths.slugs(home)]
    rows = [(slug, f"{paths.prefix(slug)}/", _size(paths.club_dir(home, slug))) for slug in names]
    if as_json:
        print_json({"clubs": [{"slug": slug, "path": path, "bytes": size} for slug, path, size in rows]})
        return
    print_table(
        [
            Column("club", [slug or "(at home)" for slug in names]),
            Column("address", [path for _, path, _ in rows]),
            Column("size", [f"{size // 1024:,} KiB" for _, _, size in rows], right=True),
        ]
    )


def _size(folder: Path) -> int:
    """The size of the club's file with its journal."""
    from scorepad.paths import CLUB

    files = (folder / CLUB, folder / f"{CLUB}-wal")
    return sum(file.stat().st_size for file in files if file.exists())
