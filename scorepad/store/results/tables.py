"""The tables of the league: a cache that `scorepad league rebuild` can recompute from the entries.

A row for each game, a row for each competitor in a game, ratings, and one table of sums. Everything else is a query.
`ord` is a game's place in the order of play, `who` a competitor, `run` the streak after a game.
docs/why/league-cache.md says why these are stored, and what is remembered in memory.
"""

import json
from collections.abc import Iterable

from sqlite_utils import Database

from scorepad.league.facts import FIGURES, CompetitorKey, is_partnership
from scorepad.league.game_facts import RecordCode

CLUB_SIZE, PEOPLE_SIZE, PARTNERSHIP_SIZE = 0, 1, 2
"""The `size` of a row: of the whole club (with an empty `who`), of a person, of a partnership."""

CLUB = ""
"""The `who` of the whole club."""

_FIGURES = ", ".join(f"{name} INTEGER NOT NULL" for name in FIGURES)

BEST = {code: f"best_{code}" for code in RecordCode}
"""The columns with a game's best candidate for each record, NULL without a candidate."""

TABLES = {
    # `seq` is the last included entry, `reading` the version of the code that read it, `turn` counts changes. `changed`
    # has the order of the first game that changed in each of the last turns, as JSON, the latest last. `unrated` is the
    # first game whose rating is out of date, `replay_to` the last that must be replayed in any case.
    "league_state": """
        id INTEGER PRIMARY KEY CHECK (id = 1),
        seq INTEGER NOT NULL,
        reading INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        changed TEXT NOT NULL,
        unrated INTEGER,
        replay_to INTEGER""",
    "league_stale": "game INTEGER PRIMARY KEY REFERENCES game (id)",
    "league_kind": """
        id INTEGER PRIMARY KEY,
        slug TEXT NOT NULL,
        name TEXT NOT NULL,
        players INTEGER NOT NULL,
        teams INTEGER NOT NULL,
        decks INTEGER NOT NULL,
        luck INTEGER NOT NULL""",
    "league_game": f"""
        ord INTEGER PRIMARY KEY,
        game INTEGER NOT NULL UNIQUE REFERENCES game (id),
        day TEXT NOT NULL,
        kind INTEGER NOT NULL,
        rounds INTEGER NOT NULL,
        sides TEXT NOT NULL,
        {", ".join(f"{column} INTEGER" for column in BEST.values())}""",
    # `team`, `ahead` (how many teams are ahead of it) and `total` (if the highest wins) are NULL for someone who only
    # helped out; `deeds` are bits (`write.DEEDS`).
    "league_played": f"""
        ord INTEGER NOT NULL,
        size INTEGER NOT NULL,
        who TEXT NOT NULL,
        kind INTEGER NOT NULL,
        team INTEGER,
        ahead INTEGER,
        total INTEGER,
        deeds INTEGER NOT NULL,
        run INTEGER NOT NULL,
        {_FIGURES},
        PRIMARY KEY (ord, size, who)""",
    # The sums of a year, and of all years in the `year` "".
    "league_tally": f"""
        size INTEGER NOT NULL,
        year TEXT NOT NULL,
        who TEXT NOT NULL,
        kind INTEGER NOT NULL,
        {_FIGURES},
        PRIMARY KEY (size, year, who, kind)""",
    # The teams of a rated game and their ranks; the ratings afterwards, once known.
    "league_rating": """
        ord INTEGER PRIMARY KEY,
        teams TEXT NOT NULL,
        ratings BLOB""",
}
"""Every table of the league with its columns, in SQL: sqlite-utils cannot create WITHOUT ROWID tables."""

READINGS = "league_reading (game INTEGER PRIMARY KEY, key TEXT NOT NULL, facts TEXT NOT NULL) STRICT"
"""What each game counts for, as last read; `key` is a digest of what it was read from."""

_WITHOUT_ROWID = ("league_played", "league_tally")

NO_FIGURE = -1e300
"""The value of a missing figure, such as points a round without a round."""

INDEXES = {
    # A competitor's games, with the columns of every query that reads many of them.
    "league_played_who": "league_played (who, ord, size, kind, team, ahead, total, games, share, deeds, run)",
    "league_played_run": "league_played (size, run DESC, ord) WHERE run > 0",
    "league_game_kind": "league_game (kind, ord)",
} | {
    f"league_game_{column}": f"league_game (kind, {column} DESC) WHERE {column} IS NOT NULL" for column in BEST.values()
}
NEXT_TURN = """
    UPDATE league_state SET turn = turn + 1, changed = json_insert(json_remove(changed, '$[0]'), '$[#]', ?)"""
"""Run with every change of a figure and the order of the first changed game, to invalidate remembered values."""

_TURNS = 50
"""Turns whose first change is stored."""

_MARK_STALE = """
    INSERT OR IGNORE INTO league_stale (game)
    SELECT DISTINCT game FROM cell
    WHERE +field = 'player' AND json_extract(value, '$.id') IN (SELECT value FROM json_each(?))"""


def size_of(who: CompetitorKey) -> int:
    """The `size` of a competitor's rows, or the club's."""
    if who == CLUB:
        return CLUB_SIZE
    return PARTNERSHIP_SIZE if is_partnership(who) else PEOPLE_SIZE


def make_again(db: Database) -> None:
    """Create the empty tables and their indexes, in place of older ones."""
    for name in db.table_names():
        if name.startswith("league_"):
            db.table(name).drop()
    for name, columns in TABLES.items():
        ways = "STRICT, WITHOUT ROWID" if name in _WITHOUT_ROWID else "STRICT"
        db.execute(f"CREATE TABLE {name} ({columns}) {ways}")
    for name, columns in INDEXES.items():
        db.execute(f"CREATE INDEX {name} ON {columns}")
    db.execute(f"CREATE TABLE {READINGS}")
    db.execute("INSERT INTO league_state VALUES (1, 0, 0, 0, ?, NULL, NULL)", (json.dumps([0] * _TURNS),))


def empty(db: Database) -> None:
    """Delete all figures. The next `catch_up` begins at the first game."""
    for name in TABLES:
        if name != "league_state":
            db.execute(f"DELETE FROM {name}")
    db.execute("UPDATE league_state SET seq = 0, reading = 0, unrated = NULL, replay_to = NULL")
    db.execute(NEXT_TURN, (0,))


def first_change_since(db: Database, turn: int) -> int:
    """Return an order from which on all figures may have changed since a turn. Earlier ones have not."""
    now, changed = db.conn.execute("SELECT turn, changed FROM league_state").fetchone()
    return min(json.loads(changed)[turn - now :]) if 0 < now - turn <= _TURNS else 0


def mark_stale(db: Database, people: Iterable[int]) -> None:
    """Mark every game that any of these people played to be read again. Call inside `Club.writing`."""
    ids = json.dumps(list(people))
    db.conn.execute(_MARK_STALE, (ids,))
    db.conn.execute("UPDATE league_reading SET key = '' WHERE game IN (SELECT game FROM league_stale)")
