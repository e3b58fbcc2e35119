"""May a team open? Its first melds of the round against the minimum and the rules for melds."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.rules import lookup
from scorepad.rules.cards import RANKS, THREE, THREES, WILD_CARDS
from scorepad.rules.cards import SEQUENCE as SEQUENCE_CARDS
from scorepad.rules.model import OpeningStep, RuleSet, Table
from scorepad.rules.words import Color, MadeOf, MeldedThrees, OpeningWilds, Waiver, Wilds
from scorepad.scoring.advice.melds import SEQUENCE, Meld, book_points, finishes
from scorepad.scoring.model import Level, Problem


@dataclass(frozen=True, slots=True)
class OpeningQuestion:
    """The melds that a team wants to open with.

    `hand_after` is how many cards are left in the hand afterwards, None if unknown; `in_foot` whether that is the foot.
    """

    rules: RuleSet
    round_number: int
    table: Table
    decks: int
    score_before: int
    melds: tuple[Meld, ...]
    lost: tuple[str, ...] = ()
    hand_after: int | None = None
    in_foot: bool = False

    @property
    def goes_out(self) -> bool:
        """Whether the team goes out with these melds."""
        return self.hand_after == 0 and (self.in_foot or not lookup.has_foot(self.rules, self.table, self.round_number))

    @property
    def is_waived(self) -> bool:
        """Whether the team needs no minimum."""
        waived = self.rules.opening.waived
        return (waived is Waiver.HAND_EMPTY and self.hand_after == 0) or (waived is Waiver.GOING_OUT and self.goes_out)

    @property
    def step(self) -> OpeningStep:
        """What the team must show to open."""
        players = self.table.players
        return lookup.opening_step(self.rules, self.round_number, players, self.score_before)


@dataclass(frozen=True, slots=True)
class OpeningAnswer:
    """The minimum, the card points of the melds, every problem, and whether the minimum is `waived`."""

    minimum: int
    points: int
    problems: tuple[Problem, ...] = ()
    waived: bool = False

    @property
    def opens(self) -> bool:
        return not self.problems

    @property
    def missing(self) -> int:
        """Points missing to the minimum; never negative."""
        return 0 if self.waived else max(0, self.minimum - self.points)


def can_open(question: OpeningQuestion) -> OpeningAnswer:
    rules, step = question.rules, question.step
    problems: list[Problem] = []
    points = 0
    for at, meld in enumerate(question.melds):
        if _can_be_melded(question, meld):
            points += _points(rules, meld) + book_points(rules, meld)
            problems += _meld_problems(rules, meld, f"melds[{at}]")
        else:
            problems.append(_blocker("rank_cannot_be_melded", f"melds[{at}]", rank=meld.rank))
    if _lacks_natural_meld(question):
        problems.append(_blocker("natural_meld_needed", ""))
    waived = question.is_waived
    if points < step.minimum and not waived:
        problems.append(_blocker("below_minimum", "", points=points, minimum=step.minimum))
    if step.books and not waived and not any(finishes(rules, meld, step.books) for meld in question.melds):
        problems.append(_blocker("book_required", "", books=step.books))
    if not question.melds and not problems:
        problems.append(_blocker("nothing_melded", ""))
    return OpeningAnswer(step.minimum, points, tuple(problems), waived)


def _lacks_natural_meld(question: OpeningQuestion) -> bool:
    """Whether wild cards are laid without the natural meld that the rules require beside them."""
    melds = question.rules.melds
    if melds.opening_wilds is not OpeningWilds.BESIDE_NATURAL or not any(meld.has_wilds for meld in question.melds):
        return False
    natural = (meld for meld in question.melds if not meld.has_wilds and meld.size >= melds.smallest)
    return not any(_can_be_melded(question, meld) for meld in natural)


def _blocker(code: str, path: str, **facts: object) -> Problem:
    return Problem(code, Level.BLOCKER, path, facts)


def _points(rules: RuleSet, meld: Meld) -> int:
    naturals = 0 if meld.rank == SEQUENCE else _value(rules, meld.rank) * meld.naturals
    return naturals + sum(_value(rules, card) for card in (*meld.wilds, *meld.cards))


def _value(rules: RuleSet, card: str) -> int:
    if card in rules.cards:
        return rules.cards[card]
    return lookup.three_points(rules, Color.RED if card == "red3" else Color.BLACK)


def _can_be_melded(question: OpeningQuestion, meld: Meld) -> bool:
    rules = question.rules
    if meld.rank == SEQUENCE:
        return rules.melds.sequences
    if meld.rank in WILD_CARDS:
        return rules.melds.wild_melds
    if meld.rank in (THREE, *THREES):
        return all(_three_can_be_melded(question, color) for color in Color if meld.rank in (THREE, f"{color}3"))
    lost_ranks = {rank for code in question.lost for rank in _ranks(rules, code)}
    return meld.rank in RANKS and meld.rank not in lost_ranks


def _three_can_be_melded(question: OpeningQuestion, color: Color) -> bool:
    may = question.rules.melds.threes(color)
    return may is MeldedThrees.NATURAL or (may is MeldedThrees.GOING_OUT and question.goes_out)


def _ranks(rules: RuleSet, code: str) -> tuple[str, ...]:
    book = lookup.book(rules, code)
    return book.ranks if book else ()


def _meld_problems(rules: RuleSet, meld: Meld, path: str) -> Iterator[Problem]:
    melds = rules.melds
    if meld.size < melds.smallest:
        yield _blocker("too_few_cards", path, least=melds.smallest, rank=meld.rank)
    most = _most_cards(rules, meld)
    if most is not None and meld.size > most:
        yield _blocker("too_many_cards", path, most=most, rank=meld.rank)
    if meld.has_wilds and melds.opening_wilds is OpeningWilds.NONE:
        yield _blocker("wilds_in_opening", path)
    if meld.rank == SEQUENCE:
        yield from _sequence_problems(rules, meld, path)
    elif meld.wilds and (THREE if meld.rank in THREES else meld.rank) in melds.natural_ranks:
        yield _blocker("rank_takes_no_wilds", path, rank=meld.rank)
    elif meld.rank not in WILD_CARDS and meld.wilds:
        yield from _wild_problems(rules, meld, path)


def _sequence_problems(rules: RuleSet, meld: Meld, path: str) -> Iterator[Problem]:
    most = rules.melds.sequence_wilds
    places = sorted(lookup.in_sequences(rules).index(card) for card in meld.cards)
    span = places[-1] - places[0] + 1 if places else 0
    gaps = span - len(places)
    fits = len({*places}) == len(places) > 0 and gaps <= len(meld.wilds) and meld.size <= len(SEQUENCE_CARDS)
    if not fits or (meld.wilds and most == 0):
        yield _blocker("not_a_sequence", path, wilds=most != 0)
    elif most is not None and len(meld.wilds) > most:
        yield _blocker("too_many_wilds", path, most=most, naturals=len(meld.cards), rank=meld.rank)
    elif meld.wilds and rules.melds.opening_wilds is OpeningWilds.PAIR_AND_ONE:
        yield _blocker("wilds_only_with_a_pair", path, rank=meld.rank)


def _most_cards(rules: RuleSet, meld: Meld) -> int | None:
    """A sequence or a meld of wild cards is complete as a book; the rules limit other melds."""
    if meld.rank == SEQUENCE or meld.rank in WILD_CARDS:
        made_of = MadeOf.SEQUENCE if meld.rank == SEQUENCE else MadeOf.WILDS
        return next((book.cards for book in rules.books if book.made_of is made_of), None)
    return rules.melds.opening_most_cards


def _wild_problems(rules: RuleSet, meld: Meld, path: str) -> Iterator[Problem]:
    most = 0 if _without_wilds(rules, meld.rank) else most_wilds(rules, meld.naturals, meld.size)
    if len(meld.wilds) > most:
        facts = {"most": most, "naturals": meld.naturals, "rank": meld.rank}
        yield _blocker("too_many_wilds", path, **facts)
    pair = rules.melds.opening_wilds is OpeningWilds.PAIR_AND_ONE
    if pair and (meld.naturals, len(meld.wilds)) != (2, 1):
        yield _blocker("wilds_only_with_a_pair", path, rank=meld.rank)


def _without_wilds(rules: RuleSet, rank: str) -> bool:
    """Whether these are threes that may be melded only when going out, without wild cards."""
    colors = (color for color in Color if rank in (THREE, f"{color}3"))
    return any(rules.melds.threes(color) is not MeldedThrees.NATURAL for color in colors)


def most_wilds(rules: RuleSet, naturals: int, size: int) -> int:
    """Return how many wild cards a meld of this size may have with this many natural cards."""
    melds = rules.melds
    is_book = any(size >= book.cards for book in rules.books if book.made_of is MadeOf.MIXED)
    rule = melds.book_wilds if is_book else melds.wilds
    limit = melds.book_most_wilds if is_book else melds.most_wilds
    most = naturals - 1 if rule is Wilds.FEWER_THAN_NATURALS else naturals
    return max(0, most if limit is None else min(most, limit))
