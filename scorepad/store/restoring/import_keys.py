"""The keys of imported games, and fingerprints of games whose keys are not unique.

Up to version 1.0 the keys of imports had numbers alone: the first game of every club's first import was `import-1:1`.
Newer keys are random: `import-1-0123456789abcdef:1`. A game with an old key that is added to another club gets a key of
this form too, with its fingerprint in place of random digits.
"""

import hashlib
import json
import re

from sqlite_utils import Database

from scorepad.store.restoring.rows import OF_PEOPLE, EntryRow, GameRow

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
