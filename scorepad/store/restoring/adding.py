"""Adds the games of a file to a club that already has games: they get new ids, and the people of the club.

The seqs of all entries move by the same number, so every base still names the same entry. A game that the club
already has is left out.
"""

import re
from collections.abc import Mapping, Sequence

from sqlite_utils import Database

from scorepad.store.phones import NO_PLAYER
from scorepad.store.restoring.import_keys import IMPORT, fingerprint_in, split_key, unique_undo_key
from scorepad.store.restoring.restore import Restoring
from scorepad.store.restoring.rows import OF_PEOPLE, EntryRow, GameRow, RestoredRow

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
        # See `opening.mark_of`: after a leap no entry has a lower seq.
        leap = db.conn.execute("PRAGMA user_version").fetchone()[0]
        self._move = max(seq, leap - 1)
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
        seq, key = row.seq + self._move, self._key(row)
        return row._replace(seq=seq, key=key, game=game, value=value, base=base, device=device)
