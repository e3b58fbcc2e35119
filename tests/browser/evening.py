"""Play the games of a club of four friends, whose pages `usual.py` lists."""

from enum import IntEnum

from tests.browser.furnished import OUT
from tests.browser.pictures import play
from tests.web.driving import Table, Visitor
from tests.web.rounds.conflicting import tapped


class Games(IntEnum):
    """The games of the club, by purpose. The first three are those of `pictures.py`."""

    MID = 1
    OVER = 2
    FRESH = 3
    DISPUTED = 4
    LEAVE = 5
    BINNED = 6


def play_evening(owner: Visitor) -> None:
    """Play the games of `Games` in a new club."""
    play(owner)
    disputed = owner.begin(starter="seat1")
    tapped((disputed, Table(Visitor(owner.app), disputed.game)))
    owner.begin("southern-ohio").play(1, **OUT)
    owner.send(owner.begin().page().form("/bin"))
