"""A phone at a table: what its page shows, and events such as locking it or losing its network."""

import re
from contextlib import suppress
from dataclasses import dataclass

from playwright.sync_api import Error, Locator, Page, Route, expect

from tests.browser.fingers import Fingers, group
from tests.support.waiting import PATIENCE, until

TEAM, OTHERS = "Ann & Carla", "Bob & Dora"

NO_CONNECTION = "Failed to load resource: net::"
"""Chromium's console message when a server cannot be reached."""

HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Fakes a hidden page: Playwright's pages are always visible."""

WAITING_JOBS = """() => new Promise((done) => {
  const opened = indexedDB.open("scorepad");
  // Before the page has created it: an empty one would take its place.
  opened.onupgradeneeded = () => opened.transaction.abort();
  opened.onerror = () => done(0);
  opened.onsuccess = () => {
    const jobs = opened.result.transaction("jobs").objectStore("jobs").getAll();
    // WebKit 2.38 may have empty records, see store.js.
    jobs.onsuccess = () => { opened.result.close(); done(jobs.result.filter(Boolean).length); };
  };
  setTimeout(done, 2000, -1);
})"""
"""The number of changes that the browser has stored in the outbox; -1 if its database does not answer."""

NEVER_ANSWERS = "IDBFactory.prototype.open = () => ({});"
"""The browser's database does not answer, as in WebKit while another page holds its lock."""


def wait_for_jobs(page: Page, number: int) -> None:
    """Wait until the browser has stored this many changes."""
    # Page.wait_for_function would treat the promise as a true value.
    until(lambda: page.evaluate(WAITING_JOBS) == number)


@dataclass
class Phone(Fingers):
    """A phone or computer, the fingers on it, and the id of the game whose table it shows."""

    game: int = 0

    def bar(self, team: str = TEAM) -> Locator:
        """Return a team's side of the fixed bar."""
        side = self.page.get_by_role("region", name="The score").locator(".side", has_text=team)
        expect(side).to_be_in_viewport()
        return side

    def so_far(self, team: str = TEAM) -> Locator:
        """Return a team's points of the round so far, on the table's sheet."""
        return group(self.page, team).locator(".so-far")

    def says_who(self, name: str) -> None:
        """Say whose phone this is, on the page that asks."""
        path = self.page.url.split("?")[0]
        self.page.goto(f"{path}/scorer")
        self.page.get_by_role("button", name=name, exact=True).click()
        self.page.wait_for_url(path)

    def total(self, team: str = TEAM) -> Locator:
        """Return a team's provisional total on the page that counts a round."""
        number = self.page.locator("fieldset.team", has_text=team).get_attribute("data-team")
        return self.page.locator(f'#receipt [data-score="team{number}.total"]')

    def books(self, label: str = "Red books", team: str = TEAM) -> Locator:
        """Return the input for a kind of a team's books on the table."""
        return group(self.page, team).get_by_label(label, exact=True)

    def melded(self, team: str = TEAM) -> Locator:
        """Return the input of a team's melded points, even while it is folded away."""
        fields = self.page.locator("fieldset.team", has_text=team)
        return fields.get_by_label("Cards melded", exact=True)

    @property
    def heading(self) -> Locator:
        return self.page.get_by_role("heading", level=1)

    @property
    def badge(self) -> Locator:
        """The badge with the number of waiting changes."""
        return self.page.locator("[data-waiting]")

    def at_page(self, heading: str) -> None:
        """Wait for a page, and check that it does not overflow horizontally."""
        expect(self.heading).to_have_text(heading)
        # Its styles and its tables may still be loading.
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
        """Undo the last change, which the button must name."""
        button = self.page.locator("form.undo button", has_text="Undo:")
        expect(button).to_contain_text(re.compile(f"Undo:.*{re.escape(what)}", re.DOTALL))
        self.reach(button)
        self.tap(button)

    def recorded(self, what: str, seconds: float = PATIENCE) -> None:
        """Wait until the server has confirmed this change to the phone as the latest one."""
        expect(self.page.locator("form.undo")).to_contain_text(what, timeout=1000 * seconds)

    def waits(self, number: int, why: str = "") -> None:
        """Wait until the page shows this number of waiting changes, and they are stored: then it may be left."""
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
        """From now on drop every POST of an edit, though pages can still be loaded.

        Wait for a page that is still loading first: Chromium would still send its posts.
        """

        def lose(route: Route) -> None:
            route.abort() if route.request.method == "POST" else route.continue_()

        self.page.context.route("**/edit", lose)

    def close(self) -> None:
        """End its page abruptly, as if the phone ran out of power.

        With a normal close, the route of `cut_off` ends a moment before the page, which could still send.
        """
        with self.page.expect_event("crash"), suppress(Error):
            self.page.goto("chrome://crash")
        self.page.close()

    def reconnect(self) -> None:
        """Undo `cut_off`, or remove a test's own route, and let the page notice."""
        self.page.context.unroute("**/edit")
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def lose_answers(self, number: int) -> list[int]:
        """Drop the responses to the next posts, which still reach the club. Return a list that collects statuses."""
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
