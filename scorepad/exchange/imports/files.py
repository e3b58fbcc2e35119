"""Opens a file for an import: what it is by its bytes, and its digest."""

import hashlib
from pathlib import Path

from scorepad.exchange.imports.bg_stats import BgStats, is_bg_stats, load_json
from scorepad.exchange.imports.plan import Refused, Source
from scorepad.exchange.imports.rows import CsvFile, Deadline, XlsxFile
from scorepad.exchange.imports.spreadsheet import Spreadsheet

_BLOCK = 1024 * 1024
_ZIP = b"PK\x03\x04"
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"


def digest_of(path: Path) -> str:
    """The digest by which the same file is known again."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def open_source(path: Path, seconds: float | None = None) -> Source:
    """Open a file by what it holds, whatever it is called; a table may be read for so long.

    Raises Refused, and OSError.
    """
    with path.open("rb") as file:
        start = file.read(4096)
    if not start:
        raise Refused("The file is empty.")
    if start.startswith(_ZIP):
        return Spreadsheet(XlsxFile(path, Deadline(seconds)))
    if start.startswith(_OLD_EXCEL):
        raise Refused("This is a workbook of old Excel (XLS), or one with a password. Save it as XLSX or CSV.")
    if start.startswith((b"%PDF", b"\x89PNG", b"\xff\xd8")):
        raise Refused("This is a document or a picture. Save the table as CSV or XLSX.")
    if start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
        return _open_json(path)
    return Spreadsheet(CsvFile(path, Deadline(seconds)))


def _open_json(path: Path) -> Source:
    document = load_json(path)
    if is_bg_stats(document):
        return BgStats(document)
    raise Refused("This JSON is neither plays of BG Stats nor a club of Scorepad.")
