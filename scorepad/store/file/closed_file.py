"""Reads the file of a club that is not open here, and changes nothing, not even its write-ahead log."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from scorepad.store.engine import ERRORS, sqlite3

TYPED = ("game", "entry", "player", "season", "rule_set", "rule_draft", "import")
"""The tables that have a row once someone has typed something."""


def is_untouched(file: Path) -> bool:
    """Whether nothing was ever typed into a club. False if its file cannot be read."""
    try:
        with _looking(file) as db:
            return not any(db.execute(f'SELECT EXISTS (SELECT 1 FROM "{_TABLE}")').fetchone()[0] for _TABLE in TYPED)
    except ERRORS:
        return False


def games_since(file: Path, at: str) -> int:
    """How many games were begun since a time, in the format of `utc_now`. 0 if the file cannot be read."""
    try:
        with _looking(file) as db:
            return int(db.execute("SELECT count(*) FROM game WHERE created_at >= ?", (at,)).fetchone()[0])
    except ERRORS:
        return 0


@contextmanager
def _looking(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
        yield db
