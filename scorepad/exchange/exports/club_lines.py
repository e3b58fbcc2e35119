"""A club as JSON Lines: everything, one line per row. docs/documents.md describes every line."""

import hashlib
import json
from itertools import chain
from typing import IO

from scorepad import __version__
from scorepad.exchange.exports import Report, no_report
from scorepad.store import Club, exports
from scorepad.store.exports import FIRST, FORMAT, LAST


def write(club: Club, stream: IO[bytes], report: Report = no_report) -> None:
    """Write a snapshot of the club, in constant memory. Raises StoreError."""
    with club.reading() as db:
        counts = exports.counts(db)
        first = _line({"line": FIRST, "format": FORMAT, "version": __version__, **counts})
        digest, lines, total = hashlib.sha256(), 0, sum(counts.values())
        for part in chain([first], map(str.encode, exports.parts(db))):
            digest.update(part)
            stream.write(part)
            lines += part.count(b"\n")
            report(min(lines, total), total)
    stream.write(_line({"line": LAST, "lines": lines, "sha256": digest.hexdigest()}))


def _line(values: dict[str, object]) -> bytes:
    return json.dumps(values, separators=(",", ":")).encode() + b"\n"
