"""The people of a club, their merges and their rows: `Club.people` has these methods."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Unpack

from sqlite_utils import Database
from sqlite_utils.db import NotFoundError

from scorepad.scoring.cells import TABLE
from scorepad.scoring.game.agreement import BINNED, WHOLE_GAME
from scorepad.scoring.names import fold_name
from scorepad.store.checks import check_key, clamp_id, clean_name
from scorepad.store.connections import Connections, Reader
from scorepad.store.errors import (
    BadEntry,
    BadName,
    CannotMerge,
    ChangedMeanwhile,
    Forgotten,
    KeyReused,
    NameTaken,
    NoSuchPerson,
    StoreError,
)
from scorepad.store.facts import COLOURS, SOMEBODY, Player, Traits
from scorepad.store.file.parsing import Column, check_columns, check_row
from scorepad.store.results.tables import mark_stale

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
                refuse_taken(db, name, None, advice)
            row = {"key": key, "name": name, "folded": fold_name(name), "created_at": self._now()}
            inserted = db.table("player").insert(row)
            raise_people_version(db)
            return player_by_id(db, inserted.last_rowid or 0)

    def everyone(self) -> list[Player]:
        """All people in the order of names, including retired, merged and forgotten ones.

        Leaves out people who were added by an import that was undone, and sit in no other game.
        """
        with self.reading() as db:
            return [from_row(row) for row in db.table("player").rows_where(LISTED, order_by="folded, id")]

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
            return named(db, name)

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
            return player_by_id(db, person)

    def merged_ids(self) -> dict[int, int]:
        """For each id that was merged, the id of the person they are now."""
        with self.reading() as db:
            return merged_ids(db)

    def version(self) -> int:
        """A number that grows with each change of people or seasons; 0 in a new club."""
        with self.reading() as db:
            return people_version(db)

    def count_games(self, person: int) -> int:
        """In how many games, not counting the bin, a person sat under any of their names."""
        with self.reading() as db:
            return count_games(db, person)

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
            return merge(db, duplicate, into)

    def unmerge(self, person: int, *, seen: int | None = None) -> Player:
        """Undo a merge, and return the person who is separate again.

        `seen` is the person they were merged into when the form was shown: raises ChangedMeanwhile if that has changed.
        Raises NoSuchPerson.
        """
        with self._connections.writing() as db:
            return unmerge(db, person, seen)

    def forget(self, person: int) -> None:
        """Remove the name of a person and of everyone merged into them, for ever. Their games stay.

        Raises NoSuchPerson. Safe to call twice.
        """
        with self._connections.writing() as db:
            _forget(db, person)
        # If another connection still needs the log, it is emptied a little later.
        with suppress(StoreError):
            self._connections.checkpoint()


def _added_before(db: Database, key: str, name: str) -> Player | None:
    """The person who was added already with this key."""
    for row in db.table("player").rows_where("key = ?", [key]):
        if not row["renamed"] and row["name"] != name:
            raise KeyReused(f"The key {key} was used before, for another person.")
        return player_by_id(db, row["merged_into"] or row["id"])
    return None


def _change(db: Database, person: int, to: Traits, seen: Traits) -> Player:
    player = current_person(db, person)
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
        refuse_taken(db, after["name"], player.id, "if they are one person, merge them instead")
        after["renamed"] = True
    if after["colour"] not in (None, *range(1, COLOURS + 1)):
        raise BadEntry(f"A colour is a number from 1 to {COLOURS}.")
    with _overwriting_deleted_data(db):
        db.table("player").update(player.id, after | {"folded": fold_name(after["name"])})
    raise_people_version(db)
    return player_by_id(db, player.id)


def _forget(db: Database, person: int) -> None:
    player = player_by_id(db, person)
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
        for member in merged_group(db, player.merged_into or player.id):
            db.table("player").update(member, empty)
    raise_people_version(db)


@contextmanager
def _overwriting_deleted_data(db: Database) -> Iterator[None]:
    """Make SQLite overwrite replaced data, whose bytes it would otherwise leave in the file."""
    db.conn.execute("PRAGMA secure_delete = ON").fetchone()
    try:
        yield
    finally:
        db.conn.execute("PRAGMA secure_delete = OFF").fetchone()


# Merges two people who are really one person, and undoes merges. Call everything inside one `Club.writing`.


_SAT = """
    SELECT game FROM cell
    WHERE +field = 'player' AND json_extract(value, '$.id') IN (SELECT value FROM json_each(?))"""
_SEATS = f"""
    SELECT game, round, place, json_extract(value, '$.id') FROM cell
    WHERE field = 'player' AND json_extract(value, '$.id') IS NOT NULL
      AND game IN ({_SAT} INTERSECT {_SAT})
    ORDER BY game, round"""
_GAMES = f"""
    SELECT count(DISTINCT game) FROM ({_SAT}) AS sat
    WHERE NOT EXISTS (
        SELECT 1 FROM cell
        WHERE cell.game = sat.game AND cell.round = {WHOLE_GAME} AND cell.place = '{TABLE}'
          AND cell.field = '{BINNED}' AND cell.value = 'true')"""
# `joined` says whom each person was merged into; following it to the end gives who they are now.
_RESOLVE = """
    WITH RECURSIVE merged (id, person) AS (
        SELECT alias.id, alias.joined FROM player AS alias JOIN player AS target ON target.id = alias.joined
        WHERE target.joined IS NULL
        UNION ALL
        SELECT alias.id, merged.person FROM player AS alias JOIN merged ON merged.id = alias.joined
    )
    UPDATE player SET merged_into = (SELECT person FROM merged WHERE merged.id = player.id)
    WHERE joined IS NOT NULL OR merged_into IS NOT NULL"""


def merge(db: Database, duplicate: int, into: int) -> Player:
    """Give all games of one person to another, and return the other. Raises NoSuchPerson and CannotMerge."""
    first, second = current_person(db, duplicate), current_person(db, into)
    if first.id == second.id:
        raise CannotMerge(f"They are already the same person: {second.name}.")
    groups = merged_group(db, first.id), merged_group(db, second.id)
    for game, round_number in _shared_rounds(db, *groups):
        raise CannotMerge(
            f"{first.name} and {second.name} sat at one table in game {game}, round {round_number}, "
            "so they are two people. If one of them is there by mistake, correct that game first.",
            game,
        )
    db.table("player").update(first.id, {"joined": second.id})
    _resolve(db, groups[0])
    return second


def unmerge(db: Database, person: int, seen: int | None = None) -> Player:
    """Separate a merged person again, with everyone merged into them before, and return them.

    Does nothing for a person who is not merged. Raises NoSuchPerson, and ChangedMeanwhile if they are merged into
    someone other than `seen`.
    """
    player = player_by_id(db, person)
    if player.forgotten:
        raise Forgotten("This person was forgotten, which cannot be taken back.")
    if player.merged_into is None:
        return player
    if seen not in (None, player.merged_into):
        raise ChangedMeanwhile(f"Someone else has just changed who {player.name} is.")
    db.table("player").update(person, {"joined": None})
    _resolve(db, merged_group(db, player.merged_into))
    return player_by_id(db, person)


def resolve(db: Database) -> None:
    """Compute `merged_into` again after a change of `joined`."""
    db.execute(_RESOLVE)


def _resolve(db: Database, people: Iterable[int]) -> None:
    resolve(db)
    raise_people_version(db)
    mark_stale(db, people)


def _shared_rounds(db: Database, group: Iterable[int], other: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The games in which people of both groups sat at one table, with the first such round of each."""
    first, second = set(group), set(other)
    groups = json.dumps(list(first)), json.dumps(list(second))
    games: dict[int, dict[int, dict[str, int]]] = {}
    for game, round_number, place, person in db.execute(_SEATS, groups):
        games.setdefault(game, {}).setdefault(round_number, {})[place] = person
    for game, changes in games.items():
        sitting: dict[str, int] = {}
        ends = [*list(changes)[1:], None]
        for (round_number, seats), end in zip(changes.items(), ends, strict=True):
            sitting |= seats
            # Someone replaced before the first round sat in no round.
            here = set(sitting.values()) if end is None or end > 1 else set()
            if here & first and here & second:
                yield game, max(round_number, 1)


def count_games(db: Database, person: int) -> int:
    """In how many games, not counting the bin, a person or anyone merged into them sat."""
    ids = json.dumps(merged_group(db, person))
    return int(db.execute(_GAMES, (ids,)).fetchone()[0])


# The rows of people: reads that other modules of the store share, inside one `reading` or `writing`.
#
# Names may change and may be shared, so entries hold only ids. A merged person keeps their row, and its
# `merged_into` is the person they are now.


LISTED = """
    NOT EXISTS (
        SELECT 1 FROM import WHERE import.undone_at IS NOT NULL
          AND player.id BETWEEN import.first_person AND import.first_person + import.people - 1)
    OR player.merged_into IS NOT NULL
    OR EXISTS (SELECT 1 FROM player AS other WHERE other.merged_into = player.id)
    OR EXISTS (
        SELECT 1 FROM cell AS sat WHERE +sat.field = 'player' AND json_extract(sat.value, '$.id') = player.id
          AND NOT EXISTS (
            SELECT 1 FROM cell AS bin WHERE bin.game = sat.game AND bin.round = 0 AND bin.place = 'table'
              AND bin.field = 'binned' AND bin.value = 'true'))"""
"""The SQL condition for listing a `player`: not if an undone import added them and they sit in no other game."""

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


def player_by_id(db: Database, person: int) -> Player:
    """The person with this id as they were added, even if merged since. Raises NoSuchPerson."""
    try:
        return from_row(db.table("player").get(clamp_id(person)))
    except NotFoundError:
        raise NoSuchPerson("The club has no person with this number.") from None


def current_person(db: Database, asked: int) -> Player:
    """The person with this id, or the one they were merged into. Raises NoSuchPerson, or Forgotten."""
    current = player_by_id(db, asked)
    if current.merged_into is not None:
        current = player_by_id(db, current.merged_into)
    if current.forgotten:
        raise Forgotten("This person was forgotten. Nothing about them can be changed.")
    return current


def merged_group(db: Database, person: int) -> list[int]:
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


def people_version(db: Database) -> int:
    """A number that grows with each change of people or seasons. Every page reads it, so this is plain SQL."""
    return int(db.conn.execute("SELECT version FROM people_version").fetchone()[0])


def raise_people_version(db: Database) -> None:
    """Raise the version, in the transaction of the change."""
    db.conn.execute("UPDATE people_version SET version = version + 1")
