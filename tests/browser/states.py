"""Every page of a game in every state, and how to get there, in the club of `furnished.py`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.clubs import Name
from tests.browser.furnished import LONG_ANSWER, Games
from tests.exchange.imports.test_spreadsheets import workbook

Step = Callable[[Page], Any]
"""An action that brings a page into a state. It waits until the action is possible."""

Row = tuple[Any, ...]

WORDS = "document.querySelector('main').textContent.replace(/\\s+/g, ' ')"
UNFOLD = "document.querySelectorAll('details').forEach(one => one.open = true)"


@dataclass(frozen=True)
class State:
    """A state of a page: its address in the club, text that only this state shows, and the steps that lead to it."""

    address: str
    shows: str
    steps: tuple[Step, ...] = ()

    def reach(self, page: Page, club: str, *, unfolded: bool = True) -> None:
        """Bring the page into this state, and by default unfold everything."""
        page.goto(f"{club}{self.address}")
        for step in self.steps:
            step(page)
        # Asking the page directly takes 10% of the time of a locator.
        if self.steps or self.shows not in page.evaluate(WORDS):
            expect(page.get_by_role("main")).to_contain_text(self.shows)
            # The text may appear before the styles and the rest of the page have loaded.
            page.wait_for_load_state()
        if unfolded:
            page.evaluate(UNFOLD)

    def __str__(self) -> str:
        return f"{self.address.partition('?')[0]} {self.shows}"


def states(*rows: Row) -> tuple[State, ...]:
    """Build states from rows of an address, the text that it shows, and any steps."""
    return tuple(State(*row[:2], steps=row[2:]) for row in rows)


def seen_in(states: dict[Name, tuple[State, ...]]) -> pytest.MarkDecorator:
    """Run the tests of a file on every state of these clubs, in turn. The fixture `shown` is the page."""
    pairs = [(club, state) for club, of_club in states.items() for state in of_club]
    names = [f"{club}: {state}" for club, state in pairs]
    return pytest.mark.parametrize("shown", pairs, indirect=True, ids=names, scope="module")


def press(words: str) -> Step:
    return lambda page: page.get_by_role("button", name=words, exact=True).click()


def offered(rules: str) -> tuple[Step, Step]:
    text = f'schema = 2\nname = "Our own"\nparent = "partnership"\n{rules}'
    return lambda page: page.get_by_label("Or paste its text, or a link").fill(text), press("Look at these rules")


def brought(table: str | bytes) -> tuple[Step, Step]:
    """Return the steps that upload a file of results for a preview."""
    content = table.encode() if isinstance(table, str) else table
    file: Any = {"name": "results.csv", "mimeType": "text/csv", "buffer": content}
    return lambda page: page.get_by_label("Choose a file").set_input_files(file), press("Look at this file")


def _name_program(page: Page) -> None:
    page.get_by_label("Which program is it for?").fill("W" * 40)


def _name_hook(page: Page) -> None:
    page.get_by_label("The address that the service gave you").fill(f"https://{'w' * 40}.example/x")


RESULTS = "Date,Team 1,Team 2,Points 1,Points 2\n03/04/2019,Ann & Bobo,Carla & Dora,5200,4100\n"
MAX_WRONG = "".join(f"{day},Ann,{'W' * 40} & Bob,x,{day}\n" for day in range(9))


def write(legend: str, label: str, text: str) -> Step:
    """Return a step that types over an input of a team or player, or of the page."""

    def fill(page: Page) -> None:
        place = page.get_by_role("group", name=legend, exact=True) if legend else page
        place.get_by_label(label, exact=True).and_(place.locator("input")).fill(text)

    return fill


def _leave(page: Page) -> None:
    """Leave the input, and wait for the response to what was typed."""
    with page.expect_response(lambda response: "/edit" in response.url):
        page.keyboard.press("Tab")


def _two_type(page: Page) -> None:
    """Type a number here without a connection, and another on a second phone, which records it first."""
    page.context.set_offline(True)
    write("Bob", "Cards left", "60")(page)
    assert page.context.browser
    context = page.context.browser.new_context()
    other = context.new_page()
    other.goto(page.url)
    write("Bob", "Cards left", "65")(other)
    _leave(other)
    context.close()
    page.context.set_offline(False)
    _leave(page)


def _write_many(page: Page) -> None:
    """Type text that is not a number into one of several inputs with the same name."""
    page.get_by_label("Points for one", exact=True).first.fill("many")


FRESH, MID, ASKS, OVER, TIE, TIME, LONG, PREMIUM, TIME_UP, SHARED, BINNED = (f"/games/{game}" for game in Games)


def _finish(page: Page) -> None:
    """Press the button on the last step, if the page has steps."""
    page.evaluate("location.hash = 'check'")
    press("Finish the round")(page)


STEPS = ("table.ended", "tally0", "team2.melded", "seat2.left", "check", "lines0")
"""Steps of the page that counts a round, one of each kind, as a phone shows them."""
MANY_KINGS = (write("", "Kings", "many"), press("Done"))
UNREADABLE = "Some entries cannot be read"

TABLES = states(
    (FRESH, "Dora starts"),
    (MID, "Rounds so far"),
    (ASKS, "Did it end there?"),
    (OVER, "Ann wins"),
    (TIE, "Tied for first"),
    (TIME, "Time is up: round 1 was the last"),
    (TIME_UP, "No, it went on"),
    (LONG, "−99,995"),
)
ROUNDS = states(
    (f"{FRESH}/rounds/1/edit", "How did the round end?"),
    (f"{FRESH}/rounds/1/edit", "Say who went out, or that the stock ran out.", _finish),
    (f"{FRESH}/rounds/1/edit#team1.melded", UNREADABLE, write("Ann & Carla", "Cards melded", "many"), _finish),
    (f"{MID}/rounds/2/edit#seat2.left", "Yes, this is right", write("Bob", "Cards left", "63"), _finish),
    (f"{SHARED}/rounds/1/edit#seat2.left", "“65”", _two_type),
    *((f"{MID}/rounds/2/edit#{step}", "Red books 2 × 500") for step in STEPS),
    (f"{PREMIUM}/rounds/1/edit#tally0", "Lost the"),
    (f"{LONG}/rounds/1/edit#check", "Correct round 1"),
    (f"{MID}/rounds/1/edit", "Correcting round 1"),
    (f"{PREMIUM}/rounds/1/edit", "cannot have gone out", _finish),
    (f"{LONG}/rounds/1/edit", "Correct round 1"),
    (f"{FRESH}/rounds/1/count/team1/melded?by=piles", "Make a pile"),
    (f"{PREMIUM}/rounds/1/count/seat2/left?by=cards#card.K", UNREADABLE, *MANY_KINGS),
    (f"{MID}/rounds/1", "Severe penalty"),
    (f"{MID}/rounds/2", "Round 2, so far"),
    (f"{OVER}/rounds/1", "Nothing was counted."),
    (f"{LONG}/rounds/1", "Adjustment"),
)
ADVICE = states(
    (f"{FRESH}/open", "Tap how many cards are in each meld."),
    (f"{FRESH}/open?K.naturals=3&A.naturals=3", "Yes"),
    (f"{LONG}/open?team=1&K.naturals=2&wild.twos=3", "Kings: 1 more card."),
    (f"{FRESH}/open?team=9&K.naturals=many&x=1", "Unknown parameters in this address"),
    (f"{LONG}/open?from=cards&team=1&card.K=5&card.7=2&card.2=4", "The cheapest opening"),
    (f"{FRESH}/open?from=cards&card.K=3&card.joker=x", UNREADABLE),
    (f"{FRESH}/out", "Tap the player who would go out."),
    (f"{FRESH}/out?seat=1&books.clean=1&books.dirty=1&in_foot=1", "Going out pays 100 points."),
    (f"{LONG}/out?seat=1&books.clean=1", "not picked up your"),
    (f"{FRESH}/out?seat=9&books.clean=many&x=1", "Unknown parameters in this address"),
    (f"{ASKS}/out?seat=1&books.clean=1&books.dirty=1&in_foot=1", "nothing else is missing"),
    (f"{PREMIUM}/out?seat=1&books.clean=3&begun.sevens=1", "What the round would score"),
)
OTHERS = states(
    ("/?before=1", "Newest games"),
    ("/", "A tie"),
    ("/games/new", "What do you need to go out?"),
    ("/games/new?needs=one&books=both&dirty=yes", "Fits best"),
    ("/games/new?needs=pair&red=500&end=4", "equally well"),
    ("/games/new?needs=more&red=none&end=none", "come closest"),
    ("/games/new?all=1", "Which rules do you play by?"),
    ("/club/name", "called"),
    ("/language", "Language"),
    ("/https", "Tailscale"),
    ("/games/new/partnership", "Who cut first?"),
    ("/games/new/partnership", "Please type a name.", press("Begin the game")),
    ("/games/new/friends-family?table=2x2", "2 players, each alone"),
    ("/games/new/southern-ohio?table=8x2", "Name, seat 8"),
    (f"{MID}/rules", "now"),
    (f"{LONG}/rules", "Openings"),
    ("/rules/friends-family", "Play by these rules"),
    ("/rules", "2 house rules"),
    ("/rules/our-own", "What differs from"),
    ("/rules/our-own/share", "Back to the rules"),
    ("/rules/add", "You see what differs"),
    ("/rules/add", "Line 4: set.no", *offered("set = { no = 1 }")),
    ("/rules/add", "Keep both", *offered('set = { "books.clean.points" = 900 }')),
    ("/rules/shared/1nonsense", "cannot be read"),
    ("/rules/new?needs=pair", "These fit best"),
    ("/rules/our-rules/edit", "This does not fit together yet"),
    ("/rules/our-old/edit", "There is a newer version now"),
    ("/rules/our-rules/edit/often", "Points to open with"),
    ("/rules/our-rules/edit/threes", "for some teams"),
    ("/rules/our-rules/edit/books", "A sequence cannot have more cards"),
    ("/rules/our-rules/edit/books", "Type a number such as 700.", _write_many, press("Done")),
    ("/rules/our-rules/edit/opening", "What does the minimum depend on?"),
    ("/rules/our-rules/edit/out", "Asking the partner"),
    ("/rules/our-rules/edit/deal", "Cards in the hand"),
    ("/rules/our-own/edit/bonuses", "Exact cut"),
    ("/rules/our-old/edit/choices", "Books of sevens: added"),
    (f"/rules/our-old/edit/often?option={LONG_ANSWER}", "Is that intended?"),
    ("/rules/our-own/edit/name", "Notes"),
    ("/rules/our-old", "Retired: new games do not offer these rules."),
    ("/rules/compare?a=partnership&b=catawba", "Everything else is the same"),
    ("/rules/compare?a=roth", "These rules"),
    ("/rules/which", "Not sure"),
    ("/rules/which?needs=pair&red=500&end=4", "Read the rules"),
    ("/rules/compare?a=nothing", "This club has no rule set"),
    ("/rules/dearie/sheet?teams=6", "Card values"),
    (f"{LONG}/sheet", "Card values"),
    (f"{TIE}/what-if?rules=simpson", "The same lead"),
    (f"{OVER}/what-if", "Count it again"),
    (f"{FRESH}/settings", "Who sits where"),
    (f"{MID}/settings", "No changes: these are", press("See what changes")),
    (f"{MID}/history", "Round 1 finished"),
    ("/bin", "Restore"),
    ("/phones", "Phones"),
    ("/export", "Download the club"),
    ("/leave", "Leave on this phone?"),
    ("/import", "Imports so far"),
    ("/import", "Choose a file first.", press("Look at this file")),
    ("/import", "Which comes first?", *brought(RESULTS)),
    ("/import", "Which sheet of the workbook?", *brought(workbook(("W" * 40,), **{"W" * 31: ()}))),
    ("/import", "9 lines are not right", *brought(RESULTS + MAX_WRONG)),
    ("/import", "This file cannot be imported", *brought("Apples,Pears\n1,2\n")),
    ("/import/1", "Undo this import"),
    ("/phones/tokens", "A new token"),
    ("/phones/tokens", "it is not shown again", _name_program, press("Make the token")),
    ("/notices", "Paste the address here.", press("Add the address")),
    ("/notices", "is added. Send a test", _name_hook, press("Add the address")),
    ("/notices/1", "Empty: it stays the one at"),
    ("/import/2", "Bring the games back"),
    (f"{FRESH}/scorer", "Who are you?"),
    (f"{FRESH}/bets", "Nobody else sees it"),
    (f"{MID}/bets", "Nobody bet on this game."),
    (f"{FRESH}/board", "Nothing is counted yet"),
    (f"{MID}/board", "this round"),
    (f"{ASKS}/board", "The table decides."),
    (f"{TIME}/board", "minutes"),
    (f"{OVER}/board", "Winner"),
    (f"{TIE}/board", "Tied for first"),
    (f"{LONG}/board", "199,990 behind"),
    (f"{BINNED}/board", "in the bin"),
    (f"{MID}/overlay?needs=1", "Round 2"),
    (f"{OVER}/overlay", "won"),
    ("/join", "This club is private"),
    ("/join", "Type the six digits", press("Join")),
    (f"{FRESH}/invite", "for this machine only"),
    ("/games/999", "There is no such page"),
)
STATES = (*TABLES, *ROUNDS, *ADVICE, *OTHERS)
