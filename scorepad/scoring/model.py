"""What was counted in a round, what it was worth, and what is wrong with it.

Points are whole numbers; negative points are taken away. `rules/words.py` has the names of the cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from scorepad.rules import codes
from scorepad.rules.model import Book, RuleSet, Table
from scorepad.rules.words import THREE, THREES, WILD_CARDS, MadeOf, Provenance

Cards = Mapping[str, int]
Quantity = int | Cards
"""Points, or the number of each card."""

Packets = tuple[int | tuple[tuple[str, int], ...], ...]
"""Immutable quantities, for score lines, which are immutable too."""

Counts = Mapping[str, int]
NONE: Counts = MappingProxyType({})


class Part(StrEnum):
    """The parts of a team's score: books; cards melded less cards left; everything else."""

    BASE = "base"
    COUNT = "count"
    BONUS = "bonus"


class Ended(StrEnum):
    WENT_OUT = "went_out"
    STOCK_RAN_OUT = "stock_ran_out"


class Level(StrEnum):
    """Bad input, something odd that a person may confirm, or a reason not to go out or open."""

    ERROR = "error"
    WARNING = "warning"
    BLOCKER = "blocker"


class Waived(StrEnum):
    SEVERE_PENALTY = "severe_penalty"
    OTHER_TEAM_PENALTY = "other_team_penalty"
    VOID_ROUND = "void_round"
    OTHERWISE = "otherwise"
    FOR_THE_OTHERS = "for_the_others"
    NOT_THE_BEST = "not_the_best"


class Problem(Struct, frozen=True):
    """One problem of a round or a question: its code, its path, and the facts for its sentence."""

    code: str
    level: Level
    path: str = ""
    facts: Mapping[str, object] = NONE


class Adjustment(Struct, frozen=True):
    """Points that the table gives or takes, with the reason."""

    points: int
    reason: str


class TeamRound(Struct, frozen=True):
    """What was counted for one team in one round; zero if it was not counted.

    `left` has one item for each count: one for the team, or one a player. `threes` has the threes with a line of
    their own, by its code (`red_threes_held`). `ruling` is why the table let a team go out against the rules.
    """

    name: str
    score_before: int = 0
    books: Counts = NONE
    unfinished: Counts = NONE
    melded: Quantity = 0
    left: tuple[Quantity, ...] = ()
    threes: Counts = NONE
    bonuses: Counts = NONE
    lost: tuple[str, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    went_out: bool = False
    ruling: str = ""

    @property
    def concealed(self) -> bool:
        """Whether the team went out all in one turn."""
        return bool(self.bonuses.get(codes.CONCEALED))


class Round(Struct, frozen=True):
    """What was counted in one round. `alone` is the team (from 0) that plays against all others, if one does."""

    rules: RuleSet
    round_number: int
    table: Table
    decks: int
    ended: Ended
    teams: tuple[TeamRound, ...]
    alone: int | None = None

    def went_out_by(self, at: int) -> Self:
        """Return the round as it would be if this team (from 0) had gone out."""
        teams = tuple([replace(team, went_out=number == at) for number, team in enumerate(self.teams)])
        return replace(self, ended=Ended.WENT_OUT, teams=teams)


class ScoreLine(Struct, frozen=True, cache_hash=True):
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


# ---- A meld, and the kinds of book that it can be

SEQUENCE = "sequence"


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards laid together: `naturals` cards of `rank`, and `wilds` by name.

    `rank` may also be a wild card for a meld of wild cards, a three (`3` for any colour), or `sequence` with the ranks
    in `cards`.
    """

    rank: str
    naturals: int = 0
    wilds: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return self.naturals + len(self.wilds) + len(self.cards)

    @property
    def has_wilds(self) -> bool:
        return bool(self.wilds) or (self.rank in WILD_CARDS and self.size > 0)


def kinds_of(rules: RuleSet, meld: Meld) -> tuple[Book, ...]:
    """Return the kinds of book that a meld can become, whatever its size; the one that it counts as comes first.

    A book of sevens counts as that kind even if a clean book may have any rank, and so does a book of threes. Of equals
    the one that pays most comes first.
    """
    kinds = [book for book in rules.books if is_kind(book, meld)]
    return tuple(sorted(kinds, key=lambda book: (not is_special(book), -book.points)))


def is_special(book: Book) -> bool:
    """Whether this kind goes before kinds of any rank."""
    return bool(book.ranks) or book.made_of is MadeOf.THREES


def is_kind(book: Book, meld: Meld, *, any_rank: bool = False) -> bool:
    """Whether a meld can become such a book. `any_rank`: leave out which ranks the book may have."""
    if meld.rank in WILD_CARDS:
        return book.made_of is MadeOf.WILDS
    if book.made_of is MadeOf.THREES:
        return meld.rank in (THREE, *THREES) and not meld.wilds
    if book.ranks and not any_rank and not {*(meld.cards or (meld.rank,))} <= {*book.ranks}:
        return False
    if not (book.can_be_sequence if meld.rank == SEQUENCE else book.can_be_set):
        return False
    return book.made_of in (MadeOf.SEQUENCE, MadeOf.ANY, MadeOf.MIXED if meld.wilds else MadeOf.NATURALS)
