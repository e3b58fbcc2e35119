"""Every page of a game in every state it can be in, and how a person gets there, on the club of `furnished.py`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.clubs import Name
from tests.browser.furnished import Games

Step = Callable[[Page], Any]
"""What is done on a page to bring it into a state; waits until it can be done."""

Row = tuple[Any, ...]

UNFOLD = "document.querySelectorAll('details').forEach(one => one.open = true)"


@dataclass(frozen=True)
class State:
    """A state of a page: its address in the club, words that only it has, and what is done there to come to it."""

    name: str
    address: str
    shows: str
    steps: tuple[Step, ...] = ()

    def reach(self, page: Page, club: str) -> None:
        """Bring the page into this state, all of it unfolded."""
        page.goto(f"{club}{self.address}")
        for step in self.steps:
            step(page)
        expect(page.get_by_role("main")).to_contain_text(self.shows)
        # The words may come before the styles, and before the end of the page.
        page.wait_for_load_state()
        page.evaluate(UNFOLD)


def states(*rows: Row) -> tuple[State, ...]:
    """States, from rows of a name, an address, what is shown, and any steps."""
    return tuple(State(*row[:3], steps=row[3:]) for row in rows)


def seen_in(states: dict[Name, tuple[State, ...]]) -> pytest.MarkDecorator:
    """Run the tests of a file on every page of these clubs, one after the other; their `shown` is the page."""
    pairs = [(club, state) for club, of_club in states.items() for state in of_club]
    names = [f"{club}: {state.name}" for club, state in pairs]
    return pytest.mark.parametrize("shown", pairs, indirect=True, ids=names, scope="module")


def press(words: str) -> Step:
    """Press a button."""
    return lambda page: page.get_by_role("button", name=words, exact=True).click()


def write(legend: str, label: str, text: str) -> Step:
    """Type over an input of a team or player, or of the page."""

    def fill(page: Page) -> None:
        place = page.get_by_role("group", name=legend, exact=True) if legend else page
        place.get_by_label(label, exact=True).fill(text)

    return fill


def _leave(page: Page) -> None:
    """Leave the input, and wait until what was typed there was answered."""
    with page.expect_response(lambda response: "/edit" in response.url):
        page.keyboard.press("Tab")


def _type_in_another_window(page: Page) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    write("Bob", "Cards left", "65")(other)
    _leave(other)
    other.close()


FRESH, MID, ASKS, OVER, TIE, TIME, LONG, PREMIUM, TIME_UP, SHARED, BINNED = (
    f"/games/{game}" for game in Games
)
FINISH = press("Finish the round")
UNREADABLE = "Some entries cannot be read"

TABLES = states(
    ("table, fresh", FRESH, "Dora starts"),
    ("table, in a game", MID, "Rounds so far"),
    ("table, asks", ASKS, "Did it end there?"),
    ("table, over", OVER, "Ann won"),
    ("table, tie", TIE, "Tied for first"),
    ("table, by time", TIME, "Time is up: round 1 was the last"),
    ("table, time is up", TIME_UP, "No, it went on"),
    ("table, long names", LONG, "−99,995"),
)
ROUNDS = states(
    ("sheet, blank", f"{FRESH}/rounds/1/edit", "How did the round end?"),
    (
        "sheet, errors",
        f"{FRESH}/rounds/1/edit",
        "Say who went out, or that the stock ran out.",
        FINISH,
    ),
    (
        *("sheet, unreadable", f"{FRESH}/rounds/1/edit", UNREADABLE),
        *(write("Ann & Carla", "Cards melded", "many"), FINISH),
    ),
    (
        *("sheet, warnings", f"{MID}/rounds/2/edit", "Yes, this is right"),
        *(write("Bob", "Cards left", "63"), FINISH),
    ),
    (
        *("sheet, typed by two", f"{SHARED}/rounds/1/edit", "“65”"),
        # Half typed when the other number comes; else this page would follow it.
        *(write("Bob", "Cards left", "60"), _type_in_another_window, _leave),
    ),
    ("sheet, draft with its score", f"{MID}/rounds/2/edit", "red books × 500"),
    ("sheet, final", f"{MID}/rounds/1/edit", "Correcting round 1"),
    ("sheet, premium books", f"{PREMIUM}/rounds/1/edit", "cannot have gone out", FINISH),
    ("sheet, long names", f"{LONG}/rounds/1/edit", "Correct round 1"),
    ("packet by piles", f"{FRESH}/rounds/1/count/team1/melded?by=piles", "Make a pile"),
    (
        *("packet card by card", f"{PREMIUM}/rounds/1/count/seat2/left?by=cards", UNREADABLE),
        *(write("", "Kings", "many"), press("Save")),
    ),
    ("score, waived lines", f"{MID}/rounds/1", "Severe penalty"),
    ("score, so far", f"{MID}/rounds/2", "Round 2, so far"),
    ("score, void round", f"{OVER}/rounds/1", "Nothing was counted."),
    ("score, long names", f"{LONG}/rounds/1", "Adjustment"),
)
ADVICE = states(
    ("can we open", f"{FRESH}/open", "Tap how many cards are in each meld."),
    ("can we open, yes", f"{FRESH}/open?K.naturals=3&A.naturals=3", "Yes"),
    (
        *("can we open, no", f"{LONG}/open?team=1&K.naturals=2&wild.twos=3"),
        "A meld needs at least 3 cards.",
    ),
    (
        *("can we open, faults", f"{FRESH}/open?team=9&K.naturals=many&x=1"),
        "asks for something unknown",
    ),
    (
        "can we open, cards in hand",
        f"{LONG}/open?from=cards&team=1&card.K=5&card.7=2&card.2=4",
        "The cheapest opening",
    ),
    (
        *("can we open, too few cards in hand", f"{FRESH}/open?from=cards&card.K=3&card.joker=x"),
        UNREADABLE,
    ),
    ("may we go out", f"{FRESH}/out", "Who would go out"),
    (
        *("may we go out, yes", f"{FRESH}/out?seat=1&books.clean=1&books.dirty=1&in_foot=1"),
        "Going out pays 100 points.",
    ),
    ("may we go out, no", f"{LONG}/out?seat=1&books.clean=1", "not picked up your"),
    (
        *("may we go out, faults", f"{FRESH}/out?seat=9&books.clean=many&x=1"),
        "asks for something unknown",
    ),
    (
        *("may we go out, projected", f"{PREMIUM}/out?seat=1&books.clean=3&begun.sevens=1"),
        "What the round would score",
    ),
)
OTHERS = states(
    ("games, none", "/?before=1", "Newest games"),
    ("games", "/", "A tie"),
    ("which rules", "/games/new", "Which rules do you play by?"),
    ("new game", "/games/new/partnership", "Who cut first?"),
    ("new game, faults", "/games/new/partnership", "Please type a name.", press("Begin the game")),
    ("new game, 2 players", "/games/new/friends-family?table=2x2", "2 players, each alone"),
    ("new game, 8 players", "/games/new/southern-ohio?table=8x2", "Name, seat 8"),
    ("card, in a game", f"{MID}/rules", "now"),
    ("card, long names", f"{LONG}/rules", "Openings"),
    ("card, of a preset", "/rules/friends-family", "Play by these rules"),
    ("settings", f"{FRESH}/settings", "See what changes"),
    ("settings, what changes", f"{MID}/settings", "Cancel", press("See what changes")),
    ("history", f"{MID}/history", "Round 1 finished"),
    ("bin", "/bin", "Restore"),
    ("who keeps score", f"{FRESH}/scorer", "Who keeps score on this phone?"),
    ("board, fresh", f"{FRESH}/board", "Nothing is counted yet"),
    ("board, in a round", f"{MID}/board", "this round"),
    ("board, asks", f"{ASKS}/board", "The table decides."),
    ("board, by time", f"{TIME}/board", "minutes"),
    ("board, over", f"{OVER}/board", "Winner"),
    ("board, tie", f"{TIE}/board", "Tied for first"),
    ("board, long names", f"{LONG}/board", "199,990 behind"),
    ("board, binned", f"{BINNED}/board", "in the bin"),
    ("front door", "/join", "This club is private"),
    ("front door, faults", "/join", "Type the six digits", press("Come in")),
    ("codes of a table", f"{FRESH}/invite", "for this machine only"),
    ("no such page", "/games/999", "There is no such page"),
)
STATES = (*TABLES, *ROUNDS, *ADVICE, *OTHERS)
