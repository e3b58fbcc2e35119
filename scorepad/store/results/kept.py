"""What is worked out from all figures of a club, and kept in memory until any of them changes."""

from typing import Generic, TypeVar

from sqlite_utils import Database

from scorepad.store import players
from scorepad.store.results.catch_up import Version, is_settled

MOST_KEPT = 1_000
"""A club of 100,000 games has 34,680 partnerships, each with figures of several years."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """Values by their keys. Threads that read different figures at once never get each other's."""

    def __init__(self) -> None:
        self._kept: tuple[Version | None, dict[Key, Value]] = None, {}

    def at(self, db: Database, most: int = MOST_KEPT) -> dict[Key, Value]:
        """The values that are right for the figures that `db` reads; empty once any changed, or there are `most`."""
        moment = moment_of(db) if is_settled(db) else None
        kept = self._kept
        if moment is None or moment != kept[0] or len(kept[1]) >= most:
            # One assignment, and no look back: another thread may keep those of other figures meanwhile.
            self._kept = kept = moment, {}
        return kept[1]


def moment_of(db: Database) -> Version:
    """Changes whenever any figure, name or season changes, but not with the entries of a game that is being played."""
    turn, people = db.conn.execute("SELECT turn, people FROM league_state").fetchone()
    return turn, people, players.version(db)
