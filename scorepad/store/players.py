"""The rows of people: reads that other modules of the store share, inside one `reading` or `writing`.

Names may change and may be shared, so entries hold only ids. A merged person keeps their row, and its `merged_into` is
the person they are now.
"""

from collections.abc import Mapping
from typing import Any

from sqlite_utils import Database
from sqlite_utils.db import NotFoundError

from scorepad.scoring.names import fold_name
from scorepad.store.checks import clamp_id
from scorepad.store.errors import Forgotten, NameTaken, NoSuchPerson
from scorepad.store.facts import Player
from scorepad.store.file.parsing import Column, check_columns

_NUMBER = (int, type(None))
_TYPES: dict[str, Column] = {
    "id": int,
    "name": str,
    "colour": _NUMBER,
    "guest": int,
    "retired": int,
    "merged_into": _NUMBER,
    "forgotten": int,
}

# A person's own name comes before the name of someone merged into them, active people before retired ones.
_NAMED = """
    SELECT person.* FROM player AS named
    JOIN player AS person ON person.id = coalesce(named.merged_into, named.id)
    WHERE named.folded = ? AND NOT person.forgotten
    ORDER BY named.merged_into IS NOT NULL, person.retired, person.id"""


def from_row(row: Mapping[str, Any]) -> Player:
    """The person of a row of the table. Raises Damaged."""
    person, name, colour, guest, retired, merged_into, forgotten = check_columns(row, _TYPES)
    return Player(person, name, colour, bool(guest), bool(retired), merged_into, bool(forgotten))


def person(db: Database, person: int) -> Player:
    """The person with this id as they were added, even if merged since. Raises NoSuchPerson."""
    try:
        return from_row(db.table("player").get(clamp_id(person)))
    except NotFoundError:
        raise NoSuchPerson("The club has no person with this number.") from None


def current_person(db: Database, asked: int) -> Player:
    """The person with this id, or the one they were merged into. Raises NoSuchPerson, or Forgotten."""
    current = person(db, asked)
    if current.merged_into is not None:
        current = person(db, current.merged_into)
    if current.forgotten:
        raise Forgotten("This person was forgotten. Nothing about them can be changed.")
    return current


def group(db: Database, person: int) -> list[int]:
    """The ids of a person and of everyone merged into them."""
    merged = db.table("player").rows_where("merged_into = ?", [person], "id", select="id")
    return [person, *(row["id"] for row in merged)]


def named(db: Database, name: str) -> list[Player]:
    """The people with this name, ignoring case and accents; for a merged name, the person they are now."""
    people = map(from_row, db.query(_NAMED, (fold_name(name),)))
    return list({person.id: person for person in people}.values())


def refuse_taken(db: Database, name: str, owner: int | None, advice: str) -> None:
    """Raise NameTaken if anyone except the owner has the name. The name of a merged person is free."""
    for other in named(db, name):
        if other.id != owner and fold_name(other.name) == fold_name(name):
            raise NameTaken(
                f"Another {other.name} is in this club. Add a letter or a surname to tell the two apart; {advice}.",
                other.id,
            )


def merged_ids(db: Database) -> dict[int, int]:
    """For each id that was merged, the id of the person they are now."""
    rows = db.table("player").rows_where("merged_into IS NOT NULL", select="id, merged_into")
    return {row["id"]: row["merged_into"] for row in rows}


def version(db: Database) -> int:
    """A number that grows with each change of people or seasons. Every page reads it, so this is plain SQL."""
    return int(db.conn.execute("SELECT version FROM people_version").fetchone()[0])


def raise_version(db: Database) -> None:
    """Raise the version, in the transaction of the change."""
    db.conn.execute("UPDATE people_version SET version = version + 1")
