"""The cheapest opening: the melds of a player's cards that open and give away the least.

The search goes through the cards in the order of a sequence: A, K, and so on to 3 and 2. A state says which sequences
are open, how many cards of this place are laid, and what the melds are together. For each state one large number has a
bit for every possible sum of points, wild cards and other cards, so that laying cards shifts the number. At each place
open sequences go on one kind after the other, then new ones begin, then melds of the rank are laid: the work for each
adds up. The lowest bit that reaches the minimum is the cheapest opening, and going back through the same moves names
its melds. docs/why/the-cheapest-opening.md says why.

Where one good answer will do, as for laying all cards, the search goes deep: it takes a few promising states from place
to place, and comes back for the others.

Wild cards differ only in points, so the search counts them and assigns names at the end.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from itertools import accumulate
from math import gcd
from typing import NamedTuple, cast

from scorepad.rules import lookup
from scorepad.rules.model import Book
from scorepad.rules.words import LOW_ACE, RANKS, THREE, THREES, WILD_CARDS, Color, MadeOf
from scorepad.rules.words import SEQUENCE as SEQUENCE_CARDS
from scorepad.scoring.advice.opening import (
    COUNTED,
    Judge,
    JudgedMeld,
    Laid,
    OpeningAnswer,
    OpeningQuestion,
    can_open,
    card_value,
)
from scorepad.scoring.check import supply
from scorepad.scoring.model import SEQUENCE, Counts, Meld, is_special

MAX_BITS = 1 << 22
"""The most bits of one state. More take card values that no table has."""

MAX_WORK = 1 << 32
"""The most bits that a search goes through, with `STEP` for each move: about two seconds."""

STEP = 2_000

NEVER = 1 << 40
"""More points than any opening has: those of what the cards cannot make."""

WIDTH, WIDER = 10, 80
"""How many states a deep search goes on with at first, and when it comes back: mostly, then nothing is to be found."""

JOKER, TWO = WILD_CARDS


@dataclass(frozen=True, slots=True)
class Cheapest:
    """Melds and their answer: the opening that gives away least, or the melds that come nearest to one.

    These have the most points, with all else that an opening needs if possible. Without a book that it needs, they are
    the cheapest that have enough points, or those with the most.

    `is_sure` is False if they open, but there was too much to try to say that nothing is cheaper.
    """

    melds: tuple[Meld, ...]
    answer: OpeningAnswer
    is_sure: bool = True

    @property
    def opens(self) -> bool:
        return self.answer.opens


class TooManySumsError(Exception):
    """The rules and cards allow more sums of points than can be tried."""


def find_cheapest(question: OpeningQuestion, shown: Counts) -> Cheapest:
    """Return the opening with the fewest points, then the fewest wild cards, then the fewest cards.

    `shown` counts cards by name, `3` being a three of any colour; more cards than the decks hold are ignored, and so
    are the question's melds. If these leave no card in the hand, every card shown is laid if that opens.

    Raises `TooManySumsError` rather than guess, for card values and limits that no table has.
    """
    is_sure = True
    if question.hand_after == 0:
        may_go_out = question.empties_last_packet and Judge(question, goes_out=True).allows_more
        for goes_out in (False, True) if may_go_out else (False,):
            search = _Search(question, shown, Judge(question, goes_out=goes_out))
            melds = search.all_laid()
            if melds and (answer := can_open(replace(question, melds=melds))).opens:
                return Cheapest(melds, answer)
            is_sure = is_sure and search.is_sure
    question = replace(question, hand_after=None)
    # Few openings have too many books. Without counting them, the search is faster and finds nothing dearer.
    for counts_books in (False, True):
        search = _Search(question, shown, Judge(question, counts_books=counts_books))
        melds = search.best()
        answer = can_open(replace(question, melds=melds))
        if not any(problem.code in COUNTED for problem in answer.problems):
            break
    return Cheapest(melds, answer, is_sure and search.is_sure)


# ---- Sums

LAID = (1 << 16) - 1
"""A key is one number. Its lowest bits are the number of what the melds are together."""

AIMED = 1 << 16
"""A sequence was begun that is to be the one book that is needed."""

USED, DIGIT = 17, 8
NUMBER = (1 << DIGIT) - 1
"""Then comes how many cards of the place are laid, and how many open sequences of each kind there are."""

ACES = USED + DIGIT
"""Where an ace may be the lowest card of a sequence, the aces laid are counted to the end, like the twos laid."""

FIRST = ACES + DIGIT
HERE = LAID | NUMBER << USED


class _Move(NamedTuple):
    """A way to go on: what it adds to the key, by how many bits it shifts the sums, its wild cards, what it lays."""

    delta: int
    shift: int
    wilds: int
    lays: object


_States = dict[int, int]
Ways = Callable[[int], Sequence[_Move]]


class _Known(dict[int, Sequence[_Move]]):
    """The moves for each part of a key, found when they are first asked for."""

    def __init__(self, ways: Ways) -> None:
        super().__init__()
        self._ways = ways

    def __missing__(self, view: int) -> Sequence[_Move]:
        self[view] = moves = self._ways(view)
        return moves


class _Step(NamedTuple):
    """A step of the search: the part of a key that it looks at, and the moves for each such part.

    It is for states whose key has something at its `digit`, or for all if that is 0.
    """

    mask: int
    known: _Known
    digit: int = 0


class _Layer(NamedTuple):
    """A step that was made, and the states before it."""

    mask: int
    known: _Known
    before: _States


PLACES = (JOKER, *SEQUENCE_CARDS, LOW_ACE)
"""The order of the search: wild cards that are melds on their own, then the cards of a sequence."""


class _Sums:
    """States by key, each with its sums, and the layers of moves that led there.

    `valid` are the sums that are not too dear; `room` those to which a number of wild cards can still be added.
    """

    def __init__(self, key: int, start: int, valid: int, room: Sequence[int], search: "_Search") -> None:
        self.states = {key: 1 << start}
        self._valid, self._room, self._search = valid, room, search
        self.layers: list[_Layer] = []

    def add(self, *steps: _Step) -> None:
        """Make the moves of steps: each state those of the steps that are for it, one after the other."""
        # Where a state waits for its next step: the first one left that is for it, or at the end.
        waiting = [(step.digit, cast(_States, {})) for step in steps]
        done: _States = {}

        def place(key: int, left: Sequence[tuple[int, _States]]) -> _States:
            for digit, states in left:
                if not digit or key & digit:
                    return states
            return done

        for key, sums in self.states.items():
            place(key, waiting)[key] = sums
        valid, room, work = self._valid, self._room, 0
        for at, step in enumerate(steps):
            mask, known, left = step.mask, step.known, waiting[at + 1 :]
            for key, sums in waiting[at][1].items():
                moves = known[key & mask]
                work += len(moves) * (STEP + sums.bit_length())
                # No move changes for which of the later steps a state is.
                found = place(key, left) if left else done
                for delta, shift, wilds, _ in moves:
                    fit = sums & room[wilds] if wilds else sums
                    if moved := (fit << shift if shift >= 0 else fit >> -shift) & valid:
                        new = key + delta
                        found[new] = found.get(new, 0) | moved
            self.layers.append(_Layer(mask, known, waiting[at][1]))
        self._search.spend(work)
        self.states = done

    def back(self, key: int, bit: int) -> Iterator[object]:
        """Yield what the moves to a sum lay, the last one first."""
        for layer in reversed(self.layers):
            if move := self._move_to(layer, key, bit):
                key, bit = key - move.delta, bit - move.shift
                yield move.lays

    def _move_to(self, layer: _Layer, key: int, bit: int) -> _Move | None:
        """Return a move to a sum, or None if it is not from this step."""
        for view, moves in layer.known.items():
            for move in moves:
                before, at = key - move.delta, bit - move.shift
                if before & layer.mask != view or at < 0 or before not in layer.before:
                    continue
                if layer.before[before] >> at & self._room[move.wilds] >> at & 1:
                    return move
        return None


def _repeated(pattern: int, width: int, times: int) -> int:
    """Return a pattern of bits, repeated."""
    if times <= 1:
        return pattern * (times > 0)
    half = _repeated(pattern, width, times // 2)
    both = half | half << times // 2 * width
    return both | pattern << (times - 1) * width if times % 2 else both


# ---- What is tried


class _Opening(NamedTuple):
    """Melds by points, wild cards and other cards: fewer is better, in this order."""

    points: int
    wilds: int
    cards: int
    jokers: int
    key: int
    bit: int
    attempt: "_Attempt"

    def cost(self) -> tuple[int, int, int]:
        return self.points, self.wilds, self.cards


class _Search:
    """The cards of a hand, and what to try with them. `is_sure` as in `Cheapest`."""

    def __init__(self, question: OpeningQuestion, shown: Counts, judge: Judge) -> None:
        rules = question.rules
        self.question, self.rules, self.judge = question, rules, judge
        self.minimum = 0 if judge.waived else question.step.minimum
        self.hand = _hand(question, shown)
        self.jokers, self.twos = self.hand[JOKER], self.hand[TWO]
        self.wilds = self.jokers + self.twos
        self.values = {card: card_value(rules, card) for card in (*self.hand, LOW_ACE)}
        paid = [book.points for book in rules.books if book.points > 0] if rules.opening.book_points else []
        self.gcd = gcd(*self.values.values(), *paid) or 1
        held = [self.values[card] * count for card, count in self.hand.items()]
        self.card_points = sum(points for points in held if points > 0)
        smallest = min((book.cards for book in rules.books), default=1)
        self.most_paid = max(paid, default=0) * (sum(self.hand.values()) // smallest)
        # Sums begin here, so that none is negative where rules have cards that cost points.
        self.start = -sum(points for points in held if points < 0)
        self.most = self.card_points + self.most_paid
        values = sorted(self.values[card] for card in WILD_CARDS for _ in range(self.hand[card]))
        # Points of the n cheapest wild cards, by n.
        self.low = (0, *accumulate(values))
        self.order = lookup.in_sequences(rules) if rules.melds.sequences else ()
        self.ranks = (JOKER, *RANKS, *self._three_ranks())
        self.judged = cache(lambda meld: (meld, judge.meld(meld)))
        self._shapes = Judge(replace(question, lost=()))
        self.may_be_sequence = cache(self._may_be_sequence)
        self.is_sure = True
        self._work = 0

    def _may_be_sequence(self, size: int, wilds: int) -> bool:
        """Whether a sequence may have this many cards, some of them wild."""
        meld = Meld(SEQUENCE, wilds=(JOKER,) * wilds, cards=self.order[: size - wilds])
        return wilds < size <= len(self.order) and not self._shapes.meld(meld).problems

    def spend(self, work: int) -> None:
        self._work += work
        if self._work > MAX_WORK:
            raise TooManySumsError

    def count(self, rank: str) -> int:
        return sum(self.hand[card] for card in (THREE, *THREES)) if rank == THREE else self.hand[lookup.card_at(rank)]

    def _three_ranks(self) -> tuple[str, ...]:
        """Return the ranks of threes: one for both colours if they are alike."""
        alike = len({(self.rules.melds.threes(color), self.values[f"{color}3"]) for color in Color}) == 1
        return (THREE,) if alike else THREES

    def all_laid(self) -> tuple[Meld, ...]:
        """Return melds of every card that need no minimum or reach it, or none."""
        if any(self.hand[card] for card in self._never_laid()):
            return ()
        if not self.judge.may_have_needs(self.judge.nothing, sum(self.hand.values())):
            return ()
        most = self.most_paid if self.minimum > self.card_points - self.start else 0
        try:
            opening = _Attempt(self, most, whole=True).laying_all()
        except TooManySumsError:
            self._note_limit()
            return ()
        return self._named(opening) if opening else ()

    def _note_limit(self) -> None:
        """Note that not all was tried."""
        self.is_sure, self._work = False, 0

    def _never_laid(self) -> list[str]:
        """Return the cards that no meld can have, such as threes that are never melded."""
        attempt = _Attempt(self, self.card_points)
        melded = {*WILD_CARDS, *self.order, *(rank for rank in self.ranks if attempt.allowed_melds(rank))}
        return [card for card in self.hand if not melded & {card, THREE if card in THREES else card}]

    def best(self) -> tuple[Meld, ...]:
        """Return the cheapest opening, or the melds that come nearest to one."""
        for judge in (self.judge, Judge(self.question, asks_books=False, counts_books=self.judge.counts_books)):
            self.judge = judge
            if found := self._best() or self._nearest():
                return self._named(found)
        raise AssertionError("laying nothing is always possible")

    def _nearest(self) -> _Opening | None:
        """Return the melds with the most points that have all else that an opening needs, if none opens."""
        most = self.most if self.start else min(self.most, self.minimum)
        return _Attempt(self, most, with_cards=self.start > 0).dearest()

    def _named(self, opening: _Opening) -> tuple[Meld, ...]:
        """Return the melds of an opening. To name them takes little work, even if the limit is near."""
        self._work = 0
        return opening.attempt.named(opening)

    def _best(self) -> _Opening | None:
        if self.start:
            return _Attempt(self, self.most).cheapest()
        owed = 0 if self.judge.nothing.required else _Attempt(self, self.most).owed
        if owed >= NEVER:
            return None
        held = [self.values[card] for card, count in self.hand.items() if count]
        dearest = max((value for value in held if value <= self.minimum), default=0)
        lowest = max(self.minimum, owed)
        likely = min(lowest + dearest * self.rules.melds.smallest, self.most)
        try:
            return self._least_of(lowest, likely)
        except TooManySumsError:
            self._note_limit()
            if found := self._exact(self.most, runs=False):
                return found
            raise

    def _least_of(self, lowest: int, likely: int) -> _Opening | None:
        # Nothing is cheaper than the lowest points, so among these only wild cards and cards are left to compare.
        for wilds in range(min(self.wilds, 1) + 1):
            if found := self._try(lowest, wilds=wilds):
                return found
        # An opening of several melds needs each of them, so none of these opens alone.
        known = self._exact(self.most, alone=True)
        for most in (likely, self.most):
            if found := self._exact(min(most, known.points) if known else most, openers=False):
                return min(found, known, key=_Opening.cost) if known else found
            if known and known.points <= most:
                break
        return known

    def _exact(self, most: int, **how: bool) -> _Opening | None:
        """Return the cheapest opening of at most these points, or None.

        To find its points and wild cards first, and then its cards, is less work than to find all at once.
        """
        rough = self._within(most, _Attempt(self, most, with_cards=False, **how).cheapest())
        return self._try(rough.points, wilds=rough.wilds, **how) if rough else None

    def _try(self, most: int, wilds: int | None = None, **how: bool) -> _Opening | None:
        """Return the cheapest opening of at most these points and wild cards, or None."""
        return self._within(most, _Attempt(self, most, wilds, **how).cheapest())

    def _within(self, most: int, opening: _Opening | None) -> _Opening | None:
        # The sums count the cheapest wild cards; the dearer ones that an opening needs may make it too dear.
        return opening if opening and opening.points <= most else None

    def opens_alone(self, meld: JudgedMeld, points: int, *, has_wilds: bool) -> bool:
        """Whether a meld with at least these card points opens without others."""
        laid, paid, problem = self.judge.lay(self.judge.nothing, meld)
        return points + paid >= self.minimum and not problem and not any(self.judge.problems(laid, has_wilds))

    def book_opens_alone(self, book: Book) -> bool:
        """Whether a sequence that is this book opens without other melds, whatever its cards are."""
        is_natural = book.made_of is MadeOf.NATURALS
        kind, is_required = self.rules.books.index(book), self.judge.is_required([book])
        meld = JudgedMeld(points=0, problems=(), kinds=(kind,), natural=is_natural, required=is_required)
        return self.opens_alone(meld, 0, has_wilds=not is_natural)


def _hand(question: OpeningQuestion, shown: Counts) -> dict[str, int]:
    """Return the cards in hand by name, at most as many as the decks hold."""
    held = supply(question.table.jokers, question.decks)
    hand = {card: min(shown.get(card, 0), most) for card, most in held.items()}
    threes = sum(held[card] for card in THREES) - sum(hand[card] for card in THREES)
    return {**hand, THREE: min(shown.get(THREE, 0), threes)}


class _Sets(NamedTuple):
    """What melds of one rank are together: natural and wild cards, the points of books, what all melds are then."""

    naturals: int
    wilds: int
    paid: int
    laid: Laid


class _Attempt:
    """What a hand can lay with at most some points and wild cards, with sequences (`runs`) or without.

    `alone`: it lays one meld, or a sequence that can be cut into several. Without `openers` it lays no meld that opens
    alone. `whole`: it lays all cards, and only books have points, unless `most` is 0.
    """

    def __init__(
        self,
        search: _Search,
        most: int,
        wilds: int | None = None,
        *,
        with_cards: bool = True,
        runs: bool = True,
        alone: bool = False,
        openers: bool = True,
        whole: bool = False,
    ) -> None:
        self._search, self._judge, self._whole = search, search.judge, whole
        self._values = dict.fromkeys(search.values, 0) if whole else search.values
        # One more wild card than there are costs nothing: it is never laid.
        self._low = (0,) * (len(search.low) + 1) if whole else (*search.low, 0)
        self._start = 0 if whole else search.start
        self._pays = not whole or most > 0
        self._alone, self._openers = alone, openers
        held_wilds = search.wilds if wilds is None else min(wilds, search.wilds)
        self._budget = max((n for n in range(held_wilds + 1) if self._low[n] <= most), default=0)
        held = {card: search.count(card) for card in search.values}
        paid = most if self._pays else None
        left_out = [] if openers else [book for book in search.rules.books if search.book_opens_alone(book)]
        self.sequences = _Sequences(search, held, self._budget, paid, left_out)
        self._order = self.sequences.order if runs else ()
        self._keeps_aces = LOW_ACE in self._order
        cards = sum(search.hand.values()) - search.jokers
        values = [value for card, value in self._values.items() if search.count(card) and card != JOKER]
        if min(values, default=0) > 0:
            cards = min(cards, most // min(values))
        self._cards = cards + 1 if with_cards and not whole else 1
        self._row = (self._budget + 1) * self._cards
        self._most = most + 2 * self._start
        self._points = self._most // search.gcd + 1
        self._laids = [search.judge.nothing]
        self._numbers = {search.judge.nothing: 0}
        self._runs: list[_Run] = []
        self._still_costs, self._to_book = cache(self._least_cost), cache(self._least_to_book)
        self._to_finish = cache(self._least_to_finish)
        self.allowed_melds = cache(self._allowed_melds)
        # The moves of each step are kept for when a deep search comes to it again with other states.
        self._known = cache(lambda ways_of, *args: _Known(ways_of(*args)))
        self._indivisible, self._of_rank = cache(self._indivisible_melds), cache(self._sets_of_rank)
        self._together = cache(self._go_on)

    # Numbers that stand for sums and states.

    def _bits(self, points: int, wilds: int = 0, cards: int = 0) -> int:
        return points // self._search.gcd * self._row + wilds * self._cards + cards * (self._cards > 1)

    @cached_property
    def _valid(self) -> int:
        """The bits of all sums that are not too dear."""
        if self._points * self._row > MAX_BITS:
            raise TooManySumsError
        one = (1 << self._cards) - 1
        rows = [(self._most - self._low[n]) // self._search.gcd + 1 for n in range(self._budget + 1)]
        return sum(_repeated(one << n * self._cards, self._row, count) for n, count in enumerate(rows))

    @cached_property
    def _room(self) -> list[int]:
        rows = [(1 << (self._budget + 1 - n) * self._cards) - 1 for n in range(self._budget + 1)]
        return [_repeated(row, self._row, self._points) for row in rows]

    def _number(self, laid: Laid) -> int:
        """Return the number that stands for what melds are together in a key."""
        if laid not in self._numbers:
            self._numbers[laid] = len(self._laids)
            self._laids.append(laid)
        return self._numbers[laid]

    def _digit(self, run: "_Run", side: int) -> int:
        """Return where in a key the number of such open sequences stands: before or after a place, in turns."""
        if run not in self._runs:
            self._runs.append(run)
        return FIRST + DIGIT * (2 * self._runs.index(run) + side)

    @cached_property
    def owed(self) -> int:
        """Return the least points of the book that an opening needs."""
        return 0 if self._judge.nothing.required else self._to_book(0)

    # Forwards: every state that the cards make.

    @cached_property
    def _sums(self) -> _Sums:
        sums = self._begun()
        for step in self._steps():
            step(sums)
        return sums

    def _begun(self) -> _Sums:
        return _Sums(0, self._bits(self._start), self._valid, self._room, self._search)

    def _steps(self) -> list[Callable[[_Sums], None]]:
        """Return the steps from place to place, each of which adds layers."""
        steps: list[Callable[[_Sums], None]] = []
        steps += [partial(self._lay_place, place, PLACES[at + 1 :]) for at, place in enumerate(PLACES)]
        return [*steps, partial(self._go_through, place="")] if self._order else steps

    def _lay_place(self, place: str, rest: Sequence[str], sums: _Sums) -> None:
        """Lay cards of a place, and leave out sums that cannot become what is wanted with the rest of the cards."""
        if place in self._order:
            self._go_through(sums, place)
        ranks = self._ranks_at(place)
        for rank in ranks:
            is_last = rank == ranks[-1]
            if self._search.count(rank) or place in self._order or rank == JOKER:
                sums.add(_Step(HERE | AIMED * self._alone, self._known(self._laying_rank, rank, place, is_last)))
        if place in self._order and not self._search.start:
            self._leave_out_dear(sums, self._order.index(place) + 1)
        if self._whole and self._judge.goes_out:
            cards = sum(map(self._search.count, rest)) + self._budget
            sums.states = {
                key: bits
                for key, bits in sums.states.items()
                if self._judge.may_have_needs(self._laids[key & LAID], cards + self._in_sequences(key))
            }

    def _in_sequences(self, key: int) -> int:
        """Return how many cards lie in open sequences that may become books."""
        return sum(count * run.size for run, count in self._in(key >> FIRST))

    # Deep: a few promising states at a time, where one good answer will do.

    def laying_all(self) -> _Opening | None:
        """Return an opening with all cards, or None.

        At each place it goes on with the most promising states, and comes back for the others.
        """
        sums, steps = self._begun(), self._steps()
        self._sums = sums
        seen: list[_States] = [{} for _ in steps]

        @cache
        def lacks(runs: int) -> int:
            return sum(count * self.sequences.lacks(run) for run, count in self._in(runs))

        def promise(state: tuple[int, int]) -> tuple[bool, int, int]:
            key, bits = state
            has_book = bool(key & AIMED) or self._laids[key & LAID].required
            return has_book, -lacks(key >> FIRST), bits.bit_count()

        def explored(at: int) -> _Opening | None:
            if at == len(steps):
                return min(self._openings(), default=None)
            known, laid = seen[at], len(sums.layers)
            fresh = [(key, new) for key, bits in sums.states.items() if (new := bits & ~known.get(key, 0))]
            fresh.sort(key=promise, reverse=True)
            known.update({key: known.get(key, 0) | new for key, new in fresh})
            first = 0
            while first < len(fresh):
                after = first + (WIDER if first else WIDTH)
                sums.states = dict(fresh[first:after])
                steps[at](sums)
                if found := explored(at + 1):
                    return found
                del sums.layers[laid:]
                first = after
            return None

        return None if self.owed >= NEVER else explored(0)

    def _laying_rank(self, rank: str, place: str, is_last: bool) -> Ways:
        """Return the step that lays the melds of a rank at once, beside those of its cards that lie in sequences.

        After the last rank of a place it forgets what was laid there.
        """
        held, own = self._search.count(place), self._search.count(rank)
        keeps = self._keeps_aces and rank == "A"
        lays_all = self._whole and is_last and not keeps and rank != JOKER

        def ways(view: int) -> list[_Move]:
            used, moves, laid = view >> USED, {}, self._laids[view & LAID]
            for sets, melds in self._of_rank(rank, laid, is_short=not self._alone).items():
                count, wilds, paid, after = sets
                if count > min(own, held - used) or (lays_all and count + used < held):
                    continue
                if self._alone and (len(melds) > 1 or (melds and view & AIMED)):
                    continue
                if is_last:
                    after = after._replace(of_rank=0) if after.of_rank else after
                    delta = self._number(after) - (view & HERE) + (keeps * (used + count) << ACES)
                else:
                    delta = self._number(after) + (count << USED) - (view & LAID)
                if self._alone and melds:
                    delta += AIMED
                shift = self._bits(self._values[rank] * count + paid * self._pays, wilds, count)
                moves[delta, shift] = _Move(delta, shift, wilds, (rank, laid, sets))
            return [*moves.values()]

        return ways

    def _sets_of_rank(self, rank: str, laid: Laid, *, is_short: bool) -> dict[_Sets, tuple[Meld, ...]]:
        """Return what melds of a rank can be together, and such melds: the largest ones, unless short ones will do."""
        found: dict[_Sets, tuple[Meld, ...]] = {_Sets(0, 0, 0, laid): ()}
        most, value = self._search.count(rank), self._values[rank]
        for meld, judged in self._indivisible(rank) if is_short else self.allowed_melds(rank):
            naturals, has_wilds, fresh = meld.naturals, len(meld.wilds), [*found.items()]
            while fresh:
                more: dict[_Sets, tuple[Meld, ...]] = {}
                for (count, wilds, points, before), melds in fresh:
                    count, wilds = count + naturals, wilds + has_wilds
                    if count > most or wilds > self._budget or value * count + self._low[wilds] > self._most:
                        continue
                    after, paid, problem = self._judge.lay(before, judged)
                    if not problem and (new := _Sets(count, wilds, points + paid, after)) not in found:
                        more[new] = (*melds, meld)
                found |= more
                fresh = [*more.items()]
        return found

    def _indivisible_melds(self, rank: str) -> list[tuple[Meld, JudgedMeld]]:
        """Return the allowed melds of a rank without those that could as well be laid as several."""
        found: list[tuple[Meld, JudgedMeld]] = []
        sizes: list[tuple[int, int]] = []
        made: set[tuple[int, int]] = set()
        for meld, judged in reversed(self.allowed_melds(rank)):
            if not self._is_book(judged):
                naturals, wilds = meld.naturals, len(meld.wilds)
                is_made = any((naturals - n, wilds - w) in made for n, w in sizes)
                made.add((naturals, wilds))
                if is_made:
                    continue
                sizes.append((naturals, wilds))
            found.append((meld, judged))
        return found[::-1]

    def _is_book(self, judged: JudgedMeld) -> bool:
        """Whether a meld is a book that matters."""
        if not judged.kinds:
            return False
        nothing = self._judge.nothing
        laid, paid, problem = self._judge.lay(nothing, judged)
        return bool(paid or problem) or laid._replace(natural=nothing.natural) != nothing

    def _allowed_melds(self, rank: str) -> list[tuple[Meld, JudgedMeld]]:
        """Return the melds of a rank that the rules allow and that are not too dear, the largest first."""
        most = self._search.count(rank)
        if value := self._values[rank]:
            most = min(most, self._points * self._search.gcd // abs(value))
        counts = (0,) if rank == JOKER else range(1, most + 1)
        shapes = [(n, wilds) for n in counts for wilds in range(self._budget + 1) if wilds <= n or not n]
        least = self._search.rules.melds.smallest
        judged = [self._search.judged(Meld(rank, n, (JOKER,) * wilds)) for n, wilds in shapes if n + wilds >= least]
        allowed = [(meld, one) for meld, one in judged if not one.problems]
        if not self._openers:
            allowed = [(meld, one) for meld, one in allowed if not self._opens_alone(meld, one)]
        return sorted(allowed, key=lambda pair: (-pair[0].size, len(pair[0].wilds)))

    def _opens_alone(self, meld: Meld, judged: JudgedMeld) -> bool:
        points = self._values[meld.rank] * meld.naturals + self._low[len(meld.wilds)]
        return self._search.opens_alone(judged, points, has_wilds=meld.has_wilds)

    def _go_through(self, sums: _Sums, place: str) -> None:
        """Let open sequences go on, end and begin at a place; "" is after the last, where they end."""
        side = (self._order.index(place) if place else len(self._order)) % 2
        present, here = 0, HERE | NUMBER << ACES if place == LOW_ACE else HERE
        for key in sums.states:
            present |= key
        steps = []
        digits = [(run, self._digit(run, side)) for run in [*self._runs]]
        steps = [
            _Step(here | NUMBER << digit, self._known(self._going_on, run, digit, place, 1 - side), NUMBER << digit)
            for run, digit in digits
            if present & NUMBER << digit
        ]
        sums.add(*steps)
        if place and self._has(place):
            sums.add(_Step(here | AIMED, self._known(self._beginning, place, 1 - side)))

    def _going_on(self, run: "_Run", digit: int, place: str, side: int) -> Ways:
        """Return the step in which open sequences that are alike go on or end."""
        held = self._search.count(place) if place and lookup.card_at(place) not in self._judge.lost else 0
        each = self._bits(self._values[place], 0, 1) if place else 0
        at, left = ACES if place == LOW_ACE else USED, self.sequences.left(run, place)

        def ways(view: int) -> list[_Move]:
            count, used = view >> digit, view >> at & NUMBER
            moves = []
            for changes in self._together(run, count, left):
                naturals, wilds = sum([c.natural for c in changes]), sum([c.wilds for c in changes])
                laid, paid, problem = self._end(self._laids[view & LAID], changes)
                if problem or (naturals and naturals + used > held):
                    continue
                after = sum([1 << self._digit(change.after, side) for change in changes if change.after])
                delta = after - (count << digit) + (naturals << at) + self._number(laid) - (view & LAID)
                shift = each * naturals + self._bits(paid * self._pays, wilds)
                moves.append(_Move(delta, shift, wilds, (place, changes)))
            return moves

        return ways

    def _end(self, laid: Laid, changes: Sequence["_Change"]) -> tuple[Laid, int, bool]:
        """Return what the melds are with the sequences that end, what these pay, and whether that is a problem."""
        points = 0
        for change in changes:
            if change.end:
                laid, paid, problem = self._judge.lay(laid, self.sequences.judged(change.end))
                points += paid
                if problem:
                    return laid, points, True
        return laid._replace(of_rank=0) if laid.of_rank else laid, points, False

    def _go_on(self, run: "_Run", count: int, left: int | None) -> list[tuple["_Change", ...]]:
        """Return the different things that so many open sequences that are alike can do together at a place."""
        if count == 0:
            return [()]
        found: dict[object, tuple[_Change, ...]] = {}
        for changes in self._together(run, count - 1, left):
            for change in self.sequences.changes(run, left):
                more = (*changes, change)
                afters = tuple(sorted(c.after for c in more if c.after))
                ends = tuple(sorted(c.end for c in more if c.end and self.sequences.end_matters(c.end)))
                wilds = sum([c.wilds for c in more])
                if wilds <= self._budget:
                    found.setdefault((afters, ends, sum([c.natural for c in more]), wilds), more)
        return [*found.values()]

    def _beginning(self, place: str, side: int) -> Ways:
        """Return the step in which sequences begin with some cards of a place."""
        held, each = self._search.count(place), self._bits(self._values[place], 0, 1)
        one_book, at = self.sequences.one_book, ACES if place == LOW_ACE else USED
        is_only_needed = one_book and not self.sequences.pays

        def ways(view: int) -> list[_Move]:
            free = held - (view >> at & NUMBER)
            no_book = bool(view & AIMED) or (is_only_needed and self._laids[view & LAID].required)
            moves = []
            if self._alone:
                free = 0 if view & AIMED else min(free, 1)
            for begun in self.sequences.begun(free, place, no_book=no_book):
                delta = len(begun) << at
                delta += sum([1 << self._digit(run, side) for run in begun])
                delta += AIMED * ((one_book and any(run.kinds for run in begun)) or (self._alone and bool(begun)))
                changes = tuple(_Change(None, run, natural=True, wilds=0) for run in begun)
                moves.append(_Move(delta, each * len(begun), 0, (place, changes)))
            return moves

        return ways

    # What a state still costs at least.

    def _leave_out_dear(self, sums: _Sums, at: int) -> None:
        """Leave out sums that will be too dear: open sequences, and a book that is needed, cost more points.

        The cards left are those from place number `at` of the order on.
        """
        left, gcd, row = {}, self._search.gcd, self._row
        for key, bits in sums.states.items():
            least = self._still_costs(key >> FIRST, self._laids[key & LAID].required, at)
            rows = (self._most - least) // gcd + 1
            if rows > 0 and (cheap := bits & (1 << rows * row) - 1):
                left[key] = cheap
        sums.states = left

    def _least_cost(self, runs: int, has_book: bool, at: int) -> int:
        """Return the least points of the cards that open sequences and an opening still need."""
        points, may_be_book = 0, has_book
        for run, count in self._in(runs):
            points += count * self._to_finish(run, at)
            may_be_book = may_be_book or run.kinds > 0
        return points if may_be_book else points + self._to_book(at)

    def _least_to_finish(self, run: "_Run", at: int, *, as_book: bool = False) -> int:
        """Return the least points that an open sequence still needs, or needs to be a book that an opening needs."""
        place = self._order[at] if at < len(self._order) else ""
        least, has_card = NEVER, bool(place) and self._has(place)
        for change in self.sequences.changes(run, self.sequences.left(run, place)):
            if change.natural and not has_card:
                continue
            points = self._values[place] if change.natural else change.wilds * self._low[1]
            if change.after:
                points += self._to_finish(change.after, at + 1, as_book=as_book)
            elif change.end:
                points += self._least_paid(change.end, as_book=as_book)
            if points < least:
                least = points
        return least

    def _least_paid(self, end: "_Run", *, as_book: bool) -> int:
        """Return the least points of the book that a sequence is."""
        judged, books = self.sequences.judged(end), self._search.rules.books
        if as_book and not judged.required:
            return NEVER
        return self.sequences.pays * max(0, min((books[kind].points for kind in judged.kinds), default=0))

    def _least_to_book(self, at: int) -> int:
        """Return the least points of a book that an opening needs, from the cards left."""
        costs = [NEVER]
        for later, place in enumerate(self._order[at:], start=at + 1):
            if self._has(place):
                begun = self.sequences.first(place)
                costs.append(self._values[place] + self._to_finish(begun, later, as_book=True))
        for place in PLACES[PLACES.index(self._order[at - 1]) + 1 if at else 0 :]:
            for rank in self._ranks_at(place):
                books = [meld for meld, judged in self.allowed_melds(rank) if judged.required]
                costs += [self._values[rank] * meld.naturals + self._low[len(meld.wilds)] for meld in books]
        return min(costs)

    def _has(self, place: str) -> bool:
        return self._search.count(place) > 0 and lookup.card_at(place) not in self._judge.lost

    def _ranks_at(self, place: str) -> list[str]:
        return [rank for rank in self._search.ranks if place == (THREE if rank in THREES else rank)]

    def _in(self, runs: int) -> Iterator[tuple["_Run", int]]:
        """Yield the open sequences of a state, and how many there are of each."""
        at = 0
        while runs:
            if count := runs & NUMBER:
                yield self._runs[at // 2], count
            runs, at = runs >> DIGIT, at + 1

    # The best of the sums.

    def cheapest(self) -> _Opening | None:
        """Return the cheapest opening, or None."""
        return min(self._openings(), default=None) if self.owed < NEVER else None

    def _rows(self) -> Iterator[tuple[int, Laid, int, int]]:
        """Yield keys, what the melds are, a number of wild cards, and the sums that have it."""
        every = _repeated((1 << self._cards) - 1, self._row, self._points)
        for key, sums in self._sums.states.items():
            if self._whole and self._keeps_aces and key >> ACES & NUMBER < self._search.hand["A"]:
                continue
            most = self._search.wilds - (key >> USED & NUMBER)
            for wilds in [most] if self._whole else range(min(self._budget, most) + 1):
                if row := sums >> wilds * self._cards & every:
                    yield key, self._laids[key & LAID], wilds, row

    def _jokers_among(self, wilds: int, key: int) -> range:
        """Return how many of the wild cards laid may be jokers. Twos that lie in sequences as such are not wild."""
        used = key >> USED & NUMBER
        return range(max(0, wilds - self._search.twos + used), min(self._search.jokers, wilds) + 1)

    def _worth(self, wilds: int, jokers: int) -> int:
        return jokers * self._values[JOKER] + (wilds - jokers) * self._values[TWO]

    def _openings(self) -> Iterator[_Opening]:
        """Yield the cheapest sums that open, for every number of wild cards and jokers."""
        search = self._search
        minimum = search.minimum - (search.card_points - search.start) * self._whole
        for key, laid, wilds, row in self._rows():
            if any(self._judge.problems(laid, wilds > 0)) or (self._judge.goes_out and any(self._judge.unmet(laid))):
                continue
            if not (wilds or self._whole):
                row &= ~(1 << self._bits(self._start))  # Nothing laid is no opening.
            for jokers in self._jokers_among(wilds, key):
                least = max(0, -(-(minimum + self._start - self._worth(wilds, jokers)) // search.gcd))
                if enough := row >> least * self._row:
                    yield self._opening(key, (enough & -enough).bit_length() - 1 + least * self._row, wilds, jokers)

    def dearest(self) -> _Opening | None:
        """Return the melds with the most points that have all else that an opening needs, or None."""
        return max(self._ready(), key=lambda opening: (opening.points, -opening.wilds), default=None)

    def _ready(self) -> Iterator[_Opening]:
        """Yield the dearest sums that have all that an opening needs except points, for every number of wild cards."""
        is_dear = self._values[JOKER] >= self._values[TWO]
        for key, laid, wilds, row in self._rows() if self.owed < NEVER else ():
            if not any(self._judge.problems(laid, wilds > 0)):
                jokers = self._jokers_among(wilds, key)[-1 if is_dear else 0]
                yield self._opening(key, row.bit_length() - 1, wilds, jokers)

    def _opening(self, key: int, bit: int, wilds: int, jokers: int) -> _Opening:
        (sums, cards), at = divmod(bit, self._row), bit + wilds * self._cards
        points = sums * self._search.gcd - self._start + self._worth(wilds, jokers)
        return _Opening(points, wilds, cards, jokers, key, at, self)

    # Backwards: the melds of a sum.

    def named(self, opening: _Opening) -> tuple[Meld, ...]:
        """Return the melds of a sum, with their wild cards by name."""
        melds: list[Meld] = []
        tails = _Tails()
        for lays in self._sums.back(opening.key, opening.bit):
            match lays:
                case (str(rank), Laid() as laid, _Sets() as sets):
                    melds += self._of_rank(rank, laid, is_short=False)[sets]
                case (str(place), tuple(changes)):
                    tails.step_back(place, changes)
        runs = (part for run, cards in tails.whole for part in self.sequences.parts(run, cards))
        melds += (replace(run, cards=tuple(map(lookup.card_at, run.cards))) for run in runs)
        melds.sort(key=lambda meld: SEQUENCE_CARDS.index(meld.rank) if meld.rank in SEQUENCE_CARDS else 99)
        names = [TWO] * (opening.wilds - opening.jokers) + [JOKER] * opening.jokers
        wilds = iter(names if self._search.values[TWO] <= self._search.values[JOKER] else reversed(names))
        return tuple(replace(meld, wilds=tuple(next(wilds) for _ in meld.wilds)) for meld in melds)


# ---- Sequences


class _Run(NamedTuple):
    """A sequence that is being laid: its cards so far, how many are wild, and the kinds of book that it may become.

    `lone`: it has one natural card, which all wild cards of the hand may join.
    """

    size: int
    wilds: int
    kinds: int
    lone: bool = False


class _Change(NamedTuple):
    """What one sequence does at a place: begins (`before` is None), goes on, or ends as `end`.

    `natural` says whether it takes a card of the place, `wilds` how many wild cards it takes.
    """

    before: _Run | None
    after: _Run | None
    natural: bool
    wilds: int
    end: _Run | None = None


class _Sequences:
    """The sequences that may be laid, and how open ones go on from card to card.

    Each begins with a natural card; wild cards fill its gaps or stand at its end. A sequence that is too long is laid
    as several, so a run need not know by how much it exceeds the smallest one, unless it is to be a book that counts.
    Books that pay more than `most` points are not tried; None says that it does not matter what they pay. Nor are the
    books `left_out`, if that is possible.
    """

    def __init__(self, search: _Search, held: Counts, wilds: int, most: int | None, left_out: Sequence[Book]) -> None:
        rules, judge = search.rules, search.judge
        self._wilds, self.order = wilds, search.order
        self._judge, self._smallest, self._books = judge, rules.melds.smallest, rules.books
        self._fits = search.may_be_sequence
        sizes = range(1, len(self.order) + 1)
        self._largest = max((size for size in sizes if self._fits(size, 0)), default=0)
        self._most = max((n for size in sizes for n in range(min(size, wilds + 1)) if self._fits(size, n)), default=0)
        limit = rules.melds.sequence_wilds
        self._is_limited = limit is not None and limit < wilds
        kinds = [book for book in rules.books if book.can_be_sequence]
        must_finish = judge.goes_out and any(book.must_finish for book in kinds)
        if not must_finish:
            kinds = [book for book in kinds if self._can_finish(book, held)]
        if not any(map(judge.matters, kinds)):
            kinds = []
        # No part of a long sequence is longer than this, or it would be a book that counts.
        self._part = min(self._largest, *(book.cards - 1 for book in kinds), 99)
        # Enough wild cards make a sequence with one natural card, which cannot be cut. With two or more natural cards
        # it can be cut into parts that are long enough and not too long, if there are not too many wild cards.
        self._longest_lone = self._part if judge.counts_books else self._largest
        self._has_lone = self._most >= self._smallest and wilds >= self._longest_lone
        can_part = 2 * self._smallest - 1 <= self._part and (not self._has_lone or wilds <= 2 * self._part - 2)
        self._forgets = can_part and not must_finish
        if self._forgets:
            kinds = [book for book in kinds if book not in left_out and judge.wants(book, most)]
        self.pays = rules.opening.book_points and most is not None
        self._kinds = sorted(kinds, key=lambda book: (not is_special(book), -book.points))
        self._clean = sum(1 << at for at, book in enumerate(self._kinds) if book.made_of is MadeOf.NATURALS)
        self._told_apart = any(book.made_of is not MadeOf.SEQUENCE for book in kinds)
        self.one_book = self._forgets and not any(judge.wants_several(book, most) for book in kinds)
        self.changes, self.judged = cache(self._changes), cache(self._judged)
        self._kinds_at = cache(self._kinds_of_place)
        if not self._largest:
            self.order = ()

    def _can_finish(self, book: Book, held: Counts) -> bool:
        """Whether these cards and the wild cards can be a sequence that is this book."""
        free = {place for place in self.order if held[place] and self._may_have(book, place)}
        least = int(book.made_of is MadeOf.MIXED)
        most = 0 if book.made_of is MadeOf.NATURALS else self._wilds
        for size in range(book.cards, self._largest + 1):
            for first in range(len(self.order) - size + 1):
                wilds = max(least, size - len(free.intersection(self.order[first : first + size])))
                if wilds <= most and wilds < size and self._fits(size, wilds):
                    return True
        return False

    def _may_have(self, book: Book, place: str) -> bool:
        card = lookup.card_at(place)
        return (not book.ranks or card in book.ranks) and card not in self._judge.lost

    def _kinds_of_place(self, place: str) -> int:
        """Return the kinds of book that may have a card of this place."""
        return sum(1 << at for at, book in enumerate(self._kinds) if self._may_have(book, place))

    def _aims(self, run: _Run) -> list[Book]:
        """Return the kinds of book that a sequence is to be, if it is to be one."""
        return [book for at, book in enumerate(self._kinds) if run.kinds >> at & 1] if self._forgets else []

    def _goal(self, run: _Run) -> int:
        """Return how many cards a sequence needs: those of a book, if it is to be one."""
        return min((book.cards for book in self._aims(run)), default=self._smallest)

    def lacks(self, run: _Run) -> int:
        """Return how many cards a sequence still needs."""
        return max(0, self._goal(run) - run.size)

    def end_matters(self, end: _Run) -> bool:
        """Whether it matters that such a sequence has ended."""
        judged = self.judged(end)
        return bool(judged.kinds) or judged.required or (judged.natural and self._judge.needs_natural)

    def begun(self, free: int, place: str, *, no_book: bool) -> Iterator[tuple[_Run, ...]]:
        """Yield the sequences that may begin with some of the free cards of a place."""
        kinds = self._kinds_at(place)
        plain, book = self._first(0), self.first(place)
        for count in range(free + 1):
            if not kinds:
                yield (plain,) * count
            elif not self._forgets:
                yield (book,) * count
            else:
                most = min(count, 0 if no_book else 1) if self.one_book else count
                yield from ((plain,) * (count - books) + (book,) * books for books in range(most + 1))

    def left(self, run: _Run, place: str) -> int | None:
        """Return the kinds of book that a sequence may still be with a card of a place; None after the last place."""
        return run.kinds & self._kinds_at(place) if place else None

    def _changes(self, run: _Run, left: int | None) -> list[_Change]:
        """Return what a sequence can do at a place where it has these kinds `left`."""
        # Until the end, a sequence takes its wild cards one by one.
        most = 0 if left is not None else min(self._most, self._wilds)
        if run.lone:
            # Such a sequence is closed with all its wild cards at once. Those in a gap are followed by a natural card.
            most = min(self._most, self._wilds, self._longest_lone - 1) if run.size == 1 else -1
        found = []
        for wilds in range(most + 1):
            end = self._wilder(run, wilds)
            if self._forgets and run.kinds and not end.kinds:
                continue
            size = max(end.size, end.wilds + 1)
            if self._fits(size, end.wilds) and end.size >= self._goal(run) and not self.judged(end).problems:
                found.append(_Change(run, None, natural=False, wilds=wilds, end=end))
        size = self._size(run, 1)
        if left is None or size > self._largest:
            return found
        if left or not (run.kinds and self._forgets):
            found.append(_Change(run, _Run(size, run.wilds, left), natural=True, wilds=0))
        wilder = self._wilder(run, 1)
        aims = wilder.kinds or not (run.kinds and self._forgets)
        if aims and self._wilds and self._most and wilder.wilds <= self._most:
            found.append(_Change(run, wilder, natural=False, wilds=1))
        return found

    def first(self, place: str) -> _Run:
        """Return the sequence that begins at a place and may be any kind of book."""
        return self._first(self._kinds_at(place))

    def _first(self, kinds: int) -> _Run:
        return _Run(1, 0, kinds, self._has_lone and self._forgets and not kinds)

    def _wilder(self, run: _Run, wilds: int) -> _Run:
        more = run.wilds + wilds if self._is_limited else max(run.wilds, min(wilds, 1))
        if not (self._is_limited or self._judge.needs_natural or self._told_apart):
            more = 0
        kinds = run.kinds & ~self._clean if wilds else run.kinds
        return _Run(self._size(run, wilds), more, kinds, run.lone)

    def _size(self, run: _Run, more: int) -> int:
        return min(run.size + more, self._smallest) if self._forgets and not run.kinds else run.size + more

    def _judged(self, run: _Run) -> JudgedMeld:
        """Return what a sequence that ends adds to the melds beside it."""
        kinds = [book for at, book in enumerate(self._kinds) if run.kinds >> at & 1]
        kinds = [book for book in kinds if run.wilds or book.made_of is not MadeOf.MIXED]
        finished = [book for book in kinds if run.size >= book.cards]
        return JudgedMeld(
            points=0,
            problems=self._judge.begun_problems(kinds, run.size),
            kinds=tuple(self._books.index(book) for book in finished),
            natural=not run.wilds,
            required=self._judge.is_required(finished),
        )

    def parts(self, run: _Run, cards: Sequence[str]) -> tuple[Meld, ...]:
        """Return a sequence as melds of an allowed size; "" stands for a wild card."""
        naturals, wilds = [card for card in cards if card], cards.count("")
        most = self._part if self._forgets and not run.kinds and len(naturals) > 1 else self._largest
        places = [self.order.index(card) for card in naturals]

        @cache
        def cut(first: int, wilds: int) -> tuple[Meld, ...] | None:
            """Return melds of the naturals from the first one on and all of these wild cards, the longest first."""
            if first == len(naturals):
                return None if wilds else ()
            for last in range(len(naturals), first, -1):
                shortest = max(self._smallest, places[last - 1] - places[first] + 1)
                for size in range(min(most, last - first + wilds), shortest - 1, -1):
                    more = size - (last - first)
                    if self._fits(size, more) and (rest := cut(last, wilds - more)) is not None:
                        return (Meld(SEQUENCE, wilds=(JOKER,) * more, cards=tuple(naturals[first:last])), *rest)
            return None

        melds = cut(0, wilds)
        assert melds is not None, "a long sequence can be cut into short ones"
        return melds


class _Tails:
    """Sequences from their end back to where they begin: `whole` ones, and the rest of those still open."""

    def __init__(self) -> None:
        self.whole: list[tuple[_Run, list[str]]] = []
        self._place: str | None = None
        self._open: dict[_Run, list[list[str]]] = {}
        self._before: dict[_Run, list[list[str]]] = {}

    def step_back(self, place: str, changes: Sequence[_Change]) -> None:
        """Go back by some changes. Those of one place follow each other."""
        if place != self._place:
            self._place, self._open, self._before = place, self._before, {}
        for change in changes:
            taken = [place] if change.natural else [""] * change.wilds
            tail = taken + (self._open[change.after].pop() if change.after else [])
            if change.before:
                self._before.setdefault(change.before, []).append(tail)
            elif change.after:
                self.whole.append((change.after, tail))
