"""The tables of the league: a cache that `scorepad league rebuild` can recompute from the entries.

`ord` is a game's place in the order of play, `who` a competitor, `run` a streak, and `league_feat` holds the
candidates for records. docs/why/league-cache.md says what is cached, by which key, and when it is invalidated.
"""

import json
from collections.abc import Iterable

from sqlite_utils import Database

from scorepad.league.facts import FIGURES
from scorepad.league.game_facts import STREAKS

CLUB_SIZE, PEOPLE_SIZE, PARTNERSHIP_SIZE = 0, 1, 2
"""The `size` of sums: of the whole club (with an empty `who`), of a person, of a partnership."""

ALL_KINDS = 0
"""The `kind` of places over all kinds of game. No digest of rules is 0."""

_FIGURES = ", ".join(f"{name} INTEGER NOT NULL" for name in FIGURES)

LEVEL_REACHED = f"run IN ({', '.join(map(str, STREAKS))})"
"""The streaks that earn a badge. A query must contain this text to use their partial index."""

TABLES = {
    # `seq` is the last included entry, `reading` the version of the code that read it, `turn` counts changes. `unrated`
    # is the first game whose rating is out of date, `replay_to` the last that must be replayed in any case. `people` is
    # the included version of people and seasons.
    "league_state": """
        id INTEGER PRIMARY KEY CHECK (id = 1),
        seq INTEGER NOT NULL,
        reading INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        unrated INTEGER,
        replay_to INTEGER,
        people INTEGER NOT NULL""",
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
        sides TEXT NOT NULL""",
    "league_played": f"""
        ord INTEGER NOT NULL,
        who TEXT NOT NULL,
        kind INTEGER NOT NULL,
        team INTEGER,
        run INTEGER NOT NULL,
        {_FIGURES},
        PRIMARY KEY (ord, who)""",
    # The longest winning streak (`run`) and its last game (`ord`), the current streak and the last game.
    "league_streak": """
        who TEXT PRIMARY KEY,
        partners INTEGER NOT NULL,
        run INTEGER NOT NULL,
        ord INTEGER NOT NULL,
        current INTEGER NOT NULL,
        last INTEGER NOT NULL""",
    "league_tally": f"""
        size INTEGER NOT NULL,
        span INTEGER NOT NULL,
        start TEXT NOT NULL,
        who TEXT NOT NULL,
        kind INTEGER NOT NULL,
        {_FIGURES},
        PRIMARY KEY (size, span, start, who, kind)""",
    "league_meeting": """
        one TEXT NOT NULL,
        other TEXT NOT NULL,
        ord INTEGER NOT NULL,
        share INTEGER NOT NULL,
        PRIMARY KEY (one, other, ord)""",
    # For two who met: `last` game, `run` after it, and the longest runs `won` and `lost`.
    "league_pair": """
        who TEXT NOT NULL,
        together INTEGER NOT NULL,
        other TEXT NOT NULL,
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        ties INTEGER NOT NULL,
        share INTEGER NOT NULL,
        last INTEGER NOT NULL,
        run INTEGER NOT NULL,
        won INTEGER NOT NULL,
        lost INTEGER NOT NULL,
        PRIMARY KEY (who, together, other)""",
    # The teams of a rated game and their ranks; the ratings afterwards, once known.
    "league_rating": """
        ord INTEGER PRIMARY KEY,
        teams TEXT NOT NULL,
        ratings BLOB""",
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
    # The seasons with stored sums, and their days.
    "league_season": """
        season INTEGER PRIMARY KEY,
        first TEXT NOT NULL,
        last TEXT NOT NULL""",
    # People whom no table lists; competitors whose places are out of date; the places.
    "league_unlisted": "person INTEGER PRIMARY KEY",
    "league_due": "who TEXT PRIMARY KEY",
    "league_place": f"""
        who TEXT NOT NULL,
        size INTEGER NOT NULL,
        span INTEGER NOT NULL,
        start TEXT NOT NULL,
        kind INTEGER NOT NULL,
        {_FIGURES},
        win_share REAL NOT NULL,
        points_a_round REAL NOT NULL,
        PRIMARY KEY (who, span, start, kind)""",
}
"""Every table of the league with its columns, in SQL: sqlite-utils cannot create WITHOUT ROWID tables."""

READINGS = "league_reading (game INTEGER PRIMARY KEY, key TEXT NOT NULL, facts TEXT NOT NULL) STRICT"
"""What each game counts for, as last read; `key` is a digest of what it was read from."""

_WITH_ROWID = (
    *("league_state", "league_stale", "league_kind", "league_game", "league_rating"),
    *("league_season", "league_unlisted"),
)

NO_FIGURE = -1e300
"""The value of a missing figure, such as points a round without a round."""

ORDERS = {"wins": "share", "share": "win_share", "points": "points_a_round", "books": "books", "games": "games"}
"""The columns that places are ordered by. Their numbers are those of `scorepad.league.standings`."""

INDEXES = {
    "league_played_who": "league_played (who, ord)",
    "league_played_level": f"league_played (who, run, ord) WHERE {LEVEL_REACHED}",
    "league_streak_longest": "league_streak (partners, run DESC, ord)",
    "league_game_kind": "league_game (kind, ord)",
} | {
    f"league_place_{name}": f"league_place (size, span, start, kind, {figure}, games)"
    for name, figure in ORDERS.items()
}
_MARK_STALE = """
    INSERT OR IGNORE INTO league_stale (game)
    SELECT DISTINCT game FROM cell
    WHERE +field = 'player' AND json_extract(value, '$.id') IN (SELECT value FROM json_each(?))"""


def make(db: Database) -> None:
    """Create the empty tables and their indexes. A released migration runs this, so nothing here may change."""
    for name, columns in TABLES.items():
        ways = "STRICT" if name in _WITH_ROWID else "STRICT, WITHOUT ROWID"
        db.execute(f"CREATE TABLE {name} ({columns}) {ways}")
    for name, columns in INDEXES.items():
        db.execute(f"CREATE INDEX {name} ON {columns}")
    db.execute(f"CREATE TABLE {READINGS}")
    db.execute("INSERT INTO league_state (id, seq, reading, turn, people) VALUES (1, 0, 0, 0, -1)")


def make_again(db: Database) -> None:
    """Replace older tables by new, empty ones."""
    for name in db.table_names():
        if name.startswith("league_"):
            db.table(name).drop()
    make(db)


def empty(db: Database) -> None:
    """Delete all figures. The next `catch_up` begins at the first game."""
    for name in TABLES:
        if name != "league_state":
            db.execute(f"DELETE FROM {name}")
    db.execute(
        "UPDATE league_state SET seq = 0, reading = 0, turn = turn + 1, unrated = NULL, replay_to = NULL, people = -1"
    )


def mark_stale(db: Database, people: Iterable[int]) -> None:
    """Mark every game that any of these people played to be read again. Call inside `Club.writing`."""
    ids = json.dumps(list(people))
    db.conn.execute(_MARK_STALE, (ids,))
    db.conn.execute("UPDATE league_reading SET key = '' WHERE game IN (SELECT game FROM league_stale)")
