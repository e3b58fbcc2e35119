"""Games, rounds and standings as tables, written as CSV or as sheets of a workbook (XLSX)."""

import csv
import io
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from tempfile import TemporaryFile
from typing import IO, Any

from scorepad.exchange.documents.league import MAX, standings_document
from scorepad.exchange.exports import Report
from scorepad.exchange.imports.cells import FORMULAS, written
from scorepad.league.club_names import ClubPeople
from scorepad.league.table_request import TableRequest
from scorepad.play.game import team_people, values_of
from scorepad.scoring.game.record import GameRecord, game
from scorepad.store import Club
from scorepad.store.results.rows import PlayedGame

# Tables for spreadsheets: games, rounds and standings. Games and rounds have the columns that an import reads.


Value = str | int | float | None
ExportRow = Sequence[Value]

AT_ONCE = 200
"""Games read in one batch."""

TIE = "Tie"


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A table: its name, its columns, and its rows, which are generated lazily."""

    name: str
    columns: Sequence[str]
    rows: Iterable[ExportRow]


def games_table(club: Club, report: Report) -> ExportTable:
    """Return a table with a row for each game that counts."""
    club.league.catch_up()
    teams, total = _most_teams(club)
    return ExportTable("Games", _columns(teams), _game_rows(club, teams, total, report))


def _most_teams(club: Club) -> tuple[int, int]:
    """The largest number of teams in a game, and the number of games."""
    kinds = club.league.kinds()
    return max((played.kind.teams for played in kinds), default=2), sum(played.games for played in kinds)


def _columns(teams: int) -> list[str]:
    numbers = range(1, teams + 1)
    names, points = [f"Team {number}" for number in numbers], [f"Points {number}" for number in numbers]
    return ["Date", "Game", "Round", "Rules", *names, *points, "Winner"]


def _padded(values: Sequence[Value], teams: int) -> list[Value]:
    return [*values, *[None] * (teams - len(values))]


def _game_rows(club: Club, teams: int, total: int, report: Report) -> Iterator[ExportRow]:
    rules = {played.kind.id: played.kind.name for played in club.league.kinds()}
    people = {person.id: person.name for person in club.people.everyone()}
    for done, played in enumerate(club.league.played_games(), start=1):
        names = [written(people.get(person, "Unknown") for person in side.people) for side in played.sides]
        totals = [side.total for side in played.sides]
        won = [name for name, side in zip(names, played.sides, strict=True) if side.share]
        winner = won[0] if len(won) == 1 else TIE
        yield [
            played.day,
            played.game,
            None,
            rules[played.kind],
            *_padded(names, teams),
            *_padded(totals, teams),
            winner,
        ]
        if done % AT_ONCE == 0:
            report(done, total)
    report(total, total)


def rounds_table(club: Club, report: Report) -> ExportTable:
    """Return a table with a row for each round of the games that count; one with its totals for a game on paper."""
    club.league.catch_up()
    teams, total = _most_teams(club)
    return ExportTable("Rounds", _columns(teams), _round_rows(club, teams, total, report))


def _round_rows(club: Club, teams: int, total: int, report: Report) -> Iterator[ExportRow]:
    games, done = club.league.played_games(), 0
    while batch := list(islice(games, AT_ONCE)):
        yield from _rounds_of(club, batch, teams)
        done += len(batch)
        report(done, total)
    report(total, total)


def _rounds_of(club: Club, batch: Sequence[PlayedGame], teams: int) -> Iterator[ExportRow]:
    cells = club.readable_cells([played.game for played in batch])
    people = {person.id: person.name for person in club.people.everyone()}
    for played in batch:
        if cells[played.game]:
            record = game(values_of(cells[played.game]), people, again=False)
            names = [written(of_team) for of_team in team_people(record, people)]
            for number, points in round_points(record):
                sides = [*_padded(names, teams), *_padded(points, teams)]
                yield [played.day, played.game, number, record.agreement.rules.name, *sides, None]


def round_points(record: GameRecord) -> list[tuple[int | None, Sequence[int]]]:
    """The number and the points of each round; a single None with the totals if some rounds were played on paper."""
    course = record.course
    rounds = record.rounds[: course.counted]
    if any(played.on_paper for played in rounds) or any(record.agreement.brought):
        return [(None, course.now)]
    return [(number, played.totals) for number, played in enumerate(rounds, start=1)]


STANDINGS = ("Rank", "Name", "Games", "Wins", "Win share", "Points a round", "Rating", "Give or take")


def standings_table(club: Club, report: Report) -> ExportTable:
    """Return a table with everyone who has a game, by wins."""
    club.league.catch_up()
    return ExportTable("Standings", STANDINGS, _standing_rows(club, report))


def _standing_rows(club: Club, report: Report) -> Iterator[ExportRow]:
    people, after = ClubPeople.of(club), ""
    while True:
        args = {"least": "1", "by": "wins", "after": after}
        asked = TableRequest.of(club, people, args, today=club.clock.today())
        page: Any = standings_document(people, asked, size=MAX)
        for row in page["rows"]:
            of, rating = row["figures"], row["figures"]["rating"] or {}
            yield [row["rank"], row["competitor"]["name"], of["games"], of["wins"], of["win_share"],
                   of["points_a_round"], rating.get("rating"), rating.get("give_or_take")]  # fmt: skip
        after = page["next"] or ""
        if not after:
            break
    report(1, 1)


TABLES: dict[str, Callable[[Club, Report], ExportTable]] = {
    "games": games_table,
    "rounds": rounds_table,
    "standings": standings_table,
}


def safe(value: Value) -> Value:
    """Return a value that no spreadsheet program evaluates: a formula gets an apostrophe, a number stays."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value


def escaped(value: Value) -> Value:
    """Return a value for a workbook, in which a text like `_x0041_` is a character's number. openpyxl keeps it."""
    return re.sub("_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", value) if isinstance(value, str) else value


def write_csv(name: str, club: Club, stream: IO[bytes], report: Report) -> None:
    """Write one of TABLES as CSV."""
    table = TABLES[name](club, report)
    text = io.TextIOWrapper(stream, "utf-8-sig", newline="")
    writer = csv.writer(text)
    writer.writerow(table.columns)
    writer.writerows(["" if value is None else safe(value) for value in row] for row in table.rows)
    # Leave the stream open for its owner.
    text.detach()


def write_xlsx(club: Club, stream: IO[bytes], report: Report) -> None:
    """Write all tables as sheets of one workbook, a row at a time."""
    # Imported here because most commands and requests need no workbook.
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    for make in TABLES.values():
        table = make(club, report)
        sheet = book.create_sheet(table.name)
        sheet.freeze_panes = "A2"
        for row in _with_names(table):
            cells: list[Any] = []
            for at, value in enumerate(row):
                is_text = isinstance(value, str)
                is_day = is_text and table.columns[at] == "Date"
                cell = WriteOnlyCell(sheet, _day(value) if is_day else escaped(value))
                if is_text and not cell.is_date:
                    # Otherwise a text that begins with = would become a formula.
                    cell.data_type = "s"
                cells.append(cell)
            sheet.append(cells)
    # If a pipe breaks, openpyxl would print its own errors when writing to it directly.
    with TemporaryFile() as whole:
        book.save(whole)
        whole.seek(0)
        shutil.copyfileobj(whole, stream)


def _with_names(table: ExportTable) -> Iterable[Any]:
    yield table.columns
    yield from table.rows


def _day(value: Any) -> Any:
    try:
        return date.fromisoformat(value)
    except ValueError:
        return value
