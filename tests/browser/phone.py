"""A phone at a table: what its page shows, and what happens to it and to its network."""

import re
from contextlib import suppress
from dataclasses import dataclass

from playwright.sync_api import Error, Locator, Page, Route, expect

from tests.browser.fingers import Fingers, group
from tests.support.waiting import PATIENCE, until

TEAM, OTHERS = "Ann & Carla", "Bob & Dora"

NO_CONNECTION = "Failed to load resource: net::"
"""What Chromium's console says when nothing could be reached."""

HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Playwright's pages are always looked at."""

WAITING_JOBS = """() => new Promise((done) => {
  indexedDB.open("scorepad").onsuccess = ({ target }) => {
    const jobs = target.result.transaction("jobs").objectStore("jobs").count();
    jobs.onsuccess = () => { target.result.close(); done(jobs.result); };
  };
})"""
"""The number of changes in the outbox, which the browser has stored."""


def wait_for_jobs(page: Page, number: int) -> None:
    """Wait until the browser has stored this many changes."""
    # Page.wait_for_function would take the promise for an answer.
    until(lambda: page.evaluate(WAITING_JOBS) == number)


@dataclass
class Phone(Fingers):
    """A phone, or a computer, the fingers on it, and the number of the game whose table was opened on it."""

    game: int = 0

    def bar(self, team: str = TEAM) -> Locator:
        """A team's side of the bar that never leaves the screen."""
        side = self.page.get_by_role("region", name="The score").locator(".side", has_text=team)
        expect(side).to_be_in_viewport()
        return side

    def total(self, team: str = TEAM) -> Locator:
        """What a team's round comes to so far, on the page that counts it."""
        return self.page.locator("fieldset.team", has_text=team).locator(".overview .big")

    def books(self, label: str = "Red books", team: str = TEAM) -> Locator:
        """The input for a kind of a team's books on the table."""
        return group(self.page, team).get_by_label(label, exact=True)

    def melded(self, team: str = TEAM) -> Locator:
        """The input of what a team melded, also while it is folded away."""
        fields = self.page.locator("fieldset.team", has_text=team)
        return fields.get_by_label("Cards melded", exact=True)

    @property
    def heading(self) -> Locator:
        return self.page.get_by_role("heading", level=1)

    @property
    def badge(self) -> Locator:
        """What says how many changes wait."""
        return self.page.locator("[data-waiting]")

    def at_page(self, heading: str) -> None:
        """Wait for a page, and check that it does not stick out to the side."""
        expect(self.heading).to_have_text(heading)
        # Its styles and its tables may still be on their way.
        self.page.wait_for_load_state()
        until(self._is_up_to_date)
        over = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, f"{heading} sticks out by {over}"

    def _is_up_to_date(self) -> bool:
        if not self.page.get_by_text("being worked out").count():
            return True
        self.page.reload()
        return False

    def undo(self, what: str) -> None:
        """Take back what was done last, which Undo must name."""
        button = self.page.locator("form.undo button", has_text="Undo:")
        expect(button).to_contain_text(re.compile(f"Undo:.*{re.escape(what)}", re.DOTALL))
        self.reach(button)
        self.tap(button)

    def recorded(self, what: str, seconds: float = PATIENCE) -> None:
        """Wait until the club has said to this phone that something was recorded last."""
        expect(self.page.locator("form.undo")).to_contain_text(what, timeout=1000 * seconds)

    def waits(self, number: int, why: str = "") -> None:
        """Wait until the page says that so many changes wait, and they are written down: then it may be left."""
        changes = "1 change waits" if number == 1 else f"{number} changes wait"
        expect(self.badge).to_contain_text(f"{changes}: {why}" if why else changes)
        wait_for_jobs(self.page, number)

    def put_away(self) -> None:
        """Lock the phone."""
        self.page.evaluate(HIDE, True)

    def look_at(self) -> None:
        """Unlock the phone."""
        self.page.evaluate(HIDE, False)

    def cut_off(self) -> None:
        """From now on nothing that is sent arrives, though pages can be read.

        Wait for a page that is on its way first: Chromium would still send what that page posts.
        """

        def lose(route: Route) -> None:
            route.abort() if route.request.method == "POST" else route.continue_()

        self.page.context.route("**/edit", lose)

    def close(self) -> None:
        """End its page as a phone that runs out of power does.

        What cuts a page off ends a moment before a page that is closed otherwise, and the page would still send.
        """
        with self.page.expect_event("crash"), suppress(Error):
            self.page.goto("chrome://crash")
        self.page.close()

    def reconnect(self) -> None:
        """End what `cut_off` began, or a test's own route, and have the page notice."""
        self.page.context.unroute("**/edit")
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def lose_answers(self, number: int) -> list[int]:
        """Lose the answers to the next few posts, which still reach the club; their statuses, once they were lost."""
        statuses: list[int] = []
        left = number

        def lose(route: Route) -> None:
            nonlocal left
            if route.request.method != "POST" or not left:
                return route.continue_()
            left -= 1
            statuses.append(route.fetch(max_redirects=0).status)
            return route.abort()

        self.page.route("**/edit", lose)
        return statuses
