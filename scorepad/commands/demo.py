"""`demo`: create or delete an example club."""

import os
from datetime import datetime
from pathlib import Path

import click

from scorepad.commands.names import Number
from scorepad.commands.output import JSON_OPTION, print_json
from scorepad.commands.progress import progress


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
    from scorepad.commands.console import fail_as
    from scorepad.environment import SettingError
    from scorepad.example import folder
    from scorepad.paths import FolderError, instance_dir
    from scorepad.serving.invite_links import link_path
    from scorepad.serving.origins import origins
    from scorepad.store import StoreError

    try:
        home = instance_dir(os.environ)
        if delete:
            _print_deleted(folder.delete(home), as_json=as_json)
            return
        is_new, path = _make(home), link_path(home, slug=folder.SLUG)
        links = [origin + path for origin in origins(home, port, os.environ)]
    except (FolderError, SettingError, StoreError) as error:
        fail_as(error)
    if as_json:
        print_json({"club": folder.SLUG, "new": is_new, "links": links})
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
    from scorepad import paths
    from scorepad.example import folder

    if paths.is_example(paths.club_dir(home, folder.SLUG)):
        return False
    with progress("Playing") as report:
        return folder.make(home, datetime.now().astimezone().date(), report)
