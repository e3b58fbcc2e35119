"""Partners and opponents of a person or partnership as pages show them: docs/league.md, "Partners and opponents"."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from scorepad.league import counterparts
from scorepad.league.counterparts import Sureness, expected_share, sureness
from scorepad.league.facts import WHOLE
from scorepad.store.results.rows import PairTotals
from scorepad.web.people.people_view import Competitor, PeopleView


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A partner or an opponent: games, share of games won together or meetings won, and the expected share."""

    competitor: Competitor
    games: int
    share: Fraction
    expected: Fraction

    @property
    def sure(self) -> Sureness:
        return sureness(self.games)


@dataclass(frozen=True)
class Counterparts:
    """All partners or all opponents of a competitor, whose share of all these games or meetings is `usual`."""

    pairs: Sequence[PairTotals]
    usual: Fraction
    people: PeopleView

    @cached_property
    def _ranked(self) -> list[PairTotals]:
        return [pair for pair in self.pairs if self.people.is_ranked(pair.other)]

    @cached_property
    def best(self) -> list[Counterpart]:
        """The counterparts with the highest expected share."""
        return self._first(self._ranked, highest=True)

    @cached_property
    def hardest(self) -> list[Counterpart]:
        """The counterparts with the lowest expected share."""
        return self._first(self._ranked, highest=False)

    @cached_property
    def easiest(self) -> list[Counterpart]:
        """The counterparts with the highest expected share that are not among the hardest."""
        listed = {counterpart.competitor.key for counterpart in self.hardest}
        return self._first([pair for pair in self._ranked if pair.other not in listed], highest=True)

    @cached_property
    def most_played(self) -> Counterpart | None:
        return self._counterpart(counterparts.most_played(self._ranked, self.people.name_of))

    @cached_property
    def rival(self) -> Counterpart | None:
        return self._counterpart(counterparts.rival(self._ranked, self.people.name_of))

    @cached_property
    def nemesis(self) -> Counterpart | None:
        return self._counterpart(counterparts.nemesis(self._ranked, self.usual, self.people.name_of))

    def _first(self, pairs: Sequence[PairTotals], *, highest: bool) -> list[Counterpart]:
        first = counterparts.first_by_share(pairs, self.usual, self.people.name_of, highest=highest)
        return [each for pair in first if (each := self._counterpart(pair))]

    def _counterpart(self, pair: PairTotals | None) -> Counterpart | None:
        if pair is None:
            return None
        share = Fraction(pair.share, WHOLE * pair.games)
        return Counterpart(self.people.competitor(pair.other), pair.games, share, expected_share(pair, self.usual))
