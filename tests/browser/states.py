"""Every page in every state it can be in, and how a person gets there, on a club furnished for it.

`furnish` plays the games before the server starts; a `State` says where to go and what to do there.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

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


@dataclass(frozen=True)
class State:
    """A state of a page: its address in the club, words that only it has, and what is done there to come to it."""

    name: str
    address: str
    shows: str
    steps: tuple[Callable[[Page], Any], ...] = ()

    def reach(self, page: Page, club: str) -> None:
        """Brings the page into this state."""
        page.goto(f"{club}{self.address}")
        for step in self.steps:
            step(page)
        expect(page.get_by_role("main")).to_contain_text(self.shows)


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


def press(words: str) -> Callable[[Page], Any]:
    """Presses a button."""
    return lambda page: page.get_by_role("button", name=words, exact=True).click()


def unfold(words: str) -> Callable[[Page], Any]:
    """Opens what is folded away under these words, everywhere."""
    return lambda page: [one.click() for one in page.locator("summary", has_text=words).all()]


def write(whose: str, label: str, text: str) -> Callable[[Page], Any]:
    """Types over an input of a team or player, or of the page."""
    group = {"name": whose, "exact": True}
    return lambda page: (
        (page.get_by_role("group", **group) if whose else page)
        .get_by_label(label, exact=True)
        .fill(text)
    )


def leave(page: Page) -> None:
    """Leaves the input, and waits until what was typed there was answered."""
    with page.expect_response(lambda response: "/edit" in response.url):
        page.keyboard.press("Tab")


def meanwhile(*steps: Callable[[Page], Any]) -> Callable[[Page], Any]:
    """Does this on the same page in another window."""

    def elsewhere(page: Page) -> None:
        other = page.context.new_page()
        other.goto(page.url)
        for step in steps:
            step(other)
        other.close()

    return elsewhere


def _sheet(game: Games, number: int) -> str:
    return f"/games/{game}/rounds/{number}/edit"


def _packet(game: Games, packet: str) -> str:
    return f"/games/{game}/rounds/1/count/{packet}"


STATES = (
    State("games, none", "/?before=1", "Newest games"),
    State("games", "/", "A tie"),
    State("which rules", "/games/new", "Which rules do you play by?"),
    State("new game", "/games/new/partnership", "Who cut first?"),
    State(
        "new game, faults",
        "/games/new/partnership",
        "A name is needed.",
        (press("Begin the game"),),
    ),
    State("new game, 2 players", "/games/new/friends-family?table=2x2", "2 players, each alone"),
    State("new game, 8 players", "/games/new/southern-ohio?table=8x2", "Name, seat 8"),
    State(
        "table, fresh", f"/games/{Games.FRESH}", "Dora starts", (unfold("Somebody else starts"),)
    ),
    State("table, in a game", f"/games/{Games.MID}", "Rounds so far", (unfold("This game"),)),
    State("table, asks", f"/games/{Games.ASKS}", "did it end there?"),
    State("table, over", f"/games/{Games.OVER}", "Ann won"),
    State("table, tie", f"/games/{Games.TIE}", "Tied for first"),
    State("table, by time", f"/games/{Games.TIME}", "Time is up: round 1 was the last"),
    State("table, time is up", f"/games/{Games.TIME_UP}", "No, it went on"),
    State(
        "table, long names", f"/games/{Games.LONG}", "−99,995", (unfold("Somebody else starts"),)
    ),
    State("sheet, blank", _sheet(Games.FRESH, 1), "How did the round end?"),
    State(
        "sheet, errors",
        _sheet(Games.FRESH, 1),
        "Say who went out, or that the stock ran out.",
        (press("Finish the round"),),
    ),
    State(
        "sheet, unreadable",
        _sheet(Games.FRESH, 1),
        "Something could not be read",
        (write("Ann & Carla", "Cards melded", "many"), press("Finish the round")),
    ),
    State(
        "sheet, warnings",
        _sheet(Games.MID, 2),
        "Yes, it is right as it stands",
        (write("Bob", "Cards left", "63"), press("Finish the round")),
    ),
    State(
        "sheet, typed by two",
        _sheet(Games.SHARED, 1),
        "“65”",
        (
            meanwhile(write("Bob", "Cards left", "65"), leave),
            write("Bob", "Cards left", "60"),
            leave,
        ),
    ),
    State(
        "sheet, draft with its score",
        _sheet(Games.MID, 2),
        "red books × 500",
        (unfold("How it adds up"),),
    ),
    State(
        "sheet, final", _sheet(Games.MID, 1), "Correcting round 1", (unfold("Adjust the score"),)
    ),
    State(
        "sheet, premium books",
        _sheet(Games.PREMIUM, 1),
        "cannot have gone out",
        (press("Finish the round"),),
    ),
    State("sheet, long names", _sheet(Games.LONG, 1), "Correct round 1"),
    State("packet by piles", f"{_packet(Games.FRESH, 'team1/melded')}?by=piles", "Make a pile"),
    State(
        "packet card by card",
        f"{_packet(Games.PREMIUM, 'seat2/left')}?by=cards",
        "Something could not be read",
        (write("", "Kings", "many"), press("Keep this")),
    ),
    State("score, waived lines", f"/games/{Games.MID}/rounds/1", "Severe penalty"),
    State("score, so far", f"/games/{Games.MID}/rounds/2", "Round 2, so far"),
    State("score, void round", f"/games/{Games.OVER}/rounds/1", "Nothing was counted."),
    State("score, long names", f"/games/{Games.LONG}/rounds/1", "Adjustment"),
    State("can we open", f"/games/{Games.FRESH}/open", "Tap how many cards each meld would show."),
    State("can we open, yes", f"/games/{Games.FRESH}/open?K.naturals=3&A.naturals=3", "Yes"),
    State(
        "can we open, no",
        f"/games/{Games.LONG}/open?team=1&K.naturals=2&wild.twos=3",
        "A meld has at least 3 cards.",
    ),
    State(
        "can we open, faults",
        f"/games/{Games.FRESH}/open?team=9&K.naturals=many&x=1",
        "asks for something unknown",
    ),
    State(
        "can we open, cards in hand",
        f"/games/{Games.LONG}/open?from=cards&team=1&card.K=5&card.7=2&card.2=4",
        "The cheapest opening",
    ),
    State(
        "can we open, too few cards in hand",
        f"/games/{Games.FRESH}/open?from=cards&card.K=3&card.joker=x",
        "Something could not be read",
    ),
    State("may we go out", f"/games/{Games.FRESH}/out", "Who would go out"),
    State(
        "may we go out, yes",
        f"/games/{Games.FRESH}/out?seat=1&books.clean=1&books.dirty=1&in_foot=1",
        "Going out pays 100 points.",
    ),
    State(
        "may we go out, no",
        f"/games/{Games.LONG}/out?seat=1&books.clean=1",
        "has not been picked up yet",
    ),
    State(
        "may we go out, faults",
        f"/games/{Games.FRESH}/out?seat=9&books.clean=many&x=1",
        "asks for something unknown",
    ),
    State(
        "may we go out, projected",
        f"/games/{Games.PREMIUM}/out?seat=1&books.clean=3&begun.sevens=1",
        "What the round would score now",
    ),
    State("card, in a game", f"/games/{Games.MID}/rules", "now"),
    State("card, long names", f"/games/{Games.LONG}/rules", "Openings"),
    State("card, of a preset", "/rules/friends-family", "Play by these rules"),
    State("settings", f"/games/{Games.FRESH}/settings", "See what changes"),
    State(
        "settings, what changes",
        f"/games/{Games.MID}/settings",
        "Leave it as it is",
        (press("See what changes"),),
    ),
    State("history", f"/games/{Games.MID}/history", "Round 1 finished"),
    State("bin", "/bin", "Restore"),
    State("who keeps score", f"/games/{Games.FRESH}/scorer", "Who keeps score on this phone?"),
    State("no such page", "/games/999", "There is no such page"),
)
