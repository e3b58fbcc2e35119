"""The nights of many tables of a club: `Club.nights` has these methods.

The plan of a night, its sittings and their games are one document, which is plain data here: `play.nights` reads it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database
from sqlite_utils.db import NotFoundError

from scorepad.store.checks import canonical, check_key, clamp_id
from scorepad.store.connections import Connections, Reader
from scorepad.store.errors import ChangedMeanwhile, Damaged, NoSuchNight
from scorepad.store.file.parsing import Column, check_columns, parse_json

_TYPES: dict[str, Column] = {"id": int, "key": str, "document": str, "version": int, "removed": int, "created_at": str}


@dataclass(frozen=True, slots=True)
class StoredNight:
    """A night. `key` is random, and the same in a copy of the club; `version` grows with each change."""

    id: int
    key: str
    document: Mapping[str, Any]
    version: int
    removed: bool
    created_at: str


class Nights(Reader):
    """The nights of an open club. Each change is one transaction."""

    def __init__(self, connections: Connections, now: Callable[[], str]) -> None:
        """Use `Club.nights`."""
        super().__init__(connections)
        self._now = now

    def all(self, *, removed: bool = False) -> list[StoredNight]:
        """All nights, or all removed ones, newest first."""
        with self.reading() as db:
            return [from_row(row) for row in db.table("night").rows_where("removed = ?", [removed], "id DESC")]

    def night(self, night: int) -> StoredNight:
        """The night with this id, even if it was removed. Raises NoSuchNight."""
        with self.reading() as db:
            return _get(db, night)

    def with_key(self, key: str) -> StoredNight | None:
        """The night with this key, None if the club has none: its games may have come from another club."""
        with self.reading() as db:
            return next(map(from_row, db.table("night").rows_where("key = ?", [key])), None)

    def add(self, document: Mapping[str, Any], *, key: str) -> StoredNight:
        """Add a night. The same idempotency `key` returns the same night again."""
        check_key(key)
        with self._connections.writing() as db:
            if added := next(map(from_row, db.table("night").rows_where("key = ?", [key])), None):
                return added
            row = {"key": key, "document": canonical(document), "version": 1, "created_at": self._now()}
            return _get(db, db.table("night").insert(row).last_rowid or 0)

    def change(self, night: int, document: Mapping[str, Any], *, seen: int) -> StoredNight:
        """Replace the document of a night, and return the night.

        `seen` is the version that the change is based on: raises ChangedMeanwhile if the night has another one now,
        unless it already has this document. Raises NoSuchNight.
        """
        text = canonical(document)
        with self._connections.writing() as db:
            before = _get(db, night)
            if text == canonical(before.document):
                return before
            if before.version != seen:
                raise ChangedMeanwhile("Someone else has just changed this night. Look at it again, then try again.")
            db.table("night").update(night, {"document": text, "version": seen + 1})
            return _get(db, night)

    def remove(self, night: int, *, back: bool = False) -> StoredNight:
        """Remove a night, or with `back` restore it. Raises NoSuchNight. Safe to call twice."""
        with self._connections.writing() as db:
            before = _get(db, night)
            if before.removed == back:
                db.table("night").update(before.id, {"removed": not back, "version": before.version + 1})
            return _get(db, night)


def from_row(row: Mapping[str, Any]) -> StoredNight:
    """The night of a row of the table. Raises Damaged."""
    night, key, document, version, removed, created_at = check_columns(row, _TYPES)
    parsed = parse_json(document)
    if not isinstance(parsed, Mapping):
        raise Damaged
    return StoredNight(night, key, parsed, version, bool(removed), created_at)


def _get(db: Database, night: int) -> StoredNight:
    try:
        return from_row(db.table("night").get(clamp_id(night)))
    except NotFoundError:
        raise NoSuchNight("The club has no night with this number.") from None
