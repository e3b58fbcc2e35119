"""The migrations of a club's file: one named set of short steps, run in order, once.

Never change a released step: add a new one. The tables are SQL, because sqlite-utils cannot express CHECK, WITHOUT
ROWID or triggers.
"""

import secrets
from typing import NamedTuple

from sqlite_utils import Database, Migrations

from scorepad.store.clock import machines_zone
from scorepad.store.results import tables


def append_only(db: Database, table: str, number: str, sentence: str) -> None:
    """Forbid changes to a table, for every program that opens the file.

    REPLACE skips delete triggers unless recursive_triggers is on, which another program may not have set. So an
    insert over an existing row is refused before it happens.
    """
    stop = f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
    db.execute(f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {stop}")
    db.execute(f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {stop}")
    db.execute(f"""
        CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table}
        WHEN EXISTS (SELECT 1 FROM {table} WHERE {number} = NEW.{number})
          OR EXISTS (SELECT 1 FROM {table} WHERE key = NEW.key)
        {stop}""")


APPLICATION_ID = 0x53435044
"""Marks an SQLite file as a club: the letters SCPD."""

steps = Migrations("scorepad")


class FileKind(NamedTuple):
    """A kind of file: its SQLite application id, its migrations, and its name in messages."""

    application_id: int
    steps: Migrations
    called: str


@steps()
def games(db: Database) -> None:
    """Games: id, the key of the form that created it, and when."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute("""
        CREATE TABLE game (
            id INTEGER PRIMARY KEY CHECK (id > 0),
            key TEXT NOT NULL UNIQUE,
            created_at TEXT NOT NULL
        ) STRICT""")
    append_only(db, "game", "id", "a game is never changed or deleted: put it into the bin")


@steps()
def entries(db: Database) -> None:
    """Entries: everything anyone ever typed. `value` is canonical JSON; `base` a seq, a key or nothing."""
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
    append_only(db, "entry", "seq", "an entry is never changed or deleted: record a new one")


@steps()
def cells(db: Database) -> None:
    """Cells: the value of the last applied entry of each, and nothing else."""
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
    """People. Names may change, so entries hold ids; `folded` is the name without case and accents."""
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
    """Traits and merges of people, and a version that grows with each change.

    `joined` is the person someone was merged into, `merged_into` the person they are now: after a chain of merges that
    is its end. Undoing one merge needs both.
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
    # Who sat in which games. Without the +, SQLite considers this index for every read of a cell, which took a quarter
    # of the time of an entry; queries that need the index write the + too.
    db.execute("""
        CREATE INDEX cell_player ON cell (json_extract(value, '$.id'), game)
        WHERE +field = 'player'""")


@steps()
def results(db: Database) -> None:
    """The league's first tables. They held only data derived from the entries, and `league_by_year` replaces them."""


@steps()
def seasons(db: Database) -> None:
    """Seasons: their days (ISO; no last day while one is open), and what decides them."""
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
    """An index of the few conflicts: every page of a table reads the open ones.

    Without the +, SQLite considers this index for the queries of every entry.
    """
    db.execute("CREATE INDEX entry_conflict ON entry (game) WHERE +status = 'conflict'")


@steps()
def reach(db: Database) -> None:
    """Where the log ended at the last checkpoint, and the gaps where entries are missing.

    `club` is random, to distinguish this club's file from another's.
    """
    db.execute("""
        CREATE TABLE reach (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            club TEXT NOT NULL,
            folds INTEGER NOT NULL,
            entries INTEGER NOT NULL,
            seq INTEGER NOT NULL
        ) STRICT""")
    db.table("reach").insert({"id": 1, "club": secrets.token_hex(8), "folds": 0, "entries": 0, "seq": 0})
    db.execute("""
        CREATE TABLE gap (
            after INTEGER PRIMARY KEY,
            reached INTEGER NOT NULL,
            noticed_at TEXT NOT NULL,
            accepted INTEGER NOT NULL CHECK (accepted IN (0, 1))
        ) STRICT""")


@steps()
def places(db: Database) -> None:
    """Later tables of the league, which `league_of_itemised_points` replaces too."""


@steps()
def rule_sets(db: Database) -> None:
    """The club's own rule sets, version by version."""
    make_versions(db)
    append_only(db, "rule_set", "id", RULES_ARE_KEPT)


@steps()
def rule_drafts(db: Database) -> None:
    """Drafts of rules, step by step. They may be deleted once they are saved or discarded."""
    make_drafts(db)


@steps()
def rating_gained(db: Database) -> None:
    """Seasons that were decided by the rating are decided by the rating gained in them."""
    db.execute("UPDATE season SET figure = 'gained' WHERE figure = 'rating'")


@steps()
def best_evenings(db: Database) -> None:
    """How many evenings of each person count in a season; all of them if NULL."""
    db.execute("ALTER TABLE season ADD COLUMN best INTEGER CHECK (best BETWEEN 1 AND 99)")


@steps()
def settings(db: Database) -> None:
    """A club's settings: the time zone of its days, at first that of the machine that creates this table."""
    db.execute("CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT")
    db.table("setting").insert({"name": "zone", "value": machines_zone()})


@steps()
def kinds_with_luck(db: Database) -> None:
    """A column of the league's tables, which `league_of_itemised_points` replaces."""


@steps()
def imports(db: Database) -> None:
    """Imports of past games: which file it was, and which games and people came with it."""
    make_imports(db)


@steps()
def itemised_rounds(db: Database) -> None:
    """A column of the league's tables, which `league_of_itemised_points` replaces."""


@steps()
def league_by_year(db: Database) -> None:
    """The league's tables with fewer rows, which `league_of_itemised_points` replaces."""


@steps()
def league_of_itemised_points(db: Database) -> None:
    """Replace the league's tables with empty ones: their rows are derived from the entries."""
    tables.make_again(db)


@steps()
def nights(db: Database) -> None:
    """Nights of many tables: each has its plan, its sittings and the numbers of their games in one document."""
    db.execute("""
        CREATE TABLE night (
            id INTEGER PRIMARY KEY CHECK (id > 0),
            key TEXT NOT NULL UNIQUE,
            document TEXT NOT NULL CHECK (json_valid(document)),
            version INTEGER NOT NULL CHECK (version > 0),
            removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
            created_at TEXT NOT NULL
        ) STRICT""")


CLUB = FileKind(APPLICATION_ID, steps, "club")


def unknown_steps(db: Database, kind: FileKind = CLUB) -> list[str]:
    """The steps of a file that this Scorepad does not know, because a newer one wrote it."""
    names = step_names(kind)
    return [step.name for step in kind.steps.applied(db) if step.name not in names]


def step_names(kind: FileKind = CLUB) -> tuple[str, ...]:
    """The steps of this Scorepad for a kind of file, in order."""
    with Database(memory=True, execute_plugins=False) as empty:
        return tuple(step.name for step in kind.steps.pending(empty))


def make_imports(db: Database) -> None:
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


RULES_ARE_KEPT = "a version of rules is never changed or deleted: save a new one"


def make_versions(db: Database) -> None:
    """Create the table of versions. The migration forbids changes to rows; this forbids a second row for a version."""
    db.execute("""
        CREATE TABLE rule_set (
            id INTEGER PRIMARY KEY CHECK (id > 0),
            key TEXT NOT NULL UNIQUE,
            slug TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            change TEXT NOT NULL CHECK (change IN ('saved', 'renamed', 'undone', 'retired', 'returned')),
            retired INTEGER NOT NULL CHECK (retired IN (0, 1)),
            document TEXT NOT NULL CHECK (json_valid(document)),
            parent TEXT NOT NULL CHECK (json_valid(parent)),
            device TEXT,
            at TEXT NOT NULL,
            UNIQUE (slug, number)
        ) STRICT""")
    db.execute(f"""
        CREATE TRIGGER rule_set_no_other BEFORE INSERT ON rule_set
        WHEN EXISTS (SELECT 1 FROM rule_set WHERE slug = NEW.slug AND number = NEW.number)
        BEGIN SELECT RAISE(ABORT, '{RULES_ARE_KEPT}'); END""")


def make_drafts(db: Database) -> None:
    db.execute("""
        CREATE TABLE rule_draft (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE,
            slug TEXT NOT NULL,
            base INTEGER NOT NULL CHECK (base >= 0),
            document TEXT NOT NULL CHECK (json_valid(document)),
            parent TEXT NOT NULL CHECK (json_valid(parent)),
            undone INTEGER NOT NULL CHECK (undone IN (0, 1)),
            device TEXT,
            at TEXT NOT NULL
        ) STRICT""")
    db.execute("CREATE INDEX rule_draft_slug ON rule_draft (slug, id)")
