"""The melds that cards somebody shows can make: a team's first, each one asked of `can_open` alone.

In the melds made here every wild card is called by one name, because nothing but points tells wild cards apart.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorepad.rules.model import RANKS, WILD_CARDS
from scorepad.scoring.model import Counts
from scorepad.scoring.opening import SEQUENCE, Meld, OpeningQuestion, can_open, minimum


@dataclass(frozen=True, slots=True)
class Option:
    """A meld that may lie: wild cards, points and number of its other cards, and whether it is a book that opens."""

    meld: Meld
    wilds: int
    points: int
    cards: int
    book: bool


def runs(question: OpeningQuestion, shown: Counts) -> tuple[Option, ...]:
    """Every sequence that the cards shown make."""
    if not question.rules.melds.sequences:
        return ()
    ranks = range(len(RANKS))
    found = (
        _option(question, Meld(SEQUENCE, cards=RANKS[start : end + 1]))
        for start in ranks
        for end in ranks[start:]
        if all(map(shown.get, RANKS[start : end + 1]))
    )
    return tuple(filter(None, found))


def groups(question: OpeningQuestion, shown: Counts) -> tuple[tuple[Option, ...], ...]:
    """For every rank, and for wild cards alone, the melds that the cards shown make; a team lays one of each group.

    Left out are melds so large that a smaller one opens as well and gives away less.
    """
    tried = (_tried(question, melds) for melds in _melds(question, shown))
    return tuple(group for group in tried if group)


def beside(
    run: Option | None, groups: tuple[tuple[Option, ...], ...], shown: Counts
) -> tuple[tuple[Option, ...], ...]:
    """The melds of the groups that can still be made beside a sequence."""
    if run is None:
        return groups
    left = {rank: shown.get(rank, 0) - (rank in run.meld.cards) for rank in RANKS}
    kept = (tuple(o for o in group if o.cards <= left.get(o.meld.rank, 0)) for group in groups)
    return tuple(group for group in kept if group)


def _tried(question: OpeningQuestion, melds: list[Meld]) -> tuple[Option, ...]:
    return tuple(filter(None, (_option(question, meld) for meld in melds)))


def _option(question: OpeningQuestion, meld: Meld) -> Option | None:
    """The meld as something that may be laid, None where the rules forbid it."""
    problems = can_open(replace(question, melds=(meld,))).problems
    if any(problem.path for problem in problems):
        return None
    values = question.rules.cards
    points = sum(values[card] for card in meld.cards)
    if meld.naturals:
        points += values[meld.rank] * meld.naturals
    needed = minimum(question.rules, question.number, question.table, question.score_before).books
    book = bool(needed) and all(one.code != "book_required" for one in problems)
    return Option(meld, len(meld.wilds), points, meld.naturals + len(meld.cards), book)


def _melds(question: OpeningQuestion, shown: Counts) -> Iterator[list[Meld]]:
    wilds = [card for card in WILD_CARDS if shown.get(card)]
    each = min((question.rules.cards[card] for card in wilds), default=0)
    most = min(sum(shown[card] for card in wilds), _enough(question, each))
    name = WILD_CARDS[:1]
    for rank in RANKS:
        naturals = min(shown.get(rank, 0), _enough(question, question.rules.cards[rank]))
        yield [
            Meld(rank, count, name * wild)
            for count in range(1, naturals + 1)
            for wild in range(min(count, most) + 1)
        ]
    yield [Meld(name[0], 0, name * wild) for wild in range(1, most + 1)]


def _enough(question: OpeningQuestion, value: int) -> int:
    """So many cards of that value reach the minimum, and every size that matters, alone."""
    rules = question.rules
    step = minimum(rules, question.number, question.table, question.score_before)
    sizes = [rules.melds.smallest, *(kind.cards for kind in rules.books)]
    return max(*sizes, -(-step.minimum // value) if value else 0)
