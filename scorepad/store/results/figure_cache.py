"""Cache values derived from all figures of a club in memory, until any figure changes."""

from typing import Generic, TypeVar

from sqlite_utils import Database

from scorepad.store.people import people_version
from scorepad.store.results.catch_up import Version, is_settled

MAX_KEPT = 1_000
"""Values in one cache. A club of 100,000 games has 34,680 partnerships, each with figures of several years."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class FigureCache(Generic[Key, Value]):
    """A cache for one kind of value. Threads that read different versions of the figures never share values."""

    def __init__(self) -> None:
        self._kept: tuple[Version | None, dict[Key, Value]] = None, {}

    def at(self, db: Database, most: int = MAX_KEPT) -> dict[Key, Value]:
        """Return the values for the figures that `db` reads. Emptied when a figure changes, and at `most` values."""
        moment = moment_of(db) if is_settled(db) else None
        kept = self._kept
        if moment is None or moment != kept[0] or len(kept[1]) >= most:
            # Assign once and return the local: another thread may store other figures' values meanwhile.
            self._kept = kept = moment, {}
        return kept[1]


def moment_of(db: Database) -> Version:
    """Return a value that changes with any figure, name or season, but not with the entries of a game in play."""
    turn, people = db.conn.execute("SELECT turn, people FROM league_state").fetchone()
    return turn, people, people_version(db)
