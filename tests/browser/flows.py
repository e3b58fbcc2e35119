"""Small steps that the flows share: what a page shows, phones put away and looked at, and networks that lose things."""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.browser.fingers import Fingers, group
from tests.browser.tables import TEAM
from tests.support.waiting import PATIENCE, until

IN_BOTH_BROWSERS = pytest.mark.parametrize(
    "browser_type_launch_args",
    [{}, {"channel": "chromium"}],
    ids=["shell", "whole browser"],
    indirect=True,
)
"""Runs a test in the shell that has no window, and in the whole browser, with its window left out."""

NO_CONNECTION = "Failed to load resource: net::"
"""What Chromium's console says when nothing could be reached."""

HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Playwright's pages are always looked at."""

KEPT = """(number) => new Promise((done) => {
  indexedDB.open("scorepad").onsuccess = ({ target }) => {
    const jobs = target.result.transaction("jobs").objectStore("jobs").count();
    jobs.onsuccess = () => { target.result.close(); done(jobs.result === number); };
  };
})"""
"""Whether the browser has written down so many changes."""


def bar(page: Page, team: str = TEAM) -> Locator:
    """A team's side of the bar that never leaves the screen."""
    side = page.get_by_role("region", name="The score").locator(".side", has_text=team)
    expect(side).to_be_in_viewport()
    return side


def at_page(page: Page, heading: str) -> None:
    """Wait for a page, and check that it does not stick out to the side."""
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    # Its styles and its tables may still be on their way.
    page.wait_for_load_state()
    until(lambda: _is_up_to_date(page))
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert over <= 0, f"{heading} sticks out by {over}"


def _is_up_to_date(page: Page) -> bool:
    if not page.get_by_text("being worked out").count():
        return True
    page.reload()
    return False


def undo(fingers: Fingers, what: str) -> None:
    """Take back what was done last, which Undo must name."""
    button = fingers.page.locator("form.undo").get_by_role("button")
    expect(button).to_contain_text(re.compile(f"Undo:.*{re.escape(what)}", re.DOTALL))
    fingers.tap(button)


def books(page: Page, label: str = "Red books", team: str = TEAM) -> Locator:
    """The input for a kind of a team's books on the table."""
    return group(page, team).get_by_label(label, exact=True)


def melded(page: Page, team: str = TEAM) -> Locator:
    """The input of what a team melded, also while it is folded away."""
    return page.locator("fieldset.team", has_text=team).get_by_label("Cards melded", exact=True)


def badge(page: Page) -> Locator:
    """What says how many changes wait."""
    return page.locator("[data-waiting]")


def waiting(page: Page, number: int, why: str = "") -> None:
    """Wait until the page says that so many changes wait, and the browser has written them down: then it may close."""
    changes = "1 change waits" if number == 1 else f"{number} changes wait"
    expect(badge(page)).to_contain_text(f"{changes}: {why}" if why else changes)
    page.wait_for_function(KEPT, arg=number)


def recorded(fingers: Fingers, what: str, seconds: float = PATIENCE) -> None:
    """Wait until the club has said to this phone that something was recorded last."""
    expect(fingers.page.locator("form.undo")).to_contain_text(what, timeout=1000 * seconds)


def put_away(page: Page) -> None:
    """Lock the phone."""
    page.evaluate(HIDE, True)


def look_at(page: Page) -> None:
    """Unlock the phone."""
    page.evaluate(HIDE, False)


def cut_off(phone: BrowserContext | Page) -> None:
    """From now on nothing that is sent arrives, though pages can be read."""

    def lose(route: Route) -> None:
        route.abort() if route.request.method == "POST" else route.continue_()

    phone.route("**/edit", lose)


def reconnect(phone: BrowserContext | Page, *pages: Page) -> None:
    """End what `cut_off` began, and have these pages notice."""
    phone.unroute("**/edit")
    for page in pages:
        page.evaluate("dispatchEvent(new Event('online'))")


class LostAnswers:
    """A way on which everything reaches the club, and the answers to the first few posts do not come back."""

    def __init__(self, page: Page, lost: int) -> None:
        self.statuses: list[int] = []
        self._left = lost
        page.route("**/edit", self._lose)

    def _lose(self, route: Route) -> Any:
        if route.request.method != "POST" or not self._left:
            return route.continue_()
        self._left -= 1
        self.statuses.append(route.fetch(max_redirects=0).status)
        return route.abort()
