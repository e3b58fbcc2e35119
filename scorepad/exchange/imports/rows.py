"""Read the rows of a CSV file or a workbook one at a time, with their line numbers. Malicious files raise Refused."""

import codecs
import csv
import io
import re
import time
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from itertools import count, islice
from pathlib import Path
from typing import IO, NamedTuple

from scorepad.exchange.imports.cells import DAY_ZERO, is_blank, quoted, short
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

    has_formulas = False
    days_later = 0

    def __init__(self, path: Path, deadline: Deadline) -> None:
        self._path, self._deadline = path, deadline
        self.encoding = _encoding(path)
        self.notes: tuple[str, ...] = ()
        if self.encoding == "cp1252":
            self.notes = (
                "The file is not UTF-8. It was read as Windows-1252 (Western European): check names with accents.",
            )
        self.titles: list[str] = []
        """The lines above the table."""
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
                self.titles.append(line)
        raise Refused("No table was found in the file. Its first line has to name the columns, with commas between.")

    def rows(self) -> Iterator[SpreadsheetRow]:
        return split_cells(self._rows())

    def _rows(self) -> Iterator[SpreadsheetRow]:
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
            if not (is_blank(values) or all(map(_RULED.fullmatch, values))):
                yield SpreadsheetRow(line, values)


def split_cells(rows: Iterator[SpreadsheetRow]) -> Iterator[SpreadsheetRow]:
    """Split the rows of a table that has all columns in its first cell.

    That is how a program leaves a CSV file that expects another delimiter, such as Excel where commas are in numbers.
    """
    delimiter = ""
    for row in rows:
        texts = [value for value in row.values if not is_blank([value])]
        if len(texts) > 1:
            yield row
            break
        text = str(texts[0])
        if not delimiter:
            counts = {mark: text.count(mark) for mark in _DELIMITERS}
            best = max(counts, key=lambda mark: counts[mark])
            delimiter = best if counts[best] > 1 else ""
        with suppress(csv.Error):
            row = SpreadsheetRow(row.line, next(csv.reader([text], delimiter=delimiter)) if delimiter else row.values)
        yield row
    yield from rows


_RULED = re.compile(r"\s*(?::?-{3,}:?)?\s*")
"""A cell of the line below the head of a table in Markdown."""


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


# ---- Workbooks

MAX_PARTS = 1_000
MAX_UNPACKED = 500 * 1024 * 1024
MAX_BESIDE = 4 * 1024 * 1024
"""The most bytes of a part that is not a sheet, and is read into memory."""
MAX_TIMES = 200
"""The highest compression ratio of a part; spreadsheets reach about 40."""

MAX_CELLS = 5_000_000
"""The most cells in the rectangle up to the last cell of a sheet. The library has 32 bytes for each of them."""

MAX_NAMED = 5
"""The most sheets named in a sentence."""

_BYTES_AT_ONCE = 1024 * 1024
_ZIP = b"PK"
_ODS = "content.xml"
_SHEETS = "xl/worksheets/", _ODS
_REFERENCE = re.compile(rb'\br="([A-Z]{1,3})([0-9]{1,7})"')
_LONGEST_TAG = 200
_LINE_BREAK = re.compile(rb"<text:line-break\s*(?:/>|>\s*</text:line-break>)")
_IN_TEXT = re.compile(rb"[^\s>][\t\r\n]+\s*[^\s<]")
"""White space of the XML within a text, which programs show as one space."""
_INDENTED = re.compile(rb"(?<=>)\s+(?=</?table:)|(</?table:[^<>]*>)\s+(?=<)")
"""White space of the XML around the elements of a table, where the library allows none."""
_TAB = re.compile(rb"<text:tab\b[^>]*(?:/>|>\s*</text:tab>)")

# What the library does not tell: which rows are hidden, and whether any cell has a formula.
_FORMULA = re.compile(rb"<(?:\w+:)?f[ />]|\btable:formula=")
_HIDDEN_ROW = re.compile(rb'<(?:\w+:)?row\b[^>]*\bhidden="(?:1|true)"[^>]*>')
_ROW_NUMBER = re.compile(rb'\br="([0-9]{1,7})"')
_SHEET_ID = re.compile(rb'<(?:\w+:)?sheet\b[^>]*?\b\w+:id="([^"]*)"')
_PART = re.compile(rb"<(?:\w+:)?Relationship\b[^>]*>")
_OF_1904 = date(1904, 1, 1)
_XLSX_1904 = re.compile(rb'<(?:\w+:)?workbookPr\b[^>]*\bdate1904="(?:1|true)"')
_ODS_DAY_ZERO = re.compile(rb'<table:null-date\b[^>]*\btable:date-value="(\d{4}-\d\d-\d\d)')
_XLS_BEGINS, _XLS_DATES, _XLS_ENDS = b"\x09\x08\x10\0\0\6\5\0", 0x22, 0x0A
"""In XLS: the record at the beginning, the types of the one about dates and of the last one (Microsoft’s [MS-XLS])."""
_ODS_TABLE = re.compile(rb"<table:table[ >]")
_ODS_ROW = re.compile(rb"<table:table-row(?=[\s/>])[^>]*>")
_ODS_HIDDEN = re.compile(rb'\btable:visibility="(?:collapse|filter)"')
_ODS_REPEATED = re.compile(rb'\btable:number-rows-repeated="([0-9]{1,7})"')
_ODS_TAG = re.compile(rb"<table:(table|table-row|table-cell|covered-table-cell)(?=[\s/>])[^>]*>")
_ODS_TIMES = re.compile(rb'\btable:number-(?:rows|columns)-repeated="0*([0-9]{1,9})')


class Workbook:
    """A sheet of a workbook (XLSX, ODS, XLS): the one with the wanted name, or the first visible one.

    `sheets` are the names of all visible sheets, `sheet` the name of this one; both are set once rows were read.
    """

    titles = ()

    def __init__(self, path: Path, deadline: Deadline, wanted: str = "") -> None:
        self._path, self._deadline, self._wanted = path, deadline, wanted
        self.sheets: tuple[str, ...] = ()
        self.sheet = ""
        self._hidden_sheets: tuple[str, ...] = ()
        self._hidden_lines: set[int] | None = None
        self._hidden_read: set[int] = set()
        self.has_formulas = False
        """Whether a cell of the sheet may have a formula; always of XLS, where nothing tells."""
        self.days_later = 0
        """How many days after December 30, 1899 the day with number 0 is: 1,462 if the workbook counts from 1904."""
        with path.open("rb") as file:
            self._is_zip = file.read(len(_ZIP)) == _ZIP
        if self._is_zip:
            _check_parts(path)
        with _damage_refused():
            self.days_later = (_day_zero(path, self._is_zip) - DAY_ZERO).days

    @property
    def notes(self) -> tuple[str, ...]:
        notes = []
        if others := [title for title in self.sheets if title != self.sheet]:
            notes.append(f"The sheet “{short(self.sheet)}” is read, and no other: {quoted(others, MAX_NAMED)}.")
        if self._hidden_sheets:
            notes.append(f"Hidden sheets are not read: {quoted(self._hidden_sheets, MAX_NAMED)}.")
        if lines := sorted(self._hidden_read):
            named = ", ".join(map(str, lines[:MAX_NAMED])) + (" …" if lines[MAX_NAMED:] else "")
            notes.append(
                f"1 hidden row is read like all others: {named}."
                if len(lines) == 1
                else f"{len(lines):,} hidden rows are read like all others: {named}."
            )
        if not self._is_zip:
            notes.append("Hidden rows of an XLS workbook are read like all others.")
        return tuple(notes)

    def rows(self) -> Iterator[SpreadsheetRow]:
        return split_cells(self._rows())

    def _rows(self) -> Iterator[SpreadsheetRow]:
        # Imported here because most commands and requests need no workbook.
        from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

        with _damage_refused():
            book = CalamineWorkbook.from_filelike(
                io.BytesIO(_with_line_breaks(self._path) if self._is_zip else self._path.read_bytes())
            )
            tables = [sheet for sheet in book.sheets_metadata if sheet.typ is SheetTypeEnum.WorkSheet]
            visible = [sheet.name for sheet in tables if sheet.visible is SheetVisibleEnum.Visible]
            names = [sheet.name for sheet in book.sheets_metadata]
        self._hidden_sheets = tuple(sheet.name for sheet in tables if sheet.name not in visible)
        self._choose(visible)
        with _damage_refused():
            rows = book.get_sheet_by_name(self.sheet).iter_rows()
            if self._hidden_lines is None:
                self._hidden_lines, self.has_formulas = self._untold(names.index(self.sheet))
        for line, row in enumerate(rows, start=1):
            self._deadline.check()
            values = [_plain(value) for value in row]
            while values and values[-1] is None:
                values.pop()
            check_width(line, values)
            if not is_blank(values):
                if line in self._hidden_lines:
                    self._hidden_read.add(line)
                yield SpreadsheetRow(line, values)

    def _untold(self, at: int) -> tuple[set[int], bool]:
        """Return the hidden rows of the sheet at a position, and whether a cell may have a formula."""
        if not self._is_zip:
            return set(), True
        # A sheet that is stored in an unusual way can be read all the same.
        with zipfile.ZipFile(self._path) as parts, suppress(KeyError, IndexError):
            if _ODS in parts.namelist():
                return _untold_of_ods(parts.read(_ODS), at)
            hidden, has_formulas, rest = set[int](), False, b""
            with parts.open(_part_of_sheet(parts, at)) as sheet_part:
                while block := sheet_part.read(_BYTES_AT_ONCE):
                    block = rest + block
                    numbers = (_ROW_NUMBER.search(tag) for tag in _HIDDEN_ROW.findall(block))
                    hidden |= {int(number[1]) for number in numbers if number}
                    has_formulas = has_formulas or _FORMULA.search(block) is not None
                    rest = block[-_LONGEST_TAG:]
            return hidden, has_formulas
        return set(), False

    def _choose(self, sheets: Sequence[str]) -> None:
        """Choose the sheet to read, of the visible ones."""
        self.sheets = tuple(sheets)
        if not sheets:
            raise Refused("The workbook has no sheet with a table.")
        wanted = fold_name(self._wanted)
        chosen = next((sheet for sheet in sheets if not wanted or fold_name(sheet) == wanted), None)
        if chosen is None:
            named = quoted(self.sheets, MAX_NAMED)
            raise Refused(f"The workbook has no sheet “{short(self._wanted)}” that shows. It has {named}.")
        self.sheet = chosen


def _day_zero(path: Path, is_zip: bool) -> date:
    """Return the day with number 0. The library knows it, and tells it only of cells that are formatted as dates."""
    if not is_zip:
        return _OF_1904 if _counts_from_1904(path.read_bytes()) else DAY_ZERO
    with zipfile.ZipFile(path) as parts:
        if _ODS in parts.namelist():
            said = _ODS_DAY_ZERO.search(parts.read(_ODS))
            return date.fromisoformat(said[1].decode()) if said else DAY_ZERO
        return _OF_1904 if _XLSX_1904.search(parts.read("xl/workbook.xml")) else DAY_ZERO


def _counts_from_1904(book: bytes) -> bool:
    """Whether an XLS workbook says so in a record at its beginning: each has a type, a length, and its contents."""
    at = book.find(_XLS_BEGINS)
    while 0 <= at < len(book) - 4:
        kind, length = (int.from_bytes(book[start : start + 2], "little") for start in (at, at + 2))
        if kind in (_XLS_DATES, _XLS_ENDS):
            return kind == _XLS_DATES and book[at + 4 : at + 4 + length] == b"\1\0"
        at += 4 + length
    return False


def _plain(value: object) -> object:
    """Return a cell's value: None if it is empty, and a whole number without a fraction, as people see it."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return None if value == "" else value


def _untold_of_ods(text: bytes, at: int) -> tuple[set[int], bool]:
    """Return the same of an ODS workbook. An element may stand for several rows, as for the blank ones at the end."""
    begins = [table.end() for table in _ODS_TABLE.finditer(text)]
    part = begins[at], [*begins, len(text)][at + 1]
    hidden, line = set[int](), 0
    for row in _ODS_ROW.finditer(text, *part) if _ODS_HIDDEN.search(text, *part) else ():
        repeated = _ODS_REPEATED.search(row[0])
        count = min(int(repeated[1]), MAX_LINES) if repeated else 1
        if _ODS_HIDDEN.search(row[0]) and count < _LONGEST_REPEATED:
            hidden.update(range(line + 1, line + count + 1))
        line += count
    return hidden, _FORMULA.search(text, *part) is not None


_LONGEST_REPEATED = 1_000
"""From here on, repeated rows are the blank ones below a table, and not worth a number each."""


def _part_of_sheet(parts: zipfile.ZipFile, at: int) -> str:
    """Return the name of the part with the sheet at a position in an XLSX workbook."""
    wanted = _SHEET_ID.findall(parts.read("xl/workbook.xml"))[at]
    for tag in _PART.findall(parts.read("xl/_rels/workbook.xml.rels")):
        named, target = (re.search(rb"\b%s=\"([^\"]*)\"" % name, tag) for name in (b"Id", b"Target"))
        if named and target and named[1] == wanted:
            path: str = target[1].decode()
            return path[1:] if path.startswith("/") else f"xl/{path}"
    raise KeyError(wanted)


def _with_line_breaks(path: Path) -> bytes:
    """Return a zipped workbook, with the line breaks within cells of ODS as programs show them.

    The library drops line breaks and tabs that are elements, keeps those that only indent a text, and refuses those
    that indent a table, as in files of gnumeric.
    """
    with zipfile.ZipFile(path) as old:
        names = old.namelist()
        text = old.read(_ODS) if _ODS in names else b""
        if not any(pattern.search(text) for pattern in (_LINE_BREAK, _TAB, _IN_TEXT, _INDENTED)):
            return path.read_bytes()
        text = re.sub(rb"[\t\r\n]+", b" ", _INDENTED.sub(rb"\1", text))
        text = _TAB.sub(b" ", _LINE_BREAK.sub(b"\n", text))
        copy = io.BytesIO()
        with zipfile.ZipFile(copy, "w") as new:
            for name in names:
                new.writestr(name, text if name == _ODS else old.read(name))
        return copy.getvalue()


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
    names = {member.filename for member in members}
    if "xl/workbook.bin" in names:
        raise Refused("This is a binary workbook (XLSB). Save it as XLSX or CSV.")
    if not names & {"xl/workbook.xml", _ODS}:
        raise Refused("This is no workbook that can be read. Save the table as XLSX, ODS or CSV.")
    _check_sheets(path)


def _check_sheets(path: Path) -> None:
    """Reject a sheet with more cells than any table needs: the library has memory for all up to the last one."""
    try:
        with zipfile.ZipFile(path) as parts:
            for member in filter(_is_sheet, parts.infolist()):
                with parts.open(member) as part:
                    extents = _open_extents if member.filename == _ODS else _extents
                    if any(columns * rows > MAX_CELLS for columns, rows in extents(_blocks(part))):
                        raise Refused(
                            "A cell of the sheet is far away from its table. Copy the table alone into a new file."
                        )
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError) as error:
        raise _damaged(error) from error


def _blocks(part: IO[bytes]) -> Iterator[bytes]:
    """Yield the XML of a part in blocks that cut no tag."""
    rest = b""
    while block := part.read(_BYTES_AT_ONCE):
        block = rest + block
        if b"<!ENTITY" in block:
            raise Refused("The workbook defines entities, which no spreadsheet program writes. Save it as CSV.")
        end = block.rfind(b"<")
        if len(block) - end > _BYTES_AT_ONCE:
            end = len(block)
        yield block[:end]
        rest = block[end:]
    yield rest


def _extents(blocks: Iterator[bytes]) -> Iterator[tuple[int, int]]:
    """Yield, as a sheet of XLSX is read, up to which column and row it has cells."""
    columns, rows = 0, 0
    for block in blocks:
        for letters, digits in _REFERENCE.findall(block):
            columns, rows = max(columns, _column(letters)), max(rows, int(digits))
        yield columns, rows


def _open_extents(blocks: Iterator[bytes]) -> Iterator[tuple[int, int]]:
    """Yield the same of ODS, where a cell or a row may stand for many. Blank ones do not count."""
    columns, rows, column, row = 0, 0, 0, 0
    for block in blocks:
        for tag in _ODS_TAG.finditer(block):
            repeated = _ODS_TIMES.search(tag[0])
            times = int(repeated[1]) if repeated else 1
            if tag[1] == b"table":
                columns, rows, row = 0, 0, 0
            elif tag[1] == b"table-row":
                column, row = 0, row + times
            else:
                column += times
                if b"office:value-type=" in tag[0]:
                    columns, rows = max(columns, column), max(rows, row)
            yield columns, rows


def _column(letters: bytes) -> int:
    """Return the number of a column, from 1: A, B … Z, AA, AB …"""
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("@")
    return number


def _is_sheet(member: zipfile.ZipInfo) -> bool:
    return member.filename.startswith(_SHEETS)


def _is_too_large(member: zipfile.ZipInfo) -> bool:
    size = member.file_size
    is_packed = size > _BYTES_AT_ONCE and size > MAX_TIMES * max(1, member.compress_size)
    return is_packed or (size > MAX_BESIDE and not _is_sheet(member))


@contextmanager
def _damage_refused() -> Iterator[None]:
    """Turn whatever the library raises, its panics included, into Refused; MemoryError stays what it is."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as error:
        raise _damaged(error) from error


def _damaged(error: BaseException) -> Refused:
    from python_calamine import PasswordError

    if isinstance(error, PasswordError):
        return Refused("The workbook has a password. Save it without one.")
    return Refused("The workbook is damaged or not complete. Open it in your spreadsheet program, and save it again.")
