"""The people who sit in a game: their ids, and who they are now."""

from collections.abc import Mapping
from typing import Any

from scorepad.scoring.cells import CellName, CellValue, PlayerId
from scorepad.store import Club


def player_ids(values: Mapping[CellName, Any]) -> list[int]:
    """Return the ids of everyone who sits in a game."""
    return [value.id for value in values.values() if isinstance(value, PlayerId)]


def with_people(
    club: Club, values: dict[CellName, CellValue]
) -> tuple[dict[CellName, CellValue], dict[int, str]]:
    """Return a game's values with merged people as who they are now, and the names by id."""
    shown = club.people.current(player_ids(values))
    names = {player: name for number, (now, name) in shown.items() for player in (number, now)}
    if all(number == now for number, (now, _) in shown.items()):
        return values, names
    now = {
        cell: PlayerId(shown[value.id][0])
        for cell, value in values.items()
        if isinstance(value, PlayerId) and value.id in shown
    }
    return {**values, **now}, names
