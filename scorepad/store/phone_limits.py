"""Limits on the number of phones, by one link and in total. There is always room for an owner's phone."""

from collections.abc import Sequence

from sqlite_utils import Database

from scorepad.store.errors import TooManyPhones
from scorepad.store.phones import VALID, Role

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
