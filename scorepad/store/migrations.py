"""How a club's file came to be what it is: one named set of short steps, run in order, once.

A step that has ever been released is never changed; what is to be different comes as a new step.
"""

from sqlite_utils import Database, Migrations

APPLICATION_ID = 0x53435044
"""Marks an SQLite file as a club: the letters SCPD."""

steps = Migrations("scorepad")


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


def unknown_steps(db: Database) -> list[str]:
    """The steps a file has been through that this Scorepad does not know: a newer one wrote it."""
    return [step.name for step in steps.applied(db) if step.name not in step_names()]


def step_names() -> tuple[str, ...]:
    """All steps of this Scorepad, in order."""
    with Database(memory=True) as empty:
        return tuple(step.name for step in steps.pending(empty))
