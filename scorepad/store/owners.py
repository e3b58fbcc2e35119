"""The owner's link: how many phones it admits, and which phones became owners through it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple

from sqlite_utils import Database

from scorepad.store.errors import LinkUsedUp
from scorepad.store.phones import WHOLE_CLUB, Role, current_generation

USES = 10
"""How many phones one owner's link admits, unless an owner sets another number."""
MAX_USES = 999

_USES = "uses"
_USED = "SELECT count(*) FROM arrival WHERE generation = ?"
_HEARD = "UPDATE phone SET heard = ? WHERE id = ?"

Lend = Callable[[], AbstractContextManager[Database]]
"""Lends a connection to the list of phones."""


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

    def __init__(self, reading: Lend, writing: Lend) -> None:
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
        """Record that an owner's phone has seen the new owners up to this arrival."""
        with self._writing() as db:
            latest = min(arrival, _latest(db))
            db.conn.execute(f"{_HEARD} AND heard < ?", (latest, phone, latest))


def check_uses(db: Database, generation: int) -> None:
    """Raise LinkUsedUp if the owner's link of that generation admits no more phones."""
    if not _uses(db, generation).left:
        raise LinkUsedUp("The owner’s link has let in as many phones as its owner allows.")


def arrive(db: Database, phone: int, generation: int | None, at: str) -> None:
    """Record a phone that became an owner by the owner's link of a generation; None if it was let in directly.

    Only one with a generation is an arrival. The phone is not notified of itself, nor of earlier owners.
    """
    if generation is not None:
        arrival = {"phone": phone, "generation": generation, "came": at}
        db.table("arrival").insert(arrival)
    db.conn.execute(_HEARD, (_latest(db), phone))


def _uses(db: Database, generation: int) -> Uses:
    row = db.conn.execute("SELECT value FROM setting WHERE name = ?", (_USES,)).fetchone()
    used = db.conn.execute(_USED, (generation,)).fetchone()[0]
    return Uses(used, row[0] if row else USES)


def _latest(db: Database) -> int:
    return int(db.conn.execute("SELECT coalesce(max(id), 0) FROM arrival").fetchone()[0])
