"""`backup` and `doctor`: keeping a club's file safe."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorepad.commands.speech import BAD_INPUT, complain, plain

if TYPE_CHECKING:
    from scorepad.store import Club

UNWELL = 1


def open_there() -> "Club":
    """The club of this installation, which has to be there already; ends with a sentence where it is not."""
    from scorepad.places import CLUB, PlaceError, instance_dir
    from scorepad.store import Club, StoreError

    try:
        path = instance_dir(os.environ) / CLUB
        if path.exists():
            return Club.open(path)
        complain([f"There is no club at {path} yet; scorepad serve makes one."])
    except (PlaceError, StoreError) as error:
        complain([str(error)])
    raise SystemExit(BAD_INPUT)


@click.command()
@click.argument("dest")
def backup(dest: str) -> None:
    """Copy the club to the new file DEST, whole, also while Scorepad runs.

    DEST may be a folder that is there; the copy is then named after the moment. Nothing is ever overwritten.
    """
    from scorepad.store import StoreError

    with open_there() as club:
        try:
            kept = club.backup(_destination(dest))
        except StoreError as error:
            complain([str(error)])
            raise SystemExit(BAD_INPUT) from None
    click.echo(plain(f"The club is copied to {kept}."))


def _destination(dest: str) -> Path:
    from datetime import UTC, datetime

    path = Path(dest)
    try:
        is_folder = path.is_dir()
    except (OSError, ValueError):
        return path
    moment = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%SZ")
    return path / f"scorepad-{moment}.sqlite3" if is_folder else path


@click.command()
@click.option("--rebuild", is_flag=True, help="Make the cells anew from the entries, then look.")
def doctor(rebuild: bool) -> None:
    """Look whether the club's file is whole, and say in sentences what to do where it is not.

    Exit status 0 where all is well, 1 where something is not.
    """
    from scorepad.store import StoreError
    from scorepad.store.doctor import examine, rebuild_cells

    with open_there() as club:
        if rebuild:
            try:
                rebuild_cells(club)
            except StoreError as error:
                complain([str(error)])
                raise SystemExit(UNWELL) from None
        findings = examine(club)
    for finding in findings:
        click.echo(plain(f"{'well' if finding.ok else 'NOT WELL'}: {finding.sentence}"))
    if not all(finding.ok for finding in findings):
        raise SystemExit(UNWELL)
