"""Export a club to a file, and import it again."""

import hashlib
import io
from contextlib import contextmanager

from scorepad.exchange.exports import EXPORTS, no_report
from scorepad.exchange.imports.club_file import record, scan
from scorepad.store import Club
from scorepad.store.imports import NewImport


def exported(club):
    stream = io.BytesIO()
    EXPORTS["jsonl"].write(club, stream, no_report)
    return stream.getvalue()


def read_in(club, path, people=None):
    """Record a file after a preview, with people matched by name, and return its import."""
    plan = scan(club, path, no_report)
    assert plan.faults == (), plan.faults
    new = NewImport(hashlib.sha256(path.read_bytes()).hexdigest(), path.name, "club")
    return record(club, path, {**plan.matches, **(people or {})}, new, no_report)


@contextmanager
def restored(home, data):
    """Create a new club from a file with this data."""
    home.mkdir(exist_ok=True)
    (home / "club.jsonl").write_bytes(data)
    for file in home.glob("club.sqlite3*"):
        file.unlink()
    with Club.open(home / "club.sqlite3") as club:
        read_in(club, home / "club.jsonl")
        yield club
