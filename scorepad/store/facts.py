"""What goes into the store and what comes out of it, as frozen dataclasses.

Nothing here knows rules: a value is any JSON value, a field is any code the sheet may have.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, TypedDict

JSON: TypeAlias = "Mapping[str, JSON] | Sequence[JSON] | str | int | float | bool | None"
Status: TypeAlias = Literal["applied", "same", "conflict", "held"]
CellName: TypeAlias = tuple[int, str, str]

WHOLE_GAME = 0
"""The round of what is true for the whole game: players, seats, rules, the bin."""

NEW_GAME = 0
"""The game of an entry whose game is only just being made."""

TABLE = "table"
BINNED = "binned"
"""The field, at the table and for the whole game, whose value `true` puts a game into the bin."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing somebody typed or tapped, on its way into the store.

    `key` is the sender's own random name for it, so that it can be sent again and still count
    once. `round` 0 is the whole game; `place` is "table", "team1"… or "seat1"…; `value` None is a
    blank. `base` is what the sender had seen in this cell: the seq of its value, None if it never
    had one, or the key of the sender's own earlier entry for this cell that was still waiting to
    be sent.
    """

    key: str
    game: int
    round: int
    place: str
    field: str
    value: JSON
    base: int | str | None = None
    device: str | None = None

    @property
    def cell(self) -> tuple[int, int, str, str]:
        """The full name of the cell this speaks of: game, round, place, field."""
        return (self.game, self.round, self.place, self.field)


@dataclass(frozen=True, slots=True)
class Judged:
    """What a form was judged by before it came here: cells of its game, when `seq` was the latest entry."""

    seq: int
    cells: Collection[CellName]


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell, by which entry, from which device, and when (UTC)."""

    value: JSON
    seq: int
    device: str | None
    at: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of an entry; the same for ever, however often the entry is sent.

    `status` is `applied` (it is what the cell says now), `same` (the cell said so already),
    `conflict` (the cell had changed: both values are kept and a person chooses by a new entry)
    or, from `record_all` alone, `held` (kept and not applied, because another entry of the same
    form was a conflict). `value` is what the entry said, `current` the cell as it stood then: its
    seq is the base for what comes next.
    """

    key: str
    seq: int
    status: Status
    game: int
    round: int
    place: str
    field: str
    value: JSON
    base: int | str | None
    current: Cell | None


@dataclass(frozen=True, slots=True)
class LoggedEntry:
    """One line of a game's history. Its order is `seq`; `at` (UTC) is for people to read."""

    seq: int
    key: str
    game: int
    round: int
    place: str
    field: str
    value: JSON
    base: int | str | None
    status: Status
    device: str | None
    at: str


@dataclass(frozen=True, slots=True)
class OpenConflict:
    """An entry that was a conflict and that nobody has settled.

    `seen` is what had stood in the cell when its phone last knew, None for a blank.
    """

    entry: LoggedEntry
    seen: JSON


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a list: when it was made (UTC), its latest seq, and its cells of round 0."""

    id: int
    created_at: str
    seq: int
    cells: Mapping[CellName, Cell] = field(default_factory=dict)


SOMEBODY = "Somebody"
"""What a person is called who was forgotten."""

COLOURS = 8
"""How many colours there are to tell people apart, numbered from 1."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person of the club. Two may share a name, so entries hold the id alone.

    `chosen` is the colour that was picked for them, if any; `guest` plays for the others' figures
    alone; who is `retired` is offered at no table; `merged_into` is who they are, if they were
    found to be somebody else; who is `forgotten` has no name.
    """

    id: int
    name: str
    chosen: int | None = None
    guest: bool = False
    retired: bool = False
    merged_into: int | None = None
    forgotten: bool = False

    @property
    def colour(self) -> int:
        """Their colour, from 1: the chosen one, or the one that goes with their number."""
        return self.id % COLOURS + 1 if self.chosen is None else self.chosen


class Traits(TypedDict, total=False):
    """What may be changed about a person; a `colour` None is nobody's choice."""

    name: str
    colour: int | None
    guest: bool
    retired: bool
