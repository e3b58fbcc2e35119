"""The best partners, and the hardest and easiest opponents, of a person or partnership: docs/league.md, "Tables"."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from scorepad.league.competitors import members
from scorepad.league.facts import WHOLE
from scorepad.scoring.names import fold_name
from scorepad.store.results.rows import PairTotals
from scorepad.web.people.people_view import Competitor, PeopleView

LEAST = 3
"""Games together, or meetings, that it takes to be listed."""

MOST = 5
"""How many are listed."""


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A partner with the share of games won together, or an opponent with the share of meetings won."""

    competitor: Competitor
    games: int
    share: Fraction


def best_partners(pairs: Iterable[PairTotals], people: PeopleView) -> list[Counterpart]:
    """The partners with the highest win share; equals by games, then by name."""
    return _first(
        [
            Counterpart(
                people.competitor(pair.other), pair.games, Fraction(pair.share, WHOLE * pair.games)
            )
            for pair in _listed(pairs, people)
        ],
        highest=True,
    )


def hardest_opponents(pairs: Iterable[PairTotals], people: PeopleView) -> list[Counterpart]:
    """The opponents with the lowest share of meetings won; equals by meetings, then by name."""
    return _first(_opponents(pairs, people), highest=False)


def easiest_opponents(
    pairs: Iterable[PairTotals], people: PeopleView, without: Iterable[Counterpart]
) -> list[Counterpart]:
    """The opponents with the highest share of meetings won, without those listed elsewhere."""
    listed = {counterpart.competitor.key for counterpart in without}
    others = [
        opponent for opponent in _opponents(pairs, people) if opponent.competitor.key not in listed
    ]
    return _first(others, highest=True)


def _opponents(pairs: Iterable[PairTotals], people: PeopleView) -> list[Counterpart]:
    return [
        Counterpart(
            people.competitor(pair.other),
            pair.games,
            Fraction(2 * pair.wins + pair.ties, 2 * pair.games),
        )
        for pair in _listed(pairs, people)
    ]


def _listed(pairs: Iterable[PairTotals], people: PeopleView) -> Iterable[PairTotals]:
    return (pair for pair in pairs if pair.games >= LEAST and people.is_ranked(pair.other))


def _first(counterparts: list[Counterpart], *, highest: bool) -> list[Counterpart]:
    def order(counterpart: Counterpart) -> tuple[Fraction, int, str, tuple[int, ...]]:
        share = -counterpart.share if highest else counterpart.share
        competitor = counterpart.competitor
        return share, -counterpart.games, fold_name(competitor.name), members(competitor.key)

    return sorted(counterparts, key=order)[:MOST]
