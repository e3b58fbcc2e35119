"""The cheapest opening: the melds of a player's cards that open and give away the least.

A team lays at most one meld of each rank, one of wild cards, and one sequence. `can_open` checks every meld tried here,
and the answer. Wild cards differ only in points, so the search only counts them and assigns names at the end.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

from scorepad.rules.cards import WILD_CARDS
from scorepad.rules.words import OpeningWilds
from scorepad.scoring.advice.melds import Meld
from scorepad.scoring.advice.opening import OpeningAnswer, OpeningQuestion, can_open
from scorepad.scoring.advice.possible_melds import (
    BOOK,
    NATURAL,
    Group,
    Option,
    beside,
    possible_melds,
    possible_sequences,
)
from scorepad.scoring.limits import supply
from scorepad.scoring.model import Counts

MAX_STATES = 1_000
"""The most search states to keep; beyond this the most expensive are dropped. No preset needs more."""

Met = frozenset[str]
State = tuple[int, int, Met]
"""Wild cards laid, points of the other cards, and the requirements of an opening that the melds meet."""


@dataclass(frozen=True, slots=True)
class Cheapest:
    """Melds and their answer: the opening that gives away least, or the melds with the most points if none opens."""

    melds: tuple[Meld, ...]
    answer: OpeningAnswer

    @property
    def opens(self) -> bool:
        return self.answer.opens


@dataclass(frozen=True, slots=True)
class _Laid:
    """Melds laid one after the other, and how many of their cards are not wild."""

    cards: int = 0
    last: Option | None = None
    before: "_Laid | None" = None

    def melds(self) -> Iterator[Meld]:
        if self.before is not None:
            yield from self.before.melds()
        if self.last is not None:
            yield self.last.meld

    def add(self, option: Option) -> "_Laid":
        return _Laid(self.cards + option.cards, option, self)


States = dict[State, _Laid]
Opening = tuple[int, int, int, int, _Laid]
"""Points, wild cards, other cards (fewer is better, in this order), wild cards of the dearest kind, and the melds."""


def find_cheapest(question: OpeningQuestion, shown: Counts) -> Cheapest:
    """Return the opening with the fewest points, then the fewest wild cards, then the fewest cards.

    `shown` counts cards by name; threes, and more cards than the decks hold, are ignored. So are the question's melds,
    and what they leave in the hand.
    """
    return _Search(replace(question, hand_after=None), shown).answer()


class _Search:
    def __init__(self, question: OpeningQuestion, shown: Counts) -> None:
        available = supply(question.table.jokers, question.decks)
        self.question = question
        self.shown = {card: min(count, available.get(card, 0)) for card, count in shown.items()}
        self.minimum, self.needs_book = question.step.minimum, bool(question.step.books)
        self.beside_natural = question.rules.melds.opening_wilds is OpeningWilds.BESIDE_NATURAL
        values = question.rules.cards
        self.wilds = sorted(
            (card for card in WILD_CARDS for _ in range(self.shown.get(card, 0))), key=lambda card: values[card]
        )
        wild_values = [values[card] for card in self.wilds]
        self.dear = self.wilds.count(self.wilds[-1]) if self.wilds else 0
        # Points of the n cheapest and of the n dearest wild cards, by n.
        self.low = (0, *accumulate(wild_values))
        self.high = (0, *accumulate(reversed(wild_values)))
        self.sequences = (None, *possible_sequences(question, self.shown))
        self.groups = possible_melds(question, self.shown)
        self.best: Opening | None = None

    def answer(self) -> Cheapest:
        most = max((self._most_points(run) for run in self.sequences), key=lambda melds: melds[:2])
        if not self.minimum or self._asked(most[2]).opens:
            for sequence in self.sequences:
                self._search(sequence)
        # No best opening: nothing opens, or states were dropped. Fall back to the melds with the most points.
        melds = self._named(self.best) if self.best else most[2]
        return Cheapest(melds, self._asked(melds))

    def _asked(self, melds: tuple[Meld, ...]) -> OpeningAnswer:
        return can_open(replace(self.question, melds=melds))

    def _is_ready(self, wilds: int, met: Met) -> bool:
        """Whether the melds have what an opening needs apart from points."""
        return (BOOK in met or not self.needs_book) and (NATURAL in met or not (wilds and self.beside_natural))

    def _met(self, option: Option) -> Met:
        """Return the requirements that an option meets, without those that do not matter, to keep states few."""
        return option.meets if self.beside_natural else option.meets - {NATURAL}

    def _start(self, sequence: Option | None) -> States:
        if sequence is None:
            return {(0, 0, frozenset()): _Laid()}
        return {(0, sequence.points, self._met(sequence)): _Laid().add(sequence)}

    def _most_points(self, sequence: Option | None) -> tuple[bool, int, tuple[Meld, ...]]:
        """Return whether the melds with the most points meet the other requirements, their points, and the melds."""
        start = self._start(sequence)
        best = {(wilds, met): (points, laid) for (wilds, points, met), laid in start.items()}
        for group in beside(sequence, self.groups, self.shown):
            for (wilds, met), (points, laid) in list(best.items()):
                for option in group:
                    key = (wilds + option.wilds, met | self._met(option))
                    total = points + option.points
                    if key[0] <= len(self.wilds) and total > best.get(key, (-1, laid))[0]:
                        best[key] = (total, laid.add(option))
        (wilds, met), (points, laid) = max(
            best.items(), key=lambda item: (self._is_ready(*item[0]), item[1][0] + self.high[item[0][0]])
        )
        opening = (points + self.high[wilds], wilds, laid.cards, min(wilds, self.dear), laid)
        return self._is_ready(wilds, met), opening[0], self._named(opening)

    def _search(self, sequence: Option | None) -> None:
        """Look for an opening with this sequence that is better than the best one so far."""
        groups = beside(sequence, self.groups, self.shown)
        dearest = [max(option.points for option in group) for group in groups]
        states = self._start(sequence)
        for state, laid in states.items():
            self._keep_best(state, laid)
        for at, group in enumerate(groups):
            # With fewer points than this, even all further melds together do not reach the minimum.
            self._extend(states, group, self.minimum - sum(dearest[at:]) - self.high[-1])
            if len(states) > MAX_STATES:
                cheap = sorted(states, key=lambda state: state[1] + self.low[state[0]])
                states = {state: states[state] for state in cheap[:MAX_STATES]}

    def _extend(self, states: States, group: Group, least: int) -> None:
        """Add each meld of a group to each state; drop states that cannot reach or already reached the minimum."""
        for (wilds, points, met), laid in list(states.items()):
            enough = points + self.low[wilds] >= self.minimum and laid.last is not None
            if points < least or (enough and self._is_ready(wilds, met)):
                del states[wilds, points, met]
                continue
            for option in group:
                if enough and self._met(option) <= met:
                    continue
                state = (wilds + option.wilds, points + option.points, met | self._met(option))
                if not self._is_promising(state):
                    continue
                existing = states.get(state)
                if existing is None or laid.cards + option.cards < existing.cards:
                    states[state] = laid.add(option)
                    self._keep_best(state, states[state])

    def _is_promising(self, state: State) -> bool:
        wilds, points, _ = state
        if wilds > len(self.wilds):
            return False
        return self.best is None or points + self.low[wilds] <= self.best[0]

    def _keep_best(self, state: State, laid: _Laid) -> None:
        """Keep an opening if it gives away less than the best one so far."""
        wilds, points, met = state
        if laid.last is None or not self._is_ready(wilds, met):
            return
        cheap = len(self.wilds) - self.dear
        for dear in range(max(0, wilds - cheap), min(wilds, self.dear) + 1):
            total = points + self.low[wilds - dear] + self.high[dear]
            opening = (total, wilds, laid.cards, dear, laid)
            if total >= self.minimum:
                if self.best is None or opening[:3] < self.best[:3]:
                    self.best = opening
                return

    def _named(self, opening: Opening) -> tuple[Meld, ...]:
        """Return the melds with their wild cards by name."""
        _, wilds, _, dear, laid = opening
        names = iter([*self.wilds[: wilds - dear], *self.wilds[len(self.wilds) - dear :]])
        return tuple(replace(meld, wilds=tuple(next(names) for _ in meld.wilds)) for meld in laid.melds())
