"""`export`: take the club, or a part of it, away as a file."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorepad.commands.console import CLUB_OPTION, fail_as, open_club, printable
from scorepad.commands.output import JSON_OPTION, print_json
from scorepad.commands.progress import progress

if TYPE_CHECKING:
    from scorepad.exchange.exports import Export
    from scorepad.store import Club


class Format(click.ParamType):  # type: ignore[type-arg]  # older versions of click take none
    """The name of an export. They are read when the command is used."""

    name = "format"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> "Export":
        from scorepad.exchange.exports import EXPORTS

        if value not in EXPORTS:
            self.fail(f"There is no export called {value!r}. There are: {', '.join(EXPORTS)}.", param, ctx)
        return EXPORTS[value]

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        from scorepad.exchange.exports import EXPORTS

        return [CompletionItem(name, help=export.title) for name, export in EXPORTS.items() if incomplete in name]


@click.command()
@click.argument("export", metavar="FORMAT", type=Format())
@click.option(
    "--out",
    metavar="FILE",
    default="",
    help="The new file, or a folder for it; - prints it. Default: named by the day.",
)
@CLUB_OPTION
@JSON_OPTION
def export(export: "Export", out: str, slug: str, as_json: bool) -> None:
    """Write the club to a file that others can read.

    Scorepad may go on running.

    \b
    FORMAT is one of these:
      jsonl          everything, which “scorepad import” reads
      sqlite         a database with views of games and standings
      xlsx           a workbook of games, rounds and standings
      games-csv      one line a game
      rounds-csv     one line a round of a team
      standings-csv  one line a person or pair

    Nothing is ever overwritten, and the file has its name only once it is whole. No file holds a secret.
    """
    from scorepad.store import StoreError

    if as_json and out == "-":
        raise click.UsageError("“--out -” prints the export itself. Leave out --json, or name a file.")
    with open_club(slug) as club:
        try:
            if out == "-":
                _print(export, club)
                return
            path = _write(export, club, _destination(export, slug, club, Path(out)))
        except (StoreError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            fail_as(error)
    size = path.stat().st_size
    if as_json:
        print_json({"club": slug, "file": str(path.absolute()), "bytes": size})
    else:
        click.echo(printable(f"The club is exported to {path} ({size:,} bytes)."))


def _print(export: "Export", club: "Club") -> None:
    from scorepad.exchange.exports import no_report

    export.write(club, sys.stdout.buffer, no_report)
    sys.stdout.buffer.flush()


def _write(export: "Export", club: "Club", path: Path) -> Path:
    from scorepad.exchange.exports.whole_file import write_file

    with progress("Exporting") as report:
        return write_file(export, club, path, report)


def _destination(export: "Export", slug: str, club: "Club", out: Path) -> Path:
    """The new file; in a folder it is named by the day."""
    from datetime import datetime

    from scorepad.paths import copies_name

    return out / export.file_name(copies_name(slug), datetime.now(club.clock.zone()).date()) if out.is_dir() else out
