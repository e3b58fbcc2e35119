"""May a team open: its first melds of the round against the minimum and the rules for melds."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.rules import lookup
from scorepad.rules.model import RANKS, WILD_CARDS, OpeningStep, RuleSet, Table
from scorepad.rules.words import MadeOf, OpeningWilds, Wilds
from scorepad.scoring.model import Level, Problem

SEQUENCE = "sequence"


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards laid together: `naturals` cards of `rank` with `wilds` by name.

    `rank` may be a wild card's name for a meld of wild cards, or `sequence` with the ranks in `cards`.
    """

    rank: str
    naturals: int = 0
    wilds: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many cards it has."""
        return self.naturals + len(self.wilds) + len(self.cards)


@dataclass(frozen=True, slots=True)
class OpeningQuestion:
    """A team's first melds, as they would be laid, in a round at a table."""

    rules: RuleSet
    number: int
    table: Table
    decks: int
    score_before: int
    melds: tuple[Meld, ...]
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpeningAnswer:
    """Whether it opens, the minimum, the points shown, and all that is wrong; points are card values."""

    minimum: int
    points: int
    problems: tuple[Problem, ...] = ()

    @property
    def opens(self) -> bool:
        """Whether the team may open with these melds."""
        return not self.problems

    @property
    def missing(self) -> int:
        """Points that lack to the minimum, never below 0."""
        return max(0, self.minimum - self.points)


def minimum(rules: RuleSet, number: int, table: Table, total: int) -> OpeningStep:
    """What a team with that total before the round must show to open."""
    return lookup.opening_step(rules, number, table.players, total)


def can_open(question: OpeningQuestion) -> OpeningAnswer:
    """The answer to "can we open?"."""
    rules = question.rules
    step = minimum(rules, question.number, question.table, question.score_before)
    problems: list[Problem] = []
    points = 0
    for at, meld in enumerate(question.melds):
        if _meldable(rules, meld, question.lost):
            points += _points(rules, meld)
            problems += _faults(rules, meld, f"melds[{at}]")
        else:
            problems.append(_no("rank_cannot_be_melded", f"melds[{at}]", rank=meld.rank))
    if points < step.minimum:
        problems.append(_no("below_minimum", "", points=points, minimum=step.minimum))
    if step.books and not any(_finishes(rules, meld, step.books) for meld in question.melds):
        problems.append(_no("book_required", "", books=step.books))
    if not question.melds and not problems:
        problems.append(_no("nothing_melded", ""))
    return OpeningAnswer(step.minimum, points, tuple(problems))


def _no(code: str, path: str, **facts: object) -> Problem:
    return Problem(code, Level.BLOCKER, path, facts)


def _points(rules: RuleSet, meld: Meld) -> int:
    own = 0 if meld.rank == SEQUENCE else rules.cards[meld.rank] * meld.naturals
    return own + sum(rules.cards[card] for card in (*meld.wilds, *meld.cards))


def _meldable(rules: RuleSet, meld: Meld, lost: tuple[str, ...]) -> bool:
    if meld.rank == SEQUENCE:
        return rules.melds.sequences
    if meld.rank in WILD_CARDS:
        return rules.melds.wild_melds
    taken = {rank for code in lost for rank in _ranks(rules, code)}
    return meld.rank in RANKS and meld.rank not in taken


def _ranks(rules: RuleSet, code: str) -> tuple[str, ...]:
    kind = lookup.book(rules, code)
    return kind.ranks if kind else ()


def _faults(rules: RuleSet, meld: Meld, path: str) -> Iterator[Problem]:
    melds = rules.melds
    if meld.size < melds.smallest:
        yield _no("too_few_cards", path, least=melds.smallest, rank=meld.rank)
    most = _most_cards(rules, meld)
    if most is not None and meld.size > most:
        yield _no("too_many_cards", path, most=most, rank=meld.rank)
    if meld.rank == SEQUENCE:
        if meld.wilds or not _in_order(meld.cards):
            yield _no("not_a_sequence", path)
    elif meld.rank in RANKS and meld.wilds:
        yield from _wild_faults(rules, meld, path)


def _most_cards(rules: RuleSet, meld: Meld) -> int | None:
    """A sequence or a meld of wild cards is complete as a book; other melds are limited by the rules alone."""
    if meld.rank == SEQUENCE or meld.rank in WILD_CARDS:
        made_of = MadeOf.SEQUENCE if meld.rank == SEQUENCE else MadeOf.WILDS
        return next((k.cards for k in rules.books if k.made_of is made_of), None)
    return rules.melds.opening_most_cards


def _in_order(cards: tuple[str, ...]) -> bool:
    places = sorted(RANKS.index(card) for card in cards)
    return places == list(range(places[0], places[0] + len(places))) if places else False


def _wild_faults(rules: RuleSet, meld: Meld, path: str) -> Iterator[Problem]:
    most = most_wilds(rules, meld.naturals, meld.size)
    if len(meld.wilds) > most:
        facts = {"most": most, "naturals": meld.naturals, "rank": meld.rank}
        yield _no("too_many_wilds", path, **facts)
    pair = rules.melds.opening_wilds is OpeningWilds.PAIR_AND_ONE
    if pair and (meld.naturals, len(meld.wilds)) != (2, 1):
        yield _no("wilds_only_with_a_pair", path, rank=meld.rank)


def most_wilds(rules: RuleSet, naturals: int, size: int) -> int:
    """How many wild cards may stand beside so many naturals in a meld of that size."""
    melds = rules.melds
    is_book = any(size >= kind.cards for kind in rules.books if kind.made_of is MadeOf.MIXED)
    rule = melds.book_wilds if is_book else melds.wilds
    limit = melds.book_most_wilds if is_book else melds.most_wilds
    most = naturals - 1 if rule is Wilds.FEWER_THAN_NATURALS else naturals
    return max(0, most if limit is None else min(most, limit))


def _finishes(rules: RuleSet, meld: Meld, codes: tuple[str, ...]) -> bool:
    kinds = [kind for kind in rules.books if kind.code in codes]
    return any(meld.size >= kind.cards and _is_of(kind.made_of, kind.ranks, meld) for kind in kinds)


def _is_of(made_of: MadeOf, ranks: tuple[str, ...], meld: Meld) -> bool:
    if meld.rank in WILD_CARDS:
        return made_of is MadeOf.WILDS
    if ranks and not {*(meld.cards or (meld.rank,))} <= {*ranks}:
        return False
    if meld.rank == SEQUENCE:
        return made_of is MadeOf.SEQUENCE
    return made_of is MadeOf.ANY or made_of is (MadeOf.MIXED if meld.wilds else MadeOf.NATURALS)
