"""What is worked out from all figures of a club, and kept in memory until any of them changes."""

from typing import Generic, TypeVar

from sqlite_utils import Database

from scorepad.store.results.catch_up import Version, is_settled, version

Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """Values by their keys."""

    def __init__(self) -> None:
        self._moment: Version | None = None
        self._values: dict[Key, Value] = {}

    def at(self, db: Database) -> dict[Key, Value]:
        """The values that are right for the figures that `db` reads; empty once any figure has changed."""
        moment = version(db) if is_settled(db) else None
        if moment is None or moment != self._moment:
            self._moment, self._values = moment, {}
        return self._values
