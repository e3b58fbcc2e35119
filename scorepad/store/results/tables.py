"""The tables of the league: a cache that `scorepad league rebuild` can work out again from the entries.

`ord` is a game's place in the order of play, `who` a competitor, `run` a streak, and `league_feat` holds the
candidates for records.
"""

import json
from collections.abc import Iterable

from sqlite_utils import Database

from scorepad.league.facts import FIGURES

CLUB_SIZE, PEOPLE_SIZE, PARTNERSHIP_SIZE = 0, 1, 2
"""The `size` of sums: of the whole club (whose `who` is empty), of a person, of a partnership."""

_FIGURES = ", ".join(f"{name} INTEGER NOT NULL" for name in FIGURES)

TABLES = {
    # The last entry that is included, and the version of the code that read it; how often anything changed;
    # the first game whose rating is out of date.
    "league_state": """
        id INTEGER PRIMARY KEY CHECK (id = 1),
        seq INTEGER NOT NULL,
        reading INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        unrated INTEGER""",
    "league_stale": "game INTEGER PRIMARY KEY REFERENCES game (id)",
    "league_kind": """
        id INTEGER PRIMARY KEY,
        slug TEXT NOT NULL,
        name TEXT NOT NULL,
        players INTEGER NOT NULL,
        teams INTEGER NOT NULL,
        decks INTEGER NOT NULL""",
    "league_game": """
        ord INTEGER PRIMARY KEY,
        game INTEGER NOT NULL UNIQUE REFERENCES game (id),
        day TEXT NOT NULL,
        kind INTEGER NOT NULL,
        rounds INTEGER NOT NULL,
        club TEXT NOT NULL,
        sides TEXT NOT NULL""",
    "league_played": f"""
        who TEXT NOT NULL,
        ord INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        team INTEGER,
        run INTEGER NOT NULL,
        {_FIGURES},
        PRIMARY KEY (who, ord)""",
    "league_streak": """
        who TEXT PRIMARY KEY,
        partners INTEGER NOT NULL,
        run INTEGER NOT NULL,
        ord INTEGER NOT NULL""",
    "league_tally": f"""
        size INTEGER NOT NULL,
        span INTEGER NOT NULL,
        start TEXT NOT NULL,
        kind INTEGER NOT NULL,
        who TEXT NOT NULL,
        {_FIGURES},
        PRIMARY KEY (size, span, start, kind, who)""",
    "league_meeting": """
        one TEXT NOT NULL,
        other TEXT NOT NULL,
        together INTEGER NOT NULL,
        ord INTEGER NOT NULL,
        share INTEGER NOT NULL,
        run INTEGER NOT NULL,
        PRIMARY KEY (one, other, together, ord)""",
    "league_pair": """
        who TEXT NOT NULL,
        together INTEGER NOT NULL,
        other TEXT NOT NULL,
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        ties INTEGER NOT NULL,
        share INTEGER NOT NULL,
        PRIMARY KEY (who, together, other)""",
    "league_rating": """
        who TEXT NOT NULL,
        ord INTEGER NOT NULL,
        mean REAL NOT NULL,
        deviation REAL NOT NULL,
        PRIMARY KEY (who, ord)""",
    "league_feat": """
        kind INTEGER NOT NULL,
        code TEXT NOT NULL,
        year TEXT NOT NULL,
        value INTEGER NOT NULL,
        ord INTEGER NOT NULL,
        at INTEGER NOT NULL,
        round INTEGER NOT NULL,
        people TEXT NOT NULL,
        PRIMARY KEY (kind, code, year, value DESC, ord, at)""",
    "league_badge": """
        who TEXT NOT NULL,
        code TEXT NOT NULL,
        ord INTEGER NOT NULL,
        PRIMARY KEY (who, code, ord)""",
}
"""Every table of the league with its columns. SQL, because sqlite-utils cannot make WITHOUT ROWID tables."""

_WITH_ROWID = ("league_state", "league_stale", "league_kind", "league_game")

INDEXES = {
    "league_played_run": "league_played (who, run DESC, ord)",
    "league_streak_longest": "league_streak (partners, run DESC, ord)",
    "league_tally_who": "league_tally (who, span)",
    "league_game_kind": "league_game (kind, ord)",
    "league_meeting_run": "league_meeting (one, other, together, run)",
}
_MARK_STALE = """
    INSERT OR IGNORE INTO league_stale (game)
    SELECT DISTINCT game FROM cell
    WHERE +field = 'player' AND json_extract(value, '$.id') IN (SELECT value FROM json_each(?))"""
_BY_ORD = ("league_played", "league_meeting", "league_rating", "league_feat", "league_badge")


def make(db: Database) -> None:
    """Make the empty tables and their indexes. A released migration runs this, so nothing here may change."""
    for name, columns in TABLES.items():
        ways = "STRICT" if name in _WITH_ROWID else "STRICT, WITHOUT ROWID"
        db.execute(f"CREATE TABLE {name} ({columns}) {ways}")
    for name, columns in INDEXES.items():
        db.execute(f"CREATE INDEX {name} ON {columns}")
    for table in _BY_ORD:
        db.execute(f"CREATE INDEX {table}_ord ON {table} (ord)")
    db.execute("INSERT INTO league_state (id, seq, reading, turn) VALUES (1, 0, 0, 0)")


def empty(db: Database) -> None:
    """Delete all rows; the next `catch_up` begins at the first game."""
    for name in TABLES:
        if name != "league_state":
            db.execute(f"DELETE FROM {name}")
    db.execute("UPDATE league_state SET seq = 0, reading = 0, turn = turn + 1, unrated = NULL")


def mark_stale(db: Database, people: Iterable[int]) -> None:
    """Mark every game in which any of these people sat as stale; inside `Club.writing`."""
    db.conn.execute(_MARK_STALE, (json.dumps(list(people)),))
