"""Who may enter a club: its phones and their passes, in a file of their own beside the club's.

A phone is known by a random word that only the phone keeps; here stands its hash. A pass came by a link of some
generation, and is worth nothing once that link has a newer one.
"""

import hashlib
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, Self

from sqlite_utils import Database, Migrations

from scorepad.store import opening
from scorepad.store.club import utc_now
from scorepad.store.connections import Connections
from scorepad.store.errors import StoreError
from scorepad.store.migrations import Kind

APPLICATION_ID = 0x53435041
"""Marks an SQLite file as a club's list of phones: the letters SCPA."""

FIRST_GENERATION = 1
WHOLE_CLUB = 0
"""The game of a pass that is good for all of them."""

MOST_PHONES = 1_000
"""Phones of one club: whoever holds a link could make new ones all night."""

TOKEN_BYTES = 16

REMEMBERED = 1.0
"""Seconds for which a phone is not looked up again, unless this process changed something: every request asks."""

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


class TooManyPhones(StoreError):
    """No more phones fit; the text is a sentence for people."""


class Dismissed(StoreError):
    """The owner has sent this phone away; the text is a sentence for people."""


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


_GOOD = f"""
    FROM pass LEFT JOIN link ON link.role = pass.role AND link.game = pass.game
    WHERE pass.generation = coalesce(link.generation, {FIRST_GENERATION})"""

# A pass that is good no longer, and all of a phone that was sent away, comes as a row without a role.
_PHONES = f"""
    SELECT phone.id, substr(phone.hash, 1, 8), phone.player, phone.came, phone.dismissed,
      CASE WHEN NOT phone.dismissed AND pass.generation = coalesce(link.generation, {FIRST_GENERATION})
        THEN pass.role END,
      pass.game
    FROM phone LEFT JOIN pass ON pass.phone = phone.id
      LEFT JOIN link ON link.role = pass.role AND link.game = pass.game"""

_USELESS = f"DELETE FROM phone WHERE NOT dismissed AND id NOT IN (SELECT pass.phone {_GOOD})"


class Access:
    """An open list of phones, from `Access.open`. Threads may share it."""

    def __init__(self, path: Path, connections: Connections, now: Callable[[], str]) -> None:
        """Use `Access.open` instead, which makes sure of the file."""
        self.path = path
        self._connections = connections
        self._now = now
        self._written = 0
        self._remembered: dict[str, tuple[Phone, float]] = {}

    @classmethod
    def open(cls, path: Path, *, now: Callable[[], str] = utc_now) -> Self:
        """Open the list at `path`, made if missing. Raises StoreError with a sentence."""
        writer, mode = opening.open_file(path, KIND)
        return cls(path, Connections(path, writer, mode), now)

    def close(self) -> None:
        """Close the file here. Closing twice is no fault."""
        self._connections.close()

    @contextmanager
    def _writing(self) -> Iterator[Database]:
        """The writer; what was remembered of phones is forgotten before anybody can be answered."""
        with self._connections.writing() as db:
            yield db
        self._written += 1
        self._remembered.clear()

    def generation(self, role: Role, game: int = WHOLE_CLUB) -> int:
        """The generation of a link, as it is good now."""
        with self._connections.reading() as db:
            return _generation(db, role, game)

    def renew(self, role: Role, game: int = WHOLE_CLUB) -> int:
        """Make a link anew; the old one, and every pass that came by it, is good no longer.

        Gives the new generation.
        """
        with self._writing() as db:
            new = _generation(db, role, game) + 1
            db.conn.execute(
                "INSERT INTO link (role, game, generation) VALUES (?, ?, ?)"
                " ON CONFLICT DO UPDATE SET generation = excluded.generation",
                (role, game, new),
            )
            return new

    def let_in(self, token: str | None, role: Role, game: int = WHOLE_CLUB) -> str:
        """Give a phone a pass, and the word by which it is known: `token` where that is known, else a new one.

        Raises Dismissed for a phone that was sent away, TooManyPhones where there is no room.
        """
        with self._writing() as db:
            found = _row(db, token)
            if found and found[1]:
                raise Dismissed(
                    "The owner of this club has sent this phone away. Ask them to let it in again."
                )
            if found is None or token is None:
                token = secrets.token_hex(TOKEN_BYTES)
            phone = found[0] if found else _new_phone(db, token, self._now())
            db.conn.execute(
                "INSERT INTO pass (phone, role, game, generation) VALUES (?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET generation = excluded.generation",
                (phone, role, game, _generation(db, role, game)),
            )
            return token

    def phone(self, token: str) -> Phone | None:
        """The phone that is known by this word, None where none is.

        What another process changes, such as the command line, is seen `REMEMBERED` later at the latest.
        """
        known, until = self._remembered.get(token, (None, 0.0))
        if known and time.monotonic() < until:
            return known
        written = self._written
        with self._connections.reading() as db:
            rows = db.conn.execute(f"{_PHONES} WHERE phone.hash = ?", (_hash(token),)).fetchall()
        found = next(iter(_phones(rows)), None)
        if found and written == self._written:
            self._remembered[token] = (found, time.monotonic() + REMEMBERED)
        return found

    def phones(self) -> list[Phone]:
        """Every phone that was ever let in and has a good pass, or was sent away; the latest first."""
        with self._connections.reading() as db:
            rows = db.conn.execute(f"{_PHONES} ORDER BY phone.id DESC").fetchall()
        return [phone for phone in _phones(rows) if phone.passes or phone.dismissed]

    def belongs_to(self, phone: int, player: int) -> None:
        """Remember who keeps score on a phone."""
        with self._writing() as db:
            db.conn.execute("UPDATE phone SET player = ? WHERE id = ?", (player, phone))

    def dismiss(self, phone: int, *, back: bool = False) -> bool:
        """Send a phone away, or let it in again with the passes it had. False where there is no such phone."""
        with self._writing() as db:
            sql = "UPDATE phone SET dismissed = ? WHERE id = ?"
            return db.conn.execute(sql, (not back, phone)).rowcount > 0

    def pass_on(self, game: int, to: int) -> None:
        """Give everybody who may score or watch one game the same for another: a table plays again."""
        with self._writing() as db:
            good = db.conn.execute(
                f"SELECT pass.phone, pass.role {_GOOD} AND pass.game = ?", (game,)
            )
            rows = [(*row, to, _generation(db, row[1], to)) for row in good.fetchall()]
            db.conn.executemany(
                "INSERT INTO pass (phone, role, game, generation) VALUES (?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET generation = excluded.generation",
                rows,
            )


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _row(db: Database, token: str | None) -> tuple[int, bool] | None:
    """The id of the phone of that word, and whether it was sent away."""
    if token is None:
        return None
    sql = "SELECT id, dismissed FROM phone WHERE hash = ?"
    row: tuple[int, bool] | None = db.conn.execute(sql, (_hash(token),)).fetchone()
    return row


def _new_phone(db: Database, token: str, at: str) -> int:
    count = "SELECT count(*) FROM phone"
    if db.conn.execute(count).fetchone()[0] >= MOST_PHONES:
        db.conn.execute(_USELESS)
    if db.conn.execute(count).fetchone()[0] >= MOST_PHONES:
        raise TooManyPhones(
            f"{MOST_PHONES:,} phones were let in, and there is no room for more: the owner can make the links anew."
        )
    sql = "INSERT INTO phone (hash, came) VALUES (?, ?)"
    phone = db.conn.execute(sql, (_hash(token), at)).lastrowid
    assert phone is not None
    return phone


def _generation(db: Database, role: str, game: int) -> int:
    sql = "SELECT generation FROM link WHERE role = ? AND game = ?"
    row = db.conn.execute(sql, (role, game)).fetchone()
    return int(row[0]) if row else FIRST_GENERATION


def _phones(
    rows: list[tuple[int, str, int | None, str, int, str | None, int | None]],
) -> list[Phone]:
    """The rows of `_PHONES`, one a pass, as phones in the order they came in."""
    found: dict[int, Phone] = {}
    for number, word, player, came, dismissed, role, game in rows:
        known = found.get(number) or Phone(number, word, player, came, bool(dismissed), frozenset())
        passes = known.passes | {Pass(Role(role), game or WHOLE_CLUB)} if role else known.passes
        found[number] = known._replace(passes=passes)
    return list(found.values())
