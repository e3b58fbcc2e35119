"""The cheapest opening: the melds of a player's cards that open and give away the least.

The search goes through the ranks in the order of a sequence and lays every meld that the `Judge` of `can_open` allows,
any number of times. It keeps no list of what it tried: for each state it has one large number, whose bits say which
sums are possible. A bit stands for points, wild cards and other cards together, so that laying a meld shifts the
number, and the lowest bit that reaches the minimum is the cheapest opening. Then it goes back through the same steps.

Wild cards differ only in points, so the search counts them and assigns names at the end.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, combinations_with_replacement
from math import gcd
from typing import NamedTuple

from scorepad.rules import lookup
from scorepad.rules.model import Book
from scorepad.rules.words import RANKS, THREE, THREES, WILD_CARDS, Color, MadeOf
from scorepad.rules.words import SEQUENCE as SEQUENCE_CARDS
from scorepad.scoring.advice.opening import (
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

MAX_WORK = 1 << 28
"""The most bits that a search goes through, with `STEP` for each step: about half a second."""

STEP = 1_000

MAX_MOVES = 10_000
"""The most ways in which open sequences may go on together."""

JOKER, TWO = WILD_CARDS


@dataclass(frozen=True, slots=True)
class Cheapest:
    """Melds and their answer: the opening that gives away least, or the melds with the most points if none opens.

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
    if question.hand_after == 0:
        for goes_out in (True, False) if question.empties_last_packet else (False,):
            melds = _Search(question, shown, goes_out=goes_out).all_laid()
            if melds and (answer := can_open(replace(question, melds=melds))).opens:
                return Cheapest(melds, answer)
    question = replace(question, hand_after=None)
    search = _Search(question, shown)
    melds = search.best()
    return Cheapest(melds, can_open(replace(question, melds=melds)), search.is_sure)


class _Run(NamedTuple):
    """A sequence that is being laid: its cards so far, how many are wild, and the kinds of book that it may become.

    `lone`: it has one natural card, which all wild cards of the hand may join.
    """

    size: int
    wilds: int
    kinds: int
    lone: bool = False


class _Key(NamedTuple):
    """What decides how a state goes on: open sequences, cards of this rank that are laid, and what the melds are."""

    runs: tuple[_Run, ...]
    used: int
    laid: Laid


States = dict[_Key, int]
Step = tuple[_Key, int, object]
"""The key after a step, by how many bits it shifts the sums, and what it lays."""


class _Layer(NamedTuple):
    """States before and after the steps that `steps` yields for a key. `again`: a step may be repeated."""

    steps: Callable[[_Key], Iterable[Step]]
    before: States
    after: States
    again: bool


class _Change(NamedTuple):
    """What one sequence does at a place: begins (`before` is None), goes on or ends (`after` is None).

    `natural` says whether it takes a card of the place, `wilds` how many wild cards it takes.
    """

    before: _Run | None
    after: _Run | None
    natural: bool
    wilds: int


class _Move(NamedTuple):
    """What all sequences do at a place. `closed` are those that end, with the wild cards at their ends."""

    runs: tuple[_Run, ...]
    naturals: int
    wilds: int
    closed: tuple[_Run, ...]
    changes: tuple[_Change, ...]


class _Opening(NamedTuple):
    """Melds by points, wild cards, other cards (fewer is better, in this order), and points of their wild cards."""

    points: int
    wilds: int
    cards: int
    wild_points: int
    jokers: int
    key: _Key
    bit: int
    layers: list[_Layer]
    sequences: "_Sequences"


class _Search:
    def __init__(self, question: OpeningQuestion, shown: Counts, *, goes_out: bool = False) -> None:
        rules = question.rules
        self._judge = Judge(question, goes_out=goes_out)
        self._rules, self._minimum = rules, 0 if self._judge.waived else question.step.minimum
        self._hand = _hand(question, shown)
        self._jokers, self._twos = self._hand[JOKER], self._hand[TWO]
        self._wilds = self._jokers + self._twos
        self._question = question
        self._held = {card: self._count(card) for card in self._hand}
        self._sequences = _Sequences(question, self._judge, self._held, self._wilds)
        self._values = {card: card_value(rules, card) for card in self._hand}
        paid = [book.points for book in rules.books if book.points > 0] if rules.opening.book_points else []
        self._gcd = gcd(*self._values.values(), *paid) or 1
        held = [self._values[card] * count for card, count in self._hand.items()]
        self._most_points = sum(points for points in held if points > 0)
        self._most_points += max(paid, default=0) * (
            sum(self._hand.values()) // min((book.cards for book in rules.books), default=1)
        )
        # Sums begin here, so that none is negative where rules have cards that cost points.
        self._start = -sum(points for points in held if points < 0)
        values = sorted(self._values[card] for card in WILD_CARDS for _ in range(self._hand[card]))
        # Points of the n cheapest and of the n dearest wild cards, by n.
        self._low, self._high = (0, *accumulate(values)), (0, *accumulate(reversed(values)))
        self._least = max(0, min((self._values[card] for card in self._sequences.order if self._hand[card]), default=0))
        self._ranks = (JOKER, *RANKS, *self._three_ranks())
        self._judged = cache(lambda meld: (meld, self._judge.meld(meld)))
        self._layers: list[_Layer] = []
        self._work = 0
        self._known: _Opening | None = None
        self.is_sure = True

    def _allowed_melds(self, rank: str) -> list[tuple[Meld, JudgedMeld]]:
        """Return the melds of a rank that the rules allow and that are not too dear, the largest first."""
        most = self._count(rank)
        if value := self._values[rank]:
            most = min(most, self._points * self._gcd // abs(value))
        counts = (0,) if rank == JOKER else range(1, most + 1)
        shapes = [(n, wilds) for n in counts for wilds in range(self._budget + 1) if wilds <= n or not n]
        judged = [self._judged(Meld(rank, n, (JOKER,) * wilds)) for n, wilds in shapes if n or wilds]
        allowed = [(meld, one) for meld, one in judged if not one.problems]
        return sorted(allowed, key=lambda pair: (-pair[0].size, len(pair[0].wilds)))

    def _three_ranks(self) -> tuple[str, ...]:
        """Return the ranks of threes: one for both colours if they are alike."""
        alike = len({(self._rules.melds.threes(color), self._values[f"{color}3"]) for color in Color}) == 1
        return (THREE,) if alike else THREES

    def _count(self, rank: str) -> int:
        return sum(self._hand[card] for card in (THREE, *THREES)) if rank == THREE else self._hand[rank]

    def _set_size(
        self, most: int, *, with_cards: bool = True, wilds: int | None = None, runs: int | None = None
    ) -> None:
        """Set which bit stands for which sum, up to this many points, wild cards and open sequences."""
        most_wilds = self._wilds if wilds is None else wilds
        self._budget = max((n for n in range(most_wilds + 1) if self._low[n] <= most), default=0)
        if runs is None and self._least:
            runs = (most // self._least + self._budget) // self._rules.melds.smallest
        self._lays_runs = runs != 0 and bool(self._sequences.order)
        if self._sequences.order:
            self._sequences = _Sequences(self._question, self._judge, self._held, self._budget, runs)
        cards = sum(self._hand.values()) - self._jokers
        self._cards = cards + 1 if with_cards else 1
        self._row = (2 * self._budget + 2) * self._cards
        most += 2 * self._start
        self._points = most // self._gcd + 1
        if self._points * self._row > MAX_BITS:
            raise TooManySumsError
        one = (1 << self._cards) - 1
        self._valid = sum(
            ((1 << ((most - self._low[n]) // self._gcd + 1) * self._row) - 1) // ((1 << self._row) - 1) * one
            << n * self._cards
            for n in range(self._budget + 1)
        )
        self._short: dict[int, int] = {}

    def _allowed(self, runs: tuple[_Run, ...]) -> int:
        """Return the sums that may still be worth something: sequences that are too short will cost more points."""
        missing = self._sequences.missing(runs)
        if missing not in self._short:
            rows = self._points - missing * self._least // self._gcd
            self._short[missing] = self._valid & ((1 << max(0, rows) * self._row) - 1)
        return self._short[missing]

    def _bits(self, points: int, wilds: int, cards: int) -> int:
        return points // self._gcd * self._row + wilds * self._cards + cards * (self._cards > 1)

    def all_laid(self) -> tuple[Meld, ...]:
        """Return melds of every card that need no minimum or reach it, or none."""
        self._set_size(self._most_points)
        opening = min(self._openings(self._states(), whole=True), default=None)
        return self._named(opening) if opening else ()

    def best(self) -> tuple[Meld, ...]:
        """Return the cheapest opening, or the melds with the most points."""
        if not self._has_required():
            self._judge = Judge(self._question, asks_books=False)
            return self._named(self._most_of_all())
        try:
            return self._named(self._best())
        except TooManySumsError:
            if self._known is None:
                raise
            self.is_sure = False
            return self._named(self._known)

    def _has_required(self) -> bool:
        """Whether the cards can make a book that the opening needs, or it needs none."""
        if self._judge.nothing.required:
            return True
        self._budget, self._points = self._wilds, self._most_points
        melds = (judged for rank in self._ranks for _, judged in self._allowed_melds(rank))
        return any(judged.required for judged in melds) or self._sequences.can_be_required

    def _best(self) -> _Opening:
        held = [self._values[card] for card, count in self._hand.items() if count]
        dearest = max((value for value in held if value <= self._minimum), default=0)
        likely = self._minimum + dearest * self._rules.melds.smallest
        if not self._start and (opening := self._likely(min(likely, self._most_points))):
            return opening
        likely = max((likely, *(book.cards * self._least for book in self._rules.books)))
        while self._sequences.order and not self._start and 0 < (likely := 2 * likely) < self._most_points:
            if opening := self._try(likely):
                return opening
        self._set_size(self._most_points, with_cards=self._start > 0)
        states = self._states()
        self._known = min(self._openings(states), default=None)
        if self._known is None:
            return self._most(states)
        if self._start:
            return self._known
        return self._try(self._known.points) or self._known

    def _likely(self, most: int) -> _Opening | None:
        """Return the cheapest opening of at most these points, or None. Easy tries first make the last one small."""
        # No opening has fewer points than the minimum, so one with as many and no wild cards is the cheapest.
        self._known = self._try(self._minimum, wilds=0, runs=0) or self._try(most, runs=0)
        if not self._sequences.order:
            return self._known
        if not self._known:
            self._known = self._try(most, runs=1)
        known = self._known
        # The first of these that is found is the cheapest.
        fewest = known.wilds if known and known.points == self._minimum else min(3, self._wilds)
        for wilds in range(fewest + 1):
            if known and self._is_least(known, wilds):
                return known
            if found := self._try(self._minimum, wilds=wilds):
                return found
        return self._try(known.points if known else most)

    def _try(self, most: int, *, wilds: int | None = None, runs: int | None = None) -> _Opening | None:
        """Return the cheapest opening of at most these points, wild cards and open sequences, or None."""
        self._set_size(most, wilds=wilds, runs=runs)
        opening = min(self._openings(self._states()), default=None)
        # The sums count the cheapest wild cards; the dearer ones that an opening needs may make it too dear.
        return opening if opening and opening.points <= most else None

    def _is_least(self, opening: _Opening, wilds: int) -> bool:
        """Whether no opening can have fewer points, wild cards or cards, if it has at least these wild cards."""
        naturals = [card for card in self._hand if card not in WILD_CARDS or card in self._sequences.order]
        values = sorted(self._values[card] for card in naturals for _ in range(self._hand[card]))
        cards, points = 0, self._high[wilds]
        while values and points < self._minimum:
            points, cards = points + values.pop(), cards + 1
        return (opening.points, opening.wilds, opening.cards) == (self._minimum, wilds, cards)

    # Forwards: every state that the cards make.

    def _states(self) -> States:
        self._layers = []
        states = {_Key((), 0, self._judge.nothing): 1 << self._bits(self._start, 0, 0)}
        for place in (JOKER, *SEQUENCE_CARDS):
            for rank in (rank for rank in self._ranks if place in (rank, THREE if rank in THREES else rank)):
                for meld, judged in self._allowed_melds(rank):
                    states = self._add(self._laying(meld, judged, self._count(rank)), states, again=True)
                if place == THREE and rank in THREES:
                    states = self._add(self._next_place, states)
            if self._lays_runs and place in self._sequences.order:
                states = self._add(self._extending(place), states)
            elif any(key.used or key.laid.of_rank for key in states):
                states = self._add(self._next_place, states)
        if self._lays_runs:
            states = self._add(self._extending(""), states)
        return {key: sums for key, sums in states.items() if not key.runs}

    def _add(self, steps: Callable[[_Key], Iterable[Step]], before: States, *, again: bool = False) -> States:
        after: States = dict(before) if again else {}
        fresh = before
        while fresh:
            found: States = {}
            for key, sums in fresh.items():
                if self._work > MAX_WORK:
                    raise TooManySumsError
                for new, shift, _ in steps(key):
                    self._work += STEP + sums.bit_length()
                    if shifted := (sums << shift if shift >= 0 else sums >> -shift) & self._allowed(new.runs):
                        found[new] = found.get(new, 0) | shifted
            fresh = {}
            for key, sums in found.items():
                known = after.get(key, 0)
                if new_sums := sums & ~known:
                    after[key] = known | sums
                    if again:
                        fresh[key] = new_sums
        self._layers.append(_Layer(steps, before, after, again))
        return after

    def _laying(self, meld: Meld, judged: JudgedMeld, count: int) -> Callable[[_Key], Iterable[Step]]:
        """Return the step that lays a meld."""
        points = judged.points - len(meld.wilds) * self._values[JOKER]
        shift = self._bits(points, len(meld.wilds), meld.naturals)

        @cache
        def lay(laid: Laid) -> tuple[Laid, int] | None:
            after, paid, problem = self._judge.lay(laid, judged)
            return None if problem else (after, shift + self._bits(paid, 0, 0))

        def steps(key: _Key) -> Iterable[Step]:
            if key.used + meld.naturals > count or (added := lay(key.laid)) is None:
                return ()
            return ((_Key(key.runs, key.used + meld.naturals, added[0]), added[1], meld),)

        return steps

    def _next_place(self, key: _Key) -> Iterable[Step]:
        return ((_Key(key.runs, 0, key.laid._replace(of_rank=0)), 0, None),)

    def _extending(self, place: str) -> Callable[[_Key], Iterable[Step]]:
        """Return the step that extends, begins and closes sequences with the cards of a place; "" is after the last."""
        count = self._count(place) if place else 0
        each = self._bits(self._values[place], 0, 1) if place else 0

        @cache
        def moves(runs: tuple[_Run, ...], laid: Laid) -> Sequence[tuple[int, Step]]:
            found = []
            every = self._sequences.moves(runs, count, place)
            self._work += 5 * STEP * len(every)
            for move in every:
                shift = each * move.naturals + self._bits(0, move.wilds, 0)
                after = laid
                for run in move.closed:
                    one = self._sequences.judged(run)
                    after, paid, problem = self._judge.lay(after, one)
                    shift += self._bits(paid, 0, 0)
                    if problem or one.problems:
                        break
                else:
                    # Twos that lie in sequences are not wild; how many there are is known until the end.
                    used = move.naturals if place == TWO else 0
                    step = _Key(move.runs, used, after._replace(of_rank=0)), shift, (place, move)
                    found.append((move.naturals, step))
            return found

        def steps(key: _Key) -> Iterable[Step]:
            found = moves(key.runs, key.laid)
            if not place:
                return ((after._replace(used=key.used), shift, what) for _, (after, shift, what) in found)
            return (step for naturals, step in found if naturals + key.used <= count)

        return steps

    # The best of the sums.

    def _rows(self, states: States, *, whole: bool = False) -> Iterator[tuple[_Key, int, int]]:
        """Yield keys, each with a number of wild cards and the sums that have it; `whole`: with all other cards too."""
        every = ((1 << self._points * self._row) - 1) // ((1 << self._row) - 1)
        held = sum(self._hand.values())
        for key, sums in states.items():
            most = self._wilds - key.used
            for wilds in [most] if whole else range(min(self._budget, most) + 1):
                cards = 1 << held - wilds if whole else (1 << self._cards) - 1
                if row := (sums >> wilds * self._cards) & every * cards:
                    yield key, wilds, row

    def _jokers_among(self, wilds: int, key: _Key) -> range:
        """Return how many of the wild cards laid may be jokers."""
        return range(max(0, wilds - self._twos + key.used), min(self._jokers, wilds) + 1)

    def _openings(self, states: States, *, whole: bool = False) -> Iterator[_Opening]:
        """Yield the cheapest sums that open, for every number of wild cards and jokers."""
        for key, wilds, row in self._rows(states, whole=whole):
            if any(self._judge.problems(key.laid, wilds > 0)) or any(self._unmet(key)):
                continue
            if not wilds:
                row &= ~(1 << self._bits(self._start, 0, 0))  # Nothing laid is no opening.
            for jokers in self._jokers_among(wilds, key):
                worth = jokers * self._values[JOKER] + (wilds - jokers) * self._values[TWO]
                least = max(0, -(-(self._minimum + self._start - worth) // self._gcd))
                if enough := row >> least * self._row:
                    bit = (enough & -enough).bit_length() - 1 + least * self._row
                    yield self._opening(key, bit, wilds, jokers, worth)

    def _unmet(self, key: _Key) -> Iterable[object]:
        return self._judge.unmet(key.laid) if self._judge.goes_out else ()

    def _opening(self, key: _Key, bit: int, wilds: int, jokers: int, worth: int) -> _Opening:
        (sums, cards), at = divmod(bit, self._row), bit + wilds * self._cards
        points = sums * self._gcd - self._start + worth
        return _Opening(points, wilds, cards, worth, jokers, key, at, self._layers, self._sequences)

    def _most_of_all(self) -> _Opening:
        """Return the melds with the most points if none open. A few sequences often lay every card that can be laid."""
        self._budget, self._points = self._wilds, self._most_points
        melded = {*WILD_CARDS, *self._sequences.order, *(rank for rank in self._ranks if self._allowed_melds(rank))}
        # No meld can have the other cards, such as threes that are never melded.
        others = [card for card in self._hand if not melded & {card, THREE if card in THREES else card}]
        reachable = self._most_points - sum(max(0, self._values[card]) * self._hand[card] for card in others)
        for runs in (0, 1, 2, 3, None) if self._sequences.order else (0,):
            self._set_size(self._most_points, with_cards=self._start > 0, runs=runs)
            most = self._most(self._states())
            if most.points == reachable:
                break
        return most

    def _most(self, states: States) -> _Opening:
        """Return the melds with the most points, of those that have all else that an opening needs if there are any."""
        best = None
        for key, wilds, row in self._rows(states):
            ready = not any(self._judge.problems(key.laid, wilds > 0))
            dear = self._values[JOKER] >= self._values[TWO]
            jokers = self._jokers_among(wilds, key)[-1 if dear else 0]
            worth = jokers * self._values[JOKER] + (wilds - jokers) * self._values[TWO]
            opening = self._opening(key, row.bit_length() - 1, wilds, jokers, worth)
            order = (ready, opening.points, -wilds)
            if best is None or order > best[0]:
                best = order, opening
        assert best is not None, "laying nothing is always possible"
        return best[1]

    # Backwards: the melds of a sum.

    def _named(self, opening: _Opening) -> tuple[Meld, ...]:
        """Return the melds of a sum, with their wild cards by name."""
        melds: list[Meld] = []
        tails = _Tails()
        key, bit = opening.key, opening.bit
        for layer in reversed(opening.layers):
            while not (layer.again and layer.before.get(key, 0) >> bit & 1):
                key, bit, what = self._step_back(layer, key, bit)
                if isinstance(what, Meld):
                    melds.append(what)
                elif isinstance(what, tuple):
                    tails.step_back(*what)
                if not layer.again:
                    break
        melds += (part for run, cards in tails.whole for part in opening.sequences.parts(run, cards))
        melds.sort(key=lambda meld: SEQUENCE_CARDS.index(meld.rank) if meld.rank in SEQUENCE_CARDS else 99)
        names = [TWO] * (opening.wilds - opening.jokers) + [JOKER] * opening.jokers
        wilds = iter(names if self._values[TWO] <= self._values[JOKER] else reversed(names))
        return tuple(replace(meld, wilds=tuple(next(wilds) for _ in meld.wilds)) for meld in melds)

    def _step_back(self, layer: _Layer, key: _Key, bit: int) -> tuple[_Key, int, object]:
        for before, sums in (layer.after if layer.again else layer.before).items():
            for after, shift, what in layer.steps(before):
                if after == key and shift <= bit and sums >> bit - shift & 1:
                    return before, bit - shift, what
        raise AssertionError("every state has one before it")


def _hand(question: OpeningQuestion, shown: Counts) -> dict[str, int]:
    """Return the cards in hand by name, at most as many as the decks hold."""
    held = supply(question.table.jokers, question.decks)
    hand = {card: min(shown.get(card, 0), most) for card, most in held.items()}
    threes = sum(held[card] for card in THREES) - sum(hand[card] for card in THREES)
    return {**hand, THREE: min(shown.get(THREE, 0), threes)}


class _Sequences:
    """The sequences that may be laid, and how open ones go on from card to card.

    Each begins with a natural card; wild cards fill its gaps or stand at its end. A sequence that is too long is laid
    as several, so a run need not know by how much it exceeds the smallest one, unless it becomes a book that counts.
    """

    def __init__(
        self, question: OpeningQuestion, judge: Judge, held: Counts, wilds: int, most_runs: int | None = None
    ) -> None:
        rules = question.rules
        self._wilds, self._most_runs = wilds, most_runs
        self.order = lookup.in_sequences(rules) if rules.melds.sequences else ()
        self._judge, self._smallest, self._books = judge, rules.melds.smallest, rules.books
        self._shapes = Judge(replace(question, lost=()))
        self._fits = cache(self._shape_fits)
        sizes = range(1, len(self.order) + 1)
        self._largest = max((size for size in sizes if self._fits(size, 0)), default=0)
        self._most = max((n for size in sizes for n in range(min(size, wilds + 1)) if self._fits(size, n)), default=0)
        self._is_limited = rules.melds.sequence_wilds is not None
        kinds = [book for book in rules.books if book.made_of is MadeOf.SEQUENCE]
        if not (judge.goes_out and any(book.must_finish for book in kinds)):
            kinds = [book for book in kinds if self._can_finish(book, held)]
        self._kinds = sorted(kinds, key=lambda book: (not is_special(book), -book.points))
        self.can_be_required = any(judge.is_required([book]) for book in kinds)
        counts_books = any(map(judge.matters, kinds))
        if not counts_books:
            self._kinds = []
        self._one_book = counts_books and not any(judge.counts(book) for book in kinds)
        # No part of a long sequence is longer than this, or it would be a book that counts.
        self._part = min(self._largest, *(book.cards - 1 for book in self._kinds), 99)
        # Enough wild cards make a sequence with one natural card, which cannot be cut. With two or more natural cards
        # it can be cut into parts that are long enough and not too long, if there are not too many wild cards.
        self._has_lone = self._most >= self._smallest
        can_part = 2 * self._smallest - 1 <= self._part and (not self._has_lone or wilds <= 2 * self._part - 2)
        self._forgets = can_part and not (judge.goes_out and any(book.must_finish for book in self._kinds))
        self._known: dict[tuple[tuple[_Run, ...], int, int, bool], list[_Move]] = {}
        if not self._largest:
            self.order = ()

    def _shape_fits(self, size: int, wilds: int) -> bool:
        """Whether a sequence may have this many cards, some of them wild."""
        meld = Meld(SEQUENCE, wilds=(JOKER,) * wilds, cards=self.order[: size - wilds])
        return wilds < size <= len(self.order) and not self._shapes.meld(meld).problems

    def _can_finish(self, book: Book, held: Counts) -> bool:
        """Whether these cards and the wild cards can be a sequence that is this book."""
        free = {card for card in book.ranks or self.order if held[card] and card not in self._judge.lost}
        for size in range(book.cards, self._largest + 1):
            for first in range(len(self.order) - size + 1):
                naturals = len(free.intersection(self.order[first : first + size]))
                if naturals and size - naturals <= self._wilds and self._fits(size, size - naturals):
                    return True
        return False

    def moves(self, runs: tuple[_Run, ...], free: int, place: str) -> list[_Move]:
        """Return what open sequences can do at a place, where this many cards are free."""
        free = 0 if place in self._judge.lost else free
        kinds = sum(1 << at for at, book in enumerate(self._kinds) if place in (book.ranks or self.order))
        key = runs, free, kinds, bool(place)
        if key not in self._known:
            self._known[key] = [*self._moves(*key)]
        return self._known[key]

    def missing(self, runs: tuple[_Run, ...]) -> int:
        """Return how many natural cards sequences still need."""
        missing = sum(max(0, self._goal(run) - run.size) for run in runs)
        return max(0, missing - self._wilds) if self._most else missing

    def _goal(self, run: _Run) -> int:
        """Return how many cards a sequence needs: those of a book, if it is to be one."""
        if not (run.kinds and self._forgets):
            return self._smallest
        return min(book.cards for at, book in enumerate(self._kinds) if run.kinds >> at & 1)

    def _moves(self, runs: tuple[_Run, ...], free: int, kinds: int, is_place: bool) -> Iterator[_Move]:
        for old in self._continued(runs, free, kinds, is_place):
            closed = tuple(self._wilder(c.before, c.wilds) for c in old if c.before and not c.after)
            # A sequence that ends where another begins may as well go on.
            goes_on = (
                self._forgets
                and not self._judge.needs_natural
                and any(c.before and not (c.after or c.wilds or c.before.wilds or c.before.kinds) for c in old)
            )
            for begun in self._begun(free - sum(change.natural for change in old), old, kinds):
                if goes_on and any(c.after and not c.after.kinds for c in begun):
                    continue
                changes = (*old, *begun)
                after = tuple(sorted(change.after for change in changes if change.after))
                naturals, wilds = sum(c.natural for c in changes), sum(c.wilds for c in changes)
                yield _Move(after, naturals, wilds, closed, changes)

    def _continued(self, runs: tuple[_Run, ...], free: int, kinds: int, goes_on: bool) -> Iterable[tuple[_Change, ...]]:
        """Return what open sequences can do together, with this many cards of a place and all wild cards."""
        found: list[tuple[_Change, ...]] = [()]
        for run in dict.fromkeys(runs):
            choices = [*self._changes(run, kinds, goes_on)]
            together = [*combinations_with_replacement(choices, runs.count(run))]
            if len(found) * len(together) > MAX_MOVES:
                raise TooManySumsError
            every = [(*before, *more) for before in found for more in together]
            found = [changes for changes in every if self._fit(changes, free)]
        return found

    def _fit(self, changes: Sequence[_Change], free: int) -> bool:
        naturals = sum([change.natural for change in changes])
        return naturals <= free and sum([change.wilds for change in changes]) <= self._wilds

    def _begun(self, free: int, old: Sequence[_Change], kinds: int) -> Iterator[list[_Change]]:
        """Yield the sequences that may begin with some of the free cards of a place."""
        plain, book = (_Change(None, self._first(some), natural=True, wilds=0) for some in (0, kinds))
        if self._most_runs is not None:
            free = min(free, self._most_runs - sum(change.after is not None for change in old))
        for count in range(free + 1):
            if not kinds:
                yield [plain] * count
            elif not self._forgets:
                yield [book] * count
            else:
                open_books = sum(change.after is not None and change.after.kinds > 0 for change in old)
                most = min(count, max(0, 1 - open_books)) if self._one_book else count
                yield from ([plain] * (count - books) + [book] * books for books in range(most + 1))

    def _changes(self, run: _Run, kinds: int, goes_on: bool) -> Iterator[_Change]:
        """Yield what a sequence can do at a place."""
        most = min(self._most, self._wilds)
        if run.lone:
            # Such a sequence is closed with all its wild cards at once. Those in a gap are followed by a natural card.
            most = min(most, self._part - 1) if run.size == 1 else -1
        for wilds in range(most + 1):
            end = self._wilder(run, wilds)
            size = max(end.size, end.wilds + 1)
            if self._fits(size, end.wilds) and end.size >= self._goal(run):
                yield _Change(run, None, natural=False, wilds=wilds)
        size = self._size(run, 1)
        if not goes_on or size > self._largest:
            return
        left = run.kinds & kinds
        if left or not (run.kinds and self._forgets):
            yield _Change(run, _Run(size, run.wilds, left), natural=True, wilds=0)
        wilder = self._wilder(run, 1)
        if self._wilds and self._most and wilder.wilds <= self._most:
            yield _Change(run, wilder, natural=False, wilds=1)

    def _first(self, kinds: int) -> _Run:
        return _Run(1, 0, kinds, self._has_lone and self._forgets and not kinds)

    def _wilder(self, run: _Run, wilds: int) -> _Run:
        more = run.wilds + wilds if self._is_limited else max(run.wilds, min(wilds, 1))
        if not (self._is_limited or self._judge.needs_natural):
            more = 0
        return _Run(self._size(run, wilds), more, run.kinds, run.lone)

    def _size(self, run: _Run, more: int) -> int:
        return min(run.size + more, self._smallest) if self._forgets and not run.kinds else run.size + more

    def judged(self, run: _Run) -> JudgedMeld:
        """Return what a sequence that ends adds to the melds beside it."""
        kinds = [book for at, book in enumerate(self._kinds) if run.kinds >> at & 1]
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
        most = self._part if self._forgets and not run.kinds else self._largest
        naturals, wilds = [card for card in cards if card], cards.count("")
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
        self._open: dict[_Run, list[list[str]]] = {}

    def step_back(self, place: str, move: _Move) -> None:
        """Go back by one place."""
        rest: dict[_Run, list[list[str]]] = {}
        for change in move.changes:
            taken = [place] if change.natural else [""] * change.wilds
            tail = taken + (self._open[change.after].pop() if change.after else [])
            if change.before:
                rest.setdefault(change.before, []).append(tail)
            elif change.after:
                self.whole.append((change.after, tail))
        self._open = rest
