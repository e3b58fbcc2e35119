"""Access control for a club: its phones and their passes, in a separate file beside the club's.

A phone is identified by a random token that only the phone keeps; the file holds its hash. A pass has the generation of
the link it came from, and is valid until the link is renewed, which gives the link a newer generation.
"""

import hashlib
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

from sqlite_utils import Database

from scorepad import paths
from scorepad.store.connections import EVERY_SECOND, Connections, Reader, Watch
from scorepad.store.engine import ERRORS
from scorepad.store.errors import Busy, Dismissed, LinkUsedUp, StoreError, TooManyPhones
from scorepad.store.file import opening
from scorepad.store.file.log_end import log_of
from scorepad.store.phones import (
    EVERY,
    KIND,
    PHONES,
    REWRITTEN,
    VALID,
    WHOLE_CLUB,
    Phone,
    Role,
    current_generation,
    phones_of,
)
from scorepad.store.recording import utc_now
from scorepad.store.tokens import Tokens

_LOG = logging.getLogger(__name__)
TOKEN_BYTES = 16
CACHE_SECONDS = 1.0
"""Seconds between checks for writes by other processes. Until something is written, a phone is looked up only once."""

_GIVE = """
    INSERT INTO pass (phone, role, game, generation) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET generation = excluded.generation"""

_OF_GAME = f"""
    SELECT pass.phone, pass.role, (SELECT player FROM phone WHERE phone.id = pass.phone)
    {VALID} AND pass.game = ?"""


class Access(Reader):
    """An open list of phones, from `Access.open`. Threads may share it."""

    def __init__(self, path: Path, connections: Connections, now: Callable[[], str], per_link: int | None) -> None:
        """Use `Access.open` instead: it prepares the file."""
        super().__init__(connections)
        self.path = path
        self._now = now
        self._per_link = per_link
        self._write_count = 0
        self._cache: dict[str, tuple[Phone, int]] = {}
        self._watch: Watch | None = None
        self._looked_until = 0.0
        self._lock = threading.Lock()
        self._is_closed = False
        self._is_missing = False
        EVERY_SECOND.add(self.keep_file)
        self.owner_link = OwnerLink(self.reading, self._writing)
        self.tokens = Tokens(self.reading, self._writing, now)

    @classmethod
    def open(cls, path: Path, *, now: Callable[[], str] = utc_now, per_link: int | None = None) -> Self:
        """Open the list at `path`, or create it. Raises StoreError, also if other users may open the file.

        `per_link` is the most phones that one link admits. Default: `phone_limits.PER_LINK`.
        """
        if path.exists() and paths.is_open_to_others(path):
            raise StoreError(f"{path} says who may enter, and others can use it. Make it private: chmod 600 {path}")
        writer, mode = opening.open_file(path, KIND)
        return cls(path, Connections(path, writer, mode), now, per_link)

    def close(self) -> None:
        """Close the file in this process. Safe to call twice."""
        EVERY_SECOND.remove(self.keep_file)
        self.keep_file()
        with self._lock:
            self._is_closed = True
            if self._watch:
                self._watch.close()
        self._connections.close()

    def keep_file(self) -> None:
        """Write the file again if someone deleted it. SQLite still has all of it, until this process ends.

        Called every second, before the file is read or written, and when it is closed. Does nothing if another file is
        in its place, which then says who may enter, or if the club was deleted too.
        """
        if self.path.exists() or not self.path.with_name(paths.CLUB).exists():
            return
        with self._lock:
            if self._is_closed or self.path.exists():
                return
            try:
                self._write_again()
            except Busy:
                return  # Until the next call.
            except (StoreError, *ERRORS, OSError) as error:
                if not self._is_missing:
                    _LOG.error("%s was deleted, and cannot be written again: %s", self.path, error)
                self._is_missing = True
                return
            self._is_missing = False
        _LOG.warning("%s was deleted while Scorepad ran. It was written again, and every phone stays in.", self.path)

    def _write_again(self) -> None:
        # The log of the deleted file: its content is in the copy.
        for beside in (log_of(self.path), self.path.with_name(f"{self.path.name}-shm")):
            with suppress(OSError):
                beside.unlink()
        self._connections.copy(self.path)
        writer, mode = opening.open_file(self.path, KIND)
        deleted, self._connections = self._connections, Connections(self.path, writer, mode)
        if self._watch:
            self._watch.close()
            self._watch = None
        deleted.close()
        with self._connections.writing() as db:
            sql = "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
            db.conn.execute(sql, (REWRITTEN, int(datetime.fromisoformat(self._now()).timestamp())))
        self._empty_cache()

    def reading(self) -> AbstractContextManager[Database]:
        """Borrow a read-only connection that sees one snapshot of the file."""
        self.keep_file()
        return super().reading()

    @contextmanager
    def _writing(self) -> Iterator[Database]:
        """Yield the writer. Empty the cache after the commit, before the caller goes on."""
        self.keep_file()
        with self._connections.writing() as db:
            yield db
        self._empty_cache()

    def _empty_cache(self) -> None:
        self._write_count += 1
        self._cache.clear()

    @property
    def write_count(self) -> int:
        """A counter that changes with each write, by which a phone may have been admitted or sent away."""
        return self._write_count

    def generation(self, role: Role, game: int = WHOLE_CLUB) -> int:
        """The current generation of a link."""
        with self.reading() as db:
            return current_generation(db, role, game)

    def renew(self, role: Role, game: int = WHOLE_CLUB, *, keep: int | None = None, also: Iterable[int] = ()) -> int:
        """Renew a link, and return its new generation. The old link and all passes from it become invalid.

        The phone `keep` gets a pass from the new link. `also` are games whose links of this role are renewed too: the
        rematches, which copied their passes from this game.
        """
        with self._writing() as db:
            new = _renew(db, role, game)
            for later in also:
                _renew(db, role, later)
            if keep is not None:
                db.conn.execute(_GIVE, (keep, role, game, new))
            return new

    def renew_all(self, *, owner: int | None = None) -> None:
        """Renew every link, used or not. The phone `owner` keeps its access as an owner."""
        with self._writing() as db:
            new = db.execute("SELECT max(generation) FROM link").fetchone()[0] + 1
            links = db.table("link").delete_where()
            links.insert({"role": EVERY, "game": WHOLE_CLUB, "generation": new})
            if owner is not None:
                db.conn.execute(_GIVE, (owner, Role.OWNER, WHOLE_CLUB, new))

    def admit(self, token: str | None, role: Role, game: int = WHOLE_CLUB, *, generation: int | None = None) -> str:
        """Give a phone a pass, and return its token: `token` if it had this pass already, otherwise a new one.

        A new token protects against session fixation: someone who planted a cookie in a browser must not gain the
        access that its owner gets later. `generation` is that of the link that the phone opened: the pass is valid as
        long as the link. Without one, the pass is granted directly, and does not count as a use of the owner's link.
        Raises Dismissed for a phone that was sent away, unless it opens an owner's link that it never used; LinkUsedUp;
        and TooManyPhones if there is no room.
        """
        with self._writing() as db:
            row = _row(db, token)
            link = current_generation(db, role, game) if generation is None else generation
            has_pass = row is not None and _has_pass(db, row["id"], role, game, link)
            # An owner who was sent away may return with an owner's link that is newer than their pass.
            if row and row["dismissed"] and (has_pass or role is not Role.OWNER):
                raise Dismissed("The owner of this club has sent this phone away. Ask them to let it in again.")
            if has_pass and token:
                return token
            if generation is not None and role is Role.OWNER:
                check_uses(db, link)
            make_room(db, role, game, link, self._per_link, is_new=row is None)
            token = secrets.token_hex(TOKEN_BYTES)
            if row:
                phone = row["id"]
                db.conn.execute("UPDATE phone SET hash = ?, dismissed = 0 WHERE id = ?", (_hash(token), phone))
            else:
                phone = _new_phone(db, token, self._now())
            db.conn.execute(_GIVE, (phone, role, game, link))
            if role is Role.OWNER:
                note_new_owner(db, phone, generation, self._now())
            return token

    def phone(self, token: str) -> Phone | None:
        """The phone with this token, or None. Changes by other processes take effect within `CACHE_SECONDS`."""
        if time.monotonic() >= self._looked_until:
            self._look()
        write_count = self._write_count
        cached, then = self._cache.get(token, (None, write_count))
        if cached and then == write_count:
            return cached
        with self.reading() as db:
            rows = db.conn.execute(f"{PHONES} WHERE phone.hash = ?", (_hash(token),)).fetchall()
        phone = next(iter(phones_of(rows)), None)
        if phone:
            # A phone that was read before a write must not be served from the cache after it.
            self._cache[token] = (phone, write_count)
        return phone

    def _look(self) -> None:
        """Empty the cache if any process wrote since the last check: one query, however many phones there are."""
        with self._lock:
            now = time.monotonic()
            if now < self._looked_until:
                return
            try:
                self._watch = self._watch or self._connections.watch()
                has_changed = self._watch.has_changed()
            except (StoreError, *ERRORS):
                has_changed = True  # Reading a phone will raise the error with its reason.
            if has_changed:
                self._empty_cache()
            self._looked_until = now + CACHE_SECONDS

    def phones(self) -> list[Phone]:
        """All phones that have a valid pass or were sent away, newest first."""
        with self.reading() as db:
            rows = db.conn.execute(f"{PHONES} ORDER BY phone.id DESC").fetchall()
        return [phone for phone in phones_of(rows) if phone.passes or phone.dismissed]

    def set_player(self, phone: int, player: int) -> None:
        """Set who keeps score on a phone."""
        with self._writing() as db:
            db.conn.execute("UPDATE phone SET player = ? WHERE id = ?", (player, phone))

    def dismiss(self, phone: int, *, back: bool = False) -> bool:
        """Send a phone away, or with `back` let it in again with its old passes. Returns False for an unknown phone."""
        sql = "UPDATE phone SET dismissed = ? WHERE id = ?"
        with self._writing() as db:
            return db.conn.execute(sql, (not back, phone)).rowcount > 0

    def forget(self, phone: int) -> bool:
        """Delete a phone. It may join again by a link, as a new phone. Returns False for an unknown phone."""
        with self._writing() as db:
            return db.conn.execute("DELETE FROM phone WHERE id = ?", (phone,)).rowcount > 0

    def copy_passes(self, game: int, to: int) -> None:
        """Give every phone with a pass for one game the same pass for another, its rematch.

        Does nothing if a phone ever had a pass for the other game, or its links were renewed: they decide then.
        """
        with self._writing() as db:
            if any(db.table(name).count_where("game = ?", [to]) for name in ("pass", "link")):
                return
            valid = db.conn.execute(f"SELECT pass.phone, pass.role {VALID} AND pass.game = ?", (game,))
            rows = [(phone, role, to, current_generation(db, role, to)) for phone, role in valid.fetchall()]
            db.conn.executemany(_GIVE, rows)

    def follow_sitting(self, tables: Mapping[int, int], people: Mapping[int, int]) -> None:
        """Give phones passes for the next sitting of a night, of the same role as those that they have.

        `people` has the game in which each person sits. The phone of someone who is not there, of nobody, and one that
        watches goes from the game at its table to the next one at that table, by `tables`.
        """
        with self._writing() as db:
            for before, after in tables.items():
                rows = db.conn.execute(_OF_GAME, (before,))
                for phone, role, person in rows.fetchall():
                    game = people.get(person, after) if role == Role.SCORER else after
                    db.conn.execute(_GIVE, (phone, role, game, current_generation(db, role, game)))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _row(db: Database, token: str | None) -> dict[str, Any] | None:
    return next(db.table("phone").rows_where("hash = ?", [_hash(token or "")], limit=1), None)


def _has_pass(db: Database, phone: int, role: Role, game: int, generation: int) -> bool:
    sql = "SELECT 1 FROM pass WHERE phone = ? AND role = ? AND game = ? AND generation >= ?"
    return db.conn.execute(sql, (phone, role, game, generation)).fetchone() is not None


def _new_phone(db: Database, token: str, at: str) -> int:
    hashed = _hash(token)
    phone = {"hash": hashed, "label": hashed[:8], "came": at}
    return db.table("phone").insert(phone).last_rowid or 0


def _renew(db: Database, role: Role, game: int) -> int:
    new = current_generation(db, role, game) + 1
    sql = (
        "INSERT INTO link (role, game, generation) VALUES (?, ?, ?)"
        " ON CONFLICT DO UPDATE SET generation = excluded.generation"
    )
    db.conn.execute(sql, (role, game, new))
    return new


# Limits on the number of phones, by one link and in total. There is always room for an owner's phone.


MAX_PHONES = 2_000
"""The most phones of a club, which only owners' phones may exceed: anyone with a link could add phones all night."""

PER_LINK = {Role.READER: 200, Role.SCORER: 100, Role.WATCHER: 200}
"""The most phones that one link admits, unless a setting says otherwise."""

_WHAT_THEY_DO = {
    Role.READER: "read this club",
    Role.SCORER: "keep score at this table",
    Role.WATCHER: "watch this table",
}

_USELESS = f"NOT dismissed AND id NOT IN (SELECT pass.phone {VALID})"

_BY_LINK = """
    SELECT pass.phone FROM pass JOIN phone ON phone.id = pass.phone
    WHERE NOT phone.dismissed AND pass.role = ? AND pass.game = ? AND pass.generation = ?
    ORDER BY pass.phone"""

_FIRST_WATCHER = f"""
    SELECT min(id) FROM phone
    WHERE NOT dismissed AND id NOT IN (SELECT pass.phone {VALID} AND pass.role <> '{Role.WATCHER}')"""


def make_room(db: Database, role: Role, game: int, generation: int, per_link: int | None, *, is_new: bool) -> None:
    """Make room for one more phone by a link; `is_new` if the list does not have it yet.

    Removes the watchers that joined longest ago first. `per_link` is the most phones by one link, None for `PER_LINK`.
    Raises TooManyPhones.
    """
    if role is not Role.OWNER:
        _make_room_by_link(db, role, game, generation, per_link or PER_LINK[role])
    if is_new and _is_full(db):
        db.conn.execute(f"DELETE FROM phone WHERE {_USELESS}")
        if _is_full(db):
            _delete_first_watcher(db)
        if _is_full(db) and role is not Role.OWNER:
            raise TooManyPhones(
                f"{MAX_PHONES:,} phones were let in, and there is no room for more: the owner can make new links."
            )


def _make_room_by_link(db: Database, role: Role, game: int, generation: int, most: int) -> None:
    inside = [phone for (phone,) in db.conn.execute(_BY_LINK, (role, game, generation))]
    surplus = inside[: max(0, len(inside) - most + 1)]
    if surplus and role is not Role.WATCHER:
        raise TooManyPhones(
            f"{most:,} phones {_WHAT_THEY_DO[role]}, and there is no room for more: the owner can make a new link."
        )
    _end_watching(db, surplus, game)


def _end_watching(db: Database, phones: Sequence[int], game: int) -> None:
    """Remove the pass for watching a game from phones, and delete phones that are left without a valid pass."""
    passes = [(Role.WATCHER, game, phone) for phone in phones]
    db.conn.executemany("DELETE FROM pass WHERE role = ? AND game = ? AND phone = ?", passes)
    ids = [(phone,) for phone in phones]
    db.conn.executemany(f"DELETE FROM phone WHERE {_USELESS} AND id = ?", ids)


def _is_full(db: Database) -> bool:
    return db.table("phone").count >= MAX_PHONES


def _delete_first_watcher(db: Database) -> None:
    (phone,) = db.conn.execute(_FIRST_WATCHER).fetchone()
    db.conn.execute("DELETE FROM phone WHERE id = ?", (phone,))


# The owner's link: how many phones it admits, and which phones became owners through it.


USES = 10
"""How many phones one owner's link admits, unless an owner sets another number."""
MAX_USES = 999

_USES = "uses"
_USED = "SELECT count(*) FROM arrival WHERE generation = ?"
_SEEN = "UPDATE phone SET heard = ? WHERE id = ?"

Borrow = Callable[[], AbstractContextManager[Database]]
"""Borrows a connection to the list of phones."""


class Uses(NamedTuple):
    """How many phones joined by the current owner's link, and the most that it admits."""

    used: int
    most: int

    @property
    def left(self) -> int:
        return max(0, self.most - self.used)


class NewOwner(NamedTuple):
    """A phone that became an owner. `player` keeps score on it, 0 if unknown; `came` is in UTC.

    `is_in` is False if it was sent away or has left since. `on_first_day` is true if it came within a day of the first
    phone that used the owner's link: several people scan the code that Scorepad prints.
    """

    arrival: int
    phone: int
    player: int
    came: str
    is_in: bool
    on_first_day: bool


class OwnerLink:
    """The owner's link of a club, from `Access.owner_link`."""

    def __init__(self, reading: Borrow, writing: Borrow) -> None:
        self._reading = reading
        self._writing = writing

    def uses(self) -> Uses:
        with self._reading() as db:
            return _uses(db, current_generation(db, Role.OWNER, WHOLE_CLUB))

    def set_most(self, most: int) -> None:
        """Set how many phones the link admits, now and after each renewal."""
        with self._writing() as db:
            sql = "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
            db.conn.execute(sql, (_USES, most))

    def unseen(self, phone: int) -> list[NewOwner]:
        """Return the new owners that this owner's phone has not confirmed yet, oldest first."""
        sql = """
            SELECT arrival.id, arrival.phone, coalesce(new.player, 0), arrival.came,
              new.id IS NOT NULL AND NOT new.dismissed,
              julianday(arrival.came) < (SELECT min(julianday(came)) FROM arrival) + 1
            FROM arrival LEFT JOIN phone AS new ON new.id = arrival.phone
            WHERE arrival.id > (SELECT heard FROM phone WHERE id = ?) ORDER BY arrival.id"""
        with self._reading() as db:
            return [NewOwner._make(row) for row in db.conn.execute(sql, (phone,))]

    def confirm(self, phone: int, arrival: int) -> None:
        """Record that an owner's phone has seen the new owners up to this one."""
        with self._writing() as db:
            latest = min(arrival, _latest(db))
            db.conn.execute(f"{_SEEN} AND heard < ?", (latest, phone, latest))


def check_uses(db: Database, generation: int) -> None:
    """Raise LinkUsedUp if the owner's link of that generation admits no more phones."""
    if not _uses(db, generation).left:
        raise LinkUsedUp("The owner’s link has let in as many phones as its owner allows.")


def note_new_owner(db: Database, phone: int, generation: int | None, at: str) -> None:
    """Record a phone that became an owner by the owner's link of a generation; None if it was let in directly.

    Only one with a generation is a new owner to confirm. The phone is not notified of itself, nor of earlier owners.
    """
    if generation is not None:
        arrival = {"phone": phone, "generation": generation, "came": at}
        db.table("arrival").insert(arrival)
    db.conn.execute(_SEEN, (_latest(db), phone))


def _uses(db: Database, generation: int) -> Uses:
    row = db.conn.execute("SELECT value FROM setting WHERE name = ?", (_USES,)).fetchone()
    used = db.conn.execute(_USED, (generation,)).fetchone()[0]
    return Uses(used, row[0] if row else USES)


def _latest(db: Database) -> int:
    return int(db.conn.execute("SELECT coalesce(max(id), 0) FROM arrival").fetchone()[0])
