"""A meld, and the kinds of book that it can be."""

from dataclasses import dataclass

from scorepad.rules import lookup
from scorepad.rules.cards import THREE, THREES, WILD_CARDS
from scorepad.rules.model import RuleSet
from scorepad.rules.points import Book
from scorepad.rules.words import MadeOf

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
        """The number of cards."""
        return self.naturals + len(self.wilds) + len(self.cards)

    @property
    def has_wilds(self) -> bool:
        return bool(self.wilds) or (self.rank in WILD_CARDS and self.size > 0)


def finishes(rules: RuleSet, meld: Meld, names: tuple[str, ...]) -> bool:
    """Whether a meld is a finished book of one of these kinds."""
    codes = {code for name in names for code in lookup.kinds(rules, name)}
    books = [book for book in rules.books if book.code in codes]
    return any(meld.size >= book.cards and _is_kind(book, meld) for book in books)


def book_points(rules: RuleSet, meld: Meld) -> int:
    """Return what a meld adds to an opening as a finished book; 0 if it is not one or books do not count."""
    if not rules.opening.book_points:
        return 0
    kinds = [book for book in rules.books if meld.size >= book.cards and _is_kind(book, meld)]
    # A book of sevens counts as that kind, even if a clean book may have any rank.
    special = [book for book in kinds if book.ranks]
    return max((book.points for book in special or kinds if book.points > 0), default=0)


def _is_kind(book: Book, meld: Meld) -> bool:
    if meld.rank in WILD_CARDS:
        return book.made_of is MadeOf.WILDS
    if book.ranks and not {*(meld.cards or (meld.rank,))} <= {*book.ranks}:
        return False
    if meld.rank == SEQUENCE:
        return book.made_of is MadeOf.SEQUENCE
    if book.made_of is MadeOf.THREES:
        return meld.rank in (THREE, *THREES) and not meld.wilds
    return book.made_of in (MadeOf.ANY, MadeOf.MIXED if meld.wilds else MadeOf.NATURALS)
