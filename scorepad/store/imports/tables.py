"""The table of imports. One transaction records an import, so its games and its new people have consecutive ids."""

from sqlite_utils import Database

LISTED = """
    NOT EXISTS (
        SELECT 1 FROM import WHERE import.undone_at IS NOT NULL
          AND player.id BETWEEN import.first_person AND import.first_person + import.people - 1)
    OR player.merged_into IS NOT NULL
    OR EXISTS (SELECT 1 FROM player AS other WHERE other.merged_into = player.id)
    OR EXISTS (
        SELECT 1 FROM cell AS sat WHERE +sat.field = 'player' AND json_extract(sat.value, '$.id') = player.id
          AND NOT EXISTS (
            SELECT 1 FROM cell AS bin WHERE bin.game = sat.game AND bin.round = 0 AND bin.place = 'table'
              AND bin.field = 'binned' AND bin.value = 'true'))"""
"""The SQL condition for listing a `player`: not if an undone import added them and they sit in no other game."""


def make(db: Database) -> None:
    db.execute("""
        CREATE TABLE import (
            id INTEGER PRIMARY KEY CHECK (id > 0),
            digest TEXT NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            device TEXT,
            at TEXT NOT NULL,
            first_game INTEGER NOT NULL,
            games INTEGER NOT NULL CHECK (games >= 0),
            first_person INTEGER NOT NULL,
            people INTEGER NOT NULL CHECK (people >= 0),
            undone INTEGER NOT NULL DEFAULT 0,
            undone_at TEXT
        ) STRICT""")
    db.execute("CREATE UNIQUE INDEX import_digest ON import (digest) WHERE undone_at IS NULL")
    # Lists are ordered by the day on which games began, then by id, because past games are added later.
    db.execute("CREATE INDEX game_day ON game (substr(created_at, 1, 10), id)")
