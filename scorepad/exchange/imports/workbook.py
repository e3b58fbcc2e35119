"""Read the rows of an XLSX sheet one at a time, with their line numbers. Malicious files raise Refused."""

import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import IO, Any

from scorepad.exchange.imports.plan import Refused
from scorepad.exchange.imports.rows import MAX_LINES, Deadline, SpreadsheetRow, check_width
from scorepad.exchange.imports.typed import is_blank, quoted, short
from scorepad.scoring.names import fold_name

MAX_PARTS = 1_000
MAX_UNPACKED = 500 * 1024 * 1024
MAX_BESIDE = 4 * 1024 * 1024
"""The most bytes of a part that is not a sheet, and is read into memory."""
MAX_TIMES = 200
"""The highest compression ratio of a part; spreadsheets reach about 40."""

MAX_TAGS = 500_000
"""The most tags in a part that is not a sheet. Each cell format is one, and spreadsheet programs allow 65,490."""
MAX_TAGS_IN_ROW = 100_000
"""The most tags in a row of a sheet: six for each of the 16,384 cells that a row can have."""

MAX_NAMED = 5
"""The most sheets named in a sentence."""

_BLOCK = 1024 * 1024
_BY_NUMBER = re.compile("_x([0-9A-Fa-f]{4})_")
_ROW = re.compile(rb"<(?:\w+:)?row\b")


class Workbook:
    """A sheet of a workbook: the one with the wanted name, or the first visible one.

    `sheets` are the names of all visible sheets, `sheet` the name of this one; both are set once rows were read.
    """

    def __init__(self, path: Path, deadline: Deadline, wanted: str = "") -> None:
        self._path, self._deadline, self._wanted = path, deadline, wanted
        self.sheets: tuple[str, ...] = ()
        self.sheet = ""
        _check_parts(path)

    @property
    def notes(self) -> tuple[str, ...]:
        others = [title for title in self.sheets if title != self.sheet]
        named = quoted(others, MAX_NAMED)
        return (f"The sheet “{short(self.sheet)}” is read, and no other: {named}.",) if others else ()

    def rows(self) -> Iterator[SpreadsheetRow]:
        # Imported here because most commands and requests need no workbook.
        from openpyxl import load_workbook

        # By path, openpyxl would reject a workbook with another file name extension.
        with self._path.open("rb") as file:
            try:
                book = load_workbook(file, read_only=True, data_only=True, keep_links=False)
            except Exception as error:
                raise _damaged(error) from error
            with closing(book):
                sheet = self._chosen([sheet for sheet in book.worksheets if sheet.sheet_state == "visible"])
                sheet.reset_dimensions()
                for row in _sheet_rows(sheet.iter_rows(values_only=True)):
                    self._deadline.check()
                    yield row

    def _chosen(self, sheets: Sequence[Any]) -> Any:
        """Return the sheet to read, of the visible ones."""
        self.sheets = tuple(sheet.title for sheet in sheets)
        if not sheets:
            raise Refused("The workbook has no sheet with a table.")
        wanted = fold_name(self._wanted)
        chosen = next((sheet for sheet in sheets if not wanted or fold_name(sheet.title) == wanted), None)
        if chosen is None:
            named = quoted(self.sheets, MAX_NAMED)
            raise Refused(f"The workbook has no sheet “{short(self._wanted)}” that shows. It has {named}.")
        self.sheet = chosen.title
        return chosen


def _sheet_rows(rows: Iterator[Sequence[object]]) -> Iterator[SpreadsheetRow]:
    line = 0
    while True:
        try:
            values = next(rows)
        except StopIteration:
            return
        except Exception as error:
            raise _damaged(error) from error
        line += 1
        if line > MAX_LINES:
            raise Refused(f"The sheet has more than {MAX_LINES:,} rows.")
        values = [_decoded(value) for value in values[: _last(values)]]
        check_width(line, values)
        if not is_blank(values):
            yield SpreadsheetRow(line, values)


def _decoded(value: object) -> object:
    """Decode characters that are written by number, as Excel writes the first half of a line end. openpyxl does not."""
    if isinstance(value, str) and "_x" in value:
        return _BY_NUMBER.sub(lambda match: chr(int(match[1], 16)), value)
    return value


def _last(values: Sequence[object]) -> int:
    return max((at for at, value in enumerate(values, start=1) if value is not None), default=0)


def _check_parts(path: Path) -> None:
    """Reject a workbook that is damaged, or larger when unpacked than any table of results."""
    try:
        with zipfile.ZipFile(path) as parts:
            members = parts.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise _damaged(error) from error
    if len(members) > MAX_PARTS:
        raise Refused(f"The workbook has {len(members):,} parts, which no table of results needs. Save it as CSV.")
    whole = sum(member.file_size for member in members)
    if whole > MAX_UNPACKED or any(map(_is_too_large, members)):
        raise Refused(
            f"The workbook unpacks to {whole // 1024 // 1024:,} MiB, which no table of results does. Save it as CSV."
        )
    if not any(member.filename == "xl/workbook.xml" for member in members):
        raise Refused("This is no XLSX workbook. Save the table as CSV or XLSX.")
    _check_tags(path)


def _check_tags(path: Path) -> None:
    """Reject a row or a part with more in it than any table needs: openpyxl builds each as a whole in memory."""
    try:
        with zipfile.ZipFile(path) as parts:
            for member in parts.infolist():
                with parts.open(member) as part:
                    if _is_sheet(member):
                        _check_rows(part)
                    elif sum(block.count(b"<") for block in _blocks(part)) > MAX_TAGS:
                        raise Refused("The workbook has more formats or texts than any table needs. Save it as CSV.")
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError) as error:
        raise _damaged(error) from error


def _check_rows(sheet: IO[bytes]) -> None:
    tags = 0
    for block in _blocks(sheet):
        first, *others = _ROW.split(block)
        counts = [tags + first.count(b"<"), *(row.count(b"<") for row in others)]
        if max(counts) > MAX_TAGS_IN_ROW:
            raise Refused("A row of the workbook has more cells than any table needs. Save it as CSV.")
        tags = counts[-1]


def _blocks(part: IO[bytes]) -> Iterator[bytes]:
    return iter(lambda: part.read(_BLOCK), b"")


def _is_sheet(member: zipfile.ZipInfo) -> bool:
    return member.filename.startswith("xl/worksheets/")


def _is_too_large(member: zipfile.ZipInfo) -> bool:
    size = member.file_size
    is_packed = size > _BLOCK and size > MAX_TIMES * max(1, member.compress_size)
    return is_packed or (size > MAX_BESIDE and not _is_sheet(member))


def _damaged(error: BaseException) -> Refused:
    """Return the refusal of a workbook. Raises MemoryError if it is only too large for this process."""
    if isinstance(error, MemoryError) or "out of memory" in str(error):
        raise MemoryError from error
    cause: BaseException | None = error
    while cause and type(cause).__name__ != "EntitiesForbidden":
        cause = cause.__cause__ or cause.__context__
    if cause:
        return Refused("The workbook defines entities, which no spreadsheet program writes. Save it as CSV.")
    return Refused("The workbook is damaged or not complete. Open it in your spreadsheet program, and save it again.")
