"""Notices that somebody wrote to a club's file, also from another process: the command line, an import."""

from pathlib import Path

from sqlite_utils import Database

from scorepad.store.engine import raise_as_store_error, sqlite3


class Watch:
    """A connection of its own, from `Club.watch`. One thread at a time may ask it."""

    def __init__(self, path: Path, db: Database) -> None:
        """Take over `db`, an open connection that nobody writes on."""
        self._path = path
        self._db = db
        self._version = self._now()

    def has_changed(self) -> bool:
        """Whether anything was written since this was asked last. Raises StoreError."""
        before, self._version = self._version, self._now()
        return self._version != before

    def close(self) -> None:
        """Close the connection. Closing twice is no fault."""
        self._db.close()

    def _now(self) -> int:
        try:
            # Other than a look at the tables, this costs no more than a look at the file's head.
            return int(self._db.conn.execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error as error:
            raise_as_store_error(error, self._path)
            raise
