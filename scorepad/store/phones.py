"""The phones of a club as data, and the tables of their file. `access` has the operations on them."""

import secrets
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, NamedTuple

from sqlite_utils import Database, Migrations

from scorepad.store.migrations import FileKind

APPLICATION_ID = 0x53435041
"""Marks an SQLite file as a club's list of phones: the letters SCPA."""

WHOLE_CLUB = 0
"""The game of a pass that is valid for all games."""

NO_PLAYER = 0
"""The id of the scorer of a phone on which no one said who keeps score."""

EVERY = "every"
"""The role of the row with the generation of all links that have no row."""

REWRITTEN = "rewritten"
"""The setting with the time at which the file was written again because someone had deleted it."""

LARGEST_FIRST_GENERATION = 100_000_000

steps = Migrations("scorepad-access")
KIND = FileKind(APPLICATION_ID, steps, "list of phones")


# A link that was never renewed by itself has the generation of the last renewal of all links.
GENERATION = f"""
    coalesce(link.generation, (SELECT generation FROM link WHERE role = '{EVERY}'))"""

VALID = f"""
    FROM pass LEFT JOIN link ON link.role = pass.role AND link.game = pass.game
    WHERE pass.generation = {GENERATION}"""


class Role(StrEnum):
    """What a pass allows: everything, reading everything, scoring one table, watching one table."""

    OWNER = "owner"
    READER = "reader"
    SCORER = "scorer"
    WATCHER = "watcher"


class Pass(NamedTuple):
    """A role, and the game it is for: `WHOLE_CLUB` for an owner and a reader."""

    role: Role
    game: int = WHOLE_CLUB


class Phone(NamedTuple):
    """A phone that was admitted. Its `label` is stored with what it records; `joined_at` is in UTC.

    `player` keeps score on it: None if the phone was never asked, 0 if the answer was “not now”. `passes` are those
    that are valid now: none while it is `dismissed`.
    """

    id: int
    label: str
    player: int | None
    joined_at: str
    dismissed: bool
    passes: frozenset[Pass]


# A pass that is no longer valid, and every pass of a dismissed phone, gives a row without a role.
PHONES = f"""
    SELECT phone.id, phone.label, phone.player, phone.came, phone.dismissed,
      CASE WHEN NOT phone.dismissed AND pass.generation = {GENERATION} THEN pass.role END,
      pass.game
    FROM phone LEFT JOIN pass ON pass.phone = phone.id
      LEFT JOIN link ON link.role = pass.role AND link.game = pass.game"""


def phones_of(rows: Iterable[tuple[Any, ...]]) -> list[Phone]:
    """Return the rows of `PHONES`, one per pass, as phones in the same order."""
    by_id: dict[int, Phone] = {}
    for number, label, player, joined_at, dismissed, role, game in rows:
        phone = by_id.get(number) or Phone(number, label, player, joined_at, bool(dismissed), frozenset())
        if role:
            phone = phone._replace(passes=phone.passes | {Pass(Role(role), game or WHOLE_CLUB)})
        by_id[number] = phone
    return list(by_id.values())


def current_generation(db: Database, role: str, game: int) -> int:
    """The current generation of a link."""
    sql = f"""
        SELECT {GENERATION} FROM (SELECT ? AS role, ? AS game) AS wanted
        LEFT JOIN link ON link.role = wanted.role AND link.game = wanted.game"""
    return int(db.conn.execute(sql, (role, game)).fetchone()[0])


@steps()
def phones(db: Database) -> None:
    """The phones, the passes of each, and the generations of links that were renewed."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute("""
        CREATE TABLE phone (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash TEXT NOT NULL UNIQUE,
            player INTEGER,
            came TEXT NOT NULL,
            dismissed INTEGER NOT NULL DEFAULT 0 CHECK (dismissed IN (0, 1))
        ) STRICT""")
    db.execute("""
        CREATE TABLE pass (
            phone INTEGER NOT NULL REFERENCES phone (id) ON DELETE CASCADE,
            role TEXT NOT NULL CHECK (role IN ('owner', 'reader', 'scorer', 'watcher')),
            game INTEGER NOT NULL CHECK ((game = 0) = (role IN ('owner', 'reader'))),
            generation INTEGER NOT NULL,
            PRIMARY KEY (phone, role, game)
        ) STRICT, WITHOUT ROWID""")
    db.execute("""
        CREATE TABLE link (
            role TEXT NOT NULL,
            game INTEGER NOT NULL,
            generation INTEGER NOT NULL,
            PRIMARY KEY (role, game)
        ) STRICT, WITHOUT ROWID""")
    # If this file is lost, the new one must not start at the old generation: revoked links would be valid again.
    first = secrets.randbelow(LARGEST_FIRST_GENERATION) + 1
    db.table("link").insert({"role": EVERY, "game": WHOLE_CLUB, "generation": first})


@steps()
def labels(db: Database) -> None:
    """The label of a phone is no longer the start of its token's hash: a phone that gains a role gets a new token."""
    db.execute("ALTER TABLE phone ADD COLUMN label TEXT NOT NULL DEFAULT ''")
    db.execute("UPDATE phone SET label = substr(hash, 1, 8)")


@steps()
def arrivals(db: Database) -> None:
    """Which phones became owners by which link, the last arrival that each phone has seen, and the settings."""
    # A forgotten phone stays here: it has used the link, and the owners must still be notified of it.
    db.execute("""
        CREATE TABLE arrival (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            phone INTEGER NOT NULL,
            generation INTEGER NOT NULL,
            came TEXT NOT NULL
        ) STRICT""")
    db.execute("CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT")
    db.execute("ALTER TABLE phone ADD COLUMN heard INTEGER NOT NULL DEFAULT 0")
