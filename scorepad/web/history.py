"""What a page showed when it was made: the cells of a game as they stood at an earlier entry."""

from typing import Any

from scorepad.store import CellName
from scorepad.web.clubs import LoadedGame, current_club

_PAGE = 1_000


def values_at(loaded: LoadedGame, seen: int) -> dict[CellName, Any]:
    """What stood in the cells after entry `seen`. Costs nothing when nothing happened since."""
    if seen >= loaded.seq:
        return loaded.values
    values: dict[CellName, Any] = {}
    since = 0
    while page := current_club().history(loaded.id, since=since, limit=_PAGE):
        for entry in page:
            if entry.seq > seen:
                return values
            if entry.status == "applied":
                values[entry.round, entry.place, entry.field] = entry.value
        since = page[-1].seq
    return values
