"""`backup` and `doctor`: keep a club's file safe."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorepad.commands.console import CLUB_OPTION, NOT_DONE, open_club, printable
from scorepad.commands.output import JSON_OPTION, print_json
from scorepad.paths import ACCESS, copies_name

if TYPE_CHECKING:
    from datetime import date

    from scorepad.store import Club
    from scorepad.store.file.doctor import Contents, Finding


@click.command()
@click.argument("dest")
@click.option(
    "--daily",
    is_flag=True,
    help="DEST is a folder: copy if there is anything new, and keep the newest seven copies there.",
)
@CLUB_OPTION
@JSON_OPTION
def backup(dest: str, daily: bool, slug: str, as_json: bool) -> None:
    """Copy the club to a file, also while Scorepad runs.

    DEST is a new file. If DEST is a folder, the copy is named after the time. Nothing is ever overwritten. The copy
    holds everything that was ever recorded and no secret: the list of phones that may enter is not in it.

    \b
    Examples:
      scorepad backup /media/stick
      scorepad backup --daily /media/stick --club thursday
    """
    with open_club(slug) as club:
        copy = _copy_daily(club, Path(dest), slug) if daily else club.backup(_destination(club, dest, slug))
    if as_json:
        size = copy.stat().st_size if copy else None
        print_json({"club": slug, "copy": str(copy.absolute()) if copy else None, "bytes": size})
        return
    if copy is None:
        click.echo("Nothing is new since the latest copy.")
        return
    click.echo(printable(f"The club is copied to {copy}."))
    click.echo(f"The phones that may enter are not in the copy: they are in {ACCESS}.")


def _copy_daily(club: "Club", folder: Path, slug: str) -> Path | None:
    from scorepad.store.file.daily import copy_daily

    return copy_daily(club, folder, copies_name(slug), _today(club))


def _destination(club: "Club", dest: str, slug: str) -> Path:
    from datetime import datetime

    path = Path(dest)
    try:
        is_folder = path.is_dir()
    except (OSError, ValueError):
        return path
    moment = datetime.now(club.clock.zone()).strftime("%Y-%m-%dT%H-%M-%S")
    return path / f"{copies_name(slug)}-{moment}.sqlite3" if is_folder else path


@click.command()
@click.option("--rebuild", is_flag=True, help="First work the cells out again from the entries.")
@click.option("--accept", is_flag=True, help="Go on without the entries that are missing.")
@CLUB_OPTION
@JSON_OPTION
def doctor(rebuild: bool, accept: bool, slug: str, as_json: bool) -> None:
    """Check the club's files, and say what to do.

    It looks at the club, the list of phones, the secret key and the daily copies. Exit status 0 if all is well, 1 if
    something is not.

    \b
    Examples:
      scorepad doctor
      scorepad doctor --club thursday --json
    """
    from scorepad.store.file.copying import way_back
    from scorepad.store.file.doctor import FROM_BACKUP, accept_missing, contents, contents_text, rebuild_cells

    with open_club(slug, writes=rebuild or accept) as club:
        if rebuild:
            rebuild_cells(club)
        if accept:
            accept_missing(club)
        findings = [*_examine(club, slug)]
        is_damaged = any(FROM_BACKUP in finding.sentence for finding in findings)
        back = way_back(club.path) if is_damaged else ""
        inside = contents(club)
        about = contents_text(club, inside) if inside else ""
    if as_json:
        _print_findings(slug, inside, findings, back)
    else:
        lines = [f"{'well' if finding.ok else 'NOT WELL'}: {finding.sentence}" for finding in findings]
        click.echo(about)
        for line in filter(None, (*lines, back)):
            click.echo(printable(line))
    if not all(finding.ok for finding in findings):
        raise SystemExit(NOT_DONE)


def _examine(club: "Club", slug: str) -> Iterator["Finding"]:
    from scorepad.store.file.doctor import examine, examine_access

    yield from examine(club)
    yield from examine_access(club.path.with_name(ACCESS), club.clock.zone())
    yield _examine_key()
    yield _examine_copies(club, slug)
    yield from _examine_disk(club)


def _print_findings(slug: str, inside: "Contents | None", findings: Iterable["Finding"], back: str) -> None:
    checks = [{"code": each.code, "well": each.ok, "sentence": each.sentence} for each in findings]
    print_json(
        {
            "club": slug,
            "well": all(each["well"] for each in checks),
            "games": inside.games if inside else None,
            "entries": inside.entries if inside else None,
            "last_recorded_at": inside.latest if inside else None,
            "findings": checks,
            "way_back": back or None,
        }
    )


def _examine_key() -> "Finding":
    from scorepad.paths import instance_dir
    from scorepad.store import StoreError
    from scorepad.store.file.doctor import Finding
    from scorepad.web.app.secret_key import key_path, secret_key

    home = instance_dir()
    if not key_path(home).exists():
        sentence = "There is no secret key yet: “scorepad serve” makes one. If there was one, all links are new."
        return Finding("key", True, sentence)
    try:
        secret_key(home)
    except StoreError as error:
        return Finding("key", False, str(error))
    return Finding("key", True, "The secret key is whole, and only this user may read it.")


def _examine_copies(club: "Club", slug: str) -> "Finding":
    from scorepad.environment import copies_folder
    from scorepad.paths import instance_dir
    from scorepad.store.file.daily import examine_copies

    folder = copies_folder(instance_dir(), os.environ)
    return examine_copies(club, folder, copies_name(slug), _today(club))


def _examine_disk(club: "Club") -> Iterator["Finding"]:
    from scorepad.paths import READ_ONLY, is_read_only
    from scorepad.store.file.doctor import Finding

    if is_read_only(club.path.parent):
        yield Finding("disk", False, READ_ONLY)


def _today(club: "Club") -> "date":
    return club.clock.today()
