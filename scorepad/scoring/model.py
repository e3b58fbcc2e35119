"""The nouns of scoring: what was counted, what it was worth, and what is wrong with it.

Values only. Points are whole numbers, a minus means taken away. Cards are named joker 2 A K Q J 10 9 8 7 6 5 4
black3 red3, and counted as numbers of cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import Provenance

Cards = Mapping[str, int]
Quantity = int | Cards
"""What was counted: points, or cards by name."""

Packets = tuple[int | tuple[tuple[str, int], ...], ...]
"""Quantities as a line keeps them: a line cannot be changed, so neither can what it holds."""

Counts = Mapping[str, int]
NONE: Counts = MappingProxyType({})


def _none() -> Counts:
    return NONE


class Part(StrEnum):
    """The three parts of a team's round: books, cards melded less cards left, everything else."""

    BASE = "base"
    COUNT = "count"
    BONUS = "bonus"


NO_POINTS = dict.fromkeys(Part, 0)


class Ended(StrEnum):
    """How a round came to its end."""

    WENT_OUT = "went_out"
    STOCK_RAN_OUT = "stock_ran_out"


class Level(StrEnum):
    """How bad a problem is: bad input, something a person may confirm, or a reason not to go out or open."""

    ERROR = "error"
    WARNING = "warning"
    BLOCKER = "blocker"


class Waived(StrEnum):
    """Why a line does not count."""

    SEVERE_PENALTY = "severe_penalty"
    OTHER_TEAM_PENALTY = "other_team_penalty"
    VOID_ROUND = "void_round"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to say about an entry: a code, where it is, and the facts the sentence needs."""

    code: str
    level: Level
    path: str = ""
    facts: Mapping[str, object] = field(default_factory=_none)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The table's own ruling in points, with its reason."""

    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class TeamRound:
    """What was counted for one team in one round; what was not counted is zero.

    `left` has one item for each packet counted (one for the team, or one a player). `threes` holds the threes
    that were counted in a line of their own, by field code (`red_threes_held`). `ruling` is the table's reason
    for letting a going out stand that the rules forbid.
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
    def opened(self) -> bool:
        """Whether the team laid anything on the table that counts as a meld; red threes laid out are none."""
        if isinstance(self.melded, int):
            return self.melded > 0 or any(self.books.values())
        melded = any(count for card, count in self.melded.items() if card != "red3")
        return melded or any(self.books.values())


@dataclass(frozen=True, slots=True)
class Round:
    """One deal as it was counted, at a table of known size."""

    rules: RuleSet
    number: int
    table: Table
    decks: int
    ended: Ended
    teams: tuple[TeamRound, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One reason for points. `count` and `each` are None for cards; `counted` then holds what was counted.

    `points` is 0 where the line is `waived`; `origin` says where the value comes from.
    """

    code: str
    part: Part
    label: str
    one: str
    count: int | None
    each: int | None
    points: int
    origin: Provenance = Provenance.SOURCE
    waived: Waived | None = None
    reason: str = ""
    counted: Packets = ()

    def __hash__(self) -> int:
        # Lines are looked up by the thousand; these four tell nearly all of them apart.
        return hash((self.code, self.count, self.points, self.counted))


@dataclass(frozen=True, slots=True)
class TeamScore:
    """A team's round as lines; its parts and total are sums of them and nothing else."""

    name: str
    lines: tuple[ScoreLine, ...]

    @property
    def parts(self) -> dict[Part, int]:
        """Points of every part, in the order base, count, bonus."""
        points = NO_POINTS.copy()
        for line in self.lines:
            points[line.part] += line.points
        return points

    def part(self, part: Part) -> int:
        """Points of one part."""
        return self.parts[part]

    @property
    def base(self) -> int:
        """Points for books."""
        return self.part(Part.BASE)

    @property
    def count(self) -> int:
        """Points of cards melded less cards left."""
        return self.part(Part.COUNT)

    @property
    def bonus(self) -> int:
        """Points for everything else."""
        return self.part(Part.BONUS)

    @property
    def total(self) -> int:
        """Points of the round."""
        return sum([line.points for line in self.lines])
