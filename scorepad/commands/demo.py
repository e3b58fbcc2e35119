"""`demo`: make an example club to look around in, or delete it."""

import os
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from scorepad.commands.names import Number


@click.command()
@click.option("--delete", is_flag=True, help="Delete the example club.")
@click.option("--port", metavar="N", type=Number(1, 65535), help="The port of the pages. Default: the last one served.")
def demo(delete: bool, port: int | None) -> None:
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
            deleted = folder.delete(home)
            click.echo("The example club is deleted." if deleted else "There is no example club.")
            return
        if not _make(home):
            click.echo("There is an example club already. Here is its link:")
        path = link_path(home, slug=folder.SLUG)
        for origin in origins(home, port, os.environ):
            click.echo(origin + path)
    except (FolderError, SettingError, StoreError) as error:
        fail_as(error)
    click.echo("“scorepad demo --delete” deletes it again.")


def _make(home: Path) -> bool:
    """Make the club. Returns False if there is one already."""
    from scorepad import paths
    from scorepad.example import folder

    if paths.is_example(paths.club_dir(home, folder.SLUG)):
        return False
    with ExitStack() as open_bars:
        bars: list[Any] = []

        def report(done: int, total: int) -> None:
            if not bars:
                bars.append(open_bars.enter_context(click.progressbar(length=total, label="Playing", show_pos=True)))
            bars[0].update(done - bars[0].pos)

        return folder.make(home, datetime.now().astimezone().date(), report)
