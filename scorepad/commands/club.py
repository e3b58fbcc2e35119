"""`backup` and `doctor`: keeping a club's file safe."""

from pathlib import Path

import click

from scorepad.commands.speech import BAD_INPUT, complain, plain
from scorepad.commands.which import CLUB_OPTION, open_there
from scorepad.places import ACCESS

UNWELL = 1


@click.command()
@click.argument("dest")
@CLUB_OPTION
def backup(dest: str, slug: str) -> None:
    """Copy the club to the new file DEST, whole, also while Scorepad runs.

    DEST may be a folder that is there; the copy is then named after the moment. Nothing is ever overwritten. The copy
    holds all that was ever recorded, and no secret: who may enter is not in it.
    """
    from scorepad.store import StoreError

    with open_there(slug) as club:
        try:
            kept = club.backup(_destination(dest, slug))
        except StoreError as error:
            complain([str(error)])
            raise SystemExit(BAD_INPUT) from None
    click.echo(plain(f"The club is copied to {kept}."))
    click.echo(plain(f"Who may enter is not in the copy: that stands in {ACCESS}."))


def _destination(dest: str, slug: str) -> Path:
    from datetime import UTC, datetime

    path = Path(dest)
    try:
        is_folder = path.is_dir()
    except (OSError, ValueError):
        return path
    moment = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%SZ")
    return path / f"{slug or 'scorepad'}-{moment}.sqlite3" if is_folder else path


@click.command()
@click.option("--rebuild", is_flag=True, help="Make the cells anew from the entries, then look.")
@CLUB_OPTION
def doctor(rebuild: bool, slug: str) -> None:
    """Look whether the club's files are whole, and say in sentences what to do where they are not.

    Exit status 0 where all is well, 1 where something is not.
    """
    from scorepad.store import StoreError
    from scorepad.store.doctor import examine, examine_access, rebuild_cells

    with open_there(slug) as club:
        if rebuild:
            try:
                rebuild_cells(club)
            except StoreError as error:
                complain([str(error)])
                raise SystemExit(UNWELL) from None
        findings = [*examine(club), *examine_access(club.path.with_name(ACCESS))]
    for finding in findings:
        click.echo(plain(f"{'well' if finding.ok else 'NOT WELL'}: {finding.sentence}"))
    if not all(finding.ok for finding in findings):
        raise SystemExit(UNWELL)
