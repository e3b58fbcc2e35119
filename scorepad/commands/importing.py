"""`import`: import games of the past from a file, after a preview. `imports`: list, undo and restore imports."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorepad.commands.console import CLUB_OPTION, LARGEST_FILE, fail, fail_as, open_club, print_errors
from scorepad.commands.names import FILE, RULES_SLUG, Number
from scorepad.commands.output import (
    JSON_OPTION,
    Column,
    facts,
    print_json,
    print_line,
    print_table,
    print_title,
    progress,
)

if TYPE_CHECKING:
    from scorepad.exchange.imports.import_file import ImportFile
    from scorepad.exchange.imports.pipeline import Preview
    from scorepad.exchange.imports.plan import Decisions, PlannedGame
    from scorepad.store import Club
    from scorepad.store.imports import Import


DEVICE = "command line"
"""The name in the history instead of a phone's."""

SHOWN_PEOPLE = 40
HOW_PEOPLE_ARE = "write it as NAME=PERSON, with a name of this club, another name of the file or “new” behind the sign."


@click.command("import")
@click.argument("file", type=FILE)
@click.option("--rules", metavar="SLUG", type=RULES_SLUG, default="", help="The rule set of games that name none.")
@click.option(
    "--people",
    metavar="NAME=PERSON",
    multiple=True,
    help="Who a name in the file is: a name here or in the file, or “new”.",
)
@click.option("--sheet", metavar="NAME", default="", help="The sheet of a workbook. Default: the first that shows.")
@click.option(
    "--day",
    metavar="DATE",
    type=click.DateTime(["%Y-%m-%d"]),
    default=None,
    callback=lambda _, __, day: day and day.date(),
    help="When the game of a sheet without dates was played.",
)
@click.option("--day-first/--month-first", default=None, help="How to read 03/04/2024. Default: as the file says.")
@click.option(
    "--several-people/--one-person",
    "names_apart",
    default=None,
    help="How to read “Smith, John” if nothing in the file tells. Default: you are asked.",
)
@click.option("--leave-out", is_flag=True, help="Record the good games although some lines are wrong.")
@click.option("--again", is_flag=True, help="Also games that are here already: the same day, people and points.")
@click.option("--dry-run", is_flag=True, help="Show what would be imported, and record nothing.")
@click.option("--yes", is_flag=True, help="Record without asking.")
@CLUB_OPTION
@facts
def import_(file: str, *, dry_run: bool, yes: bool, as_json: bool, slug: str, **decided: Any) -> None:
    """Import games of the past: all of them, or nothing.

    FILE is a spreadsheet (CSV, XLSX, ODS or XLS), plays of BG Stats or Ludopedia, or a club of Scorepad. You see its
    games, people and bad lines first. The page “Import past results” has a template. “scorepad imports undo” undoes an
    import.

    \b
    Examples:
      scorepad import results.csv --rules vegas
      scorepad import results.xlsx --people "Jon=John Miller" --dry-run
    """
    from scorepad.exchange.imports.plan import Refused
    from scorepad.language.words import plural

    with open_club(slug, writes=not dry_run) as club, _local(file, club.path) as source:
        try:
            decisions = _decisions(club, **decided)
            seen = _seen(club, source, decisions, as_json=as_json)
            if dry_run and seen.problem_count and not seen.games:
                fail("Nothing can be imported: every line is wrong.")
            if dry_run and not as_json:
                for question in _questions(seen, decisions):
                    print_line(question)
            done = None if dry_run else _record(club, source, seen, decisions, yes=yes)
        except Refused as error:
            fail_as(error)
    if as_json:
        _print_json(seen, done)
    elif done:
        games = plural(done.games, "game is", "games are")
        click.echo(f"{games} imported. “scorepad imports undo {done.id}” undoes it, and so does the page of imports.")


def _seen(club: "Club", file: "ImportFile", decisions: "Decisions", *, as_json: bool) -> "Preview":
    """Return the preview of an import, and print it unless `as_json`. Exits if --people names unknown people."""
    from scorepad.exchange.imports.pipeline import preview

    with progress("Reading") as report:
        seen = preview(club, file, decisions, partial(report, total=None))
    _refuse_unknown(seen, decisions)
    if not as_json:
        _show(seen)
    if not as_json or not decisions.leave_out:
        print_errors(map(str, seen.problems))
    return seen


def _record(club: "Club", file: "ImportFile", seen: "Preview", decisions: "Decisions", *, yes: bool) -> "Import":
    """Record the previewed import. Exits if it cannot be recorded, or the answer is no."""
    from scorepad.exchange.imports.pipeline import record

    _refuse_unready(club, seen, decisions, yes=yes)
    if not yes:
        _ask(seen)
    with progress("Recording") as report:
        return record(club, file, decisions, device=DEVICE, report=partial(report, total=seen.games))


@contextmanager
def _local(file: str, own: Path) -> Iterator["ImportFile"]:
    """Yield the file on disk; for "-", standard input is saved. Exits for the club's `own`: closing it ends locks."""
    from tempfile import TemporaryDirectory

    from scorepad.exchange.imports.import_file import ImportFile

    with TemporaryDirectory(prefix="scorepad-") as folder:
        path = Path(file)
        try:
            if file == "-":
                path = Path(folder) / "results"
                _keep_input(path)
            elif not path.is_file():
                fail(f"There is no file {file}.")
            elif path.samefile(own):
                fail(f"{file} is the club itself: its games are here already.")
        except (OSError, ValueError) as error:
            fail(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}.")
        yield ImportFile(path, "standard input" if file == "-" else path.name[:80])


def _keep_input(path: Path) -> None:
    """Save standard input to a file. Exits if it is too large."""
    with path.open("wb") as copy:
        # With `<&-` there is no standard input.
        while sys.stdin and (block := sys.stdin.buffer.read(1024 * 1024)):
            copy.write(block)
            if copy.tell() > LARGEST_FILE:
                fail(f"Standard input is larger than {LARGEST_FILE // 1024 // 1024} MiB. Import it as a file.")


def _decisions(club: "Club", **decided: Any) -> "Decisions":
    from scorepad.exchange.imports.people import NEW, Matcher
    from scorepad.exchange.imports.plan import Decisions
    from scorepad.scoring.names import fold_name

    people, same = dict[str, int](), dict[str, str]()
    matcher = Matcher(club, Decisions())
    for pair in decided["people"]:
        name, equals, person = pair.partition("=")
        here = matcher.named(person)
        if not equals or not name or not person:
            fail(f"--people {pair}: {HOW_PEOPLE_ARE}")
        if here or person == "new":
            people[fold_name(name)] = here.id if here else NEW
        else:
            same[fold_name(name)] = person
    rest = {name: decided[name] for name in ("rules", "day", "day_first", "names_apart", "leave_out", "again", "sheet")}
    return Decisions(people=people, same=same, **rest)


def _refuse_unknown(seen: "Preview", decisions: "Decisions") -> None:
    """Exit if --people names someone who is neither in the club nor in the file."""
    from scorepad.scoring.names import fold_name

    names = {match.folded for match in seen.people}
    for folded, person in decisions.same.items():
        if fold_name(person) not in names and seen.games and not seen.problem_count:
            fail(f"--people {folded}={person}: {HOW_PEOPLE_ARE}")


def _show(seen: "Preview") -> None:
    from scorepad.language.words import plural

    names = {person.id: person.name for match in seen.people for person in match.others}
    spelt = {match.folded: f"as {match.name}" for match in seen.people}
    sides = [_sides(game) for game in seen.sample]
    matches = seen.people[:SHOWN_PEOPLE]
    games = [
        Column("day", ["" if seen.asks_day else str(game.day) for game in seen.sample]),
        Column("teams", [teams for teams, _ in sides]),
        Column("points", [points for _, points in sides], whole=True),
    ]
    people = [
        Column("name", [match.name for match in matches]),
        Column("games", [f"{match.games:,}" for match in matches], right=True),
        Column("is", [spelt.get(match.same) or names.get(match.person, "a new person") for match in matches]),
        Column("by", [match.how for match in matches], spare=1),
    ]
    print_title(f"{seen.name}: {seen.kind}, {plural(seen.games, 'game', 'games')}")
    others = ["--sheet NAME reads another one."] if len(seen.sheets) > 1 else []
    for note in (*others, *seen.notes, *seen.about_known):
        print_line(note)
    for columns, shown, count in ((games, len(sides), seen.games), (people, len(matches), len(seen.people))):
        if shown:
            click.echo()
            print_table(columns)
        if count > shown > 0:
            click.echo(f"… and {count - shown:,} more")


def _sides(game: "PlannedGame") -> tuple[str, str]:
    teams = " : ".join(" & ".join(team) for team in game.teams)
    return teams, " : ".join(f"{total:,}" for total in game.totals)


def _questions(seen: "Preview", decisions: "Decisions") -> Iterator[str]:
    """Yield what a person must decide before the import, and how."""
    if seen.date_question and seen.asks_dates(decisions):
        line, text = seen.date_question
        yield f"Line {line} says {text}: add --day-first or --month-first."
    if seen.asks_day:
        yield "The file does not say on which day it was played: add --day 2024-12-24."
    if seen.name_question and seen.asks_names(decisions):
        line, text = seen.name_question
        yield f"Line {line} says {text}: add --one-person or --several-people."


def _refuse_unready(club: "Club", seen: "Preview", decisions: "Decisions", *, yes: bool) -> None:
    from scorepad.exchange.imports.pipeline import TableInPlay
    from scorepad.language.words import plural
    from scorepad.scoring.text.explain import time_text

    if seen.past:
        fail(f"This file was imported on {time_text(seen.past.at, club.clock.zone())}: nothing was recorded again.")
    if seen.in_play:
        raise TableInPlay(seen.in_play)
    for question in _questions(seen, decisions):
        fail(question)
    if seen.problem_count and not decisions.leave_out:
        count = plural(seen.problem_count, "line is", "lines are")
        fail(f"{count} wrong. Correct them, or add --leave-out. Nothing was recorded.")
    if yes and (close := [match.name for match in seen.people if match.how == "close"]):
        names = ", ".join(close[:5])
        fail(f"These names are only close to others: {names}. Say who each is with --people NAME=PERSON, or NAME=new.")
    if not seen.games and seen.known:
        fail("All games of this file are here already: the same day, people and points. --again imports them.")
    if not seen.games:
        fail("There is no game to import in this file.")


def _ask(seen: "Preview") -> None:
    """Ask for confirmation. Exits if the answer is no, or without a terminal."""
    if sys.stdin is None or not sys.stdin.isatty():
        fail("Nothing was recorded: add --yes to record without a question.")
    click.confirm(f"Import {seen.games:,} games?", abort=True, err=True)


def _print_json(seen: "Preview", done: "Import | None") -> None:
    document = {
        "file": seen.name,
        "kind": seen.kind,
        "sheet": seen.sheet or None,
        "sheets": list(seen.sheets),
        "rules": seen.slug,
        "games": seen.games,
        "first_day": seen.first_day and seen.first_day.isoformat(),
        "last_day": seen.last_day and seen.last_day.isoformat(),
        "notes": list(seen.notes),
        "people": [
            {"name": match.name, "games": match.games, "person": match.person or None, "by": match.how}
            for match in seen.people
        ],
        "problems": [{"line": problem.line, "message": problem.sentences} for problem in seen.problems],
        "import": done and done.id,
    }
    print_json(document)


# `imports`: list past imports, undo one, and restore it.


NUMBER = Number(1, 10**9 - 1)


@click.group()
def imports() -> None:
    """List past imports, and undo them.

    `scorepad import FILE` makes one.
    """


@imports.command("list")
@CLUB_OPTION
@facts
def list_(slug: str, as_json: bool) -> None:
    """List past imports, the latest first.

    Each has its number, its file, how many games and people came, and whether it was undone.
    """
    from scorepad.scoring.text.explain import time_text

    with open_club(slug) as club:
        past, zone = club.imports.all(), club.clock.zone()
    if as_json:
        print_json({"imports": [_document(each) for each in past]})
    elif past:
        columns = [
            Column("import", [str(each.id) for each in past], right=True),
            Column("file", [each.name for each in past]),
            Column("games", [f"{each.games:,}" for each in past], right=True),
            Column("people", [f"{each.people:,}" for each in past], right=True, spare=1),
            Column("imported", [time_text(each.at, zone) for each in past]),
            Column("undone", [time_text(each.undone_at or "", zone) for each in past]),
        ]
        print_table(columns)
    else:
        print_line("No imports yet.")


@imports.command()
@click.argument("number", type=NUMBER, metavar="N")
@CLUB_OPTION
@JSON_OPTION
def undo(number: int, slug: str, as_json: bool) -> None:
    """Undo an import: move its games to the bin.

    N is its number in the list. This also hides people who came with it and sit in no other game. “scorepad
    imports restore” takes this back.
    """
    with open_club(slug, writes=True) as club:
        undone = club.imports.undo(number, device=DEVICE)
    _print(undone, "in the bin", as_json=as_json)


@imports.command()
@click.argument("number", type=NUMBER, metavar="N")
@CLUB_OPTION
@JSON_OPTION
def restore(number: int, slug: str, as_json: bool) -> None:
    """Bring back an import that was undone.

    N is its number in the list. Games that were in the bin before the undo stay there.
    """
    with open_club(slug, writes=True) as club:
        back = club.imports.bring_back(number, device=DEVICE)
    _print(back, "back", as_json=as_json)


def _print(past: "Import", where: str, *, as_json: bool) -> None:
    from scorepad.language.words import plural

    if as_json:
        print_json({"import": _document(past)})
    else:
        print_line(f"{plural(past.games, 'game is', 'games are')} {where}.")


def _document(past: "Import") -> dict[str, Any]:
    names = ("id", "name", "kind", "at", "first_game", "games", "people", "undone_at")
    return {name: getattr(past, name) for name in names}
