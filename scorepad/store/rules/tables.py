"""The tables of a club's own rules, for the migrations."""

from sqlite_utils import Database

SENTENCE = "a version of rules is never changed or deleted: save a new one"


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
        BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END""")


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
