"""The parts of a rule set that pay points. `model.py` says how these classes match a rule document."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorepad.rules import codes
from scorepad.rules import words as w


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be true of a team for a rule about its points to apply."""

    went_out: w.Answer
    opened: w.Answer
    has: Mapping[str, int]
    lacks: Mapping[str, int]

    @property
    def always(self) -> bool:
        """Whether the rule applies to every team."""
        either = w.Answer.EITHER
        return self.went_out is either and self.opened is either and not self.has and not self.lacks


@dataclass(frozen=True, slots=True)
class Otherwise:
    """An exception to the usual sign: how cards or books count for a team that meets `when`."""

    of: tuple[w.Counting, ...]
    when: Condition
    counts: w.Sign


@dataclass(frozen=True, slots=True)
class Step:
    """What threes pay from `start` of them on."""

    start: int = field(metadata={"key": "from"})
    points: int
    per: w.Per


@dataclass(frozen=True, slots=True)
class Threes:
    """What threes of one colour in one place pay to a team that meets `when`.

    `reward` marks threes left in hand that are meant to earn points.
    """

    color: w.Color
    place: w.CardPlace
    counted: w.Counted
    when: Condition
    pays: tuple[Step, ...]
    reward: bool = field(metadata={"absent": False})

    @property
    def code(self) -> str:
        """The code of their score line and sheet field, such as `red_threes_held`."""
        return codes.threes_code(self.color, self.place)


@dataclass(frozen=True, slots=True)
class Book:
    """A kind of book. `reward` says that an unfinished one is meant to earn points.

    With `must_finish`, a team that has begun one may go out only once it is finished.
    """

    code: str
    singular: str = field(metadata={"key": "one"})
    plural: str = field(metadata={"key": "many"})
    made_of: w.MadeOf
    ranks: tuple[str, ...]
    cards: int
    points: int
    unfinished: int
    most: int | None
    counts_for: tuple[str, ...]
    begun: w.Begun
    reward: bool = field(metadata={"absent": False})
    must_finish: bool = field(metadata={"absent": False})


@dataclass(frozen=True, slots=True)
class Combination:
    """A set of books that pays extra. Of the sets of one `group`, only the best pays."""

    code: str
    label: str
    books: Mapping[str, int]
    points: int
    times: w.Times
    group: str = field(metadata={"absent": ""})


@dataclass(frozen=True, slots=True)
class BonusCase:
    """How large a bonus is, for some tables and rounds."""

    players: tuple[int, ...]
    rounds: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for something other than books and cards."""

    code: str
    singular: str = field(metadata={"key": "one"})
    plural: str = field(metadata={"key": "many"})
    kind: w.BonusKind
    per: w.BonusPer
    most: int
    grade_of: str
    cases: tuple[BonusCase, ...]
