"""How a club's file came to be what it is: one named set of short steps, run in order, once.

A step that has ever been released is never changed; what is to be different comes as a new step.
"""

from typing import NamedTuple

from sqlite_utils import Database, Migrations

from scorepad.store.results import tables

APPLICATION_ID = 0x53435044
"""Marks an SQLite file as a club: the letters SCPD."""

steps = Migrations("scorepad")


class Kind(NamedTuple):
    """What a file is: the mark SQLite keeps in it, its steps, and what people call it."""

    application_id: int
    steps: Migrations
    called: str


@steps()
def games(db: Database) -> None:
    """Who a game is: its number, the key of the form that began it, and when."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute("""
        CREATE TABLE game (
            id INTEGER PRIMARY KEY CHECK (id > 0),
            key TEXT NOT NULL UNIQUE,
            created_at TEXT NOT NULL
        ) STRICT""")
    _append_only(db, "game", "id", "a game is never changed or deleted: put it into the bin")


@steps()
def entries(db: Database) -> None:
    """Everything anybody ever typed. `value` is canonical JSON; `base` a seq, a key or nothing."""
    db.execute("""
        CREATE TABLE entry (
            seq INTEGER PRIMARY KEY CHECK (seq > 0),
            key TEXT NOT NULL UNIQUE,
            game INTEGER NOT NULL REFERENCES game (id),
            round INTEGER NOT NULL CHECK (round >= 0),
            place TEXT NOT NULL,
            field TEXT NOT NULL,
            value TEXT NOT NULL CHECK (json_valid(value)),
            base ANY CHECK (typeof(base) IN ('null', 'integer', 'text')),
            status TEXT NOT NULL CHECK (status IN ('applied', 'same', 'conflict', 'held')),
            device TEXT,
            at TEXT NOT NULL
        ) STRICT""")
    db.execute("CREATE INDEX entry_game ON entry (game)")
    _append_only(db, "entry", "seq", "an entry is never changed or deleted: record a new one")


@steps()
def cells(db: Database) -> None:
    """What stands where: the fold of the applied entries, and nothing else."""
    db.execute("""
        CREATE TABLE cell (
            game INTEGER NOT NULL REFERENCES game (id),
            round INTEGER NOT NULL,
            place TEXT NOT NULL,
            field TEXT NOT NULL,
            value TEXT NOT NULL,
            seq INTEGER NOT NULL REFERENCES entry (seq),
            PRIMARY KEY (game, round, place, field)
        ) STRICT, WITHOUT ROWID""")


@steps()
def players(db: Database) -> None:
    """Who plays. Names may change, so entries hold ids; `folded` has no case or accents."""
    db.execute("""
        CREATE TABLE player (
            id INTEGER PRIMARY KEY CHECK (id > 0),
            key TEXT UNIQUE,
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            created_at TEXT NOT NULL
        ) STRICT""")
    db.execute("CREATE INDEX player_folded ON player (folded)")


@steps()
def people(db: Database) -> None:
    """What else is known of a person, and how often anything of it was changed.

    `merged_into` is who somebody is now, `joined` whom they were merged into when they were: of
    three in a row the first two have the third as the first, and taking one merge back needs both.
    """
    for column in (
        "colour INTEGER CHECK (colour BETWEEN 1 AND 8)",
        "guest INTEGER NOT NULL DEFAULT 0 CHECK (guest IN (0, 1))",
        "retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1))",
        "merged_into INTEGER REFERENCES player (id) CHECK (merged_into <> id)",
        "joined INTEGER REFERENCES player (id) CHECK (joined <> id)",
        "renamed INTEGER NOT NULL DEFAULT 0 CHECK (renamed IN (0, 1))",
        "forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1))",
    ):
        db.execute(f"ALTER TABLE player ADD COLUMN {column}")
    db.execute("CREATE INDEX player_merged ON player (merged_into) WHERE merged_into IS NOT NULL")
    db.execute("""
        CREATE TABLE people_version (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            version INTEGER NOT NULL
        ) STRICT""")
    db.execute("INSERT INTO people_version (id, version) VALUES (1, 0)")
    # Who sat in which games. The + keeps SQLite from asking at every look into a cell whether this
    # index would serve, which took a quarter of the time of an entry; whoever means it writes + too.
    db.execute("""
        CREATE INDEX cell_player ON cell (json_extract(value, '$.id'), game)
        WHERE +field = 'player'""")


@steps()
def results(db: Database) -> None:
    """What the league keeps of every game, empty: it is worked out from the entries."""
    tables.make(db)


@steps()
def seasons(db: Database) -> None:
    """What a club calls a season: its days (ISO; no last one while it is open), and how it is decided."""
    db.execute("""
        CREATE TABLE season (
            id INTEGER PRIMARY KEY CHECK (id > 0),
            key TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            first_day TEXT NOT NULL,
            last_day TEXT CHECK (last_day >= first_day),
            figure TEXT NOT NULL,
            least INTEGER NOT NULL CHECK (least BETWEEN 1 AND 999),
            removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
            created_at TEXT NOT NULL
        ) STRICT""")


@steps()
def conflicts(db: Database) -> None:
    """An index of the few entries that were conflicts: every page of a table asks for the open ones.

    The + keeps the questions that every entry asks from being weighed against it.
    """
    db.execute("CREATE INDEX entry_conflict ON entry (game) WHERE +status = 'conflict'")


def _append_only(db: Database, table: str, number: str, sentence: str) -> None:
    """Forbid changes to a table to everyone who opens the file, whatever program it is.

    REPLACE deletes without asking a delete trigger unless recursive_triggers is on, which another
    program may not have set: so an insert over an existing row is refused before it happens.
    """
    stop = f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
    db.execute(f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {stop}")
    db.execute(f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {stop}")
    db.execute(f"""
        CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table}
        WHEN EXISTS (SELECT 1 FROM {table} WHERE {number} = NEW.{number})
          OR EXISTS (SELECT 1 FROM {table} WHERE key = NEW.key)
        {stop}""")


CLUB = Kind(APPLICATION_ID, steps, "club")


def unknown_steps(db: Database, kind: Kind = CLUB) -> list[str]:
    """The steps a file has been through that this Scorepad does not know: a newer one wrote it."""
    known = step_names(kind)
    return [step.name for step in kind.steps.applied(db) if step.name not in known]


def step_names(kind: Kind = CLUB) -> tuple[str, ...]:
    """All steps of this Scorepad for a kind of file, in order."""
    with Database(memory=True) as empty:
        return tuple(step.name for step in kind.steps.pending(empty))
