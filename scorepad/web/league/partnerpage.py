"""What a partnership's page shows: rating, games, figures by kind, and the partnerships they met."""

from dataclasses import dataclass
from typing import Self

from scorepad.league.who import Who, members
from scorepad.store import Club
from scorepad.web.league import besides
from scorepad.web.league.besides import Beside
from scorepad.web.league.ownfigures import OwnFigures
from scorepad.web.whos import Shown, Whos

COMPARED = 1
"""Kinds in which a partnership is compared with all the others, of whom there may be many."""


@dataclass(frozen=True)
class PartnerPage:
    """People who may have played together; `people` are they one by one."""

    shown: Shown
    people: list[Shown]
    stands: bool
    own: OwnFigures
    hardest: list[Beside]
    easiest: list[Beside]

    @classmethod
    def of(cls, club: Club, everybody: Whos, who: Who) -> Self:
        """The page of a partnership."""
        met = club.league.opponents(who)
        hardest = besides.hardest(met, everybody)
        return cls(
            shown=everybody.of_key(who),
            people=[everybody.of_key(str(one)) for one in members(who)],
            stands=everybody.stands(who),
            own=OwnFigures.of(club, everybody, who, COMPARED),
            hardest=hardest,
            easiest=besides.easiest(met, everybody, hardest),
        )
