"""The template for a spreadsheet of past results: example rows, and a sheet that explains them."""

import csv
import io
from datetime import date

NAMES = ("Date", "Game", "Round", "Rules", "Team 1", "Team 2", "Team 3", "Points 1", "Points 2", "Points 3", "Winner")
OTHER_RULES = "Laguna Woods Hand, Knee & Foot"
ROWS: tuple[tuple[date | int | str | None, ...], ...] = (
    (date(2024, 12, 24), 1, None, None, "Ann & Bob", "Cleo & Dora", None, 5200, 4100, None, "Ann & Bob"),
    (date(2024, 12, 31), 2, 1, None, "Ann & Cleo", "Bob & Dora", None, 1250, 940, None, None),
    (date(2024, 12, 31), 2, 2, None, "Ann & Cleo", "Bob & Dora", None, -50, 1860, None, None),
    (date(2024, 12, 31), 2, 3, None, "Ann & Cleo", "Bob & Dora", None, 2310, 1475, None, None),
    (date(2024, 12, 31), 2, 4, None, "Ann & Cleo", "Bob & Dora", None, 1620, 2005, None, None),
    (date(2025, 1, 7), 3, None, OTHER_RULES, "Ann & Bob", "Cleo & Dora", "Emil & Fay", 7100, 8250, 6900, None),
)
HELP = (
    ("Date", "The day of the game: 2024-12-24, 24.12.2024, or a date of your spreadsheet program."),
    ("Game", "A number or word of your own that is the same in all rows of a game. May stay empty."),
    ("Round", "1, 2, 3 … if each row is a round of a game. Empty if a row is a whole game."),
    ("Rules", "The name of the rules in Scorepad. Empty: you are asked once for all such games."),
    (
        "Team 1, Team 2 …",
        "Who played together, with & between the names; a name with a comma or “and” in it in quotation marks. Up to "
        "six teams, as Team 4, Points 4 …",
    ),
    ("Points 1, Points 2 …", "The points of each team in this row: of the round, or of the whole game."),
    ("Winner", "May stay empty. If it is there, it is compared with the points."),
    ("", "Delete the example rows, and leave the names of the columns. Columns that you do not need may go."),
)
ENDINGS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def template(ending: str) -> bytes:
    """Return the template as a file with this suffix, one of ENDINGS."""
    return _csv() if ending == "csv" else _xlsx()


def _csv() -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(NAMES)
    writer.writerows(["" if value is None else value for value in row] for row in ROWS)
    # With a byte order mark, spreadsheet programs read it as UTF-8.
    return text.getvalue().encode("utf-8-sig")


def _xlsx() -> bytes:
    # Imported here because most commands and requests need no workbook.
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book, stream = Workbook(), io.BytesIO()
    results, explained = book.active, book.create_sheet("Help")
    assert results is not None
    results.title = "Results"
    for sheet, rows, widths in ((results, (NAMES, *ROWS), (12, 8, 8, 16, *[18] * 3, *[10] * 3, 18)),
                                (explained, (("Column", "What it holds"), *HELP), (24, 90))):  # fmt: skip
        for row in rows:
            sheet.append(list(row))
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        for column, width in zip("ABCDEFGHIJK", widths, strict=False):
            sheet.column_dimensions[column].width = width
        sheet.freeze_panes = "A2"
    book.save(stream)
    return stream.getvalue()
