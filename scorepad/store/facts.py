"""The store's inputs and outputs, as frozen dataclasses.

The store does not know the rules: a value is any JSON value, a place any text like "seat1", a field any code.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, TypedDict

JSON: TypeAlias = "Mapping[str, JSON] | Sequence[JSON] | str | int | float | bool | None"
Status: TypeAlias = Literal["applied", "same", "conflict", "held"]
CellName: TypeAlias = tuple[int, str, str]
"""The name of a cell within a game: round, place, field."""

NEW_GAME = 0
"""The `game` of entries for a game that does not exist yet."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One value that someone typed or tapped, to be recorded.

    `key` is a random idempotency key from the sender: an entry that is sent again counts once. `round` 0 is the whole
    game; `place` is "table", "team1"… or "seat1"…; `value` None is a blank. `base` is what the sender had seen in this
    cell: the seq of its value, None if it never had one, or the key of the sender's own earlier entry for this cell, if
    that had no answer yet.
    """

    key: str
    game: int
    round: int
    place: str
    field: str
    value: JSON
    base: int | str | None = None
    device: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """The current value of a cell, with the seq, device and time (UTC) of its entry."""

    value: JSON
    seq: int
    device: str | None
    at: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of an entry. It never changes, however often the entry is sent.

    `status` is `applied` (the cell has this value now), `same` (the cell had this value already), `conflict` (the cell
    had changed: both values are kept, and a person chooses with a new entry) or, from `record_all` alone, `held` (kept
    but not applied, because another entry of the same form was a conflict). `value` is the entry's, `current` the cell
    at that moment: its seq is the base of the next entry.
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
    """An entry of the log. `seq` defines the order; `at` (UTC) is only displayed."""

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

    @property
    def cell(self) -> tuple[int, str, str]:
        """The round, place and field of the cell in its game."""
        return self.round, self.place, self.field


@dataclass(frozen=True, slots=True)
class OpenConflict:
    """An unsettled conflict. `seen` is the value its phone last saw in the cell, None for a blank."""

    entry: LoggedEntry
    seen: JSON


@dataclass(frozen=True, slots=True)
class BegunGame:
    """A game in a list: when it was created (UTC), its latest seq, and its cells of round 0."""

    id: int
    created_at: str
    seq: int
    cells: Mapping[CellName, Cell] = field(default_factory=dict)


SOMEBODY = "Somebody"
"""The name of everyone who was forgotten."""

COLOURS = 8
"""How many colours there are to tell people apart, numbered from 1."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person of the club. Two people may share a name, so entries hold only ids.

    A `guest` is not listed in the league's tables, but counts as a partner and opponent. A `retired` person is not
    offered for a seat. `merged_into` is the id of the real person of a duplicate. A `forgotten` person has no name.
    """

    id: int
    name: str
    chosen_colour: int | None = None
    guest: bool = False
    retired: bool = False
    merged_into: int | None = None
    forgotten: bool = False

    @property
    def colour(self) -> int:
        """The colour, from 1: the chosen one, or one derived from the id."""
        return self.id % COLOURS + 1 if self.chosen_colour is None else self.chosen_colour

    @property
    def is_ringed(self) -> bool:
        """Whether the person's coloured mark is a ring, as for every second group of eight ids."""
        return (self.id - 1) // COLOURS % 2 == 1


class Traits(TypedDict, total=False):
    """What can be changed about a person; `colour` None means no chosen colour."""

    name: str
    colour: int | None
    guest: bool
    retired: bool
