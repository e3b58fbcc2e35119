"""What the file of phones holds: its tables, which passes are good now, and its rows as facts."""

import secrets
from enum import StrEnum
from typing import NamedTuple

from sqlite_utils import Database, Migrations

from scorepad.store.migrations import Kind

APPLICATION_ID = 0x53435041
"""Marks an SQLite file as a club's list of phones: the letters SCPA."""

WHOLE_CLUB = 0
"""The game of a pass that is good for all of them."""

EVERY = "every"
"""The role of the row that says the generation of all links that have none of their own."""

LARGEST_FIRST_GENERATION = 100_000_000

steps = Migrations("scorepad-access")
KIND = Kind(APPLICATION_ID, steps, "list of phones")


class Role(StrEnum):
    """What somebody may do: all of it, read all of it, score one table, watch one table."""

    OWNER = "owner"
    READER = "reader"
    SCORER = "scorer"
    WATCHER = "watcher"


class Pass(NamedTuple):
    """A role, and the game it is for; `WHOLE_CLUB` for an owner and a reader."""

    role: Role
    game: int = WHOLE_CLUB


class Phone(NamedTuple):
    """A phone that was let in: `word` is written beside what it records, `came` is when it came, in UTC.

    `player` keeps score on it: None while it was not asked, 0 where somebody would not say. `passes` are those that
    are good now: none while it is `dismissed`.
    """

    id: int
    word: str
    player: int | None
    came: str
    dismissed: bool
    passes: frozenset[Pass]


@steps()
def phones(db: Database) -> None:
    """The phones, the passes that each was given, and the links that were made anew."""
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
    # Were this file lost, a new one must not begin where it began: links that were revoked would be good again.
    first = secrets.randbelow(LARGEST_FIRST_GENERATION) + 1
    db.execute("INSERT INTO link VALUES (?, ?, ?)", (EVERY, WHOLE_CLUB, first))


# A link that was never made anew by itself is as old as the last time all of them were.
GENERATION = f"""
    coalesce(link.generation, (SELECT generation FROM link WHERE role = '{EVERY}'))"""

GOOD = f"""
    FROM pass LEFT JOIN link ON link.role = pass.role AND link.game = pass.game
    WHERE pass.generation = {GENERATION}"""

# A pass that is good no longer, and all of a phone that was sent away, comes as a row without a role.
PHONES = f"""
    SELECT phone.id, substr(phone.hash, 1, 8), phone.player, phone.came, phone.dismissed,
      CASE WHEN NOT phone.dismissed AND pass.generation = {GENERATION} THEN pass.role END,
      pass.game
    FROM phone LEFT JOIN pass ON pass.phone = phone.id
      LEFT JOIN link ON link.role = pass.role AND link.game = pass.game"""

USELESS = f"DELETE FROM phone WHERE NOT dismissed AND id NOT IN (SELECT pass.phone {GOOD})"

GIVE = """
    INSERT INTO pass (phone, role, game, generation) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET generation = max(generation, excluded.generation)"""


def told(
    rows: list[tuple[int, str, int | None, str, int, str | None, int | None]],
) -> list[Phone]:
    """The rows of `PHONES`, one a pass, as phones in the order they came in."""
    found: dict[int, Phone] = {}
    for number, word, player, came, dismissed, role, game in rows:
        known = found.get(number) or Phone(number, word, player, came, bool(dismissed), frozenset())
        passes = known.passes | {Pass(Role(role), game or WHOLE_CLUB)} if role else known.passes
        found[number] = known._replace(passes=passes)
    return list(found.values())
