"""The people of a club: `Club.people` has these methods."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Unpack

from sqlite_utils import Database

from scorepad.scoring.names import fold_name
from scorepad.store import merging, players
from scorepad.store.checks import check_key, clamp_id, clean_name
from scorepad.store.connections import Connections, Reader
from scorepad.store.errors import BadEntry, BadName, ChangedMeanwhile, KeyReused, StoreError
from scorepad.store.facts import COLOURS, SOMEBODY, Player, Traits
from scorepad.store.file.parsing import check_row
from scorepad.store.imports.tables import LISTED

_CURRENT = """
    SELECT asked.id AS asked, person.id, person.name FROM player AS asked
    JOIN player AS person ON person.id = coalesce(asked.merged_into, asked.id)
    WHERE asked.id IN (SELECT value FROM json_each(?))"""


class People(Reader):
    """The people of an open club. Each change is one transaction and raises `version`."""

    def __init__(self, connections: Connections, now: Callable[[], str]) -> None:
        """Use `Club.people`."""
        super().__init__(connections)
        self._now = now

    def add(self, name: str, *, key: str | None = None, unique: bool = False) -> Player:
        """Add a person. `key` is an idempotency key: the same one returns the same person again.

        Raises BadName, NameTaken if `unique` and someone else has the name, and BadEntry or KeyReused for the key.
        """
        name = clean_name(name)
        if key is not None:
            check_key(key)
        with self._connections.writing() as db:
            if key is not None and (added := _added_before(db, key, name)):
                return added
            if unique:
                advice = "if it is the same person, you need not add them"
                players.refuse_taken(db, name, None, advice)
            row = {"key": key, "name": name, "folded": fold_name(name), "created_at": self._now()}
            inserted = db.table("player").insert(row)
            players.raise_version(db)
            return players.person(db, inserted.last_rowid or 0)

    def everyone(self) -> list[Player]:
        """All people in the order of names, including retired, merged and forgotten ones.

        Leaves out people who were added by an import that was undone, and sit in no other game.
        """
        with self.reading() as db:
            return [players.from_row(row) for row in db.table("player").rows_where(LISTED, order_by="folded, id")]

    def active(self) -> list[Player]:
        """The people who may take a seat, in the order of names: not retired, merged or forgotten."""
        return [
            person
            for person in self.everyone()
            if not (person.retired or person.forgotten or person.merged_into is not None)
        ]

    def named(self, name: str) -> list[Player]:
        """The people with this name, ignoring case and accents, including retired ones.

        The name of a merged person gives the person they are now. An invalid name gives an empty list.
        """
        try:
            clean_name(name)
        except BadName:
            return []
        with self.reading() as db:
            return players.named(db, name)

    def names(self, ids: Iterable[int]) -> dict[int, str]:
        """The names of these people as pages show them, without unknown ids."""
        return {person: name for person, (_, name) in self.current(ids).items()}

    def current(self, ids: Iterable[int]) -> dict[int, tuple[int, str]]:
        """For each of these ids, the id and name of the person they are now, without unknown ids."""
        query = json.dumps([clamp_id(person) for person in ids])
        with self.reading() as db:
            rows = db.conn.execute(_CURRENT, (query,))
            return {asked: (person, name) for asked, person, name in (check_row(row, int, int, str) for row in rows)}

    def person(self, person: int) -> Player:
        """The person with this id as they were added, even if merged since. Raises NoSuchPerson."""
        with self.reading() as db:
            return players.person(db, person)

    def merged_ids(self) -> dict[int, int]:
        """For each id that was merged, the id of the person they are now."""
        with self.reading() as db:
            return players.merged_ids(db)

    def version(self) -> int:
        """A number that grows with each change of people or seasons; 0 in a new club."""
        with self.reading() as db:
            return players.version(db)

    def count_games(self, person: int) -> int:
        """In how many games, not counting the bin, a person sat under any of their names."""
        with self.reading() as db:
            return merging.count_games(db, person)

    def change(self, person: int, *, seen: Traits | None = None, **to: Unpack[Traits]) -> Player:
        """Change some traits of a person, all or nothing, and return the person.

        `seen` is what the form showed. Raises ChangedMeanwhile if one of these traits has another value by now, unless
        that is the new value; BadName, NameTaken and NoSuchPerson.
        """
        if "name" in to:
            to["name"] = clean_name(to["name"])
        with self._connections.writing() as db:
            return _change(db, person, to, seen or {})

    def merge(self, duplicate: int, into: int) -> Player:
        """Give all games of a duplicate to the person they really are, and return that person.

        Raises NoSuchPerson, and CannotMerge if both sat in one round of a game.
        """
        with self._connections.writing() as db:
            return merging.merge(db, duplicate, into)

    def unmerge(self, person: int, *, seen: int | None = None) -> Player:
        """Undo a merge, and return the person who is separate again.

        `seen` is the person they were merged into when the form was shown: raises ChangedMeanwhile if that has changed.
        Raises NoSuchPerson.
        """
        with self._connections.writing() as db:
            return merging.unmerge(db, person, seen)

    def forget(self, person: int) -> None:
        """Remove the name of a person and of everyone merged into them, for ever. Their games stay.

        Raises NoSuchPerson. Safe to call twice.
        """
        with self._connections.writing() as db:
            _forget(db, person)
        # If another connection still needs the log, it is emptied a little later.
        with suppress(StoreError):
            self._connections.fold()


def _added_before(db: Database, key: str, name: str) -> Player | None:
    """The person who was added already with this key."""
    for row in db.table("player").rows_where("key = ?", [key]):
        if not row["renamed"] and row["name"] != name:
            raise KeyReused(f"The key {key} was used before, for another person.")
        return players.person(db, row["merged_into"] or row["id"])
    return None


def _change(db: Database, person: int, to: Traits, seen: Traits) -> Player:
    player = players.current_person(db, person)
    before: dict[str, Any] = {
        "name": player.name,
        "colour": player.chosen_colour,
        "guest": player.guest,
        "retired": player.retired,
    }
    if any(before[trait] not in (value, to.get(trait, value)) for trait, value in seen.items()):
        raise ChangedMeanwhile(f"Someone else has just changed {player.name}. Check what is here now, and press again.")
    after = before | dict(to)
    if after == before:
        return player
    if after["name"] != player.name:
        players.refuse_taken(db, after["name"], player.id, "if they are one person, merge them instead")
        after["renamed"] = True
    if after["colour"] not in (None, *range(1, COLOURS + 1)):
        raise BadEntry(f"A colour is a number from 1 to {COLOURS}.")
    with _overwriting_deleted_data(db):
        db.table("player").update(player.id, after | {"folded": fold_name(after["name"])})
    players.raise_version(db)
    return players.person(db, player.id)


def _forget(db: Database, person: int) -> None:
    player = players.person(db, person)
    if player.forgotten:
        return
    empty: dict[str, Any] = {
        "key": None,
        "name": SOMEBODY,
        "folded": "",
        "created_at": "",
        "colour": None,
        "guest": False,
        "retired": False,
        "renamed": True,
        "forgotten": True,
    }
    with _overwriting_deleted_data(db):
        for member in players.group(db, player.merged_into or player.id):
            db.table("player").update(member, empty)
    players.raise_version(db)


@contextmanager
def _overwriting_deleted_data(db: Database) -> Iterator[None]:
    """Make SQLite overwrite replaced data, whose bytes it would otherwise leave in the file."""
    db.conn.execute("PRAGMA secure_delete = ON").fetchone()
    try:
        yield
    finally:
        db.conn.execute("PRAGMA secure_delete = OFF").fetchone()
