"""A workbook with several sheets: each can be chosen, is previewed first, and is imported once."""

import pytest

from scorepad.commands.console import BAD_INPUT
from scorepad.store import Club
from tests.cli.invoke import invoke
from tests.exchange.imports.test_spreadsheets import workbook
from tests.web.exchange.test_imports import choose, decide, deciding

NAMES = ("Date", "Team 1", "Team 2", "Points 1", "Points 2")


def games(*days):
    return (NAMES, *((day, "Ann & Bob", "Cleo & Dora", 5200, 4100) for day in days))


NOTES = (("What this is",), ("Our results since 2018",))
BOOK = workbook(*NOTES, Old=games("2018-05-03"), New=games("2019-05-03", "2019-06-03"), hidden=games("2001-01-01"))


def days(owner):
    return [game.created_at[:10] for game in owner.club.games(limit=9)]


def test_each_sheet_is_chosen_looked_at_and_imported_once(first_visitor):
    page = choose(first_visitor, BOOK, "results.xlsx")
    assert page.heading == "This file cannot be imported"
    page = decide(first_visitor, page, "look", sheet="3")
    assert page.heading == "2 games, 3 May 2019 to 3 Jun 2019"
    assert "The sheet “New” is read, and no other: “Sheet”, “Old”." in page.text
    # Pressed without a preview of the other sheet, nothing is recorded.
    page = decide(first_visitor, page, "import", sheet="2")
    assert (page.heading, days(first_visitor)) == ("1 game, 3 May 2018", [])
    assert decide(first_visitor, page).heading == "1 game imported"
    page = decide(first_visitor, choose(first_visitor, BOOK, "results.xlsx"), "look", sheet="2")
    assert "This file was imported on" in page.text
    page = decide(first_visitor, page, "look", sheet="3")
    assert decide(first_visitor, page).heading == "2 games imported"


@pytest.mark.parametrize("number", ["0", "4", "99999", "-1", "x", "hidden"])
def test_no_other_sheet_can_be_asked_for(first_visitor, number):
    page = decide(first_visitor, choose(first_visitor, BOOK), "look", sheet=number)
    assert page.heading == "This file cannot be imported"
    assert [name for name in deciding(page).fields if name == "sheet"] == ["sheet"]


TABLE = ",".join(NAMES) + "\n2019-05-03,Ann & Bob,Cleo & Dora,5200,4100\n"
SHEETS = {
    "new": (BOOK, 0, "2 games are imported."),
    "2020": (BOOK, BAD_INPUT, "The workbook has no sheet “2020” that shows. It has “Sheet”, “Old”, “New”."),
    "hidden": (BOOK, BAD_INPUT, "The workbook has no sheet “hidden” that shows."),
    "Sheet": (BOOK, BAD_INPUT, "The table has no column for"),
    "New": (TABLE.encode(), BAD_INPUT, "Only a workbook (XLSX, ODS, XLS) has sheets to choose from"),
}


@pytest.mark.parametrize(("sheet", "expected"), SHEETS.items(), ids=SHEETS)
def test_the_command_line_names_a_sheet(tmp_path, sheet, expected):
    Club.open(tmp_path / "club.sqlite3").close()
    content, status, sentence = expected
    file = tmp_path / "results"
    file.write_bytes(content)
    done = invoke("import", str(file), "--yes", "--sheet", sheet, SCOREPAD_INSTANCE=str(tmp_path))
    assert (done.exit_code, sentence in done.stdout + done.stderr) == (status, True), done.stderr
