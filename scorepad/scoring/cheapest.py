"""The cheapest opening: of the cards somebody shows, the melds that open and give away least.

A team lays at most one meld of a rank, one of wild cards alone and one sequence. What may lie as a meld is said by
`opening` alone: every meld tried here was asked of `can_open`, and so is the answer. Wild cards differ in nothing but
points, so the search counts how many lie in melds, and settles at the end which they are.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

from scorepad.rules.model import WILD_CARDS
from scorepad.scoring.layable import Option, beside, groups, runs
from scorepad.scoring.limits import supply
from scorepad.scoring.model import Counts
from scorepad.scoring.opening import (
    Meld,
    OpeningAnswer,
    OpeningQuestion,
    can_open,
    minimum,
)

MOST_STATES = 1_000
"""Ways to go on that are looked at together. No packet under a preset has more; beyond it the dearest are dropped."""

State = tuple[int, int, bool]
"""Wild cards laid, points of the other cards, and whether a book that the opening takes is among the melds."""


@dataclass(frozen=True, slots=True)
class Cheapest:
    """Melds and what `can_open` says of them: the opening that gives away least, else the melds that show most."""

    melds: tuple[Meld, ...]
    answer: OpeningAnswer

    @property
    def opens(self) -> bool:
        """Whether the cards shown can open at all."""
        return self.answer.opens


@dataclass(frozen=True, slots=True)
class _Laid:
    """Melds laid one after the other, and how many of their cards are not wild."""

    cards: int = 0
    last: Option | None = None
    before: "_Laid | None" = None

    def melds(self) -> Iterator[Meld]:
        """The melds, the first laid first."""
        if self.before is not None:
            yield from self.before.melds()
        if self.last is not None:
            yield self.last.meld


States = dict[State, _Laid]
Found = tuple[int, int, int, int, _Laid]
"""Points, wild cards, other cards (least wanted in this order), how many wild cards are dear ones, and the melds."""


def cheapest(question: OpeningQuestion, shown: Counts) -> Cheapest:
    """The legal opening with the fewest points, then wild cards, then cards; what shows most where nothing opens.

    `shown` counts cards by name; threes are left out, and so is what the decks cannot hold. The question's own
    melds do not matter.
    """
    return _Search(question, shown).answer()


class _Search:
    def __init__(self, question: OpeningQuestion, shown: Counts) -> None:
        held = supply(question.table.jokers, question.decks)
        self.question = question
        self.rules = question.rules
        self.shown = {card: min(count, held.get(card, 0)) for card, count in shown.items()}
        step = minimum(self.rules, question.number, question.table, question.score_before)
        self.minimum, self.needs_book = step.minimum, bool(step.books)
        self.wilds = sorted(
            (card for card in WILD_CARDS for _ in range(self.shown.get(card, 0))),
            key=lambda card: self.rules.cards[card],
        )
        values = [self.rules.cards[card] for card in self.wilds]
        self.dear = self.wilds.count(self.wilds[-1]) if self.wilds else 0
        self.low = (0, *accumulate(values))
        self.high = (0, *accumulate(reversed(values)))
        self.runs = (None, *runs(question, self.shown))
        self.groups = groups(question, self.shown)
        self.best: Found | None = None

    def answer(self) -> Cheapest:
        """The cheapest opening, or what shows most."""
        most = max((self._most(run) for run in self.runs), key=lambda found: found[:2])
        if not self.minimum or self._judged(most[2]).opens:
            for run in self.runs:
                self._look(run)
        # Only where ways were dropped can nothing be found here although something opens.
        melds = self._named(self.best) if self.best else most[2]
        return Cheapest(melds, self._judged(melds))

    def _judged(self, melds: tuple[Meld, ...]) -> OpeningAnswer:
        return can_open(replace(self.question, melds=melds))

    @staticmethod
    def _start(run: Option | None) -> States:
        if run is None:
            return {(0, 0, False): _Laid()}
        return {(0, run.points, run.book): _Laid(run.cards, run, _Laid())}

    def _most(self, run: Option | None) -> tuple[bool, int, tuple[Meld, ...]]:
        """Whether the book that is needed is there, the most points that can be shown, and the melds that show them."""
        best = {(w, book): (points, laid) for (w, points, book), laid in self._start(run).items()}
        for group in beside(run, self.groups, self.shown):
            for (wilds, book), (points, laid) in list(best.items()):
                for one in group:
                    key, total = (wilds + one.wilds, book or one.book), points + one.points
                    if key[0] <= len(self.wilds) and total > best.get(key, (-1, laid))[0]:
                        best[key] = (total, _Laid(laid.cards + one.cards, one, laid))
        (wilds, book), (points, laid) = max(
            best.items(), key=lambda item: (item[0][1], item[1][0] + self.high[item[0][0]])
        )
        found = (points + self.high[wilds], wilds, laid.cards, min(wilds, self.dear), laid)
        return book or not self.needs_book, found[0], self._named(found)

    def _look(self, run: Option | None) -> None:
        """Finds the least that opens with this sequence, if it is less than what was found before."""
        left = beside(run, self.groups, self.shown)
        rest = [
            sum(max(one.points for one in group) for group in left[at:]) for at in range(len(left))
        ]
        states = self._start(run)
        for state, laid in states.items():
            self._note(state, laid)
        for group, most in zip(left, rest, strict=True):
            self._extend(states, group, self.minimum - most - self.high[-1])
            if len(states) > MOST_STATES:
                kept = sorted(states, key=lambda state: state[1] + self.low[state[0]])
                states = {state: states[state] for state in kept[:MOST_STATES]}

    def _extend(self, states: States, group: tuple[Option, ...], least: int) -> None:
        """Lays each meld of a group beside what lies; with fewer points than `least` nothing can open any more."""
        for (wilds, points, book), laid in list(states.items()):
            ready = book or not self.needs_book
            if points < least or (ready and laid.last and points + self.low[wilds] >= self.minimum):
                del states[wilds, points, book]
                continue
            enough = points + self.low[wilds] >= self.minimum and laid.last is not None
            for one in group:
                w, total = wilds + one.wilds, points + one.points
                if w > len(self.wilds) or (enough and not one.book):
                    continue
                if self.best and total + self.low[w] > self.best[0]:
                    continue
                state, cards = (w, total, book or one.book), laid.cards + one.cards
                there = states.get(state)
                if there is None or cards < there.cards:
                    states[state] = _Laid(cards, one, laid)
                    self._note(state, states[state])

    def _note(self, state: State, laid: _Laid) -> None:
        """Keeps what opens, if it gives away less than all before."""
        wilds, points, book = state
        if laid.last is None or (self.needs_book and not book):
            return
        plain = len(self.wilds) - self.dear
        for many in range(max(0, wilds - plain), min(wilds, self.dear) + 1):
            total = points + self.low[wilds - many] + self.high[many]
            found = (total, wilds, laid.cards, many, laid)
            if total >= self.minimum:
                if self.best is None or found[:3] < self.best[:3]:
                    self.best = found
                return

    def _named(self, found: Found) -> tuple[Meld, ...]:
        """The melds with their wild cards by name."""
        _, wilds, _, dear, laid = found
        names = iter([*self.wilds[: wilds - dear], *self.wilds[len(self.wilds) - dear :]])
        return tuple(
            replace(meld, wilds=tuple(next(names) for _ in meld.wilds)) for meld in laid.melds()
        )
