"""A meld, and the kinds of book that it can be."""

from dataclasses import dataclass

from scorepad.rules.model import Book, RuleSet
from scorepad.rules.words import THREE, THREES, WILD_CARDS, MadeOf

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


def kinds_of(rules: RuleSet, meld: Meld) -> tuple[Book, ...]:
    """Return the kinds of book that a meld can become, whatever its size; the one that it counts as comes first.

    A book of sevens counts as that kind even if a clean book may have any rank, and so does a book of threes. Of equals
    the one that pays most comes first.
    """
    kinds = [book for book in rules.books if _is_kind(book, meld)]
    return tuple(sorted(kinds, key=lambda book: (not is_special(book), -book.points)))


def is_special(book: Book) -> bool:
    """Whether this kind goes before kinds of any rank."""
    return bool(book.ranks) or book.made_of is MadeOf.THREES


def _is_kind(book: Book, meld: Meld) -> bool:
    if meld.rank in WILD_CARDS:
        return book.made_of is MadeOf.WILDS
    if book.made_of is MadeOf.THREES:
        return meld.rank in (THREE, *THREES) and not meld.wilds
    if book.ranks and not {*(meld.cards or (meld.rank,))} <= {*book.ranks}:
        return False
    if meld.rank == SEQUENCE:
        return book.made_of is MadeOf.SEQUENCE
    return book.made_of in (MadeOf.ANY, MadeOf.MIXED if meld.wilds else MadeOf.NATURALS)
