"""Who may enter a club: its phones and their passes, in a file of their own beside the club's.

A phone is known by a random word that only the phone keeps; here stands its hash. A pass came by a link of some
generation, and is worth nothing once that link has a newer one.
"""

import hashlib
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from sqlite_utils import Database

from scorepad import places
from scorepad.store import opening
from scorepad.store.club import utc_now
from scorepad.store.connections import Connections
from scorepad.store.errors import StoreError
from scorepad.store.phones import (
    EVERY,
    GENERATION,
    GIVE,
    GOOD,
    KIND,
    PHONES,
    USELESS,
    WHOLE_CLUB,
    Phone,
    Role,
    told,
)

MOST_PHONES = 1_000
"""Phones of one club: whoever holds a link could make new ones all night."""

TOKEN_BYTES = 16

REMEMBERED = 1.0
"""Seconds for which a phone is not looked up again, unless this process changed something: every request asks."""


class TooManyPhones(StoreError):
    """No more phones fit; the text is a sentence for people."""


class Dismissed(StoreError):
    """The owner has sent this phone away; the text is a sentence for people."""


class Access:
    """An open list of phones, from `Access.open`. Threads may share it."""

    def __init__(self, path: Path, connections: Connections, now: Callable[[], str]) -> None:
        """Use `Access.open` instead, which makes sure of the file."""
        self.path = path
        self._connections = connections
        self._now = now
        self._written = 0
        self._remembered: dict[str, tuple[Phone, int, float]] = {}

    @classmethod
    def open(cls, path: Path, *, now: Callable[[], str] = utc_now) -> Self:
        """Open the list at `path`, made if missing. Raises StoreError with a sentence, also where others may use it."""
        if path.exists() and places.is_open_to_others(path):
            raise StoreError(
                f"{path} says who may enter, and others can use it. Make it private: chmod 600 {path}"
            )
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

    @property
    def writes(self) -> int:
        """How often this process wrote here: another number says that a phone may be let in or sent away."""
        return self._written

    def generation(self, role: Role, game: int = WHOLE_CLUB) -> int:
        """The generation of a link, as it is good now."""
        with self._connections.reading() as db:
            return _generation(db, role, game)

    def renew(self, role: Role, game: int = WHOLE_CLUB, *, keep: int | None = None) -> int:
        """Make a link anew; the old one, and every pass that came by it, is good no longer.

        The phone `keep` gets a pass of the new link at once. Gives the new generation.
        """
        with self._writing() as db:
            new = _generation(db, role, game) + 1
            db.conn.execute(
                "INSERT INTO link (role, game, generation) VALUES (?, ?, ?)"
                " ON CONFLICT DO UPDATE SET generation = excluded.generation",
                (role, game, new),
            )
            if keep is not None:
                db.conn.execute(GIVE, (keep, role, game, new))
            return new

    def renew_all(self, *, owner: int | None = None) -> None:
        """Make every link anew, also those by which nobody came yet; the phone `owner` stays, as an owner."""
        with self._writing() as db:
            new = db.conn.execute("SELECT max(generation) FROM link").fetchone()[0] + 1
            db.conn.execute("DELETE FROM link")
            db.conn.execute("INSERT INTO link VALUES (?, ?, ?)", (EVERY, WHOLE_CLUB, new))
            if owner is not None:
                db.conn.execute(GIVE, (owner, Role.OWNER, WHOLE_CLUB, new))

    def let_in(
        self,
        token: str | None,
        role: Role,
        game: int = WHOLE_CLUB,
        *,
        generation: int | None = None,
    ) -> str:
        """Give a phone a pass, and the word by which it is known: `token` where that is known, else a new one.

        `generation` is that of the link by which it came, the latest unless told: the pass is as good as its link.
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
            came_by = _generation(db, role, game) if generation is None else generation
            db.conn.execute(GIVE, (phone, role, game, came_by))
            return token

    def phone(self, token: str) -> Phone | None:
        """The phone that is known by this word, None where none is.

        What another process changes, such as the command line, is seen `REMEMBERED` later at the latest.
        """
        written = self._written
        known, then, until = self._remembered.get(token, (None, written, 0.0))
        if known and then == written and time.monotonic() < until:
            return known
        with self._connections.reading() as db:
            rows = db.conn.execute(f"{PHONES} WHERE phone.hash = ?", (_hash(token),)).fetchall()
        found = next(iter(told(rows)), None)
        if found:
            # Read before something was written, it is not taken for what stands now.
            self._remembered[token] = (found, written, time.monotonic() + REMEMBERED)
        return found

    def phones(self) -> list[Phone]:
        """Every phone that was ever let in and has a good pass, or was sent away; the latest first."""
        with self._connections.reading() as db:
            rows = db.conn.execute(f"{PHONES} ORDER BY phone.id DESC").fetchall()
        return [phone for phone in told(rows) if phone.passes or phone.dismissed]

    def belongs_to(self, phone: int, player: int) -> None:
        """Remember who keeps score on a phone."""
        with self._writing() as db:
            db.conn.execute("UPDATE phone SET player = ? WHERE id = ?", (player, phone))

    def dismiss(self, phone: int, *, back: bool = False) -> bool:
        """Send a phone away, or let it in again with the passes it had. False where there is no such phone."""
        with self._writing() as db:
            sql = "UPDATE phone SET dismissed = ? WHERE id = ?"
            return db.conn.execute(sql, (not back, phone)).rowcount > 0

    def forget(self, phone: int) -> bool:
        """Know a phone no longer: it may come in anew by a link. False where there is no such phone."""
        with self._writing() as db:
            return db.conn.execute("DELETE FROM phone WHERE id = ?", (phone,)).rowcount > 0

    def pass_on(self, game: int, to: int) -> None:
        """Give everybody who may score or watch one game the same for another: a table plays again.

        Only once: where anybody has had a pass for the other, its own link says who comes in.
        """
        with self._writing() as db:
            if db.conn.execute("SELECT 1 FROM pass WHERE game = ?", (to,)).fetchone():
                return
            good = db.conn.execute(
                f"SELECT pass.phone, pass.role {GOOD} AND pass.game = ?", (game,)
            )
            rows = [(*row, to, _generation(db, row[1], to)) for row in good.fetchall()]
            db.conn.executemany(GIVE, rows)


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
        db.conn.execute(USELESS)
    if db.conn.execute(count).fetchone()[0] >= MOST_PHONES:
        raise TooManyPhones(
            f"{MOST_PHONES:,} phones were let in, and there is no room for more: the owner can make the links anew."
        )
    sql = "INSERT INTO phone (hash, came) VALUES (?, ?)"
    phone = db.conn.execute(sql, (_hash(token), at)).lastrowid
    assert phone is not None
    return phone


def _generation(db: Database, role: str, game: int) -> int:
    sql = f"""
        SELECT {GENERATION} FROM (SELECT ? AS role, ? AS game) AS asked
        LEFT JOIN link ON link.role = asked.role AND link.game = asked.game"""
    return int(db.conn.execute(sql, (role, game)).fetchone()[0])
