"""Reads the fingerprints of games with old keys from a club's file, before any of its games can be looked up."""

from contextlib import suppress
from pathlib import Path

from scorepad.exchange.imports.club import keys
from scorepad.exchange.imports.club.lines_of_file import BadLine, Lines, parsed
from scorepad.store import StoreError
from scorepad.store.exports import ENTRY, GAME
from scorepad.store.restoring import IMPORT, EntryRow, Fingerprints, GameRow

_KEY = f'"{IMPORT}'
_ENTRY = f'{{"line":"{ENTRY.name}"'


def fingerprints_in(path: Path) -> dict[int, str]:
    """Return the fingerprints by the games' numbers in the file. Skips lines with faults. Raises OSError."""
    fingerprints = Fingerprints()
    with path.open("rb") as stream, suppress(BadLine):
        for number, text in enumerate(Lines(stream), start=2):
            # All games come before all entries.
            if not fingerprints.by_game and text.startswith(_ENTRY):
                break
            if _KEY in text:
                with suppress(ValueError, StoreError):
                    _look(fingerprints, text, number)
    return fingerprints.by_game


def _look(fingerprints: Fingerprints, text: str, number: int) -> None:
    document = parsed(text, number)
    if document.get("line") == GAME.name:
        game = keys.check(GAME, document)
        fingerprints.begin(GameRow(game["id"], game["key"], game["created_at"]))
    elif document.get("line") == ENTRY.name:
        fingerprints.look(EntryRow(**keys.check(ENTRY, document)))
