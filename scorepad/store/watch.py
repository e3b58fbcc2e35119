"""Detects writes to a club by any process."""

from pathlib import Path

from sqlite_utils import Database

from scorepad.store.engine import ERRORS, raise_as_store_error


class Watch:
    """A connection that detects writes by any process, from `Club.watch`. For one thread at a time."""

    def __init__(self, path: Path, db: Database) -> None:
        """Take over `db`, an open connection that only this watch uses."""
        self._path = path
        self._db = db
        self._version = self._current_version()

    def has_changed(self) -> bool:
        """Whether anything was written since the last call. Raises StoreError."""
        before, self._version = self._version, self._current_version()
        return self._version != before

    def close(self) -> None:
        """Close the connection. Safe to call twice."""
        self._db.close()

    def _current_version(self) -> int:
        try:
            # This reads the file's first page only, which is cheaper than any table.
            return int(self._db.conn.execute("PRAGMA data_version").fetchone()[0])
        except ERRORS as error:
            raise_as_store_error(error, self._path)
            raise
