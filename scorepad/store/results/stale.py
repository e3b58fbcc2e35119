"""Marks games whose kept results no longer say what the games say."""

import json
from collections.abc import Iterable

from sqlite_utils import Database

_MARK = """
    INSERT OR IGNORE INTO league_stale (game)
    SELECT DISTINCT game FROM cell
    WHERE +field = 'player' AND json_extract(value, '$.id') IN (SELECT value FROM json_each(?))"""


def mark_stale(db: Database, person_ids: Iterable[int]) -> None:
    """Mark every game in which any of these people ever sat; inside `Club.writing`."""
    db.conn.execute(_MARK, (json.dumps(list(person_ids)),))
