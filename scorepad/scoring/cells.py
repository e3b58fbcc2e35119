"""The values of a game's cells, with one class for each form of value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Points:
    """Points as typed: a number or a sum such as "120+85"."""

    typed: str


@dataclass(frozen=True, slots=True)
class Piles:
    """Cards counted in piles: (points of one card, as text; number of cards)."""

    piles: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CardCounts:
    """Cards counted one kind at a time: (name of the card, number of cards)."""

    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Count:
    """A number of things. `tapped` if a − or + button set it: two phones that tap at once may mean one or two.

    A 3 that was typed equals a 3 that was tapped.
    """

    number: int
    tapped: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class WentOut:
    """The round ended because the player in this seat went out."""

    seat: int


@dataclass(frozen=True, slots=True)
class StockRanOut:
    """The round ended because the stock ran out."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A yes-or-no fact: a round is finished, a team has opened."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Text:
    """Free text, such as the reason for a ruling."""

    text: str


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Points that the table adds or takes away, as typed, and the reason."""

    typed: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerId:
    """The person in a seat."""

    id: int


@dataclass(frozen=True, slots=True)
class StartingSeat:
    """The seat that starts a round."""

    seat: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A partner's answer to "May I go out?": "yes" or "no"."""

    says: str


@dataclass(frozen=True, slots=True)
class CheckedBy:
    """The person who checked a team's counts, 0 if unknown."""

    player: int


@dataclass(frozen=True, slots=True)
class EndDecision:
    """What the table decided about the end: over after a round, or not before one.

    `in_league` says whether a game that it ended early counts in the league.
    """

    over_after: int | None = None
    not_before: int | None = None
    in_league: bool = True


@dataclass(frozen=True, slots=True)
class Shape:
    """How many players and teams sit at the table."""

    players: int
    teams: int


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """Anything else, as JSON: the rule set of a game, its choices, or what a newer Scorepad wrote."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Document) and self.value == other.value

    def __hash__(self) -> int:
        return hash(repr(self.value))


CellValue = (
    Points
    | Piles
    | CardCounts
    | Count
    | WentOut
    | StockRanOut
    | Mark
    | Text
    | Adjusted
    | PlayerId
    | StartingSeat
    | Leave
    | CheckedBy
    | EndDecision
    | Shape
    | Document
)
"""Any value of a cell. A blank cell is None."""

CellName = tuple[int, str, str]
"""Round (0 is the whole game), place, field."""

Cells = Mapping[CellName, CellValue]
"""The values of a game's cells that are not blank."""


def counted(value: CellValue | None) -> int | None:
    """Return the number of a Count, None for any other value."""
    return value.number if isinstance(value, Count) else None


def is_yes(value: CellValue | None) -> bool:
    """Whether a mark is set."""
    return isinstance(value, Mark) and value.yes
