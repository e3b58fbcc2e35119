"""Every page in every state it can be in, and how a person gets there, on the club of `furnished.py`."""

from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser.furnished import Games
from tests.browser.steps import Step, leave, meanwhile, press, unfold, write


@dataclass(frozen=True)
class State:
    """A state of a page: its address in the club, words that only it has, and what is done there to come to it."""

    name: str
    address: str
    shows: str
    steps: tuple[Step, ...] = ()

    def reach(self, page: Page, club: str) -> None:
        """Brings the page into this state."""
        page.goto(f"{club}{self.address}")
        for step in self.steps:
            step(page)
        expect(page.get_by_role("main")).to_contain_text(self.shows)
        # The words may come before the styles, and before the end of the page.
        page.wait_for_load_state()


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
        "Please type a name.",
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
            # Half typed when the other number comes; else this page would follow it.
            write("Bob", "Cards left", "60"),
            meanwhile(write("Bob", "Cards left", "65"), leave),
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
        "A meld needs at least 3 cards.",
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
        "not picked up your",
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
    State("board, fresh", f"/games/{Games.FRESH}/board", "Nothing was counted yet"),
    State("board, in a round", f"/games/{Games.MID}/board", "this round"),
    State("board, asks", f"/games/{Games.ASKS}/board", "The table decides."),
    State("board, by time", f"/games/{Games.TIME}/board", "minutes"),
    State("board, over", f"/games/{Games.OVER}/board", "Winner"),
    State("board, tie", f"/games/{Games.TIE}/board", "Tied for first"),
    State("board, long names", f"/games/{Games.LONG}/board", "199,990 behind"),
    State("board, binned", f"/games/{Games.BINNED}/board", "in the bin"),
    State("front door", "/join", "This club is private"),
    State("front door, faults", "/join", "Type the six digits", (press("Come in"),)),
    State(
        "codes of a table",
        f"/games/{Games.FRESH}/invite",
        "for this machine only",
        (unfold("Phones at this table"), unfold("New link")),
    ),
    State("no such page", "/games/999", "There is no such page"),
)
