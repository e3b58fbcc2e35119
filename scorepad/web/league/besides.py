"""Those with whom and against whom somebody played: docs/league.md, "Tables"."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from scorepad.league.facts import WHOLE
from scorepad.league.who import members
from scorepad.scoring.names import folded
from scorepad.store.results.rows import Pair
from scorepad.web.whos import Shown, Whos

LEAST = 3
"""Games together, or meetings, from which on somebody is listed."""

MOST = 5
"""How many are listed."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A partner with the share of the games won, or an opponent with that of the meetings."""

    shown: Shown
    games: int
    share: Fraction


def partners(pairs: Iterable[Pair], everybody: Whos) -> list[Beside]:
    """The best partners: by win share, then by games, then by name."""
    return _first(
        [
            Beside(everybody.of_key(one.other), one.games, Fraction(one.share, WHOLE * one.games))
            for one in _enough(pairs, everybody)
        ],
        -1,
    )


def hardest(pairs: Iterable[Pair], everybody: Whos) -> list[Beside]:
    """The hardest opponents: by the share of meetings won, lowest first, then by meetings, then by name."""
    return _first(_met(pairs, everybody), 1)


def easiest(pairs: Iterable[Pair], everybody: Whos, but: Iterable[Beside]) -> list[Beside]:
    """The easiest opponents, highest share first, without those already named elsewhere."""
    named = {one.shown.who for one in but}
    return _first([one for one in _met(pairs, everybody) if one.shown.who not in named], -1)


def _met(pairs: Iterable[Pair], everybody: Whos) -> list[Beside]:
    return [
        Beside(
            everybody.of_key(one.other), one.games, Fraction(2 * one.wins + one.ties, 2 * one.games)
        )
        for one in _enough(pairs, everybody)
    ]


def _enough(pairs: Iterable[Pair], everybody: Whos) -> Iterable[Pair]:
    return (one for one in pairs if one.games >= LEAST and everybody.stands(one.other))


def _first(found: list[Beside], sign: int) -> list[Beside]:
    """The first few by share, the highest first where `sign` is below zero."""
    by_name = sorted(found, key=lambda one: (folded(one.shown.name), members(one.shown.who)))
    return sorted(by_name, key=lambda one: (sign * one.share, -one.games))[:MOST]
