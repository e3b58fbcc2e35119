"""Rows that were read from a file and validated, to be written into a club."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from scorepad.scoring.game.agreement import SEATED
from scorepad.scoring.game.record import CHECKED, CONFIRMED

OF_PEOPLE = (SEATED, CHECKED, CONFIRMED)
"""The fields whose values are people."""


class GameRow(NamedTuple):
    """A game, by its number in the file."""

    number: int
    key: str
    created_at: str


class EntryRow(NamedTuple):
    """An entry, in the order of the table's columns. `value` is canonical JSON."""

    seq: int
    key: str
    game: int
    round: int
    place: str
    field: str
    value: str
    base: int | str | None
    status: str
    device: str | None
    at: str


@dataclass(frozen=True, slots=True)
class SmallRow:
    """A row of another table, with its columns."""

    table: str
    values: dict[str, Any]


class FilePerson(NamedTuple):
    """A person in a file: their id there, and in how many of its games they sit."""

    id: int
    name: str
    games: int = 0


RestoredRow: TypeAlias = SmallRow | GameRow | EntryRow


def is_time(text: str) -> bool:
    """Whether this is an ISO time with a UTC offset."""
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except (ValueError, OverflowError):
        return False
