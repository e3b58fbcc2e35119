"""The people of a club. Their names may change and may be shared; entries know them by id alone."""

import json
from collections.abc import Iterable
from typing import Any

from sqlite_utils import Database

from scorepad.scoring.names import folded
from scorepad.store.errors import Forgotten, KeyReused, NameTaken, NoSuchPerson
from scorepad.store.facts import Player
from scorepad.store.games import within_ids

_COLUMNS = (
    "person.id, person.name, person.colour, person.guest, person.retired, person.merged_into,"
    " person.forgotten"
)
_BY_KEY = f"SELECT renamed, {_COLUMNS} FROM player AS person WHERE key = ?"
_EVERYONE = f"SELECT {_COLUMNS} FROM player AS person ORDER BY folded, id"
_PERSON = f"SELECT {_COLUMNS} FROM player AS person WHERE id = ?"
# Whoever has the name themselves comes before whom it was merged into, who plays before who retired.
_NAMED = f"""
    SELECT {_COLUMNS} FROM player AS named
    JOIN player AS person ON person.id = coalesce(named.merged_into, named.id)
    WHERE named.folded = ? AND NOT person.forgotten
    ORDER BY named.merged_into IS NOT NULL, person.retired, person.id"""
_NAMES = """
    SELECT asked.id, person.id, person.name FROM player AS asked
    JOIN player AS person ON person.id = coalesce(asked.merged_into, asked.id)
    WHERE asked.id IN (SELECT value FROM json_each(?))"""


def add(db: Database, name: str, key: str | None, at: str, *, alone: bool = False) -> Player:
    """Keep a new person under a cleaned name; a known key gives the same person again."""
    known = db.execute(_BY_KEY, (key,)).fetchone()
    if known:
        renamed, player = known[0], _player(*known[1:])
        if not renamed and player.name != name:
            raise KeyReused(f"The key {key} was used before, for another person.")
        return player if player.merged_into is None else person(db, player.merged_into)
    if alone:
        refuse_taken(db, name, None, "if this is the same person, nobody need be added")
    added = db.execute(
        "INSERT INTO player (key, name, folded, created_at) VALUES (?, ?, ?, ?)",
        (key, name, folded(name), at),
    ).lastrowid
    assert added is not None
    raise_version(db)
    return Player(added, name)


def refuse_taken(db: Database, name: str, bearer: int | None, otherwise: str) -> None:
    """Raise NameTaken if anybody but the bearer has the name; a name of who is merged is free."""
    for other in named(db, name):
        if other.id != bearer and folded(other.name) == folded(name):
            raise NameTaken(
                f"Another {other.name} is in this club. Add a letter or a surname to tell the two "
                f"apart; {otherwise}.",
                other.id,
            )


def _player(
    number: int,
    name: str,
    colour: int | None,
    guest: int,
    retired: int,
    merged_into: int | None,
    forgotten: int,
) -> Player:
    return Player(number, name, colour, bool(guest), bool(retired), merged_into, bool(forgotten))


def everyone(db: Database) -> list[Player]:
    """All people in the order of their names, whatever case and accents, then by id."""
    return [_player(*row) for row in db.execute(_EVERYONE)]


def offered(db: Database) -> list[Player]:
    """Those who may sit down at a table: who is nobody else, was not forgotten and still plays."""
    return [
        one
        for one in everyone(db)
        if one.merged_into is None and not one.forgotten and not one.retired
    ]


def person(db: Database, number: int) -> Player:
    """The person of that id, as they were kept, whoever they are now. Raises NoSuchPerson."""
    row = db.execute(_PERSON, (within_ids(number),)).fetchone()
    if row is None:
        raise NoSuchPerson("The club has nobody of this number.")
    return _player(*row)


def present(db: Database, number: int) -> Player:
    """The person whom somebody of that id is now. Raises NoSuchPerson, also for who was forgotten."""
    found = person(db, number)
    if found.merged_into is not None:
        found = person(db, found.merged_into)
    if found.forgotten:
        raise Forgotten("This person was forgotten, and nothing of them can be changed.")
    return found


def group(db: Database, number: int) -> list[int]:
    """The ids of a person and of all who were merged into them."""
    rows = db.execute("SELECT id FROM player WHERE merged_into = ? ORDER BY id", (number,))
    return [number, *(row[0] for row in rows)]


def named(db: Database, name: str) -> list[Player]:
    """The people of this name, whatever case and accents, by id; for an alias whose it is."""
    found = [_player(*row) for row in db.execute(_NAMED, (folded(name),))]
    return list({one.id: one for one in found}.values())


def shown(db: Database, ids: Iterable[int]) -> dict[int, tuple[int, str]]:
    """By each of the ids that the club knows, whose it is now and their name."""
    asked = json.dumps([within_ids(number) for number in ids])
    rows: list[Any] = db.execute(_NAMES, (asked,)).fetchall()
    return {number: (now, name) for number, now, name in rows}


def canonical(db: Database) -> dict[int, int]:
    """Whose each id is now, of those that were merged."""
    rows = db.execute("SELECT id, merged_into FROM player WHERE merged_into IS NOT NULL")
    return dict(rows.fetchall())


def version(db: Database) -> int:
    """How often anything was changed about people."""
    return int(db.conn.execute("SELECT version FROM people_version").fetchone()[0])


def raise_version(db: Database) -> None:
    """Say that something was changed about people; in the transaction that changed it."""
    db.conn.execute("UPDATE people_version SET version = version + 1")
