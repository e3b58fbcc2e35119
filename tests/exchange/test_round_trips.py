"""Whatever was played: each export, read and written again by other programs, is imported as the same games.

The same as far as the format can say: tables of games have no rounds; plays of BG Stats and drawn sheets have no rules.
"""

import csv
import io
import json
import tempfile
import zipfile
from datetime import date, timedelta
from itertools import count, groupby
from pathlib import Path

import openpyxl
import xlwt
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from python_calamine import CalamineWorkbook

from scorepad.exchange.exports import EXPORTS, no_report
from scorepad.exchange.exports.bg_stats import export_of
from scorepad.exchange.exports.spreadsheets import games_table, rounds_table
from scorepad.exchange.imports import pipeline
from scorepad.exchange.imports.import_file import ImportFile
from scorepad.exchange.imports.plan import Context, Decisions, PastGame
from scorepad.play.rules.catalog import find_rules
from scorepad.store import Club
from scorepad.store.imports import NewImport

NAMES = ("Ann", "Bob", "Cleo", "Dora", "Eve", "Flo", "Gus", "Hal")
SIZES = {"partnership": 2, "two-handed": 1, "southern-ohio": 3}
"""How many people a team of each rule set has here; all have two teams."""
NOTHING_TWICE = [Phase.explicit, Phase.generate]

FIRST = PastGame(1, date(2011, 12, 24), (("Ann", "Bob"), ("Cleo", "Dora")), (5200, 4100), rules="partnership")

points = st.integers(-500, 20_000).map(lambda tens: 10 * tens)


@st.composite
def past_games(draw):
    rules = draw(st.sampled_from([*SIZES]))
    people = draw(st.permutations(NAMES))
    size = SIZES[rules]
    day = date(2012, 1, 1) + timedelta(days=draw(st.integers(0, 4_000)))
    rounds = draw(st.lists(st.tuples(points, points), max_size=4))
    totals = tuple(map(sum, zip(*rounds, strict=True))) if rounds else (draw(points), draw(points))
    return PastGame(1, day, (tuple(people[:size]), tuple(people[size : 2 * size])), totals, tuple(rounds), rules)


@given(st.lists(past_games(), min_size=1, max_size=3))
@settings(max_examples=4, deadline=None, database=None, phases=NOTHING_TWICE)
def test_each_export_comes_back_through_each_program(games):
    with tempfile.TemporaryDirectory() as name, Club.open(Path(name) / "club.sqlite3") as club:
        # If no game had a point, an XLS workbook could have formulas that were never calculated.
        record(club, [FIRST, *games])
        folder, numbers = Path(name), count()

        def back(data, ending, sheet="", rules=""):
            return read_back(folder / f"again-{next(numbers)}{ending}", data, sheet, rules)

        for part, sheet in ((games_of, "Games"), (rounds_of, "Rounds")):
            table = content(EXPORTS[f"{sheet.lower()}-csv"], club)
            for data in (table, saved_by_excel(table)):
                assert part(back(data, ".csv")) == part(club), sheet
            book = content(EXPORTS["xlsx"], club)
            for data, ending in ((book, ".xlsx"), (saved_by_openpyxl(book), ".xlsx"), (saved_as_xls(book), ".xls")):
                assert part(back(data, ending, sheet)) == part(club), (sheet, ending)
        assert rounds_of(back(content(EXPORTS["jsonl"], club), ".jsonl")) == rounds_of(club)
        assert rounds_of(back(content(EXPORTS["sqlite"], club), ".sqlite3")) == rounds_of(club)
        for number, (rules, rows) in enumerate(by_game(club), start=1):
            play = content(export_of(number), club)
            for data, ending in ((play, ".bgsplay"), (zipped(play), ".zip")):
                assert rounds_of(back(data, ending, rules=rules)) == rows, ending
            if rows[0][1]:
                for shape in (drawn, with_round_columns):
                    assert rounds_of(back(shape(rows), f" {rows[0][0]}.csv", rules=rules)) == rows, shape


def record(club, games):
    """Record games without a file, so that nothing is written or parsed."""
    ids = {}
    with club.imports.recording(NewImport("d", "f", "k")) as recording:
        context = Context("f", lambda name: ids[name], lambda slug: find_rules(club, slug), None)
        ids.update({name: recording.add_person(name) for name in NAMES})
        for game in games:
            recording.add(game.new_game(context))


def content(export, club):
    stream = io.BytesIO()
    export.write(club, stream, no_report)
    return stream.getvalue()


def read_back(path, data, sheet, rules):
    """Return a new club in which a file was imported, or which is the file."""
    path.write_bytes(data)
    if path.suffix == ".sqlite3":
        return path
    home = path.with_name(f"{path.name}.sqlite3")
    with Club.open(home) as again:
        file, decisions = ImportFile(path, path.name), Decisions(rules=rules or "partnership", sheet=sheet)
        seen = pipeline.preview(again, file, decisions)
        assert [str(problem) for problem in seen.problems] == []
        assert (seen.date_question, seen.name_question, seen.asks_day) == (None, None, False)
        pipeline.record(again, file, decisions)
    return home


def rows_of(club, table):
    """The rows of a table, without the numbers of the games, which differ between clubs."""
    if isinstance(club, Path):
        with Club.open(club) as opened:
            return rows_of(opened, table)
    return sorted(([row[0], *row[2:]] for row in table(club, no_report).rows), key=repr)


def games_of(club):
    return rows_of(club, games_table)


def rounds_of(club):
    return rows_of(club, rounds_table)


def by_game(club):
    """The slug of the rules of each game, and its rows of rounds, by its number."""
    slugs = {find_rules(club, slug).name: slug for slug in SIZES}
    rows = sorted(rounds_table(club, no_report).rows, key=lambda row: row[1])
    for _, of_game in groupby(rows, key=lambda row: row[1]):
        game = [[row[0], *row[2:]] for row in of_game]
        yield slugs[game[0][2]], sorted(game, key=repr)


def as_csv(rows, delimiter=","):
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue()


def saved_by_excel(table):
    """The same table as “Unicode text” of Excel: UTF-16 with tabs."""
    return as_csv(csv.reader(io.StringIO(table.decode("utf-8-sig"))), "\t").encode("utf-16")


def saved_by_openpyxl(book):
    stream = io.BytesIO()
    openpyxl.load_workbook(io.BytesIO(book)).save(stream)
    return stream.getvalue()


def saved_as_xls(book):
    """The same workbook, read by calamine and written by xlwt as one of old Excel."""
    old, stream = xlwt.Workbook(), io.BytesIO()
    as_day = xlwt.easyxf(num_format_str="YYYY-MM-DD")
    seen = CalamineWorkbook.from_filelike(io.BytesIO(book))
    for name in seen.sheet_names:
        sheet = old.add_sheet(name)
        for line, row in enumerate(seen.get_sheet_by_name(name).to_python()):
            for column, value in enumerate(row):
                sheet.write(line, column, value, *([as_day] if isinstance(value, date) else []))
    old.save(stream)
    return stream.getvalue()


def zipped(play):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as parts:
        parts.writestr("BGStatsExport.json", json.dumps(json.loads(play)))
    return stream.getvalue()


def drawn(rows):
    """A game as people draw it: a column for each team, a row for each round, and a total."""
    table = [["Round", *rows[0][3:5]], *([row[1], *row[5:7]] for row in rows)]
    return as_csv([*table, ["Total", *(sum(row[at] for row in rows) for at in (5, 6))]]).encode()


def with_round_columns(rows):
    """A game with a row for each team, a column for each round, and a total."""
    numbers = [f"Round {row[1]}" for row in rows]
    teams = ([row[3 + at] for row in rows[:1]] + [row[5 + at] for row in rows] for at in (0, 1))
    return as_csv([["Team", *numbers, "Total"], *([*team, sum(team[1:])] for team in teams)]).encode()
