"""What the phone itself does, if its browser allows it: it vibrates on a tap, and its screen stays awake."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.phone import TEAM, Fingers
from tests.browser.tables import Tables
from tests.browser.touches import CUT

BUZZES = """
window.buzzed = [];
Navigator.prototype.vibrate = (ms) => { buzzed.push(ms); return true; };
"""
STILL = "delete Navigator.prototype.vibrate;"
LOCK = "Object.defineProperty(Navigator.prototype, 'wakeLock', {{configurable: true, value: {}}});"
AWAKE = LOCK.format(
    """{
  request: async (what) => {
    window.asked = [...(window.asked ?? []), what];
    return window.lock = {released: false};
  },
}"""
)
REFUSES = LOCK.format("{request: async () => { throw new DOMException('', 'NotAllowedError'); }}")
NO_LOCK = LOCK.format("undefined")
"""The phone's API replaces the browser's. Without https there is no wake lock."""

PLAIN = "Object.defineProperty(window, 'isSecureContext', {value: false});"
STAYS, GOES = "This phone stays awake while the table is open.", "This phone’s screen may turn off"

Lay = Callable[[str], Fingers]


@pytest.fixture
def lay(context: BrowserContext, tables: Tables) -> Lay:
    """Return a function that opens the table of a new game on a phone with an API."""

    def lay_on_a_table(can: str) -> Fingers:
        context.add_init_script(can)
        return tables.phone(context, tables.begun())

    return lay_on_a_table


def awake(page: Page) -> Locator:
    """Return the sentence about the screen, under "This game"."""
    return page.locator("#game [data-awake]")


def test_a_phone_buzzes_once_under_every_tap_that_counts(lay):
    phone = lay(BUZZES)
    page = phone.page
    phone.step(TEAM, "Red books", 2)
    phone.mark(CUT)
    assert page.evaluate("buzzed") == [10, 10, 10]
    phone.unfold("This game")
    phone.write(TEAM, "Black books", "3", leave=True)
    phone.recorded("Black books")
    assert page.evaluate("buzzed") == [10, 10, 10]
    phone.press("Can we open?")
    for _ in range(3):
        phone.press("Kings: one more")
    assert page.evaluate("buzzed") == [10, 10, 10]


def test_a_tap_counts_where_a_phone_cannot_buzz(lay):
    phone = lay(STILL)
    assert phone.page.evaluate("navigator.vibrate === undefined")
    phone.step(TEAM, "Red books", 2)
    phone.recorded("1 → 2")
    phone.page.reload()
    expect(phone.books()).to_have_value("2")


def test_a_phone_that_stays_awake_says_so_under_this_game(lay):
    phone = lay(AWAKE)
    page = phone.page
    expect(awake(page)).to_be_hidden()
    phone.unfold("This game")
    expect(awake(page)).to_be_visible()
    expect(awake(page)).to_have_text(STAYS)
    phone.mark(CUT)
    phone.recorded("Exact cut")
    expect(awake(page)).to_have_text(STAYS)
    expect(awake(page)).to_be_visible()
    assert page.evaluate("asked") == ["screen"]
    # Browsers release the lock as soon as the page is hidden. (Playwright would evaluate a bare expression with eval,
    # which the pages' policy forbids.)
    page.evaluate("lock.released = true; document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("() => asked.length === 2")
    phone.press("Count the round")
    expect(phone.heading).to_have_text("Count round 1")
    # On other pages than a table, the screen may turn off.
    assert page.evaluate("window.asked") is None


@pytest.mark.parametrize("can", [REFUSES, NO_LOCK], ids=["refuses", "has no lock"])
def test_a_phone_that_may_go_dark_says_that_nothing_is_lost(lay, can):
    phone = lay(can)
    phone.unfold("This game")
    expect(awake(phone.page)).to_be_visible()
    expect(awake(phone.page)).to_contain_text(GOES)
    expect(awake(phone.page)).to_contain_text("Nothing is lost")


@pytest.mark.parametrize(("can", "shows"), [("", False), (PLAIN, True)], ids=["https", "http"])
def test_a_plain_address_says_what_it_cannot_give(lay, can, shows):
    phone = lay(can)
    phone.unfold("This game")
    sentence = phone.page.locator("#game [data-plain]")
    expect(sentence).to_be_visible(visible=shows)
    expect(sentence).to_contain_text("to open the page again without a connection")
