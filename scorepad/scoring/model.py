"""What was counted in a round, what it was worth, and what is wrong with it.

Points are whole numbers; negative points are taken away. `rules/words.py` has the names of the cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from scorepad.rules import codes
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import Provenance

Cards = Mapping[str, int]
Quantity = int | Cards
"""Points, or the number of each card."""

Packets = tuple[int | tuple[tuple[str, int], ...], ...]
"""Immutable quantities, for score lines, which are immutable too."""

Counts = Mapping[str, int]
NONE: Counts = MappingProxyType({})


def _none() -> Counts:
    return NONE


class Part(StrEnum):
    """The parts of a team's score: books; cards melded less cards left; everything else."""

    BASE = "base"
    COUNT = "count"
    BONUS = "bonus"


class Ended(StrEnum):
    """How a round ended."""

    WENT_OUT = "went_out"
    STOCK_RAN_OUT = "stock_ran_out"


class Level(StrEnum):
    """Bad input, something odd that a person may confirm, or a reason not to go out or open."""

    ERROR = "error"
    WARNING = "warning"
    BLOCKER = "blocker"


class Waived(StrEnum):
    """Why a line does not count."""

    SEVERE_PENALTY = "severe_penalty"
    OTHER_TEAM_PENALTY = "other_team_penalty"
    VOID_ROUND = "void_round"
    OTHERWISE = "otherwise"
    NOT_THE_BEST = "not_the_best"


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem of a round or a question: its code, its path, and the facts for its sentence."""

    code: str
    level: Level
    path: str = ""
    facts: Mapping[str, object] = field(default_factory=_none)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that the table gives or takes, with the reason."""

    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class TeamRound:
    """What was counted for one team in one round; zero if it was not counted.

    `left` has one item for each count: one for the team, or one a player. `threes` has the threes with a line of
    their own, by its code (`red_threes_held`). `ruling` is why the table let a team go out against the rules.
    """

    name: str
    score_before: int = 0
    books: Counts = field(default_factory=_none)
    unfinished: Counts = field(default_factory=_none)
    melded: Quantity = 0
    left: tuple[Quantity, ...] = ()
    threes: Counts = field(default_factory=_none)
    bonuses: Counts = field(default_factory=_none)
    lost: tuple[str, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    went_out: bool = False
    ruling: str = ""

    @property
    def concealed(self) -> bool:
        """Whether the team went out all in one turn."""
        return bool(self.bonuses.get(codes.CONCEALED))


@dataclass(frozen=True, slots=True)
class Round:
    """What was counted in one round."""

    rules: RuleSet
    round_number: int
    table: Table
    decks: int
    ended: Ended
    teams: tuple[TeamRound, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One reason for points.

    A line of cards has `counted` instead of `count` and `each`. A `waived` line has 0 points. `origin` says where
    the value comes from. `reason` is that of an adjustment, or why the line counts differently than usual.
    """

    code: str
    part: Part
    label: str
    singular: str
    count: int | None
    each: int | None
    points: int
    origin: Provenance = Provenance.SOURCE
    waived: Waived | None = None
    reason: str = ""
    counted: Packets = ()

    def __hash__(self) -> int:
        # Thousands of lines are looked up in caches; these four fields tell nearly all of them apart.
        return hash((self.code, self.count, self.points, self.counted))
