"""Every page of a host that is an open house, in every state."""

from playwright.sync_api import Page

from tests.browser.clubs import NAMES, OPERATOR, Name
from tests.browser.states import State, press, states


def _name(page: Page) -> None:
    page.get_by_label("What is your club called?").fill(NAMES[-2])


STATES: dict[Name, tuple[State, ...]] = {
    Name.OPEN_HOUSE: states(
        ("/", "What is your club called?"),
        ("/start", "Please type a name.", press("Start the club")),
        ("/start", "Without it, no one can get you back in", _name, press("Start the club")),
        ("/start", "You started a club here"),
        (f"/operator/{OPERATOR}", "Started by visitors"),
    )
}
