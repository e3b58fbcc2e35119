"""Read the rows of a CSV or XLSX file one at a time, with their line numbers. Malicious files raise Refused."""

import codecs
import csv
import re
import time
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from typing import IO, Any, NamedTuple

from scorepad.exchange.imports.cells import is_blank, quoted, short
from scorepad.exchange.imports.plan import Refused
from scorepad.scoring.names import fold_name

MAX_COLUMNS = 200
LONGEST_LINE = 200_000
"""The most characters of a line of text."""

MAX_LINES = 1_048_576
"""The most rows of a sheet that spreadsheet programs allow."""

_BLOCK = 1024 * 1024
_DELIMITERS = ";\t,|"
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


class Deadline:
    """The time limit for reading a file. Default: none."""

    def __init__(self, seconds: float | None = None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def check(self) -> None:
        """Raise Refused after the time limit."""
        if self._end is not None and time.monotonic() > self._end:
            raise Refused("The file takes too long to read. Split it, save it as CSV, or use the command line.")


class SpreadsheetRow(NamedTuple):
    """A row and its line number, from 1."""

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
        """How many lines precede the header, and the delimiter."""
        for number, line in enumerate(islice(_lines(self._path, self.encoding), 50)):
            if line.strip() and not line.casefold().startswith("sep="):
                # Title lines above the table contain no delimiters.
                counts = {delimiter: line.count(delimiter) for delimiter in _DELIMITERS}
                best = max(counts, key=lambda delimiter: counts[delimiter])
                if counts[best]:
                    return number, best
        raise Refused("No table was found in the file. Its first line has to name the columns, with commas between.")

    def rows(self) -> Iterator[SpreadsheetRow]:
        lines = _RowLines(islice(_lines(self._path, self.encoding), self._skip, None))
        reader = csv.reader(lines, delimiter=self._delimiter)
        before = 0
        while True:
            lines.begin_row()
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
            check_width(line, values)
            self._deadline.check()
            if not is_blank(values):
                yield SpreadsheetRow(line, values)


class _RowLines:
    """Lines for a CSV reader, which joins those of a row: a text in quotation marks may have several."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines, self._row = lines, 0

    def begin_row(self) -> None:
        self._row = 0

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self._row += len(line)
            if self._row > LONGEST_LINE:
                raise csv.Error(f"it is longer than {LONGEST_LINE:,} characters.")
            yield line


def check_width(line: int, values: Sequence[object]) -> None:
    if len(values) > MAX_COLUMNS:
        raise Refused(f"Line {line} has {len(values):,} columns. At most {MAX_COLUMNS} are read: remove the others.")


def _encoding(path: Path) -> str:
    """Detect the encoding of a text file, from its first bytes or by decoding all of it."""
    with path.open("rb") as file:
        start = file.read(4096)
        for mark, encoding in _MARKS:
            if start.startswith(mark):
                return encoding
        for encoding, zeros in (("utf-16-le", start[1::2]), ("utf-16-be", start[::2])):
            # Mostly ASCII text in UTF-16 has a zero in nearly every second byte.
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
    """Yield the lines of a file with their line ends. No line is read beyond the limit."""
    with path.open(encoding=encoding) as text:
        for number in count(1):
            try:
                line = text.readline(LONGEST_LINE + 1)
            except UnicodeDecodeError:
                damaged = _damaged_line(path, encoding) or number
                raise Refused(f"The text from line {damaged} on is damaged. Save the file again as UTF-8.") from None
            if not line:
                return
            _check_line(number, line)
            yield line


def _damaged_line(path: Path, encoding: str) -> int | None:
    """Return the first line that cannot be decoded. The decoder reads ahead, so its error comes lines earlier."""
    with path.open(encoding=encoding, errors="replace") as text:
        lines = iter(lambda: text.readline(LONGEST_LINE + 1), "")
        return next((number for number, line in enumerate(lines, start=1) if "\ufffd" in line), None)


def _check_line(number: int, line: str) -> None:
    if len(line) > LONGEST_LINE:
        raise Refused(f"Line {number} is longer than {LONGEST_LINE:,} characters. No table of results has such a line.")
    if number > MAX_LINES:
        raise Refused(f"The file has more than {MAX_LINES:,} lines. Split it.")
    if "\0" in line:
        raise Refused(f"Line {number} holds bytes that no text has. Save the table as CSV or XLSX.")


# Read the rows of an XLSX sheet one at a time, with their line numbers. Malicious files raise Refused.


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

_BYTES_AT_ONCE = 1024 * 1024
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
    return iter(lambda: part.read(_BYTES_AT_ONCE), b"")


def _is_sheet(member: zipfile.ZipInfo) -> bool:
    return member.filename.startswith("xl/worksheets/")


def _is_too_large(member: zipfile.ZipInfo) -> bool:
    size = member.file_size
    is_packed = size > _BYTES_AT_ONCE and size > MAX_TIMES * max(1, member.compress_size)
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
