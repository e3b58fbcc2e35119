"""Adds the games of a file to a club that already has games: they get new ids, and the people of the club.

The seqs of all entries move by the same number, so every base still names the same entry. A game whose key is in the
club already is left out.
"""

import re
from collections.abc import Mapping

from sqlite_utils import Database

from scorepad.store.restoring.restore import Restoring
from scorepad.store.restoring.rows import EntryRow, GameRow, Row

NOBODY = 0
"""The id that a file has for an unknown scorekeeper."""

_LATEST = """
    SELECT (SELECT coalesce(max(id), 0) + 1 FROM game), (SELECT coalesce(max(seq), 0) FROM entry)"""
_PERSON = re.compile(r'\{"(?:id|by)":([0-9]{1,15})\}')
_OF_PEOPLE = ("player", "checked", "confirmed")
"""The fields whose values are people."""

_REMATCH = re.compile(r"(.*:rematch-)([0-9]{1,10})")
"""The key of a rematch ends with the number of the game before it."""


class KnownKeys:
    """Finds the games of a file that a club has already, by their keys."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._here: dict[int, int] = {}
        self.count = 0

    def key(self, row: GameRow, numbers: Mapping[int, int]) -> str:
        """The key that a game would have in the club. `numbers` maps earlier games of the file to the club's ids."""
        match = _REMATCH.fullmatch(row.key)
        before = numbers.get(int(match[2])) if match else None
        return f"{match[1]}{before}" if match and before else row.key

    def add(self, row: GameRow) -> int | None:
        """The club's id of a game, None if the club has no such game."""
        here = self._db.conn.execute("SELECT id FROM game WHERE key = ?", (self.key(row, self._here),)).fetchone()
        if here is None:
            return None
        self._here[row.number] = here[0]
        self.count += 1
        return int(here[0])


class Adding(Restoring):
    """Writes rows into a club that has others. `people` maps ids of the file to ids of the club."""

    def __init__(self, db: Database, people: Mapping[int, int]) -> None:
        super().__init__(db)
        self._people = people
        self.first_game, seq = db.conn.execute(_LATEST).fetchone()
        # See `opening.mark_of`: after a leap no entry has a lower seq.
        leap = db.conn.execute("PRAGMA user_version").fetchone()[0]
        self._move = max(seq, leap - 1)
        self._known = KnownKeys(db)
        self._numbers: dict[int, int] = {}

    def put(self, row: Row, line: int) -> None:
        if type(row) is GameRow:
            if not self._known.add(row):
                number = self.first_game + self.games
                super().put(GameRow(number, self._known.key(row, self._numbers), row.created_at), line)
                self._numbers[row.number] = number
        elif type(row) is EntryRow and (game := self._numbers.get(row.game)):
            super().put(self._entry(row, game), line)

    def _entry(self, row: EntryRow, game: int) -> EntryRow:
        base = row.base + self._move if isinstance(row.base, int) and row.base else row.base
        value, device = row.value, row.device
        if row.field in _OF_PEOPLE and (match := _PERSON.fullmatch(value)):
            now = self._people.get(int(match[1]), NOBODY)
            value = value.replace(match[1], str(now)) if now else "null"
        if device and "." in device:
            label, _, person = device.partition(".")
            device = f"{label}.{self._people.get(int(person), NOBODY)}"
        return row._replace(seq=row.seq + self._move, game=game, value=value, base=base, device=device)
