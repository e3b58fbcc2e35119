"""`export`: take the club, or a part of it, away as a file."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorepad.commands.console import CLUB_OPTION, fail_as, open_club, printable
from scorepad.commands.names import GAME
from scorepad.commands.output import JSON_OPTION, print_json
from scorepad.commands.progress import progress

if TYPE_CHECKING:
    from scorepad.exchange.exports import Export
    from scorepad.store import Club

BG_STATS = "bgsplay"


class Format(click.ParamType):  # type: ignore[type-arg]  # older versions of click take none
    """The name of an export. They are read when the command is used."""

    name = "format"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from scorepad.exchange.exports import EXPORTS

        names = (*EXPORTS, BG_STATS)
        if value not in names:
            self.fail(f"There is no export called {value!r}. There are: {', '.join(names)}.", param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        from scorepad.exchange.exports import EXPORTS

        titles = {name: export.title for name, export in EXPORTS.items()} | {BG_STATS: "A game for BG Stats"}
        return [CompletionItem(name, help=title) for name, title in titles.items() if incomplete in name]


def _export_of(name: str, game: int | None) -> "Export":
    """The export of a name, and of a game if it is one. Raises UsageError if they do not go together."""
    from scorepad.exchange.exports import EXPORTS
    from scorepad.exchange.exports.bg_stats import export_of

    if name != BG_STATS and game is not None:
        raise click.UsageError("--game goes with bgsplay. All other files are of the whole club.")
    if name != BG_STATS:
        return EXPORTS[name]
    if game is None:
        raise click.UsageError("“bgsplay” is one game. Say which with --game N.")
    return export_of(game)


@click.command()
@click.argument("name", metavar="FORMAT", type=Format())
@click.option("--game", type=GAME, metavar="N", help="With bgsplay: the finished game.")
@click.option(
    "--out",
    metavar="FILE",
    default="",
    help="The new file, or a folder for it; - prints it. Default: named by the day.",
)
@CLUB_OPTION
@JSON_OPTION
def export(name: str, game: int | None, out: str, slug: str, as_json: bool) -> None:
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
      bgsplay        one finished game for BG Stats, by its number: --game N

    Nothing is ever overwritten, and the file has its name only once it is whole. No file holds a secret.
    """
    from scorepad.store import StoreError

    if as_json and out == "-":
        raise click.UsageError("“--out -” prints the export itself. Leave out --json, or name a file.")
    export = _export_of(name, game)
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
