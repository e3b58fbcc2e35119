"""What somebody did in each kind of game, beside all the others who played it: points a round, luck and play."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from scorepad.league.facts import Tally
from scorepad.league.standings import Standing
from scorepad.league.who import Who, is_partnership, members
from scorepad.scoring.names import folded
from scorepad.store import Club
from scorepad.store.results.rows import PlayedKind
from scorepad.web.league.charts import Quarters, Spread, quarters, spread_of
from scorepad.web.league.kinds import kind_names
from scorepad.web.league.rates import whole
from scorepad.web.whos import Whos

COMPARED = 5
"""Kinds in which somebody is compared with the others: those played most."""

LISTED = 50
"""How many of the others the table beside the picture names, the best ones."""


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody else who played this kind of game, with their points a round."""

    who: Who
    name: str
    points: float


@dataclass(frozen=True)
class OfKind:
    """What somebody did in one kind of game.

    `others` are the points a round of all who stand in tables and played it, lowest first; `best` the best of them.
    """

    kind: int
    name: str
    standing: Standing
    others: tuple[float, ...] = ()
    best: tuple[Other, ...] = ()

    @property
    def tally(self) -> Tally:
        """All that was counted."""
        return self.standing.tally

    @cached_property
    def picture(self) -> Spread | None:
        """Where the points a round lie among those of the others; None where nobody is to compare with."""
        return spread_of(points_a_round(self.tally), self.others) if self.tally.rounds else None

    @cached_property
    def quarters(self) -> Quarters | None:
        """The quarters of the others' points a round."""
        return quarters(self.others)

    @property
    def better_than(self) -> int:
        """How many of the others have fewer points a round."""
        return bisect_left(self.others, points_a_round(self.tally))

    @property
    def described(self) -> str:
        """What the picture shows, in sentences."""
        low, high = self.others[0], self.others[-1]
        said = [
            f"{whole(self.standing.points_a_round)} points a round:"
            f" better than {self.better_than} of {len(self.others)}.",
            f"The others have {whole(low)} to {whole(high)} points a round.",
        ]
        if cut := self.quarters:
            said.append(
                f"Half of them lie between {whole(cut.lower)} and {whole(cut.upper)},"
                f" the middle is {whole(cut.middle)}."
            )
        return " ".join(said)


def of_kinds(
    club: Club,
    everybody: Whos,
    who: Who,
    figures: Mapping[int, Tally],
    compared: int = COMPARED,
) -> list[OfKind]:
    """Every kind that somebody played, the one played most first; the first few beside the others."""
    kinds = club.league.kinds()
    names = kind_names(kinds)
    found = []
    for at, kind in enumerate(_in_order(kinds, figures)):
        others = _others(club, everybody, who, kind) if at < compared else []
        found.append(
            OfKind(
                kind=kind,
                name=names[kind],
                standing=Standing(who, figures[kind], None),
                others=tuple(points for points, _ in others),
                best=_best(others, everybody),
            )
        )
    return found


def _in_order(kinds: Iterable[PlayedKind], figures: Mapping[int, Tally]) -> list[int]:
    """The kinds of these figures, most games first, and of equals the one that the club plays more."""
    there = [one.kind.id for one in kinds if one.kind.id in figures]
    return sorted(there, key=lambda kind: -figures[kind].games)


def _others(club: Club, everybody: Whos, who: Who, kind: int) -> list[tuple[float, Who]]:
    whose = "partnerships" if is_partnership(who) else "people"
    return sorted(
        (points_a_round(tally), one)
        for one, tally in club.league.tallies(whose, kind=kind).items()
        if one != who and tally.games and tally.rounds and everybody.stands(one)
    )


def _best(others: list[tuple[float, Who]], everybody: Whos) -> tuple[Other, ...]:
    """The best of them, equals by name; only those who may be among them are looked at, since there may be many."""
    least = others[-LISTED:][0][0] if others else 0
    near = others[bisect_left(others, (least, "")) :]
    found = [Other(who, everybody.name(members(who)), points) for points, who in near]
    found.sort(key=lambda one: (-one.points, folded(one.name), members(one.who)))
    return tuple(found[:LISTED])


def points_a_round(tally: Tally) -> float:
    """Points by rounds, of which there is one at least; equal averages are equal numbers."""
    return tally.points / tally.rounds
