"""Writes the rows of a club's JSON Lines into a club: an empty one, or one that has games."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from sqlite_utils import Database

from scorepad.league.bets import bet_cell, person_of
from scorepad.scoring.game.agreement import SEATED, WHOLE_GAME
from scorepad.scoring.game.record import CHECKED, CONFIRMED
from scorepad.scoring.names import fold_name
from scorepad.store.clock import SET
from scorepad.store.engine import sqlite3
from scorepad.store.errors import CannotMerge, StoreError
from scorepad.store.exports import BY_RESTORING
from scorepad.store.imports import ADD_GAME, Imports, NewImport
from scorepad.store.people import raise_people_version, resolve
from scorepad.store.phones import NO_PLAYER

# Rows that were read from a file and validated, to be written into a club.


OF_PEOPLE = (SEATED, CHECKED, CONFIRMED)
"""The fields whose values are people."""


class GameRow(NamedTuple):
    """A game, by its number in the file."""

    number: int
    key: str
    created_at: str


class EntryRow(NamedTuple):
    """An entry, in the order of the table's columns. `value` is canonical JSON."""

    seq: int
    key: str
    game: int
    round: int
    place: str
    field: str
    value: str
    base: int | str | None
    status: str
    device: str | None
    at: str


@dataclass(frozen=True, slots=True)
class SmallRow:
    """A row of another table, with its columns."""

    table: str
    values: dict[str, Any]


class FilePerson(NamedTuple):
    """A person in a file: their id there, and in how many of its games they sit."""

    id: int
    name: str
    games: int = 0


RestoredRow: TypeAlias = SmallRow | GameRow | EntryRow


def is_time(text: str) -> bool:
    """Whether this is an ISO time with a UTC offset."""
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except (ValueError, OverflowError):
        return False


# The keys of imported games, and fingerprints of games whose keys are not unique.
#
# Up to version 1.0 the keys of imports had numbers alone: the first game of every club's first import was
# `import-1:1`. Newer keys are random: `import-1-0123456789abcdef:1`. A game with an old key that is added to another
# club gets a key of this form too, with its fingerprint in place of random digits.


IMPORT = "import-"
"""The start of every key of an import."""

_OLD_GAME = re.compile(r"import-[0-9]+:[0-9]+")
_GAME = re.compile(r"(import-[0-9]+)(?:-([0-9a-f]{16}))?(:[0-9]+)")
_OLD_UNDO = re.compile(r"(import-[0-9]+-undo-[0-9]+)((?:-back)?:[0-9]+)")
_DIGITS = 16

_ENTRIES = """
    SELECT seq, key, game, round, place, field, value, base, status, device, at FROM entry
    WHERE game = ? ORDER BY seq"""


class Fingerprints:
    """The fingerprints of the games with old keys, by number: look at each game, then at all entries in order.

    Two games have the same fingerprint only if the same import recorded them. It covers what the import recorded and
    when, but not people, whose ids differ between clubs, and not later changes.
    """

    def __init__(self) -> None:
        self.by_game: dict[int, str] = {}
        self._prefixes: dict[int, str] = {}

    def begin(self, game: GameRow) -> None:
        if _OLD_GAME.fullmatch(game.key):
            self.by_game[game.number] = _hash(game.key, game.created_at)
            self._prefixes[game.number] = f"{game.key}:"

    def look(self, entry: EntryRow) -> None:
        prefix = self._prefixes.get(entry.game)
        if prefix and entry.key.startswith(prefix):
            value = "" if entry.field in OF_PEOPLE else entry.value
            before = self.by_game[entry.game]
            self.by_game[entry.game] = _hash(before, entry.round, entry.place, entry.field, value, entry.at)


def fingerprint_in(db: Database, game: GameRow) -> str:
    """The fingerprint of a game of the club, "" unless its key is an old one."""
    fingerprints = Fingerprints()
    fingerprints.begin(game)
    for row in db.conn.execute(_ENTRIES, (game.number,)) if fingerprints.by_game else ():
        fingerprints.look(EntryRow(*row))
    return fingerprints.by_game.get(game.number, "")


def split_key(key: str, fingerprint: str | None) -> tuple[str, str, str] | None:
    """An imported game's unique key, its old key, and the fingerprint that a game with the old key must have.

    `fingerprint` is that of the game, if its key is an old one. None for a game that was not imported.
    """
    match = _GAME.fullmatch(key)
    mark = match and (match[2] or fingerprint)
    return (f"{match[1]}-{mark}{match[3]}", f"{match[1]}{match[3]}", mark) if match and mark else None


def unique_undo_key(key: str, at: str) -> str:
    """The key of an entry, made unique with the entry's time if it is the old key of an undo of an import."""
    match = _OLD_UNDO.fullmatch(key)
    return f"{match[1]}-{_hash(key, at)}{match[2]}" if match else key


def _hash(*parts: str | int) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:_DIGITS]


PART = 2_000
"""Rows per batch."""

_ADD_ENTRY = (
    "INSERT INTO entry (seq, key, game, round, place, field, value, base, status, device, at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_SET_CELL = (
    "INSERT INTO cell (game, round, place, field, value, seq) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET value = excluded.value, seq = excluded.seq"
)
_EMPTY = """
    SELECT NOT EXISTS (SELECT 1 FROM game) AND NOT EXISTS (SELECT 1 FROM player)
      AND NOT EXISTS (SELECT 1 FROM season) AND NOT EXISTS (SELECT 1 FROM rule_set)
      AND NOT EXISTS (SELECT 1 FROM rule_draft) AND NOT EXISTS (SELECT 1 FROM import)
      AND NOT EXISTS (SELECT 1 FROM night)"""


class CannotRestore(StoreError):
    """A row that the club cannot accept; `line` is its line number in the file."""

    def __init__(self, sentence: str, line: int) -> None:
        super().__init__(sentence)
        self.line = line


def is_empty(db: Database) -> bool:
    """Whether nothing was ever recorded in a club."""
    return bool(db.conn.execute(_EMPTY).fetchone()[0])


class Restoring:
    """Writes rows into a club, in the order of the file: put each, then finish. All inside one `writing`."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.games = 0
        self.first_game = 1
        self._games: list[GameRow] = []
        self._entries: list[tuple[int, EntryRow]] = []
        self._joined: list[tuple[int, int]] = []

    def put(self, row: RestoredRow, line: int) -> None:
        """Take a row, with its line number in the file. Raises CannotRestore."""
        if type(row) is EntryRow:
            self._entries.append((line, row))
            if len(self._entries) >= PART:
                self._write()
        elif type(row) is GameRow:
            self._games.append(row)
            self.games = row.number - self.first_game + 1
            if len(self._games) >= PART:
                self._write()
        elif type(row) is SmallRow:
            self._put_small(row.table, row.values)

    def finish(self) -> None:
        """Write the remaining rows. Raises CannotRestore."""
        self._write()
        self._db.conn.executemany("UPDATE player SET joined = ? WHERE id = ?", self._joined)
        resolve(self._db)
        raise_people_version(self._db)

    def _put_small(self, table: str, values: dict[str, Any]) -> None:
        if table == "setting":
            self._db.conn.execute(SET, (values["name"], values["value"]))
            return
        if table == "player":
            if values["joined"] is not None:
                self._joined.append((values["joined"], values["id"]))
            folded = "" if values["forgotten"] else fold_name(values["name"])
            values = values | {"joined": None, "folded": folded}
        self._db.table(table).insert(values)

    def _write(self) -> None:
        self._insert(self._db.conn, self._games, self._entries)
        self._games, self._entries = [], []

    def _insert(
        self, connection: "sqlite3.Connection", games: Sequence[GameRow], entries: Sequence[tuple[int, EntryRow]]
    ) -> None:
        try:
            connection.executemany(ADD_GAME, games)
            connection.executemany(_ADD_ENTRY, [row for _, row in entries])
        except sqlite3.IntegrityError:
            raise self._refusal(games, entries) from None
        latest = {row[2:6]: row for _, row in entries if row.status == "applied"}
        cells = [(*cell, latest[cell].value, latest[cell].seq) for cell in sorted(latest)]
        connection.executemany(_SET_CELL, cells)

    def _refusal(self, games: Sequence[GameRow], entries: Sequence[tuple[int, EntryRow]]) -> CannotRestore:
        """The error for rows of which the table refused one, because its key is not unique."""
        find = self._db.conn.execute
        for line, row in entries:
            seq = find("SELECT seq FROM entry WHERE key = ?", (row.key,)).fetchone()
            if seq and seq[0] != row.seq:
                return CannotRestore(f"The key {row.key} belongs to another entry already.", line)
        keys = [row.key for row in games]
        twice = next((key for key in keys if keys.count(key) > 1), "")
        return CannotRestore(f"Two games have one key{f': {twice}' if twice else ''}.", 0)


# Adds the games of a file to a club that already has games: they get new ids, and the people of the club.
#
# The seqs of all entries move by the same number, so every base still names the same entry. A game that the club
# already has is left out.


_LATEST = """
    SELECT (SELECT coalesce(max(id), 0) + 1 FROM game), (SELECT coalesce(max(seq), 0) FROM entry)"""
_PERSON = re.compile(r'\{"(?:id|by)":([0-9]{1,15})\}')
_REMATCH = re.compile(r"(.*):rematch-([0-9]{1,10})")
"""The key of a rematch ends with the number of the game before it; if that was left out, with `rematch-apart-3`."""


class KnownKeys:
    """Finds the games of a file that a club has already, by their keys.

    `fingerprints` are those of games with old keys, by their numbers in the file.
    """

    def __init__(self, db: Database, fingerprints: Mapping[int, str]) -> None:
        self._db = db
        self._fingerprints = fingerprints
        self._numbers: dict[int, int] = {}
        self.count = 0

    def add(self, row: GameRow) -> int | None:
        """The club's id of a game, None if the club has no such game."""
        here = next((game for key in self._keys(row) if (game := self._find(key))), None) or self._find_old(row)
        if here:
            self._numbers[row.number] = here
            self.count += 1
        return here

    def new_key(self, row: GameRow, number: int) -> str:
        """The key of a game that is added as game `number`."""
        self._numbers[row.number] = number
        return self._keys(row)[0]

    def _keys(self, row: GameRow) -> Sequence[str]:
        """The keys that a game of the file may have in the club. The first is for a game that is added."""
        if match := _REMATCH.fullmatch(row.key):
            # The game before it may not be in the club now, or was not when the rematch was added.
            others = f"{match[1]}:rematch-apart-{match[2]}", row.key
            before = self._numbers.get(int(match[2]))
            return (f"{match[1]}:rematch-{before}", *others) if before else others
        imported = split_key(row.key, self._fingerprints.get(row.number))
        return (imported[0] if imported else row.key,)

    def _find(self, key: str) -> int | None:
        here = self._db.conn.execute("SELECT id FROM game WHERE key = ?", (key,)).fetchone()
        return int(here[0]) if here else None

    def _find_old(self, row: GameRow) -> int | None:
        """The club's id of an imported game that has its old key there."""
        if (imported := split_key(row.key, self._fingerprints.get(row.number))) is None:
            return None
        _, old_key, fingerprint = imported
        here = self._db.conn.execute("SELECT id, key, created_at FROM game WHERE key = ?", (old_key,)).fetchone()
        return int(here[0]) if here and fingerprint_in(self._db, GameRow(*here)) == fingerprint else None


class Adding(Restoring):
    """Writes rows into a club that has others. `people` maps ids of the file to ids of the club."""

    def __init__(self, db: Database, people: Mapping[int, int], fingerprints: Mapping[int, str]) -> None:
        super().__init__(db)
        self._people = people
        self.first_game, seq = db.conn.execute(_LATEST).fetchone()
        # See `opening.end_of_log`: after a jump no entry has a lower seq.
        jump = db.conn.execute("PRAGMA user_version").fetchone()[0]
        self._move = max(seq, jump - 1)
        self._known = KnownKeys(db, fingerprints)
        self._numbers: dict[int, int] = {}
        self._new_keys: dict[int, tuple[str, str]] = {}

    def put(self, row: RestoredRow, line: int) -> None:
        if type(row) is GameRow:
            if not self._known.add(row):
                number = self.first_game + self.games
                key = self._known.new_key(row, number)
                super().put(GameRow(number, key, row.created_at), line)
                self._numbers[row.number] = number
                if key != row.key and row.key.startswith(IMPORT):
                    self._new_keys[row.number] = row.key, key
        elif type(row) is EntryRow and (game := self._numbers.get(row.game)):
            super().put(self._entry(row, game), line)

    def _key(self, row: EntryRow) -> str:
        """The key of an entry in the club. Keys of imports can be the same in two clubs: they follow the game's key."""
        if not row.key.startswith(IMPORT):
            return row.key
        old, new = self._new_keys.get(row.game, ("", ""))
        if old and row.key.startswith(f"{old}:"):
            return new + row.key.removeprefix(old)
        return unique_undo_key(row.key, row.at)

    def _entry(self, row: EntryRow, game: int) -> EntryRow:
        base = row.base + self._move if isinstance(row.base, int) and row.base else row.base
        value, device = row.value, row.device
        if row.field in OF_PEOPLE and (match := _PERSON.fullmatch(value)):
            now = self._people.get(int(match[1]), NO_PLAYER)
            value = value.replace(match[1], str(now)) if now else "null"
        if device and "." in device:
            label, _, person = device.partition(".")
            device = f"{label}.{self._people.get(int(person), NO_PLAYER)}"
        better = person_of(row.field) if row.round == WHOLE_GAME else None
        field = row.field if better is None else bet_cell(self._people.get(better, NO_PLAYER))[2]
        seq, key = row.seq + self._move, self._key(row)
        return row._replace(seq=seq, key=key, game=game, field=field, value=value, base=base, device=device)


# Records a club's file as an import: all of it, or nothing.


class Session:
    """Restores a file: into an empty club exactly, otherwise only its games and the people in them."""

    def __init__(self, db: Database, people: Mapping[int, int], fingerprints: Mapping[int, str], at: str) -> None:
        if len(set(people.values())) < len(people):
            raise CannotMerge("Two people of the file cannot be one person of the club: merge them afterwards.")
        self._db, self._decided, self._at = db, people, at
        self._fingerprints = fingerprints
        self._of_file: list[dict[str, Any]] = []
        self._rows: Restoring | None = Restoring(db) if is_empty(db) else None
        self.number = 0
        latest = db.conn.execute("SELECT coalesce(max(id), 0) FROM player").fetchone()[0]
        self.first_person = latest + 1

    def put(self, row: RestoredRow, line: int) -> None:
        """Take a row, with its line number in the file. Raises CannotRestore."""
        if self._rows is None and type(row) is SmallRow:
            self._of_file += [row.values] if row.table == "player" else []
            return
        self._begun().put(row, line)

    def _begun(self) -> Restoring:
        self._rows = self._rows or Adding(self._db, self._people(), self._fingerprints)
        return self._rows

    def finish(self, new: NewImport) -> None:
        """Write the remaining rows, and record the import."""
        rows = self._begun()
        rows.finish()
        find = self._db.conn.execute
        last, number = find("SELECT (SELECT max(id) FROM player), (SELECT max(id) FROM import)").fetchone()
        self.number = (number or 0) + 1
        row = {
            "id": self.number,
            "digest": new.digest,
            "name": new.name,
            "kind": BY_RESTORING,
            "device": new.device,
            "at": self._at,
            "first_game": rows.first_game,
            "games": rows.games,
            "first_person": self.first_person,
            "people": (last or 0) - self.first_person + 1,
        }
        self._db.table("import").insert(row)

    def _people(self) -> dict[int, int]:
        """The club's person for each person of the file: as decided, otherwise a new one."""
        people = dict(self._decided)
        merged = {row["id"]: row["joined"] for row in self._of_file if row["joined"] is not None}
        for row in self._of_file:
            if row["id"] not in people and row["id"] not in merged:
                people[row["id"]] = self._add(row)
        for number, now in merged.items():
            while now in merged:
                now = merged[now]
            people[number] = people[now]
        return people

    def _add(self, row: Mapping[str, Any]) -> int:
        traits = {name: row[name] for name in ("name", "colour", "guest", "retired", "forgotten")}
        folded = "" if row["forgotten"] else fold_name(row["name"])
        inserted = self._db.table("player").insert(traits | {"folded": folded, "created_at": self._at})
        return inserted.last_rowid or 0


@contextmanager
def restoring(
    imports: Imports, new: NewImport, people: Mapping[int, int], fingerprints: Mapping[int, str]
) -> Iterator[Session]:
    """Yield a `Session` for the rows of a file: all are saved at the end of the block, or none if anything is raised.

    `people` maps ids of the file to people of the club, `fingerprints` are those of its games with old keys. Raises
    AlreadyImported if the same file was imported before.
    """
    with imports.writing_new(new) as (db, at):
        session = Session(db, people, fingerprints, at)
        yield session
        session.finish(new)
