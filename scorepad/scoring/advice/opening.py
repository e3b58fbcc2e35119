"""May a team open? Its first melds of the round against the minimum and the rules for melds.

A `Judge` says what one meld is, and what melds are together. `can_open` asks it about melds that lie on the table, and
the search in `cheapest` about every meld that it tries, so both give the same answer.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from scorepad.rules import lookup
from scorepad.rules.model import Book, OpeningStep, RuleSet, Table
from scorepad.rules.words import (
    LOW_ACE,
    RANKS,
    THREE,
    THREES,
    WILD_CARDS,
    BeyondBook,
    BeyondDirty,
    Color,
    ExtraBooks,
    MadeOf,
    MeldedThrees,
    OpeningWilds,
    Waiver,
    Wilds,
)
from scorepad.scoring.model import SEQUENCE, Level, Meld, Problem, is_kind, is_special, kinds_of
from scorepad.scoring.needs import missing_books, too_many_books


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
    def empties_last_packet(self) -> bool:
        """Whether the melds leave nothing to play: the team goes out, if it has what that needs."""
        return self.hand_after == 0 and (self.in_foot or not lookup.has_foot(self.rules, self.table, self.round_number))

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
    judge, unmet = _judge(question)
    minimum, waived = question.step.minimum, judge.waived
    points, laid, problems = _lay_all(judge, question.melds)
    has_wilds = any(meld.has_wilds for meld in question.melds)
    problems += judge.problems(laid, has_wilds)
    if points < minimum and not waived:
        problems.append(_blocker("below_minimum", points=points, minimum=minimum))
    if any(problem.code in _WAIVED_WHEN_OUT for problem in problems):
        problems += unmet
    if not question.melds and not problems:
        problems.append(_blocker("nothing_melded"))
    return OpeningAnswer(minimum, points, tuple(problems), waived)


_WAIVED_WHEN_OUT = ("below_minimum", "book_required", "rank_cannot_be_melded")
"""The problems that a team may not have because it goes out; if it may not, the answer says why."""


def _judge(question: OpeningQuestion) -> tuple["Judge", list[Problem]]:
    """Return the judge for these melds, and why the team may not go out with them if they are its last cards."""
    if not question.empties_last_packet:
        return Judge(question), []
    out = Judge(question, goes_out=True)
    _, laid, problems = _lay_all(out, question.melds)
    unmet = [*out.unmet(laid)]
    begun = Counter(kind for problem in problems for kind in _begun(problem))
    if begun:
        unmet.append(_blocker("premium_unfinished", begun=dict(begun), rules=question.rules))
    return (Judge(question), unmet) if unmet else (out, [])


def _begun(problem: Problem) -> Iterable[str]:
    begun = problem.facts.get("begun")
    return begun if isinstance(begun, Mapping) else ()


def _lay_all(judge: "Judge", melds: tuple[Meld, ...]) -> tuple[int, "Laid", list[Problem]]:
    """Return the points of melds, what they are together, and the problems of each, whose paths say of which."""
    points, laid, place = 0, judge.nothing, -1
    problems: list[tuple[int, Problem]] = []
    for at in sorted(range(len(melds)), key=lambda at: _order(melds[at])):
        one = judge.meld(melds[at])
        if _order(melds[at])[0] != place:
            laid, place = laid._replace(of_rank=0), _order(melds[at])[0]
        laid, paid, problem = judge.lay(laid, one)
        points += one.points + paid
        problems += [(at, fault) for fault in (*one.problems, problem) if fault]
    problems.sort(key=lambda found: found[0])
    return points, laid, [_blocker(p.code, f"melds[{at}]", **p.facts) for at, p in problems]


def _order(meld: Meld) -> tuple[int, int, int]:
    """Return the order in which melds count as books. Cards of one rank are together, the largest melds first."""
    rank = THREE if meld.rank in THREES else meld.rank
    places = (WILD_CARDS[1], *WILD_CARDS[:1], *RANKS, THREE, SEQUENCE)
    place = 0 if rank in WILD_CARDS else places.index(rank) if rank in places else len(places)
    return place, -meld.size, len(meld.wilds)


class Laid(NamedTuple):
    """What melds are together, as far as it decides whether they open.

    `natural`: one has no wild cards. `required`: one is a book that this opening needs. `of_rank`: finished books of
    the rank laid last. `books`: how many there are of each kind whose number matters.
    """

    natural: bool
    required: bool
    of_rank: int
    books: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class JudgedMeld:
    """A meld by the rules: its card points, its problems, and what it adds to the melds beside it.

    `kinds` are the kinds of finished book that it can count as, the best first, by their positions in the rules.
    """

    points: int
    problems: tuple[Problem, ...]
    kinds: tuple[int, ...] = ()
    natural: bool = False
    required: bool = False
    rank: str = ""


COUNTED = ("extra_books", "premium_twice")
"""The problems of having too many books."""


class Judge:
    """The rules for the melds of one opening. `goes_out` says that these melds are the last cards, and may be.

    If it `asks_books`, it asks for the books that this opening needs. If it does not count books, there may be too
    many; it counts them even so if what they pay depends on their number.
    """

    def __init__(
        self, question: OpeningQuestion, *, goes_out: bool = False, asks_books: bool = True, counts_books: bool = True
    ) -> None:
        rules = question.rules
        self.rules, self.goes_out = rules, goes_out
        self.counts_books = counts_books or (rules.opening.book_points and any(book.most for book in rules.books))
        self._step, waiver = question.step, rules.opening.waived
        hand_empty = question.hand_after == 0 and not question.empties_last_packet
        self.waived = waiver is not Waiver.NEVER and (goes_out or (waiver is Waiver.HAND_EMPTY and hand_empty))
        self.lost = {rank for code in question.lost for rank in _ranks(rules, code)}
        players = question.table.players
        # To open and go out in one turn is to go out concealed.
        self._case = lookup.out_case(rules, question.round_number, players, concealed=True)
        self._usual_case = lookup.out_case(rules, question.round_number, players)
        required = self._step.books if asks_books and not self.waived else ()
        self._required = {code for name in required for code in lookup.kinds(rules, name)}
        self._counted = self._kinds_that_matter()
        counts = (0,) * len(self._counted) if self.counts_books else ()
        self.nothing = Laid(not self.needs_natural, not self._required, 0, counts)

    @property
    def needs_natural(self) -> bool:
        return self.rules.melds.opening_wilds is OpeningWilds.BESIDE_NATURAL

    @property
    def allows_more(self) -> bool:
        """Whether these melds, if they go out, may be what others may not be."""
        threes = any(self.rules.melds.threes(color) is MeldedThrees.GOING_OUT for color in Color)
        beyond = any(beyond_book(self.rules, Meld("", wilds=wilds)) in _GOING_OUT for wilds in ((), WILD_CARDS))
        return self.waived or threes or beyond

    def _kinds_that_matter(self) -> dict[int, int]:
        """Return the kinds of book of which the number matters, and up to which number."""
        counted = {}
        for at, book in enumerate(self.rules.books):
            most = max([book.most or 0, *(count + 1 for count in self._needs(book))])
            if most:
                counted[at] = most
        return counted

    def _needs(self, book: Book) -> list[int]:
        """Return how many books are needed, for each need that this kind counts for and that matters here."""
        cases = [self._case] if self.goes_out else []
        if self.rules.going_out.extra_books is ExtraBooks.AFTER_NEEDS:
            cases.append(self._usual_case)
        return [case.needs[need] for case in cases for need in book.counts_for if need in case.needs]

    def may_have_needs(self, laid: "Laid", cards: int) -> bool:
        """Whether so many cards can be all the books that going out needs beside melds."""
        if not self.goes_out:
            return True
        needs, books = missing_books(self.rules, self._case, self._books(laid)), self.rules.books
        counts = [sum(need in needs for need in book.counts_for) for book in books]
        smallest = min((book.cards for book, count in zip(books, counts, strict=True) if count), default=0)
        return smallest * sum(needs.values()) <= cards * max([1, *counts])

    def meld(self, meld: Meld) -> JudgedMeld:
        """Judge one meld. A rank that cannot be melded has no points."""
        rules = self.rules
        if not self._can_be_melded(meld):
            return JudgedMeld(0, (_blocker("rank_cannot_be_melded", rank=meld.rank),))
        kinds = kinds_of(rules, meld)
        finished = [book for book in kinds if meld.size >= book.cards]
        has_rank = meld.rank != SEQUENCE and meld.rank not in WILD_CARDS
        return JudgedMeld(
            points=_points(rules, meld),
            problems=(*self._meld_problems(meld, kinds), *self.begun_problems(kinds, meld.size)),
            kinds=tuple(rules.books.index(book) for book in finished),
            natural=not meld.has_wilds and meld.size >= rules.melds.smallest,
            required=self.is_required(finished),
            rank=meld.rank if has_rank and finished else "",
        )

    def is_required(self, finished: Sequence[Book]) -> bool:
        """Whether a book that can count as these kinds is one that this opening needs."""
        same = [book for book in finished if is_special(book) == is_special(finished[0])]
        return any(book.code in self._required for book in same)

    def matters(self, book: Book) -> bool:
        """Whether it matters that a meld is, or begins, a book of this kind."""
        pays = self.rules.opening.book_points and book.points > 0
        return pays or self._is_asked(book) or self.rules.books.index(book) in self._counted

    def _is_asked(self, book: Book) -> bool:
        return book.code in self._required or (self.goes_out and book.must_finish)

    def wants(self, book: Book, most: int | None) -> bool:
        """Whether a book of this kind can help to open with at most these points. None: its points do not matter."""
        if self.rules.opening.book_points and most is not None and book.points > 0:
            return book.points <= most
        return self._is_asked(book) or self._counts(book)

    def wants_several(self, book: Book, most: int | None) -> bool:
        """Whether more than one such book can help to open with at most these points."""
        pays = self.rules.opening.book_points and most is not None and 0 < 2 * book.points <= most
        return pays or self._counts(book)

    def _counts(self, book: Book) -> bool:
        return self.counts_books and self.rules.books.index(book) in self._counted

    def lay(self, laid: Laid, meld: JudgedMeld) -> tuple[Laid, int, Problem | None]:
        """Add a meld to those of an opening: return what they are then, the points of its book, and any problem."""
        melds, books, paid, problem = self.rules.melds, laid.books, 0, None
        kind = next((kind for kind in meld.kinds if self._is_free(laid, kind)), None)
        if kind is None and meld.kinds:
            book = self.rules.books[meld.kinds[0]]
            problem = _blocker("premium_twice", label=book.plural, most=book.most, both=False)
        elif kind is not None:
            paid = max(0, self.rules.books[kind].points) if self.rules.opening.book_points else 0
            books = self._counting(books, kind) if self.counts_books else books
        of_rank = laid.of_rank
        if meld.rank and melds.books_of_one_rank is not None:
            of_rank += 1
            if of_rank > melds.books_of_one_rank:
                problem = _blocker("books_of_one_rank", rank=meld.rank, most=melds.books_of_one_rank)
        return Laid(laid.natural or meld.natural, laid.required or meld.required, of_rank, books), paid, problem

    def _is_free(self, laid: Laid, kind: int) -> bool:
        """Whether the team may have one more book of this kind."""
        most = self.rules.books[kind].most
        return most is None or not self.counts_books or laid.books[[*self._counted].index(kind)] < most

    def _counting(self, books: tuple[int, ...], kind: int) -> tuple[int, ...]:
        if kind not in self._counted:
            return books
        counts = zip(self._counted.items(), books, strict=True)
        return tuple(min(count + 1, most) if at == kind else count for (at, most), count in counts)

    def problems(self, laid: Laid, has_wilds: bool) -> Iterator[Problem]:
        """Yield what is wrong with melds together, apart from their points."""
        if has_wilds and not laid.natural:
            yield _blocker("natural_meld_needed")
        if not laid.required:
            yield _blocker("book_required", books=self._step.books)
        if self.counts_books and self.rules.going_out.extra_books is ExtraBooks.AFTER_NEEDS:
            for need, count in too_many_books(self.rules, self._usual_case, self._books(laid)).items():
                yield _blocker("extra_books", need=need, most=count, rules=self.rules)

    def unmet(self, laid: Laid) -> Iterator[Problem]:
        """Yield the books that going out needs beside these melds."""
        if missing := missing_books(self.rules, self._case, self._books(laid)):
            yield _blocker("books_missing", missing=missing, rules=self.rules)

    def _books(self, laid: Laid) -> dict[str, int]:
        return {self.rules.books[at].code: count for at, count in zip(self._counted, laid.books, strict=True)}

    def begun_problems(self, kinds: Sequence[Book], size: int) -> tuple[Problem, ...]:
        """Return a problem if a meld begins a book that must be finished before the team goes out."""
        if self.goes_out and kinds and kinds[0].must_finish and all(size < book.cards for book in kinds):
            return (_blocker("premium_unfinished", begun={kinds[0].code: 1}, rules=self.rules),)
        return ()

    def _can_be_melded(self, meld: Meld) -> bool:
        if meld.rank not in (SEQUENCE, *WILD_CARDS) and not lookup.may_be_set(self.rules, meld.rank):
            return False
        if meld.rank == SEQUENCE:
            return self.rules.melds.sequences and self.lost.isdisjoint(meld.cards)
        if meld.rank in WILD_CARDS:
            return self.rules.melds.wild_melds
        if meld.rank in (THREE, *THREES):
            return all(self._three_can_be_melded(color) for color in _colors(meld.rank))
        return meld.rank in RANKS and meld.rank not in self.lost

    def _three_can_be_melded(self, color: Color) -> bool:
        may = self.rules.melds.threes(color)
        return may is MeldedThrees.NATURAL or (may is MeldedThrees.GOING_OUT and self.goes_out)

    def _meld_problems(self, meld: Meld, kinds: tuple[Book, ...]) -> Iterator[Problem]:
        melds = self.rules.melds
        if meld.size < melds.smallest:
            yield _blocker("too_few_cards", least=melds.smallest, rank=meld.rank)
        most = self._most_cards(meld, kinds)
        if most is not None and meld.size > most:
            yield _blocker("too_many_cards", most=most, rank=meld.rank)
        if meld.has_wilds and melds.opening_wilds is OpeningWilds.NONE:
            yield _blocker("wilds_in_opening")
        if meld.rank == SEQUENCE:
            yield from _sequence_problems(self.rules, meld)
        elif meld.wilds and (THREE if meld.rank in THREES else meld.rank) in melds.natural_ranks:
            yield _blocker("rank_takes_no_wilds", rank=meld.rank)
        elif meld.wilds and meld.rank not in WILD_CARDS:
            yield from _wild_problems(self.rules, meld)
        is_pair_and_one = meld.rank not in (SEQUENCE, *WILD_CARDS) and (meld.naturals, len(meld.wilds)) == (2, 1)
        if meld.has_wilds and melds.opening_wilds is OpeningWilds.PAIR_AND_ONE and not is_pair_and_one:
            yield _blocker("wilds_only_with_a_pair", rank=meld.rank)

    def _most_cards(self, meld: Meld, kinds: tuple[Book, ...]) -> int | None:
        """A meld of wild cards is complete as a book, and so is a sequence unless the rules say how long one may be.

        Other books may grow if the rules allow it.
        """
        beyond, limits = beyond_book(self.rules, meld), [self.rules.melds.opening_most_cards]
        if meld.rank in WILD_CARDS:
            limits.append(max((book.cards for book in self.rules.books if book.made_of is MadeOf.WILDS), default=None))
        elif beyond is BeyondBook.NEVER or (beyond in _GOING_OUT and not self.goes_out):
            shape = Meld(SEQUENCE, wilds=meld.wilds) if meld.rank == SEQUENCE else None
            books = [book for book in self.rules.books if is_kind(book, shape, any_rank=True)] if shape else kinds
            limits.append(max((book.cards for book in books), default=None))
        if meld.rank == SEQUENCE:
            limits.append(lookup.longest_sequence(self.rules))
        return min((limit for limit in limits if limit is not None), default=None)


_GOING_OUT = (BeyondBook.GOING_OUT, BeyondBook.GOING_OUT_OR_LAST_TURN)


def beyond_book(rules: RuleSet, meld: Meld) -> BeyondBook:
    """Return when cards may be added to a finished book of such cards."""
    melds = rules.melds
    as_clean = not meld.wilds or melds.beyond_dirty is BeyondDirty.AS_CLEAN
    return melds.beyond_book if as_clean else BeyondBook(melds.beyond_dirty)


def _blocker(code: str, path: str = "", **facts: object) -> Problem:
    return Problem(code, Level.BLOCKER, path, facts)


def _points(rules: RuleSet, meld: Meld) -> int:
    naturals = 0 if meld.rank == SEQUENCE else card_value(rules, meld.rank) * meld.naturals
    return naturals + sum(card_value(rules, card) for card in (*meld.wilds, *meld.cards))


def card_value(rules: RuleSet, card: str) -> int:
    """Return the points of a card in a meld."""
    card = lookup.card_at(card)
    if card in rules.cards:
        return rules.cards[card]
    return lookup.three_points(rules, Color.RED if card == "red3" else Color.BLACK)


def _colors(rank: str) -> tuple[Color, ...]:
    return tuple(color for color in Color if rank in (THREE, f"{color}3"))


def _ranks(rules: RuleSet, code: str) -> tuple[str, ...]:
    book = lookup.book(rules, code)
    return book.ranks if book else ()


def _sequence_problems(rules: RuleSet, meld: Meld) -> Iterator[Problem]:
    most, order = rules.melds.sequence_wilds, lookup.in_sequences(rules)
    gaps = min((places[-1] - places[0] + 1 - len(places) for places in _places(order, meld.cards)), default=None)
    fits = gaps is not None and gaps <= len(meld.wilds) and meld.size <= len(order)
    if not fits or (meld.wilds and most == 0):
        yield _blocker("not_a_sequence", wilds=most != 0)
    elif most is not None and len(meld.wilds) > most:
        yield _blocker("too_many_wilds", most=most, naturals=len(meld.cards), rank=meld.rank)


def _places(order: Sequence[str], cards: Sequence[str]) -> Iterator[list[int]]:
    """Yield the places where these cards can lie in a sequence, in order. An ace may be the top or the bottom."""
    others = [card for card in cards if card != "A"]
    ends = [card for card in ("A", LOW_ACE) if card in order]
    for aces in combinations(ends, len(cards) - len(others)):
        named = (*aces, *others)
        if named and len({*named}) == len(named) and {*named} <= {*order}:
            yield sorted(map(order.index, named))


def _wild_problems(rules: RuleSet, meld: Meld) -> Iterator[Problem]:
    melds_alone = any(rules.melds.threes(color) is not MeldedThrees.NATURAL for color in _colors(meld.rank))
    most = 0 if melds_alone else most_wilds(rules, meld)
    if len(meld.wilds) > most:
        yield _blocker("too_many_wilds", most=most, naturals=meld.naturals, rank=meld.rank)


def most_wilds(rules: RuleSet, meld: Meld) -> int:
    """Return how many wild cards a meld with these natural cards may have at this size."""
    melds = rules.melds
    cards = max((book.cards for book in kinds_of(rules, meld) if book.cards <= meld.size), default=None)
    if cards is None:
        return _most_of(melds.wilds, melds.most_wilds, meld.naturals)
    most = _most_of(melds.book_wilds, melds.book_most_wilds, meld.naturals)
    if meld.size > cards and beyond_book(rules, meld) is BeyondBook.NATURALS:
        # The book itself has its wild cards among the cards that finish it.
        most = min(most, max(n for n in range(cards + 1) if n <= _most_of(melds.book_wilds, None, cards - n)))
    return most


def _most_of(rule: Wilds, limit: int | None, naturals: int) -> int:
    most = naturals - 1 if rule is Wilds.FEWER_THAN_NATURALS else naturals
    return max(0, most if limit is None else min(most, limit))
