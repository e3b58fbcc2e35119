"""Tables of results as people write them: columns in any order, common forms of dates and numbers, every bad line."""

import io
import re
import zipfile
from contextlib import suppress
from datetime import date

import openpyxl
import pytest
import xlwt
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from scorepad.exchange.imports.plan import Refused

PAIRS = (("Ann", "Bob"), ("Cleo", "Dora"))
GAME = (2, "2024-12-24", PAIRS, (5200, 4100), ())

ALIKE = {
    "template": "Date,Team 1,Team 2,Points 1,Points 2\n2024-12-24,Ann & Bob,Cleo & Dora,5200,4100\n",
    "semicolons, other order, thousands": (
        "Score 2;Pair 2;Played on;Pair 1;Score 1\n4.100;Cleo/Dora;24.12.2024;Ann, Bob;5.200\n"
    ),
    "tabs and month first": (
        "DATE\tTeam A\tTeam B\tTeam A score\tTeam B score\n12/24/2024\tAnn and Bob\tCleo + Dora\t5,200\t4 100\n"
    ),
    "one score": 'Day,Team1,Team2,Result\n"Dec 24, 2024",Ann & Bob,Cleo & Dora,"5,200 : 4,100"\n',
    "a column each": (
        "Date|Team 1 player 1|Team 1 player 2|Team 2 player 1|Team 2 player 2|Team 1 points|Team 2 points\n"
        "24 Dec 2024|Ann|Bob|Cleo|Dora|5'200|4100.0\n"
    ),
    "by letters": (
        "Date,Player A1,Player A2,Player B1,Player B2,Score A,Score B\n2024-12-24,Ann,Bob,Cleo,Dora,5200,4100\n"
    ),
    "sides of the table": "Tag;Wir;Punkte;Sie;Punkte\nDi., 24.12.24;Ann & Bob;5200;Cleo & Dora;4100\n",
    "names below a merged heading": (
        "Datum;Wir;;Sie;;Ergebnis\n24.12.24;Ann;Bob;Cleo;Dora;5200 : 4100\nSumme;;;;;5200 : 4100\n"
    ),
    "a merged heading at the end": "Datum;Ergebnis;Wir;;Sie\n24.12.24;5200-4100;Ann;Bob;Cleo;Dora\n",
    "und for short": "Datum;Wir;Sie;Ergebnis\n24.12.24;Ann u. Bob;Cleo u. Dora;5200:4100\n",
    "one name for all": "Date,Team,Score,Team,Score\n2024-12-24,Ann & Bob,5200,Cleo & Dora,4100\n",
    "the winner by the letter of a team": (
        "Date,Team A,Team B,Score A,Score B,Winner\n12/24/24,Ann/Bob,Cleo/Dora,5200,4100,Team A\n"
    ),
    "close names": "Dates,Teams 1,Teams 2,Pionts 1,Pionts 2\n24/12/2024,Ann & Bob,Cleo & Dora,5200,4100\n",
}


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_the_same_game_in_many_hands(bring, text):
    imported = bring(text)
    assert (imported.problems, imported.games) == ([], [GAME])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_letters_come_in_any_usual_encoding(bring, encoding):
    text = ALIKE["template"].replace("Dora", "Zoë Gräf")
    imported = bring(text.encode(encoding))
    assert imported.games[0][2] == (("Ann", "Bob"), ("Cleo", "Zoë Gräf"))
    assert any("Windows-1252" in note for note in imported.preview.notes) == (encoding == "cp1252")


MERGED = """\
Datum;Runde;Team 1;Team 2;Punkte 1;Punkte 2
Di 24.12.2024;1;Ann & Bob;Cleo & Dora;1200;900
;2;;;100;50
;Summe;;;1300;950
;1;Ann & Cleo;;1;2
;;Ann & Bob;Cleo & Dora;10;20
Zwischensumme Dezember;;;;1310;970
;;Ann & Bob;Cleo & Dora;30;40
"""


def test_merged_dates_and_sums_between_games_are_read_as_people_mean_them(bring):
    imported = bring(MERGED)
    assert [str(problem).partition(":")[0] for problem in imported.preview.problems] == ["Line 5"]
    assert imported.games == [
        (2, "2024-12-24", PAIRS, (1300, 950), ((1200, 900), (100, 50))),
        (6, "2024-12-24", PAIRS, (10, 20), ()),
        (8, "2024-12-24", PAIRS, (30, 40), ()),
    ]
    assert "3 rows without a date took that of the row above." in imported.preview.notes
    assert "2 rows with totals were skipped." in imported.preview.notes


@pytest.mark.parametrize(
    ("header", "words"),
    [
        (
            "Date,Team 1,,Points 1\n2024-01-02,A & B,C & D,1,2",
            "The columns of line 1 are “Date”, “Team 1”, “Points 1”.",
        ),
        ("Datum;Wir;Sie", "no column for Points 1, Points 2. The columns of line 1 are “Datum”, “Wir”, “Sie”."),
        ("Date;Player;Player;Player;Player;Points 1;Points 2", "Say which people play together"),
        ("Date;Player 1;Player 2;Player 3;Player 4;Points 1;Points 2", "Say which people play together"),
    ],
)
def test_a_table_that_does_not_say_who_played_together_is_refused(bring, header, words):
    assert words in bring(f"{header}\n2024-12-24{';1' * header.count(';')}\n").refusal


def test_a_number_is_nobodys_name(bring):
    (problem,) = bring("Date;Team 1;;Team 2;;Score\n2024-12-24;Ann;5200;Bob;4100;1:0\n").problems
    assert problem.startswith("Line 2: “5200” is not a name.")


ROUNDS = """\
Results of our club;;;;;
Date;Round;Team 1;Team 2;Points 1;Points 2;Mood
2024-12-24;1;Ann & Bob;Cleo & Dora;1200;900;good
;2;;;−50;1.500;
2024-12-25;1;Ann & Bob;Cleo & Dora;10;20;
2024-12-25;2;Ann & Bob;Cleo & Dora;30;40;
"""


def test_rows_of_rounds_make_games_and_unknown_columns_are_named(bring):
    imported = bring(ROUNDS)
    assert imported.problems == []
    assert imported.games == [
        (3, "2024-12-24", PAIRS, (1150, 2400), ((1200, 900), (-50, 1500))),
        (5, "2024-12-25", PAIRS, (40, 60), ((10, 20), (30, 40))),
    ]
    assert imported.preview.notes == ("These columns were not understood, and are left out: “Mood”.",)


@pytest.mark.parametrize(
    "day",
    [
        *("24.12.24", "24.12.2024.", "2024. 12. 24.", "12/24/24", "24/12/24", "24-12-24", "So, 24.12.24"),
        *("24. Dezember 2024", "24-Dec-2024", "24-Dec-24", "Tue 24 Dec 2024", "Tuesday, December 24, 2024"),
        *("Dec 24th, 2024", "the 24th of December 2024", "2024 Dec 24", "24 Dec 2024 8:30 pm", "12/24/2024 20:30:11"),
        *("24 de diciembre de 2024", "mar. 24 déc. 2024", "mar 24 dic 2024", "24º dicembre 2024"),
        *("24ste december 2024", "24e december 2024", "24ème déc. 2024", "vrijdag 24 december 2024"),
        *("terça-feira, 24 de dezembro de 2024", "2024-12-24T20:30:00"),
    ],
)
@pytest.mark.parametrize("points", ["(5,200)", "- 5200", "-$5,200.00"])
def test_days_and_numbers_as_people_write_them(bring, day, points):
    table = f"Date;Team 1;Team 2;Points 1;Points 2\n{day};Ann & Bob;Cleo & Dora;{points};4100\n"
    assert bring(table).games == [(2, "2024-12-24", PAIRS, (-5200, 4100), ())]


def workbook(*rows, at=(), **more):
    """A workbook with these rows in its first sheet, and `at` single cells by reference.

    `more` are other sheets by name, of which "hidden" is hidden.
    """
    book, stream = openpyxl.Workbook(), io.BytesIO()
    for name, sheet in {"": rows, **more}.items():
        page = book.create_sheet(name) if name else book.active
        page.sheet_state = "hidden" if name == "hidden" else "visible"
        for row in sheet:
            page.append(row)
    for reference, value in dict(at).items():
        book.active[reference] = value
    book.save(stream)
    return stream.getvalue()


def test_a_workbook_has_dates_and_numbers_of_its_own(bring):
    imported = bring(workbook(NAMES, (date(2024, 12, 24), "Ann & Bob", "Cleo & Dora", 5200.0, 4100)), "results")
    assert (imported.problems, imported.games) == ([], [GAME])


NAMES = ("Date", "Team 1", "Team 2", "Points 1", "Points 2")


def open_document(*rows, last="", around="{}", settings=""):
    """A workbook as LibreOffice writes it (ODS), with each cell's XML in it, and its empty rest of a million rows.

    `last` is an attribute of the last row, `around` what is around these rows, `settings` what stands before the sheet.
    """
    namespaces = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    rest = '<table:table-cell table:number-columns-repeated="16379"/>'
    attributes = [""] * (len(rows) - 1) + [last]
    cells = "".join(
        f"<table:table-row{attribute}>{''.join(row)}{rest}</table:table-row>"
        for row, attribute in zip(rows, attributes, strict=True)
    )
    end = f'<table:table-row table:number-rows-repeated="1048570">{rest}</table:table-row>'
    sheet = f'<table:table table:name="Results">{around.format(cells)}{end}</table:table>'
    body = f"<office:body><office:spreadsheet>{settings}{sheet}</office:spreadsheet></office:body>"
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as parts:
        parts.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        parts.writestr("META-INF/manifest.xml", "<manifest/>")
        parts.writestr("content.xml", f"<office:document-content{namespaces}>{body}</office:document-content>")
    return stream.getvalue()


def open_cell(text, kind="string", **values):
    return _OPEN_CELL.format(kind, "".join(f' office:{name}="{value}"' for name, value in values.items()), text)


_OPEN_CELL = '<table:table-cell office:value-type="{}"{}>{}</table:table-cell>'


@pytest.mark.parametrize(
    "between", ["</text:p><text:p>", "<text:line-break/>", " &amp; "], ids=["paragraphs", "a line break", "and"]
)
def test_a_workbook_of_libreoffice_is_read_like_any_other(bring, between):
    names = [open_cell(f"<text:p>{name}</text:p>") for name in NAMES]
    day = open_cell("<text:p>24.12.24</text:p>", "date", **{"date-value": "2024-12-24"})
    teams = [open_cell(f"<text:p>{a}{between}{b}</text:p>") for a, b in (("Ann", "Bob"), ("Cleo", "Dora"))]
    points = [open_cell("<text:p>x</text:p>", "float", value=value) for value in (5200, 4100)]
    imported = bring(open_document(names, [day, *teams, *points]), "results.ods")
    assert (imported.problems, imported.games) == ([], [GAME])


@pytest.mark.parametrize("between", ["<text:tab/>", "<text:s/>", "\n   "], ids=["a tab", "a space", "indented XML"])
def test_white_space_in_a_cell_of_libreoffice_never_joins_or_parts_two_words(bring, between):
    """python-calamine 0.9.1 drops a tab, and keeps the indentation: findings/calamine-ods-line-break.sh."""
    row = ("24.12.24", f"Ann{between}Lee &amp; Bob", *ODS_ROW[2:])
    rows = [[open_cell(f"<text:p>{text}</text:p>") for text in row] for row in (NAMES, row)]
    imported = bring(open_document(*rows), "results.ods")
    assert imported.games[0][2] == (("Ann Lee", "Bob"), ("Cleo", "Dora"))


def test_a_workbook_of_gnumeric_is_read_like_any_other(bring):
    """gnumeric 1.12.55 indents its XML, which python-calamine 0.9.1 refuses: findings/calamine-ods-indented.sh."""
    row = ("24.12.24", "Ann<text:span> &amp;</text:span> <text:span>Bob</text:span>", *ODS_ROW[2:])
    book = open_document(*([open_cell(f"<text:p>{text}</text:p>") for text in of_row] for of_row in (NAMES, row)))
    indented = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as parts, zipfile.ZipFile(indented, "w") as copy:
        for name in parts.namelist():
            copy.writestr(name, re.sub(rb"(</?table:|<text:p>|</text:p>)", rb"\n    \1", parts.read(name)))
    imported = bring(indented.getvalue(), "results.ods")
    assert (imported.problems, imported.games) == ([], [GAME])


ODS_ROW = ("24.12.24", "Ann &amp; Bob", "Cleo &amp; Dora", "5200", "4100")


def test_a_workbook_of_old_excel_is_read_like_any_other(bring):
    book, stream = xlwt.Workbook(), io.BytesIO()
    sheet = book.add_sheet("Results")
    as_day = xlwt.easyxf(num_format_str="DD.MM.YYYY")
    for column, name in enumerate(NAMES):
        sheet.write(0, column, name)
    sheet.write(1, 0, date(2024, 12, 24), as_day)
    for column, value in enumerate(("Ann & Bob", "Cleo & Dora", 5200, 4100.0), start=1):
        sheet.write(1, column, value)
    book.save(stream)
    imported = bring(stream.getvalue(), "results.xls")
    assert (imported.problems, imported.games) == ([], [GAME])


IN_ONE_CELL = [
    "Our games",
    *(",".join(row) for row in (NAMES, ("2024-12-24", "Ann & Bob", "Cleo & Dora", "5200", "4100"))),
]


def test_a_table_with_all_columns_in_one_cell_is_read(bring):
    """Excel leaves a CSV with commas so where it expects semicolons, and saves it so."""
    for content, name in (
        (workbook(*([text] for text in IN_ONE_CELL)), "results.xlsx"),
        ("".join(f'"{text}"\n' for text in IN_ONE_CELL), "results.csv"),
    ):
        imported = bring(content, name)
        assert (imported.problems, [game[1:] for game in imported.games]) == ([], [GAME[1:]])


HIDDEN = "1 hidden row is read like all others: 3."


def with_hidden_row():
    """A workbook as openpyxl 3.1.5 writes it: two blank rows above the table, its only game in a row that is hidden."""
    book, stream = openpyxl.Workbook(), io.BytesIO()
    page = book.active
    page.title = "Results"
    for row in ([], NAMES, (date(2024, 12, 24), "Ann & Bob", "Cleo & Dora", 5200, 4100), [], ["Total"]):
        page.append(row)
    page.row_dimensions[3].hidden = page.row_dimensions[4].hidden = True
    book.create_sheet("Old").sheet_state = "veryHidden"
    book.save(stream)
    return stream.getvalue()


def test_what_a_workbook_hides_is_said(bring):
    imported = bring(with_hidden_row(), "results.xlsx")
    assert [game[0] for game in imported.games] == [3]
    assert imported.preview.notes == ("Hidden sheets are not read: “Old”.", HIDDEN, "A row with a total was skipped.")


@pytest.mark.parametrize(
    ("how", "around"),
    [("collapse", "{}"), ("filter", "{}"), ("collapse", "<table:table-row-group>{}</table:table-row-group>")],
)
def test_what_libreoffice_hides_is_said(bring, how, around):
    rows = [[open_cell(f"<text:p>{text}</text:p>") for text in row] for row in (["x"], NAMES, ODS_ROW)]
    imported = bring(open_document(*rows, last=f' table:visibility="{how}"', around=around), "results.ods")
    assert (imported.problems, imported.preview.notes) == ([], (HIDDEN,))


def test_reading_a_workbook_prints_nothing(bring, capfd):
    for data in (with_hidden_row(), open_document([open_cell("<text:p>x</text:p>")])):
        file = bring(data, "results")
        with suppress(Refused):
            _ = file.preview
    assert capfd.readouterr() == ("", "")


NOT_CALCULATED = (
    "No game has a point other than 0, and the workbook has formulas, which its program may never have calculated. "
    "Open the workbook in a spreadsheet program, and save it again."
)


@pytest.mark.parametrize("result", [b"<v>0</v>", b"<v />"], ids=["XlsxWriter 3.3.1", "openpyxl 3.1.5"])
def test_formulas_that_were_never_calculated_are_named(bring, result):
    """XlsxWriter stores 0 as the result of a formula, openpyxl none."""
    book = io.BytesIO(workbook(NAMES, (date(2024, 12, 24), "Ann & Bob", "Cleo & Dora", "=2600*2", "=SUM(1,2)")))
    changed = io.BytesIO()
    with zipfile.ZipFile(book) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"<v />", result))
    imported = bring(changed.getvalue(), "results.xlsx")
    assert imported.problems[-1] == NOT_CALCULATED
    with pytest.raises(ValueError, match=r"formulas|missing"):
        imported.record()
    assert bring("Date,Team 1,Team 2,Points 1,Points 2\n2024-12-24,Ann & Bob,Cleo & Dora,0,0\n").problems == []


STRICT = {
    b"http://schemas.openxmlformats.org/spreadsheetml/2006/main": b"http://purl.oclc.org/ooxml/spreadsheetml/main",
    b"http://schemas.openxmlformats.org/officeDocument/2006/": b"http://purl.oclc.org/ooxml/officeDocument/",
}
"""The names of ISO/IEC 29500 in a strict workbook, by those in a usual one."""


def test_a_strict_workbook_is_read_like_any_other(bring):
    usual = workbook(NAMES, (date(2024, 12, 24), "Ann & Bob", "Cleo & Dora", 5200, 4100))
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(usual)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            for transitional, strict in STRICT.items():
                data = data.replace(transitional, strict)
            new.writestr(name, data)
    assert bring(stream.getvalue(), "strict.xlsx").games == [GAME]


def test_a_line_end_as_excel_writes_it_stands_between_names(bring):
    row = (date(2024, 12, 24), "Ann_x000D_\nBob", "Cleo & Dora", 5200.0, 4100)
    assert bring(workbook(NAMES, row), "results").games == [GAME]


def test_carriage_returns_that_pandas_leaves_in_csv_are_no_part_of_a_name(bring):
    """XlsxWriter and Excel store it, openpyxl 3.1.5 passes it on as it is, and pandas 3.1.1 writes it to CSV."""
    text = (
        'Date,Team 1_x000D_,Team 2,Points 1,Points 2\n2024-12-24,"Ann_x000D_\nBob",Cleo_x000D_Dora_x000D_,5200,4100\n'
    )
    assert bring(text).games == [GAME]


DASHED = "Date,Team 1,Team 2,Team 3,Points 1,Points 2,Points 3,Winner\n"


def test_dashes_are_none(bring):
    imported = bring(DASHED + '2024-12-24,Ann & Bob,Cleo & Dora,-,"$5,200"," $-   ",-,1.0\n')
    assert (imported.problems, imported.games) == ([], [(2, "2024-12-24", PAIRS, (5200, 0), ())])
    assert imported.preview.notes == ("A dash for points was read as 0.",)
    assert "A number is missing." in bring(DASHED + "2024-12-24,Ann & Bob,Cleo & Dora,-,-,-,-,\n").problems[0]


def test_dates_that_may_be_two_are_asked_unless_the_file_says(bring):
    text = "Date,Team 1,Team 2,Points 1,Points 2\n03/04/2024,Ann & Bob,Cleo & Dora,1,2\n"
    asked = bring(text)
    assert asked.preview.date_question == (2, "03/04/2024")
    assert not asked.preview.is_ready(asked.decisions)
    days = [bring(text, day_first=answer).games[0][1] for answer in (True, False)]
    assert days == ["2024-04-03", "2024-03-04"]
    decided = bring(text + "12/24/24,Ann & Bob,Cleo & Dora,1,2\n")
    assert (decided.games[0][1], decided.preview.date_question) == ("2024-03-04", None)
    assert "Line 3 says 12/24/24, so the month comes first in all dates of this file." in decided.preview.notes
    contradicted = bring(text + "12/24/24,Ann & Bob,Cleo & Dora,1,2\n24/12/24,Ann & Bob,Cleo & Dora,3,4\n")
    assert contradicted.preview.date_question == (2, "03/04/2024")


@pytest.mark.parametrize(
    "day", ["March", "14 14 2024", "99/99/24", "March 2024", "0-Mar-24", "24 Mar Apr 2024", "45650"]
)
def test_what_is_no_date_is_said_in_its_own_words(bring, day):
    text = f"Date;Team 1;Team 2;Points 1;Points 2\n{day};Ann & Bob;Cleo & Dora;1;2\n"
    assert bring(text).problems == [f"Line 2: “{day}” is not a date. Write dates as 2024-12-24 or 24.12.2024."]


def test_a_day_without_a_format_is_a_number_in_a_workbook(bring):
    assert bring(workbook(NAMES, (45650, "Ann & Bob", "Cleo & Dora", 5200, 4100))).games == [GAME]


def counts_from_1904(kind):
    """A workbook whose days count from 1904, as older programs of the Macintosh made them: 45650 is 44188 there."""
    row, stream = (44188, "Ann & Bob", "Cleo & Dora", 5200, 4100), io.BytesIO()
    if kind == "ods":
        names = [open_cell(f"<text:p>{name}</text:p>") for name in NAMES]
        teams = [open_cell(f"<text:p>{name.replace('&', '&amp;')}</text:p>") for name in row[1:3]]
        day, *points = [open_cell("<text:p>x</text:p>", "float", value=value) for value in (row[0], *row[3:])]
        settings = '<table:calculation-settings><table:null-date table:date-value="1904-01-01"/>'
        return open_document(names, [day, *teams, *points], settings=f"{settings}</table:calculation-settings>")
    if kind == "xls":
        old = xlwt.Workbook()
        old.dates_1904 = True
        sheet = old.add_sheet("Results")
        for line, values in enumerate((NAMES, row)):
            for column, value in enumerate(values):
                sheet.write(line, column, value)
        old.save(stream)
    else:
        book = openpyxl.load_workbook(io.BytesIO(workbook(NAMES, row)))
        book.epoch = CALENDAR_MAC_1904
        book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize("kind", ["xlsx", "ods", "xls"])
def test_day_numbers_of_a_workbook_may_count_from_1904(bring, kind):
    imported = bring(counts_from_1904(kind), f"results.{kind}")
    assert (imported.problems, imported.games) == ([], [GAME])


BAD = {
    "x,Ann & Bob,Cleo & Dora,1,2,": "“x” is not a date. Write dates as 2024-12-24 or 24.12.2024.",
    "2999-01-01,Ann & Bob,Cleo & Dora,1,2,": "2999-01-01 is not a day between 1900 and today.",
    "24.13.24,Ann & Bob,Cleo & Dora,1,2,": "“24.13.24” is not a date.",
    "2024-12-24,Ann & Bob,Cleo,1,2,": "The teams have 2, 1 people.",
    "2024-12-24,Ann & Bob,,1,2,": "A game has two teams or more, from Team 1 on.",
    "2024-12-24,Ann & Ann,Cleo & Dora,1,2,": "“ann” is in the game twice.",
    "2024-12-24,Ann & Bob,Cleo & Dora,1.5,2,": "Points 1: “1.5” is not a whole number.",
    "2024-12-24,Ann & Bob,Cleo & Dora,,2,": "Points 1: A number is missing.",
    "2024-12-24,Ann & Bob,Cleo & Dora,5２00,2,": "Points 1: “5２00” is not a whole number.",
    "2024-12-24,Ann & Bob,Cleo & Dora,1٢,2,": "Points 1: “1٢” is not a whole number.",
    "2024-12-24,Ann & Bob,Cleo & Dora,12345678,2,": "Points 1: “12345678” has more than 6 digits.",
    "2024-12-24,Ann & Bob,Cleo & Dora,2,1,Eve": "The winner “eve” is none of the teams.",
    "2024-12-24,Ann & Bob,Cleo & Dora,2,1,Cleo & Dora": "The winner does not match the points.",
    "2024-12-24,Ann & Bob,Cleo & Dora,2,1,Tie": "The winner does not match the points.",
    "99/99/2024,Ann & Bob,Cleo & Dora,2,1,": "“99/99/2024” is not a date.",
    "2024-12-24,Ann,Cleo,2,1,": "Partnership Hand & Foot has no table for 2 teams of 1. These have one:",
    f"2024-12-24,{'A' * 41} & Bob,Cleo & Dora,2,1,": "It can have at most 40 characters.",
    "2024-12-24,A\u202enn & Bob,Cleo & Dora,2,1,": "That name has invisible characters.",
}  # fmt: skip


@pytest.mark.parametrize(("line", "sentence"), BAD.items(), ids=BAD.values())
def test_every_bad_line_says_where_and_why_and_stops_the_import(bring, club, line, sentence):
    good = "2024-12-24,Ann & Bob,Cleo & Dora,2,1,1\n"
    imported = bring(f"Date,Team 1,Team 2,Points 1,Points 2,Winner\n{good}{line}\n{good}")
    (problem,) = imported.problems
    assert problem.startswith("Line 3: ")
    assert sentence in problem
    with pytest.raises(ValueError, match="Line 3"):
        imported.record()
    assert club.games(limit=1) == [] == club.people.everyone()
    assert bring(imported.file.path.read_bytes(), leave_out=True).record().games == 2


def test_a_tie_of_equal_points_is_a_game(bring):
    text = "Date,Team 1,Team 2,Points 1,Points 2,Winner\n2024-12-24,Ann & Bob,Cleo & Dora,5,5,tie\n"
    assert (bring(text).problems, bring(text).preview.games) == ([], 1)


def test_a_row_of_sums_is_no_game(bring):
    imported = bring(ALIKE["template"] + "Total,,,5200,4100\n")
    assert (imported.problems, imported.games) == ([], [GAME])
    assert imported.preview.notes == ("A row with a total was skipped.",)


def test_a_round_that_does_not_follow_spoils_its_game_alone(bring):
    rows = ROUNDS.splitlines()
    rows[3] = rows[3].replace("2;", "3;", 1)
    imported = bring("\n".join(rows))
    assert imported.problems[0].startswith("Line 4: Round 3 does not follow round 1 of the same game.")
    assert [game[0] for game in imported.games] == [5]


def test_a_misspelt_name_in_a_later_round_leaves_out_its_whole_game(bring):
    rows = [f"2024-12-2{day},{round_number},Ann & Bob,Cleo & Dora,9,1" for day in (1, 2) for round_number in (1, 2, 3)]
    rows[1] = rows[1].replace("Bob", "Bobb")
    imported = bring("\n".join(["Date,Round,Team 1,Team 2,Points 1,Points 2", *rows]), leave_out=True)
    (problem,) = imported.problems
    assert problem.startswith("Line 3: The teams differ from line 2.")
    assert [game[0] for game in imported.games] == [5]
    assert imported.record().games == 1


def test_games_that_are_here_already_stay_out_unless_somebody_wants_them(bring, club):
    header, game = ALIKE["template"].splitlines(keepends=True)
    bring(header + game).record()
    other = game.replace("5200", "5300")
    more = bring(header + game.replace("Ann & Bob", "bob & ann") + other + other)
    assert (more.preview.games, more.preview.known, more.preview.twice) == (2, 1, 1)
    assert more.record().games == 2
    assert bring(header + game + game.replace("24", "25"), again=True).record().games == 2
    assert len(club.games(limit=9)) == 5
