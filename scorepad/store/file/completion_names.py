"""Reads names from a club's file without opening the club, for shell completion.

Nothing is created, migrated or written. A file that cannot be read has no names.
"""

from pathlib import Path
from typing import Literal

from scorepad.league.periods import Period
from scorepad.store import engine
from scorepad.store.engine import ERRORS
from scorepad.store.results.tables import CLUB_SIZE

Names = Literal["evenings", "games", "players", "rule sets", "seasons"]

SECONDS = 0.2

_QUERIES: dict[Names, str] = {
    "evenings": f"SELECT start, '' FROM league_tally WHERE size = {CLUB_SIZE} AND span = {Period.DAY:d} AND games > 0"
    " GROUP BY start ORDER BY start DESC LIMIT 100",
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
