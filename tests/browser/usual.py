"""Every page of a club of four friends that they see on an evening, and each state of the pages of a game."""

from playwright.sync_api import Page

from scorepad.web.access.permissions import COOKIE
from tests.browser.evening import Games
from tests.browser.states import UNFOLD, Step, press, states, write
from tests.support.server import owner_token

MID, OVER, FRESH, DISPUTED, LEAVE, _ = (f"/games/{game}" for game in Games)


def unfold(page: Page) -> None:
    """Unfold everything."""
    page.evaluate(UNFOLD)


def open_fold(words: str) -> Step:
    """Return a step that unfolds the part with this summary."""
    return lambda page: page.locator("summary", has_text=words).first.click()


def as_another(number: int | None) -> Step:
    """Return a step that reloads the page as another phone of the owner's, or a stranger's (None)."""

    def change(page: Page) -> None:
        origin = page.url.split("/", 3)
        page.context.clear_cookies()
        if number is not None:
            page.context.add_cookies([{"name": COOKIE, "value": owner_token(number), "url": "/".join(origin[:3])}])
        page.reload()

    return change


def without_connection(page: Page) -> None:
    """Go offline, and tap."""
    page.context.set_offline(True)
    page.get_by_role("button", name="Red books: one more").first.click()


SOMEBODY_NEW, STRANGER = as_another(7), as_another(None)
OPEN, OUT_OF = f"{FRESH}/open?team=2&K.naturals=3", "books.clean=1&books.dirty=1&in_foot=1"
COUNT = f"{MID}/rounds/2/edit"
STEPS = ("table.ended", "tally0", "team1.melded", "seat1.left", "tally1", "check", "lines0")
"""Steps of counting, one of each kind."""
STEP_SHOWS = "red books × 500"

TABLE = states(
    (FRESH, "Somebody else starts"),
    (FRESH, "Who keeps score on this phone?", SOMEBODY_NEW),
    (MID, "Rounds so far"),
    (MID, "Rounds so far", unfold),
    (MID, "Rounds so far", open_fold("⋯")),
    (DISPUTED, "both added one"),
    (LEAVE, "Rounds so far"),
    (FRESH, "Ann & Carla", without_connection),
    (f"{MID}/board", "this round"),
    (f"{OVER}/board", "Winner"),
)
ASKS = states(
    (f"{MID}/open", "opened"),
    (f"{FRESH}/open", "Tap"),
    (OPEN, "of 50 points"),
    (f"{OPEN}&A.naturals=4", "Yes"),
    (f"{OPEN}&A.naturals=1&A.twos=3", "No"),
    (f"{FRESH}/open?from=cards&team=1&card.K=5&card.7=2&card.2=4", "The cheapest opening"),
    (f"{MID}/out", "Tap the player"),
    (f"{MID}/out?seat=2&books.clean=0&books.dirty=3", "may not go out yet"),
    (f"{MID}/out?seat=1&{OUT_OF}", "must be in the foot"),
    (f"{LEAVE}/out?seat=1&{OUT_OF}&last_card=discard", "may say no"),
)
ROUNDS = states(
    *((f"{COUNT}#{step}", STEP_SHOWS) for step in STEPS),
    (f"{COUNT}#check", "Not finished", press("Finish the round")),
    (f"{MID}/rounds/2/count/team1/melded?by=piles", "Make a pile"),
    (f"{MID}/rounds/2/count/seat2/left?by=cards", "Kings"),
    (f"{MID}/rounds/1", "agree"),
    (f"{MID}/rounds/1", "agree", unfold),
    (f"{MID}/rounds/1", "confirmed", press("Ann & Carla agree")),
    (f"{MID}/rounds/1/edit", "What you change here corrects it"),
    (f"{MID}/rounds/2", "Round 2, so far"),
)
GAME = states(
    (f"{OVER}/result", "win"),
    (f"{OVER}/result", "win", unfold),
    (f"{OVER}/story", "The moment it was decided"),
    (f"{MID}/history", "Round 1 finished"),
    (f"{MID}/settings", "Who sits where"),
    (f"{MID}/settings", "No changes: these are", press("See what changes")),
    (f"{MID}/rules", "now"),
    (f"{MID}/invite", "for this machine only"),
    (f"{MID}/scorer", "Who keeps score on this phone?"),
)
CLUB = states(
    ("/", "Playing now"),
    ("/games/new", "Which rules do you play by?"),
    ("/games/new/partnership", "Who cut first?"),
    ("/games/new/partnership", "Please type a name.", write("", "Name, seat 1, team 1", ""), press("Begin the game")),
    ("/rules/friends-family", "Play by these rules"),
    ("/people", "Add a person"),
    ("/people/1", "Ann"),
    ("/people/1/edit", "No longer plays"),
    ("/league?over=all", "All games"),
    ("/league/records", "Records"),
    ("/league/seasons", "Begin a season"),
    ("/league/versus?one=1&other=2", "Who led"),
    ("/bin", "Restore"),
    ("/phones", "Phones"),
    ("/phones/tokens", "Other programs"),
    ("/export", "Download the club"),
    ("/leave", "Leave on this phone?"),
)
FAULTS = states(
    ("/join", "This club is private", STRANGER),
    ("/join", "Type the six digits", STRANGER, press("Join")),
    (MID, "This phone has no access here", STRANGER),
    ("/games/999", "There is no such page"),
)
STATES = (*TABLE, *ASKS, *ROUNDS, *GAME, *CLUB, *FAULTS)
"""Each page, and each state of the pages of a game."""
