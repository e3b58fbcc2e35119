"""A file to import: its type, detected from its bytes, and its digest."""

import codecs
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scorepad.exchange.imports.bg_stats import BgStats, Ludopedia, is_bg_stats, is_ludopedia, is_zipped, load_json
from scorepad.exchange.imports.club_file import ClubPlan, is_club_file
from scorepad.exchange.imports.drawn import drawn_sheet
from scorepad.exchange.imports.plan import Refused, Source
from scorepad.exchange.imports.rows import CsvFile, Deadline, Workbook
from scorepad.exchange.imports.spreadsheet import Spreadsheet

# Open a file for an import: detect its type from its bytes, and compute its digest.


_BLOCK = 1024 * 1024
_ZIP = b"PK\x03\x04"
_DATABASE = b"SQLite format 3\0"
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"


_LACKS = (
    "It does not say who played together, nor the points of the rounds. Write its games into a table with a row for "
    "each person, and who played together in a column Team."
)


def digest_of(path: Path, sheet: str = "") -> str:
    """Return the digest that identifies a file, or a sheet of it that is not the first."""
    digest = hashlib.sha256(f"{sheet}\0".encode() if sheet else b"")
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def open_source(path: Path, seconds: float | None = None, sheet: str = "", name: str = "") -> Source:
    """Open a file by its contents. Reading a table may take at most `seconds`. Its name may have the day of a game.

    `sheet` is the name of a sheet in a workbook. Default: the first visible one.

    Raises Refused, and OSError.
    """
    with path.open("rb") as file:
        start = file.read(4096)
    if not start:
        raise Refused("The file is empty.")
    if start.startswith(_ZIP) and is_zipped(path):
        check_no_sheet(sheet)
        return _open_json(path, is_zip=True)
    if start.startswith((_ZIP, _OLD_EXCEL)):
        return _open_workbook(Workbook(path, Deadline(seconds), sheet), name)
    check_no_sheet(sheet)
    if start.startswith(_DATABASE):
        raise Refused(
            "This is a database copy, which cannot be imported. Import “Everything, to move the club” (jsonl) instead."
        )
    if start.startswith((b"%PDF", b"\x89PNG", b"\xff\xd8")):
        raise Refused("This is a document or a picture. Save the table as CSV or XLSX.")
    text = start.removeprefix(codecs.BOM_UTF8).lstrip()
    if text[:1] in (b"{", b"["):
        return _open_json(path)
    if text.startswith((b"<?xml", b"<plays", b"<!DOCTYPE", b"<html")):
        raise Refused(
            f"This is BoardGameGeek’s list of plays. {_LACKS}"
            if b"<plays" in text
            else "This is a web page or XML, and no table. Save the table as CSV or XLSX."
        )
    return _open_table(CsvFile(path, Deadline(seconds)), name)


def check_no_sheet(sheet: str) -> None:
    """Raise Refused if a sheet is chosen in a file without sheets."""
    if sheet:
        raise Refused("Only a workbook (XLSX, ODS, XLS) has sheets to choose from, and this file is not one.")


def _open_table(file: CsvFile | Workbook, name: str) -> Source:
    try:
        return Spreadsheet(file, name)
    except Refused:
        if drawn := drawn_sheet(file, name):
            return drawn
        raise


def _open_workbook(book: Workbook, name: str) -> Source:
    try:
        return _open_table(book, name)
    except Refused as refused:
        refused.sheets = book.sheets
        raise


def _open_json(path: Path, *, is_zip: bool = False) -> Source:
    document = load_json(path, is_zip=is_zip)
    if is_bg_stats(document):
        return BgStats(document)
    if is_ludopedia(document):
        return Ludopedia(document)
    if isinstance(document, dict) and isinstance(document.get("data"), dict) and "tables" in document["data"]:
        raise Refused(f"This is Board Game Arena’s list of tables. {_LACKS}")
    raise Refused("This JSON is neither plays of BG Stats or Ludopedia nor a club of Scorepad.")


Report = Callable[[int], None]
"""Called from time to time with the number of games read or recorded."""


class NotReady(Refused):
    """An import that has problems which no one has chosen to leave out."""


@dataclass
class ImportFile:
    """A file on disk to import. `name` is the name that people know."""

    path: Path
    name: str
    seconds: float | None = None
    """The most seconds that reading it for a preview may take, None for no limit."""
    scanned: tuple[str, ClubPlan] | None = None
    """The digest of a club's file, and what its preview found: recording need not read all of it once more."""

    @property
    def is_club(self) -> bool:
        """Whether it contains a whole club. Raises Refused."""
        try:
            with self.path.open("rb") as file:
                return is_club_file(file.read(100))
        except OSError as error:
            raise Refused(f"The file cannot be read: {error.strerror}.") from None

    def open(self, sheet: str, *, is_preview: bool = False) -> Source:
        """Open the file as a source. Raises Refused."""
        try:
            return open_source(self.path, self.seconds if is_preview else None, sheet, self.name)
        except OSError as error:
            raise Refused(f"The file cannot be read: {error.strerror}.") from None

    def digest(self, source: Source) -> str:
        """Return the digest that identifies an import of this source."""
        return digest_of(self.path, source.sheet if source.sheet not in source.sheets[:1] else "")
