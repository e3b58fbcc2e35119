"""A club with a game for every state of every page, played before its server starts."""

from collections.abc import Callable, Iterator
from enum import IntEnum
from pathlib import Path

from scorepad.web import create_app
from tests.web.driving import Table, Visitor, level_round

LONGEST_NAMES = {
    f"seat{seat}": letter * 40
    for seat, letter in enumerate(("W", "m", "Å", "Ж", "Ω", "i"), start=1)
}
"""Names of as many letters as a name may have, and no space anywhere."""

OUT = {
    "table.ended": "seat1",
    "team1.clean": "2",
    "team1.dirty": "1",
    "team1.melded": "410",
    "team2.clean": "1",
    "team2.melded": "200+185",
    "seat2.left": "65",
    "seat3.left": "0",
    "seat4.left": "30",
}
"""A round that four players finished."""


class Games(IntEnum):
    """The games of the furnished club, by what they are there for."""

    FRESH = 1
    MID = 2
    ASKS = 3
    OVER = 4
    TIE = 5
    TIME = 6
    LONG = 7
    PREMIUM = 8
    TIME_UP = 9
    SHARED = 10
    BINNED = 11


def furnish(home: Path) -> None:
    """Plays the games of `Games` in a fresh club in this folder."""
    app = create_app(home)
    visitor = Visitor(app)
    for game, furnisher in zip(Games, _furnishers(), strict=True):
        assert furnisher(visitor).game == game
    app.extensions["scorepad.club"].close()


def _furnishers() -> Iterator[Callable[[Visitor], Table]]:
    yield lambda visitor: visitor.begin()
    yield _mid
    yield _asks
    yield _over
    yield _tie
    yield _time
    yield _long
    yield _premium
    yield _time_up
    yield lambda visitor: visitor.begin()
    yield _binned


def _mid(visitor: Visitor) -> Table:
    """One round with a severe penalty, so that lines are waived, and a second one half counted."""
    table = visitor.begin(starter="seat2")
    table.play(1, **OUT | {"team1.dirty": "0", "seat3.red_threes_held": "1"})
    table.sheet(2).save(**OUT)
    return table


def _asks(visitor: Visitor) -> Table:
    """A correction lets the first of two rounds reach the target."""
    table = visitor.begin("southern-ohio")
    table.play(1, **OUT)
    table.play(2, **OUT)
    table.play(1, **_adjusted("team1", "6000"))
    return table


def _over(visitor: Visitor) -> Table:
    """A round that scored nothing, and one that ended the game."""
    table = visitor.begin("two-handed")
    level_round(table, 1)
    books = {"team1.clean": "1", "team1.dirty": "1", "team1.melded": "150", "team2.melded": "0"}
    ended = {"table.ended": "seat1", "seat1.left": "0", "seat2.left": "220"}
    table.play(2, **books, **ended, **_adjusted("team1", "10000"))
    return table


def _tie(visitor: Visitor) -> Table:
    table = visitor.begin("southern-ohio")
    equal = {"team1.melded": "0", "team2.melded": "0", "table.ended": "stock"}
    left = {f"seat{seat}.left": "0" for seat in range(1, 5)}
    table.play(1, **equal, **left, **_adjusted("team1", "6000"), **_adjusted("team2", "6000"))
    return table


def _time(visitor: Visitor) -> Table:
    table = visitor.begin("good-sam", **{"choice.length": "time"})
    level_round(table, 1)
    return table


def _time_up(visitor: Visitor) -> Table:
    table = _time(visitor)
    table.decide(decision="over")
    return table


def _long(visitor: Visitor) -> Table:
    """Three teams with the longest names and the longest totals."""
    table = visitor.begin("laguna-woods", "6x3", **LONGEST_NAMES)
    level_round(table, 1)
    table.play(1, **_adjusted("team1", "-99995"), **_adjusted("team2", "99995"))
    return table


def _binned(visitor: Visitor) -> Table:
    table = visitor.begin()
    visitor.send(table.page().form("/bin"))
    return table


def _premium(visitor: Visitor) -> Table:
    """The rules with most to ask, a round half counted."""
    table = visitor.begin("catawba")
    table.sheet(1).save(**OUT | {"team1.dirty": "4", "team1.unfinished_sevens": "1"})
    return table


def _adjusted(team: str, points: str) -> dict[str, str]:
    return {f"{team}.adjustment1.points": points, f"{team}.adjustment1.reason": "a test" * 30}
