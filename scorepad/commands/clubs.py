"""`club new`, `club list` and `club numbers`, for a host of many clubs; `demo`: an example club among them."""

import os
from datetime import datetime
from pathlib import Path

import click

from scorepad.commands.names import Number
from scorepad.commands.output import JSON_OPTION, Column, facts, print_json, print_table, progress


@click.group()
def club() -> None:
    """Make and list the clubs of a host of many.

    At home there is one club, and you need none of this.
    """


@club.command()
@click.argument("slug")
@click.option("--port", metavar="N", type=Number(1, 65535), help="The port of the pages. Default: the last one served.")
@JSON_OPTION
def new(slug: str, port: int | None, as_json: bool) -> None:
    """Make a club, and print its owner's link.

    SLUG is its name in addresses: /c/SLUG. A running Scorepad finds the new club by itself.

    \b
    Examples:
      scorepad club new thursday
    """
    from scorepad.paths import instance_dir
    from scorepad.web.host.house import make_club

    home = instance_dir(os.environ)
    make_club(home, slug)
    links = _links(home, slug, port)
    if as_json:
        print_json({"club": slug, "links": links})
        return
    click.echo("\n".join(links))
    click.echo(f"Everyone with this link owns the club. “scorepad link --club {slug}” prints it again.")


def _links(home: Path, slug: str, port: int | None) -> list[str]:
    """Return the owner's link of a club, at each address of this machine."""
    from scorepad.serving.invite_links import link_path
    from scorepad.serving.origins import origins

    path = link_path(home, slug=slug)
    return [origin + path for origin in origins(home, port, os.environ)]


@club.command("list")
@facts
def list_(as_json: bool) -> None:
    """List all clubs here, with their addresses and sizes."""
    from scorepad import paths
    from scorepad.commands.console import readable_instance

    home = readable_instance()
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


@club.command()
@click.option("--link", is_flag=True, help="Print the operator's link instead, to the page with these numbers.")
@click.option("--new", is_flag=True, help="With --link: make a new one; the old one stops working.")
@facts
def numbers(as_json: bool, link: bool, new: bool) -> None:
    """Count clubs, games of the week, and bytes.

    The example club is left out, and no name is shown."""
    from dataclasses import asdict

    from scorepad.commands.console import readable_instance
    from scorepad.paths import instance_dir
    from scorepad.serving.origins import origins
    from scorepad.web.host.house import count, operators_token

    if new and not link:
        raise click.UsageError("--new goes with --link.")
    if link:
        home = instance_dir(os.environ)
        address = f"{origins(home, None, os.environ)[0]}/operator/{operators_token(home, new=new)}"
        print_json({"link": address}) if as_json else click.echo(address)
        return
    counted = asdict(count(readable_instance()))
    if as_json:
        print_json(counted)
    else:
        for name, number in counted.items():
            click.echo(f"{name.replace('_', ' ')}: {number:,}")


def _size(folder: Path) -> int:
    """The bytes of the club's file with its journal."""
    from scorepad.paths import CLUB

    files = (folder / CLUB, folder / f"{CLUB}-wal")
    return sum(file.stat().st_size for file in files if file.exists())


# `demo`: create or delete an example club.


@click.command()
@click.option("--delete", is_flag=True, help="Delete the example club.")
@click.option("--port", metavar="N", type=Number(1, 65535), help="The port of the pages. Default: the last one served.")
@JSON_OPTION
def demo(delete: bool, port: int | None, as_json: bool) -> None:
    """Make an example club to look around in.

    It has 300 games that no one played, is a club of its own at /c/example, and says so on every page. A running
    Scorepad finds it by itself.

    \b
    Examples:
      scorepad demo
      scorepad standings --club example
      scorepad demo --delete
    """
    from scorepad import example
    from scorepad.paths import instance_dir

    home = instance_dir(os.environ)
    if delete:
        _print_deleted(example.delete(home), as_json=as_json)
        return
    is_new, links = _make(home), _links(home, example.SLUG, port)
    if as_json:
        print_json({"club": example.SLUG, "new": is_new, "links": links})
        return
    if not is_new:
        click.echo("There is an example club already. Here is its link:")
    click.echo("\n".join(links))
    click.echo("“scorepad demo --delete” deletes it again.")


def _print_deleted(deleted: bool, *, as_json: bool) -> None:
    if as_json:
        print_json({"deleted": deleted})
    else:
        click.echo("The example club is deleted." if deleted else "There is no example club.")


def _make(home: Path) -> bool:
    """Create the club. Returns False if it already exists."""
    from scorepad import example, paths

    if paths.is_example(paths.club_dir(home, example.SLUG)):
        return False
    with progress("Playing") as report:
        return example.make(home, datetime.now().astimezone().date(), report)
