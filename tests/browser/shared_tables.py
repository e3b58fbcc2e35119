"""What tests of several phones at one table share: phones put away and looked at, and what was recorded."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, Route, expect

from scorepad import paths
from scorepad.store import Club, LoggedEntry
from tests.browser.conftest import PHONE, NewContext
from tests.browser.flows import Evening, evening, open_table
from tests.browser.table import group
from tests.browser.touches import Fingers
from tests.support.waiting import PATIENCE

TEAM, OTHERS = "Ann & Carla", "Bob & Dora"
AWAY = "no connection"
"""What the badge says of a phone that cannot reach the club."""

HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Playwright's pages are always looked at."""


@dataclass(frozen=True)
class Tables:
    """A club at play, and the folder that it is kept in."""

    evening: Evening
    home: Path

    @property
    def url(self) -> str:
        """Its address."""
        return self.evening.url

    def entries(self, game: int) -> list[LoggedEntry]:
        """What was recorded in a game since it was begun, in its order."""
        with closing(Club.open(self.home / paths.CLUB)) as club:
            return [one for one in club.history(game) if one.round and one.field != "starter"]

    def values(self, game: int, field: str, place: str = "team1") -> list[object]:
        """What was recorded for one cell after the other, as numbers where it was counted."""
        found = [e for e in self.entries(game) if (e.place, e.field) == (place, field)]
        return [e.value["n"] if e.value and "n" in e.value else e.value for e in found]


@contextmanager
def tables(home: Path, games: int) -> Iterator[Tables]:
    """Serves a club with so many games that were begun, and as many that were tallied."""
    with evening(home, games, played=0) as found:
        yield Tables(found, home)


def sit_down(new_context: NewContext, club: Tables, game: int) -> Fingers:
    """Somebody at a table, with a phone of their own."""
    fingers = Fingers(new_context(**PHONE).new_page())
    open_table(fingers, club.evening, game)
    return fingers


def books(page: Page, label: str = "Red books", whose: str = TEAM) -> Locator:
    """The input for a kind of a team's books on the table."""
    return group(page, whose).get_by_label(label, exact=True)


def badge(page: Page) -> Locator:
    """What says how many changes wait."""
    return page.locator("[data-waiting]")


def typed(fingers: Fingers, text: str, label: str = "Red books", whose: str = TEAM) -> None:
    """Types over what stands in an input, and leaves it."""
    fingers.write(whose, label, text)
    fingers.page.keyboard.press("Tab")


def recorded(fingers: Fingers, what: str, seconds: float = PATIENCE) -> None:
    """Waits until the club has told this phone that something was recorded last."""
    expect(fingers.page.locator("form.undo")).to_contain_text(what, timeout=1000 * seconds)


def put_away(page: Page) -> None:
    """Locks the phone."""
    page.evaluate(HIDE, True)


def look_at(page: Page) -> None:
    """Unlocks it."""
    page.evaluate(HIDE, False)


class LostAnswers:
    """A way on which everything reaches the club, and the answers to the first few posts do not come back."""

    def __init__(self, page: Page, lost: int) -> None:
        self.statuses: list[int] = []
        self._left = lost
        page.route("**/edit", self._lose)

    def _lose(self, route: Route) -> None:
        if route.request.method == "POST" and self._left:
            self._left -= 1
            self.statuses.append(route.fetch(max_redirects=0).status)
            route.abort()
        else:
            route.continue_()
