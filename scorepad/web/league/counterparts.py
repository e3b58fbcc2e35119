"""The best partners and the hardest opponents of a person or partnership.

docs/league.md, "Tables", says who is among them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter

from scorepad.league.competitors import members
from scorepad.league.facts import WHOLE
from scorepad.scoring.names import fold_name
from scorepad.store.results.rows import PairTotals
from scorepad.web.people.people_view import Competitor, PeopleView

LEAST_TOGETHER = 3
"""Games together, or meetings, that it takes to be listed."""

MOST_LISTED = 5
"""How many are listed."""


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A partner with the share of games won together, or an opponent with the share of meetings won."""

    competitor: Competitor
    games: int
    share: Fraction


def best_partners(pairs: Iterable[PairTotals], people: PeopleView) -> list[Counterpart]:
    """The partners with the highest win share; equals by games, then by name."""
    return _first(_listed(pairs, people), people, lambda pair: (pair.share, WHOLE * pair.games), highest=True)


def hardest_opponents(pairs: Iterable[PairTotals], people: PeopleView) -> list[Counterpart]:
    """The opponents with the lowest share of meetings won; equals by meetings, then by name."""
    return _first(_listed(pairs, people), people, _meetings_won, highest=False)


def easiest_opponents(
    pairs: Iterable[PairTotals], people: PeopleView, without: Iterable[Counterpart]
) -> list[Counterpart]:
    """The opponents with the highest share of meetings won, without those listed elsewhere."""
    listed = {counterpart.competitor.key for counterpart in without}
    others = [pair for pair in _listed(pairs, people) if pair.other not in listed]
    return _first(others, people, _meetings_won, highest=True)


def _meetings_won(pair: PairTotals) -> tuple[int, int]:
    return 2 * pair.wins + pair.ties, 2 * pair.games


def _listed(pairs: Iterable[PairTotals], people: PeopleView) -> list[PairTotals]:
    return [pair for pair in pairs if pair.games >= LEAST_TOGETHER and people.is_ranked(pair.other)]


def _first(
    pairs: Iterable[PairTotals], people: PeopleView, share: Callable[[PairTotals], tuple[int, int]], *, highest: bool
) -> list[Counterpart]:
    """The first by a share; equals by games, then by name, which takes longest and is asked for a few only."""
    sign = -1 if highest else 1

    def order(pair: PairTotals) -> tuple[float, int]:
        won, of = share(pair)
        # A float is quicker than a fraction, and equal fractions are equal floats.
        return sign * won / of, -pair.games

    def name(pair: PairTotals) -> tuple[str, tuple[int, ...]]:
        return fold_name(people.name_of(pair.other)), members(pair.other)

    ordered = sorted([(order(pair), pair) for pair in pairs], key=itemgetter(0))
    if len(ordered) > MOST_LISTED:
        last = ordered[MOST_LISTED - 1][0]
        ordered = [(of_pair, pair) for of_pair, pair in ordered if of_pair <= last]
    ordered.sort(key=lambda pair: (pair[0], name(pair[1])))
    return [
        Counterpart(people.competitor(pair.other), pair.games, Fraction(*share(pair)))
        for _, pair in ordered[:MOST_LISTED]
    ]
