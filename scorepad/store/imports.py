"""The imports of a club: `Club.imports` has these methods. Writes many games at once."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorepad.scoring.cells import TABLE, CellValue, value_json
from scorepad.scoring.game.agreement import BINNED, WHOLE_GAME
from scorepad.scoring.names import fold_name
from scorepad.store.checks import canonical, check_key, clamp_id, clean_name
from scorepad.store.connections import Connections, Reader
from scorepad.store.errors import StoreError
from scorepad.store.exports import BY_RESTORING
from scorepad.store.file.parsing import OPTIONAL, check_row
from scorepad.store.people import raise_people_version

# Writes the people and games of an import in batches, inside one transaction.
#
# A new game cannot have conflicts, so nothing is compared, unlike in `recording`, which runs for each tap.


PART = 500
"""Games per batch: few enough to keep in memory."""

ADD_GAME = "INSERT INTO game (id, key, created_at) VALUES (?, ?, ?)"
_ADD_ENTRY = (
    "INSERT INTO entry (seq, key, game, round, place, field, value, base, status, device, at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, NULL, 'applied', ?, ?)"
)
_ADD_CELL = "INSERT INTO cell (game, round, place, field, value, seq) VALUES (?, ?, ?, ?, ?, ?)"


class NewCell(NamedTuple):
    """A cell of a past game. `value` is its value from `cell_text`."""

    round: int
    place: str
    field: str
    value: str


class NewGame(NamedTuple):
    """A past game: when it began (UTC), and its cells."""

    begun: str
    cells: Iterable[NewCell]


def cell_text(value: CellValue) -> str:
    """The JSON text of a value. Raises BadEntry."""
    return canonical(value_json(value))


class NewGames:
    """Collects games and writes them in batches. `key` is the prefix of all their keys."""

    def __init__(self, db: Database, key: str, device: str | None, at: str) -> None:
        check_key(key)
        self._db, self._key, self._device, self._at = db, key, device, at
        latest, self.first = db.conn.execute(
            "SELECT (SELECT coalesce(max(seq), 0) FROM entry), (SELECT coalesce(max(id), 0) + 1 FROM game)"
        ).fetchone()
        # See `opening.end_of_log`: after a jump the next entry has this seq.
        jump = db.conn.execute("PRAGMA user_version").fetchone()[0]
        self._seq = max(latest + 1, jump)
        self.count = 0
        self._games: list[tuple[object, ...]] = []
        self._entries: list[tuple[object, ...]] = []
        self._cells: list[tuple[object, ...]] = []

    def add(self, game: NewGame) -> None:
        number = self.first + self.count
        self.count += 1
        key = f"{self._key}:{self.count}"
        self._games.append((number, key, game.begun))
        seq, device, at = self._seq, self._device, self._at
        for cell in game.cells:
            in_round, place, field, text = cell
            entry_key = f"{key}:{in_round}.{place}.{field}"
            self._entries.append((seq, entry_key, number, in_round, place, field, text, device, at))
            self._cells.append((number, in_round, place, field, text, seq))
            seq += 1
        self._seq = seq
        if len(self._games) >= PART:
            self.write()

    def write(self) -> None:
        """Write the games that were added since the last batch."""
        connection = self._db.conn
        connection.executemany(ADD_GAME, self._games)
        connection.executemany(_ADD_ENTRY, self._entries)
        connection.executemany(_ADD_CELL, sorted(self._cells))
        for rows in (self._games, self._entries, self._cells):
            rows.clear()


class Recording:
    """An import that is being recorded: add people, and games in which they sit."""

    def __init__(self, db: Database, number: int, device: str | None, at: str) -> None:
        self._db, self._at = db, at
        # Random, because games of several clubs may come together in one club.
        self._key = f"import-{number}-{secrets.token_hex(8)}"
        self.number = number
        self.first_person = int(db.conn.execute("SELECT coalesce(max(id), 0) + 1 FROM player").fetchone()[0])
        self.people = 0
        self.games = NewGames(db, self._key, device, at)

    def add_person(self, name: str) -> int:
        """Add a person, even if others have the same name. Raises BadName."""
        name = clean_name(name)
        number = self.first_person + self.people
        self.people += 1
        key = f"{self._key}:person-{self.people}"
        row = {"id": number, "key": key, "name": name, "folded": fold_name(name), "created_at": self._at}
        self._db.table("player").insert(row)
        return number

    def add(self, game: NewGame) -> None:
        self.games.add(game)


_COLUMNS = "id, digest, name, kind, device, at, first_game, games, people, undone_at"
_TYPES = (int, str, str, str, OPTIONAL, str, int, int, int, OPTIONAL)

_GAMES = f"""
    SELECT game.id, cell.value, cell.seq, entry.key, entry.at FROM game
    LEFT JOIN cell ON cell.game = game.id AND cell.round = {WHOLE_GAME} AND cell.place = '{TABLE}'
      AND cell.field = '{BINNED}'
    LEFT JOIN entry ON entry.seq = cell.seq
    WHERE game.id BETWEEN ? AND ? ORDER BY game.id"""
_TYPED = """
    SELECT id FROM game
    WHERE (SELECT at FROM entry WHERE entry.game = game.id ORDER BY seq DESC LIMIT 1) >= :since
      AND NOT EXISTS (
        SELECT 1 FROM import WHERE kind <> :club AND game.id BETWEEN first_game AND first_game + games - 1)
    ORDER BY id DESC"""
_BIN_ENTRY = (
    "INSERT INTO entry (seq, key, game, round, place, field, value, base, status, device, at)"
    f" VALUES (?, ?, ?, {WHOLE_GAME}, '{TABLE}', '{BINNED}', ?, ?, 'applied', ?, ?)"
)
_BIN_CELL = (
    f"INSERT INTO cell (game, round, place, field, value, seq)"
    f" VALUES (?, {WHOLE_GAME}, '{TABLE}', '{BINNED}', ?, ?)"
    " ON CONFLICT DO UPDATE SET value = excluded.value, seq = excluded.seq"
)


class NoSuchImport(StoreError):
    """The club has no import with this number."""


class AlreadyImported(StoreError):
    """The same file was imported before; `past` is that import."""

    def __init__(self, past: "Import") -> None:
        super().__init__(f"This file was imported before, in import {past.id}. Nothing was recorded again.")
        self.past = past


@dataclass(frozen=True, slots=True)
class Import:
    """An import: the file's digest, name and kind, who imported it when (UTC), and how many games and people it added.

    `undone_at` is when it was undone, or None.
    """

    id: int
    digest: str
    name: str
    kind: str
    device: str | None
    at: str
    first_game: int
    games: int
    people: int
    undone_at: str | None


@dataclass(frozen=True, slots=True)
class NewImport:
    """What is known about an import before it is recorded."""

    digest: str
    name: str
    kind: str
    device: str | None = None


class Imports(Reader):
    """The imports of an open club."""

    def __init__(self, connections: Connections, now: Callable[[], str]) -> None:
        """Use `Club.imports`."""
        super().__init__(connections)
        self._now = now
        self._under_way: set[object] = set()

    @property
    def is_recording(self) -> bool:
        """Whether an import is recorded for this process: other writers wait, maybe for minutes."""
        return bool(self._under_way)

    def all(self) -> list[Import]:
        """All imports, newest first, including undone ones."""
        with self.reading() as db:
            return [_import(row) for row in db.conn.execute(f"SELECT {_COLUMNS} FROM import ORDER BY id DESC")]

    def get(self, number: int) -> Import:
        """The import with this number. Raises NoSuchImport."""
        with self.reading() as db:
            return _get(db, number)

    def of_file(self, digest: str) -> Import | None:
        """The import of a file with this digest; None if there is none or it was undone."""
        with self.reading() as db:
            return _of_file(db, digest)

    def typed_since(self, since: str) -> list[int]:
        """The games with entries since then (UTC), newest first. Of imported games, only those of a club's file."""
        with self.reading() as db:
            return [row[0] for row in db.conn.execute(_TYPED, {"since": since, "club": BY_RESTORING})]

    @contextmanager
    def recording(self, new: NewImport) -> Iterator[Recording]:
        """Yield a `Recording`: all of it is saved at the end of the block, or nothing if anything is raised.

        Raises AlreadyImported if the same file was imported before.
        """
        with self.writing_new(new) as (db, at):
            number = _next_id(db, "SELECT coalesce(max(id), 0) + 1 FROM import")
            recording = Recording(db, number, new.device, at)
            yield recording
            recording.games.write()
            row = {
                "id": number,
                "digest": new.digest,
                "name": new.name,
                "kind": new.kind,
                "device": new.device,
                "at": at,
                "first_game": recording.games.first,
                "games": recording.games.count,
                "first_person": recording.first_person,
                "people": recording.people,
            }
            db.table("import").insert(row)
            raise_people_version(db)

    @contextmanager
    def writing_new(self, new: NewImport) -> Iterator[tuple[Database, str]]:
        """Borrow the writer and the time for a new import. Raises AlreadyImported if the file was imported before."""
        with self._noted(), self._connections.writing() as db:
            if past := _of_file(db, new.digest):
                raise AlreadyImported(past)
            yield db, self._now()

    @contextmanager
    def recording_elsewhere(self) -> Iterator[None]:
        """Let another process record an import, while writers of this process wait. Raises Busy."""
        with self._noted(), self._connections.locked_for_others():
            yield

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Count an import as under way."""
        under_way = object()
        self._under_way.add(under_way)
        try:
            yield
        finally:
            self._under_way.discard(under_way)

    def undo(self, number: int, *, device: str | None = None) -> Import:
        """Put the games of an import into the bin, and hide its people from lists if they sit in no other game.

        Safe to call twice. Raises NoSuchImport.
        """
        with self._connections.writing() as db:
            past = _get(db, number)
            if past.undone_at is None:
                at = self._now()
                db.conn.execute("UPDATE import SET undone = undone + 1, undone_at = ? WHERE id = ?", (at, number))
                games = {game: seq for game, value, seq, *_ in _binned(db, past) if value != "true"}
                _set_binned(db, games, "true", f"{_undo_key(db, number)}-{secrets.token_hex(8)}", device, at)
                raise_people_version(db)
            return _get(db, number)

    def bring_back(self, number: int, *, device: str | None = None) -> Import:
        """Revert an undo: its games leave the bin, except those that were in it before.

        Safe to call twice. Raises NoSuchImport, and AlreadyImported if the same file was imported again since.
        """
        with self._connections.writing() as db:
            past = _get(db, number)
            if past.undone_at is not None:
                if again := _of_file(db, past.digest):
                    raise AlreadyImported(again)
                key = _undo_key(db, number)
                # Up to version 1.0 the keys of undos had no random part, so those of another club may look alike.
                games = {
                    game: seq
                    for game, value, seq, by, at in _binned(db, past)
                    if value == "true" and (by or "").startswith((f"{key}:", f"{key}-")) and at == past.undone_at
                }
                _set_binned(db, games, "null", f"{key}-{secrets.token_hex(8)}-back", device, self._now())
                db.conn.execute("UPDATE import SET undone_at = NULL WHERE id = ?", (number,))
                raise_people_version(db)
            return _get(db, number)


def _next_id(db: Database, sql: str) -> int:
    return int(db.conn.execute(sql).fetchone()[0])


def _import(row: Sequence[Any]) -> Import:
    return Import(*check_row(tuple(row), *_TYPES))


def _get(db: Database, number: int) -> Import:
    row = db.conn.execute(f"SELECT {_COLUMNS} FROM import WHERE id = ?", (clamp_id(number),)).fetchone()
    if row is None:
        raise NoSuchImport("There is no import with this number.")
    return _import(row)


def _of_file(db: Database, digest: str) -> Import | None:
    row = db.conn.execute(f"SELECT {_COLUMNS} FROM import WHERE digest = ? AND undone_at IS NULL", (digest,)).fetchone()
    return _import(row) if row else None


def _undo_key(db: Database, number: int) -> str:
    """The start of the keys of the last undo of an import."""
    times = db.conn.execute("SELECT undone FROM import WHERE id = ?", (number,)).fetchone()[0]
    return f"import-{number}-undo-{times}"


def _binned(db: Database, past: Import) -> list[tuple[int, str | None, int | None, str | None, str | None]]:
    """The games of an import: the value and the seq of the cell for the bin, the key and the time of its entry."""
    return db.conn.execute(_GAMES, (past.first_game, past.first_game + past.games - 1)).fetchall()


def _set_binned(
    db: Database, games: Mapping[int, int | None], value: str, key: str, device: str | None, at: str
) -> None:
    """Record for these games whether they are in the bin. Each comes with the seq of the entry that this replaces."""
    seq = max(_next_id(db, "SELECT coalesce(max(seq), 0) + 1 FROM entry"), _next_id(db, "PRAGMA user_version"))
    numbered = list(enumerate(games.items(), start=seq))
    db.conn.executemany(
        _BIN_ENTRY, [(at_seq, f"{key}:{game}", game, value, base, device, at) for at_seq, (game, base) in numbered]
    )
    db.conn.executemany(_BIN_CELL, [(game, value, at_seq) for at_seq, (game, _) in numbered])
