"""`export`: write the club, or a part of it, to a file."""

import os
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorepad.commands.console import CLUB_OPTION, fail_as, open_club, printable
from scorepad.commands.names import EVENING, GAME, SEASON
from scorepad.commands.output import JSON_OPTION, print_json, progress

if TYPE_CHECKING:
    from scorepad.exchange.exports import Export
    from scorepad.store import Club

BG_STATS, PICTURE, SHEET = "bgsplay", "picture", "sheet"
PARTS = {
    BG_STATS: "A game for BG Stats",
    PICTURE: "A picture of a game, an evening or a season",
    SHEET: "A page of one to print",
}
"""The exports of a part of the club, with their titles."""


class Format(click.ParamType):  # type: ignore[type-arg]  # older versions of click take none
    """The name of an export. The list of exports is imported only when it is needed."""

    name = "format"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from scorepad.exchange.exports import EXPORTS

        names = (*EXPORTS, *PARTS)
        if value not in names:
            self.fail(f"There is no export called {value!r}. There are: {', '.join(names)}.", param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        from scorepad.exchange.exports import EXPORTS

        titles = {name: export.title for name, export in EXPORTS.items()} | PARTS
        return [CompletionItem(name, help=title) for name, title in titles.items() if incomplete in name]


@dataclass(frozen=True, slots=True)
class ExportPart:
    """The requested part of a club; None means not requested."""

    game: int | None
    evening: date | None
    season: str | None

    def check(self, name: str) -> None:
        """Raise UsageError if the export with this name does not allow this part."""
        count = sum(part is not None for part in (self.game, self.evening, self.season))
        if name == BG_STATS and (self.game is None or count > 1):
            raise click.UsageError("“bgsplay” is one game. Say which with --game N.")
        if name in (PICTURE, SHEET) and count != 1:
            raise click.UsageError(f"Say what the {name} is of with one of --game N, --evening DAY, --season NAME.")
        if name not in PARTS and count:
            raise click.UsageError("--game, --evening and --season name a part. This file is of the whole club.")


def _export_of(name: str, part: ExportPart, club: "Club", slug: str) -> "Export":
    """Return the export with a name, of a part if it has one. Exits with a message if there is no such season."""
    from scorepad.exchange.exports import EXPORTS

    if name == BG_STATS:
        from scorepad.exchange.exports.bg_stats import export_of

        return export_of(part.game or 0)
    return EXPORTS[name] if name not in PARTS else _page_export(name, part, club, slug)


def _page_export(name: str, part: ExportPart, club: "Club", slug: str) -> "Export":
    # Imported here because only these exports need the web pages.
    from scorepad import paths
    from scorepad.commands.reading import find_season
    from scorepad.web.exchange import page_files

    if part.game is not None:
        subject = page_files.game_subject(part.game)
    elif part.evening:
        subject = page_files.evening_subject(part.evening)
    else:
        subject = page_files.season_subject(find_season(club, part.season or ""))
    export_of = page_files.picture_of if name == PICTURE else page_files.sheet_of
    return export_of(subject, paths.instance_dir(os.environ), slug)


@click.command()
@click.argument("name", metavar="FORMAT", type=Format())
@click.option("--game", type=GAME, metavar="N", help="With bgsplay, picture or sheet: this game.")
@click.option("--evening", type=EVENING, metavar="DAY", help="With picture or sheet: this evening, such as 2026-03-31.")
@click.option("--season", type=SEASON, metavar="NAME", help="With picture or sheet: this season.")
@click.option(
    "--out",
    metavar="FILE",
    default="",
    help="The new file, or a folder for it; - prints it. Default: named by the day.",
)
@CLUB_OPTION
@JSON_OPTION
def export(name: str, *, out: str, slug: str, as_json: bool, **part: Any) -> None:
    """Write the club to a file that others can read.

    Scorepad can keep running.

    \b
    FORMAT is one of these:
      jsonl          everything, which “scorepad import” reads
      sqlite         a database with views of games and standings
      xlsx           a workbook of games, rounds and standings
      games-csv      one line a game
      rounds-csv     one line a round of a team
      standings-csv  one line a person or pair
      bgsplay        one finished game for BG Stats
      picture        a picture (PNG) of a game, an evening or a season
      sheet          a page (HTML) of one, to print

    Nothing is ever overwritten, and the file has its name only once it is complete. No file holds a secret.

    \b
    Examples:
      scorepad export xlsx
      scorepad export picture --evening 2026-03-31
      scorepad export sheet --season Winter --out winter.html
    """
    if as_json and out == "-":
        raise click.UsageError("“--out -” prints the export itself. Leave out --json, or name a file.")
    wanted = ExportPart(**part)
    wanted.check(name)
    title, path = _exported(name, wanted, slug, out)
    if path is None:
        return
    size = path.stat().st_size
    if as_json:
        print_json({"club": slug, "file": str(path.absolute()), "bytes": size})
    else:
        click.echo(printable(f"{title} is exported to {path} ({size:,} bytes)."))


def _exported(name: str, part: ExportPart, slug: str, out: str) -> tuple[str, Path | None]:
    """Export, and return the title and the new file, None if it was printed. Exits with a message on errors."""
    from scorepad.store import StoreError

    with open_club(slug) as club:
        try:
            export = _export_of(name, part, club, slug)
            title = export.title if name in PARTS else "The club"
            if out == "-":
                _print(export, club)
                return title, None
            return title, _write(export, club, _destination(export, slug, club, Path(out)))
        except (StoreError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            fail_as(error)


def _print(export: "Export", club: "Club") -> None:
    from scorepad.exchange.exports import no_report

    export.write(club, sys.stdout.buffer, no_report)
    sys.stdout.buffer.flush()


def _write(export: "Export", club: "Club", path: Path) -> Path:
    from scorepad.exchange.exports import write_file

    with progress("Exporting") as report:
        return write_file(export, club, path, report)


def _destination(export: "Export", slug: str, club: "Club", out: Path) -> Path:
    """Return the path of the new file; in a folder it is named after the day."""
    from scorepad.paths import copies_name

    return out / export.file_name(copies_name(slug), club.clock.today()) if out.is_dir() else out
