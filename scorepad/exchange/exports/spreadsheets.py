"""Writes tables as CSV, and as sheets of a workbook (XLSX)."""

import csv
import io
import re
import shutil
from collections.abc import Callable, Iterable
from datetime import date
from tempfile import TemporaryFile
from typing import IO, Any

from scorepad.exchange.exports import Report
from scorepad.exchange.exports.tables import ExportTable, Value, games_table, rounds_table, standings_table
from scorepad.exchange.imports.typed import FORMULAS
from scorepad.store import Club

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
