"""The rows of a spreadsheet, from CSV or XLSX, one at a time, with their line numbers. Hostile files raise Refused."""

import codecs
import csv
import time
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from typing import IO, NamedTuple

from scorepad.exchange.imports.columns import MOST_COLUMNS
from scorepad.exchange.imports.plan import Refused
from scorepad.exchange.imports.typed import is_blank, short

LONGEST_LINE = 200_000
"""Characters of a line of text."""

MOST_LINES = 1_048_576
"""Rows of a sheet: what spreadsheet programs allow."""

MOST_UNPACKED = 500 * 1024 * 1024
MOST_BESIDE = 4 * 1024 * 1024
MOST_PARTS = 1_000
"""Bytes of a part of a workbook that is no sheet, and is read into memory."""
MOST_TIMES = 200
"""How many times larger a part of an XLSX may be than what it is packed into; spreadsheets reach about 40."""

_BLOCK = 1024 * 1024
_DELIMITERS = ";\t,|"
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


class Deadline:
    """How long a file may be read; for ever by itself."""

    def __init__(self, seconds: float | None = None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def check(self) -> None:
        """Raises Refused after the time."""
        if self._end is not None and time.monotonic() > self._end:
            raise Refused("The file takes too long to read. Split it, save it as CSV, or use the command line.")


class Row(NamedTuple):
    """A row and its line, from 1."""

    line: int
    values: Sequence[object]


class CsvFile:
    """A text file with columns."""

    def __init__(self, path: Path, deadline: Deadline) -> None:
        self._path, self._deadline = path, deadline
        self.encoding = _encoding(path)
        self.notes: tuple[str, ...] = ()
        if self.encoding == "cp1252":
            self.notes = (
                "The file is not UTF-8. It was read as Windows-1252 (Western European): check names with accents.",
            )
        self._skip, self._delimiter = self._layout()

    def _layout(self) -> tuple[int, str]:
        """How many lines come before the names of the columns, and what stands between these."""
        for number, line in enumerate(islice(_lines(self._path, self.encoding), 50)):
            if line.strip() and not line.casefold().startswith("sep="):
                # Title lines above the table have no delimiters.
                counts = {delimiter: line.count(delimiter) for delimiter in _DELIMITERS}
                best = max(counts, key=lambda delimiter: counts[delimiter])
                if counts[best]:
                    return number, best
        raise Refused("No table was found in the file. Its first line has to name the columns, with commas between.")

    def rows(self) -> Iterator[Row]:
        lines = islice(_lines(self._path, self.encoding), self._skip, None)
        reader = csv.reader(lines, delimiter=self._delimiter)
        before = 0
        while True:
            try:
                values = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                raise Refused(
                    f"Line {self._skip + reader.line_num} cannot be read: {error}. "
                    "Perhaps a quotation mark before it has no end."
                ) from None
            line, before = self._skip + before + 1, reader.line_num
            _check_width(line, values)
            self._deadline.check()
            if not is_blank(values):
                yield Row(line, values)


def _check_width(line: int, values: Sequence[object]) -> None:
    if len(values) > MOST_COLUMNS:
        raise Refused(f"Line {line} has {len(values):,} columns. At most {MOST_COLUMNS} are read: remove the others.")


def _encoding(path: Path) -> str:
    """The encoding of a text file, by its first bytes or by what fits all of it."""
    with path.open("rb") as file:
        start = file.read(4096)
        for mark, encoding in _MARKS:
            if start.startswith(mark):
                return encoding
        for encoding, zeros in (("utf-16-le", start[1::2]), ("utf-16-be", start[::2])):
            # ASCII in UTF-16 has a zero in every second byte, but for a few letters with accents.
            if len(zeros) > 3 and zeros.count(0) > 0.7 * len(zeros) and start.count(0) < 0.6 * len(start):
                return encoding
        if b"\0" in start:
            raise Refused("This is not a text file: it has bytes that no text has. Save the table as CSV or XLSX.")
        file.seek(0)
        return "utf-8" if _fits(file, "utf-8") else "cp1252"


def _fits(file: IO[bytes], encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        while block := file.read(_BLOCK):
            decoder.decode(block)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _lines(path: Path, encoding: str) -> Iterator[str]:
    """The lines of a file, each with its end. No line is read further than the cap."""
    with path.open(encoding=encoding) as text:
        for number in count(1):
            try:
                line = text.readline(LONGEST_LINE + 1)
            except UnicodeDecodeError:
                raise Refused(f"The text from line {number} on is damaged. Save the file again as UTF-8.") from None
            if not line:
                return
            _check_line(number, line)
            yield line


def _check_line(number: int, line: str) -> None:
    if len(line) > LONGEST_LINE:
        raise Refused(f"Line {number} is longer than {LONGEST_LINE:,} characters. No table of results has such a line.")
    if number > MOST_LINES:
        raise Refused(f"The file has more than {MOST_LINES:,} lines. Split it.")
    if "\0" in line:
        raise Refused(f"Line {number} holds bytes that no text has. Save the table as CSV or XLSX.")


class XlsxFile:
    """The first sheet of a workbook."""

    notes: tuple[str, ...] = ()

    def __init__(self, path: Path, deadline: Deadline) -> None:
        self._path, self._deadline = path, deadline
        _check_parts(path)

    def rows(self) -> Iterator[Row]:
        # Imported here: most of what Scorepad does needs no workbook.
        from openpyxl import load_workbook
        from openpyxl.worksheet._read_only import ReadOnlyWorksheet

        # By a name, a workbook that is called otherwise would be refused.
        with self._path.open("rb") as file:
            try:
                book = load_workbook(file, read_only=True, data_only=True, keep_links=False)
            except Exception as error:
                raise _damaged(error) from error
            with closing(book):
                sheet = next((sheet for sheet in book.worksheets if sheet.sheet_state == "visible"), None)
                if not isinstance(sheet, ReadOnlyWorksheet):
                    raise Refused("The workbook has no sheet with a table.")
                sheet.reset_dimensions()
                others = [other.title for other in book.worksheets if other is not sheet]
                if others and not self.notes:
                    names = ", ".join(f"“{short(name)}”" for name in others[:5])
                    self.notes = (f"The sheet “{short(sheet.title)}” is read, and no other: {names}.",)
                for row in _sheet_rows(sheet.iter_rows(values_only=True)):
                    self._deadline.check()
                    yield row


def _sheet_rows(rows: Iterator[Sequence[object]]) -> Iterator[Row]:
    line = 0
    while True:
        try:
            values = next(rows)
        except StopIteration:
            return
        except Exception as error:
            raise _damaged(error) from error
        line += 1
        if line > MOST_LINES:
            raise Refused(f"The sheet has more than {MOST_LINES:,} rows.")
        values = values[: _last(values)]
        _check_width(line, values)
        if not is_blank(values):
            yield Row(line, values)


def _last(values: Sequence[object]) -> int:
    return max((at for at, value in enumerate(values, start=1) if value is not None), default=0)


def _check_parts(path: Path) -> None:
    """Refuse a workbook that is damaged, or that unpacks to more than a table of results can hold."""
    try:
        with zipfile.ZipFile(path) as parts:
            members = parts.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise _damaged(error) from error
    if len(members) > MOST_PARTS:
        raise Refused(f"The workbook has {len(members):,} parts, which no table of results needs. Save it as CSV.")
    whole = sum(member.file_size for member in members)
    if whole > MOST_UNPACKED or any(map(_is_too_large, members)):
        raise Refused(
            f"The workbook unpacks to {whole // 1024 // 1024:,} MiB, which no table of results does. Save it as CSV."
        )
    if not any(member.filename == "xl/workbook.xml" for member in members):
        raise Refused("This is no XLSX workbook. Save the table as CSV or XLSX.")


def _is_too_large(member: zipfile.ZipInfo) -> bool:
    size, is_sheet = member.file_size, member.filename.startswith("xl/worksheets/")
    return (size > MOST_BESIDE and not is_sheet) or (size > _BLOCK and size > MOST_TIMES * max(1, member.compress_size))


def _damaged(error: BaseException) -> Refused:
    cause: BaseException | None = error
    while cause and type(cause).__name__ != "EntitiesForbidden":
        cause = cause.__cause__ or cause.__context__
    if cause:
        return Refused("The workbook defines entities, which no spreadsheet program writes. Save it as CSV.")
    return Refused("The workbook is damaged or not complete. Open it in your spreadsheet program, and save it again.")
