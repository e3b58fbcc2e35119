"""The tables of tokens, as migrations of the file of phones."""

from sqlite_utils import Database

from scorepad.store.phones import steps


@steps()
def tokens(db: Database) -> None:
    """The tokens of other programs, and the responses to their requests with an Idempotency-Key."""
    db.execute("""
        CREATE TABLE token (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash TEXT NOT NULL,
            label TEXT NOT NULL,
            name TEXT NOT NULL,
            may TEXT NOT NULL CHECK (may IN ('read', 'score', 'feed')),
            game INTEGER NOT NULL CHECK (game = 0 OR may = 'score'),
            ends TEXT,
            per_minute INTEGER NOT NULL CHECK (per_minute > 0),
            made TEXT NOT NULL,
            used TEXT,
            key TEXT UNIQUE,
            revoked INTEGER NOT NULL DEFAULT 0 CHECK (revoked IN (0, 1))
        ) STRICT""")
    db.execute("""
        CREATE TABLE answer (
            token INTEGER NOT NULL REFERENCES token (id),
            key TEXT NOT NULL,
            request TEXT NOT NULL,
            status INTEGER NOT NULL,
            body TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (token, key)
        ) STRICT, WITHOUT ROWID""")
