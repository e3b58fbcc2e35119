"""Changes what a club knows of its people, or forgets them; all inside one `Club.writing`."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlite_utils import Database

from scorepad.scoring.names import folded
from scorepad.store import players
from scorepad.store.errors import BadEntry, ChangedMeanwhile
from scorepad.store.facts import COLOURS, SOMEBODY, Player, Traits

_SET = """
    UPDATE player
    SET name = ?, folded = ?, colour = ?, guest = ?, retired = ?, renamed = renamed OR name <> ?
    WHERE id = ?"""
_FORGET = """
    UPDATE player
    SET key = NULL, name = ?, folded = '', created_at = '', colour = NULL, guest = 0, retired = 0,
      renamed = 1, forgotten = 1
    WHERE id = ? OR merged_into = ?"""


def change(db: Database, number: int, to: Traits, was: Traits) -> Player:
    """Change some traits of a person; the name, if there is one, was cleaned before."""
    person = players.present(db, number)
    now = _traits(person)
    if any(now[trait] not in (seen, to.get(trait, seen)) for trait, seen in was.items()):
        raise ChangedMeanwhile(
            f"Somebody else has just changed {person.name}. Look at what stands here, and press again."
        )
    wanted = now | dict(to)
    if wanted == now:
        return person
    if wanted["name"] != person.name:
        players.refuse_taken(
            db, str(wanted["name"]), person.id, "if they are one person, merge them instead"
        )
    if wanted["colour"] not in (None, *range(1, COLOURS + 1)):
        raise BadEntry(f"A colour is a number from 1 to {COLOURS}.")
    _keep(db, person, wanted)
    return players.person(db, person.id)


def _traits(person: Player) -> dict[str, object]:
    return {
        "name": person.name,
        "colour": person.chosen,
        "guest": person.guest,
        "retired": person.retired,
    }


def _keep(db: Database, person: Player, wanted: dict[str, object]) -> None:
    name = str(wanted["name"])
    flags = bool(wanted["guest"]), bool(wanted["retired"])
    with _leaving_no_trace(db):
        db.conn.execute(_SET, (name, folded(name), wanted["colour"], *flags, name, person.id))
    players.raise_version(db)


def forget(db: Database, number: int) -> None:
    """Take away name, colour and all else of a person and of those who were merged into them."""
    one = players.person(db, number)
    if one.forgotten:
        return
    person = one.id if one.merged_into is None else one.merged_into
    with _leaving_no_trace(db):
        db.conn.execute(_FORGET, (SOMEBODY, person, person))
    players.raise_version(db)


@contextmanager
def _leaving_no_trace(db: Database) -> Iterator[None]:
    """Have SQLite overwrite what is taken away, which it would else leave where it stood."""
    db.conn.execute("PRAGMA secure_delete = ON").fetchone()
    try:
        yield
    finally:
        db.conn.execute("PRAGMA secure_delete = OFF").fetchone()
