"""The values that a game's cells had when a page was made."""

from collections.abc import Mapping

from scorepad.play.game import LoadedGame
from scorepad.scoring.cell_json import parse_value
from scorepad.scoring.cells import CellName, CellValue
from scorepad.store import LoggedEntry

_PAGE = 1_000


def values_at(loaded: LoadedGame, seen: int) -> Mapping[CellName, CellValue]:
    """Return the values of the cells after entry `seen`. Costs nothing if nothing has happened since."""
    if seen >= loaded.seq:
        return loaded.values
    values: dict[CellName, CellValue] = {}
    since = 0
    while page := loaded.club.history(loaded.id, since=since, limit=_PAGE):
        for entry in page:
            if entry.seq > seen:
                return values
            if entry.status == "applied":
                _put(values, entry)
        since = page[-1].seq
    return values


def _put(values: dict[CellName, CellValue], entry: LoggedEntry) -> None:
    cell, value = (entry.round, entry.place, entry.field), parse_value(entry.value)
    values.pop(cell, None)
    if value is not None:
        values[cell] = value
