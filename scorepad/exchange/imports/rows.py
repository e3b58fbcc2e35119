"""Read the rows of a CSV file one at a time, with their line numbers. Malicious files raise Refused."""

import codecs
import csv
import time
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from typing import IO, NamedTuple

from scorepad.exchange.imports.columns import MAX_COLUMNS
from scorepad.exchange.imports.plan import Refused
from scorepad.exchange.imports.typed import is_blank

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
