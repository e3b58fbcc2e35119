"""`backup` and `doctor`: keep a club's file safe."""

from pathlib import Path

import click

from scorepad.commands.console import CLUB_OPTION, fail, open_club, printable
from scorepad.paths import ACCESS

NOT_WELL = 1


@click.command()
@click.argument("dest")
@CLUB_OPTION
def backup(dest: str, slug: str) -> None:
    """Copy the club to the new file DEST, also while Scorepad runs.

    If DEST is a folder, the copy is named after the time. Nothing is ever overwritten. The copy holds everything that
    was ever recorded and no secret: the list of phones that may enter is not in it.
    """
    from scorepad.store import StoreError

    with open_club(slug) as club:
        try:
            copy = club.backup(_destination(dest, slug))
        except StoreError as error:
            fail(str(error))
    click.echo(printable(f"The club is copied to {copy}."))
    click.echo(f"The phones that may enter are not in the copy: they are in {ACCESS}.")


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
@click.option("--rebuild", is_flag=True, help="First work the cells out again from the entries.")
@CLUB_OPTION
def doctor(rebuild: bool, slug: str) -> None:
    """Check the club's files, and say what to do if something is wrong.

    Exit status 0 if all is well, 1 if something is not.
    """
    from scorepad.store import StoreError
    from scorepad.store.file.doctor import examine, examine_access, rebuild_cells

    with open_club(slug) as club:
        if rebuild:
            try:
                rebuild_cells(club)
            except StoreError as error:
                fail(str(error), status=NOT_WELL)
        findings = [*examine(club), *examine_access(club.path.with_name(ACCESS))]
    for finding in findings:
        click.echo(printable(f"{'well' if finding.ok else 'NOT WELL'}: {finding.sentence}"))
    if not all(finding.ok for finding in findings):
        raise SystemExit(NOT_WELL)
