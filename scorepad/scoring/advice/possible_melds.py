"""The melds that a player's cards can make. `can_open` checks each one.

Wild cards differ only in points, so every wild card in these melds has the same name.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorepad.rules.cards import RANKS, WILD_CARDS
from scorepad.scoring.advice.melds import SEQUENCE, Meld, book_points
from scorepad.scoring.advice.opening import OpeningQuestion, can_open
from scorepad.scoring.model import Counts


@dataclass(frozen=True, slots=True)
class Option:
    """A possible meld: its wild cards, the points and number of its other cards, and what it `meets`.

    The points include those of a finished book, if these count.
    """

    meld: Meld
    wilds: int
    points: int
    cards: int
    meets: frozenset[str]


BOOK, NATURAL = "book", "natural"
"""What an opening may require among its melds: a finished book, and a meld without wild cards."""

Group = tuple[Option, ...]
"""Melds of which a team lays at most one: those of one rank, or those of wild cards."""


def possible_sequences(question: OpeningQuestion, shown: Counts) -> Group:
    """Return every sequence that the cards make."""
    if not question.rules.melds.sequences:
        return ()
    positions = range(len(RANKS))
    options = (
        _option(question, Meld(SEQUENCE, cards=RANKS[start : end + 1]))
        for start in positions
        for end in positions[start:]
        if all(map(shown.get, RANKS[start : end + 1]))
    )
    return tuple(filter(None, options))


def possible_melds(question: OpeningQuestion, shown: Counts) -> tuple[Group, ...]:
    """Return the melds that the cards make, in groups.

    Leaves out a meld if a smaller one opens as well and gives away less.
    """
    groups = (_options(question, melds) for melds in _melds(question, shown))
    return tuple(group for group in groups if group)


def beside(sequence: Option | None, groups: tuple[Group, ...], shown: Counts) -> tuple[Group, ...]:
    """Return the melds that are still possible beside a sequence."""
    if sequence is None:
        return groups
    left = {rank: shown.get(rank, 0) - (rank in sequence.meld.cards) for rank in RANKS}
    kept = (tuple(o for o in group if o.cards <= left.get(o.meld.rank, 0)) for group in groups)
    return tuple(group for group in kept if group)


def _options(question: OpeningQuestion, melds: list[Meld]) -> Group:
    return tuple(filter(None, (_option(question, meld) for meld in melds)))


def _option(question: OpeningQuestion, meld: Meld) -> Option | None:
    """Return the meld as an option, or None if the rules forbid it."""
    problems = can_open(replace(question, melds=(meld,))).problems
    if any(problem.path for problem in problems):
        return None
    values = question.rules.cards
    points = sum(values[card] for card in meld.cards)
    if meld.naturals:
        points += values[meld.rank] * meld.naturals
    meets = {BOOK} if question.step.books and all(problem.code != "book_required" for problem in problems) else set()
    if not meld.has_wilds:
        meets.add(NATURAL)
    points += book_points(question.rules, meld)
    return Option(meld, len(meld.wilds), points, meld.naturals + len(meld.cards), frozenset(meets))


def _melds(question: OpeningQuestion, shown: Counts) -> Iterator[list[Meld]]:
    wilds = [card for card in WILD_CARDS if shown.get(card)]
    each = min((question.rules.cards[card] for card in wilds), default=0)
    most = min(sum(shown[card] for card in wilds), _enough(question, each))
    name = WILD_CARDS[:1]
    for rank in RANKS:
        naturals = min(shown.get(rank, 0), _enough(question, question.rules.cards[rank]))
        yield [
            Meld(rank, count, name * wild) for count in range(1, naturals + 1) for wild in range(min(count, most) + 1)
        ]
    yield [Meld(name[0], 0, name * wild) for wild in range(1, most + 1)]


def _enough(question: OpeningQuestion, value: int) -> int:
    """Return how many cards of this value reach the minimum, and every relevant size, on their own."""
    melds, books = question.rules.melds, question.rules.books
    sizes = [melds.smallest, *(book.cards for book in books)]
    return max(*sizes, -(-question.step.minimum // value) if value else 0)
