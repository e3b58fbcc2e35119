"""Reads the file of a club that is not open here, and changes nothing, not even its write-ahead log."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal

from scorepad.store import engine
from scorepad.store.engine import ERRORS, sqlite3

TYPED = ("game", "entry", "player", "season", "rule_set", "rule_draft", "import", "night")
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


# Reads names from a club's file without opening the club, for shell completion.
#
# Nothing is created, migrated or written. A file that cannot be read has no names.


Names = Literal["evenings", "games", "players", "rule sets", "seasons"]

SECONDS = 0.2

_QUERIES: dict[Names, str] = {
    "evenings": "SELECT DISTINCT day, '' FROM league_game ORDER BY day DESC LIMIT 100",
    "games": "SELECT id, substr(created_at, 1, 10) FROM game ORDER BY id DESC LIMIT 100",
    "players": "SELECT name, '' FROM player WHERE NOT forgotten AND merged_into IS NULL ORDER BY folded LIMIT 1000",
    "rule sets": "SELECT DISTINCT slug, '' FROM rule_set ORDER BY slug",
    "seasons": "SELECT name, '' FROM season WHERE NOT removed ORDER BY first_day DESC",
}


def read_names(path: Path, names: Names) -> list[tuple[str, str]]:
    """The names in a club's file, each with a short description, which may be ""."""
    if not path.is_file():
        return []
    try:
        db = engine.connect(path, reading=True, wait=SECONDS)
        try:
            return [(str(name), str(about)) for name, about in db.conn.execute(_QUERIES[names])]
        finally:
            db.close()
    except (*ERRORS, OSError):
        return []
