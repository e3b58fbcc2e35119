"""What the phone itself does, as far as its browser lets it: it buzzes under a tap, and its screen stays awake."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, NewContext, overhear
from tests.browser.flows import Evening, evening, open_table
from tests.browser.table import group
from tests.browser.touches import CUT, Fingers

TEAM = "Ann & Carla"
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
LACKS = LOCK.format("undefined")
"""What a phone can do is put in the place of what this browser can; without https it lacks the lock."""

PLAIN = "Object.defineProperty(window, 'isSecureContext', {value: false});"
STAYS, GOES = "This phone stays awake while the table is open.", "This phone may go dark"

Lay = Callable[[str], Fingers]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A club with games to go on with."""
    with evening(tmp_path_factory.mktemp("itself"), games=11, played=0) as found:
        yield found


@pytest.fixture
def lay(new_context: NewContext, club: Evening) -> Iterator[Lay]:
    """Lays a phone that can do something on the table of a new game; its browser must have no complaint."""
    found: list[list[str]] = []

    def laid(can: str) -> Fingers:
        context = new_context(**PHONE)
        found.append(overhear(context)[1])
        context.add_init_script(can)
        fingers = Fingers(context.new_page())
        open_table(fingers, club, next(club.begun))
        return fingers

    yield laid
    assert [said for complaints in found for said in complaints] == []


def buzzed(page: Page) -> Any:
    """How long the phone buzzed each time, in milliseconds."""
    return page.evaluate("buzzed")


def awake(page: Page) -> Locator:
    """The sentence about the screen, which stands under "This game"."""
    return page.locator("#game [data-awake]")


def test_a_phone_buzzes_once_under_every_tap_that_counts(lay: Lay) -> None:
    fingers = lay(BUZZES)
    fingers.step(TEAM, "Red books", 2)
    fingers.mark(CUT)
    assert buzzed(fingers.page) == [10, 10, 10]
    fingers.unfold("This game")
    fingers.write(TEAM, "Black books", "3")
    fingers.page.keyboard.press("Tab")
    expect(fingers.page.locator("form.undo")).to_contain_text("Black books")
    assert buzzed(fingers.page) == [10, 10, 10]


def test_it_buzzes_where_cards_are_asked_about_too(lay: Lay) -> None:
    fingers = lay(BUZZES)
    fingers.press("Can we open?")
    fingers.step("Kings", "Kings", 3)
    assert buzzed(fingers.page) == [10, 10, 10]


def test_a_tap_counts_where_a_phone_cannot_buzz(lay: Lay) -> None:
    fingers = lay(STILL)
    assert fingers.page.evaluate("navigator.vibrate === undefined")
    fingers.step(TEAM, "Red books", 2)
    expect(fingers.page.locator("form.undo")).to_contain_text("Red books")
    fingers.page.reload()
    box = group(fingers.page, TEAM).get_by_label("Red books", exact=True)
    expect(box).to_have_value("2")


def test_a_phone_that_stays_awake_says_so_under_this_game(lay: Lay) -> None:
    fingers = lay(AWAKE)
    expect(awake(fingers.page)).to_be_hidden()
    fingers.unfold("This game")
    expect(awake(fingers.page)).to_be_visible()
    expect(awake(fingers.page)).to_have_text(STAYS)
    fingers.mark(CUT)
    expect(fingers.page.locator("form.undo")).to_contain_text("Exact cut")
    expect(awake(fingers.page)).to_have_text(STAYS)
    expect(awake(fingers.page)).to_be_visible()
    assert fingers.page.evaluate("asked") == ["screen"]


def test_the_screen_is_kept_awake_again_when_somebody_looks_again(lay: Lay) -> None:
    page = lay(AWAKE).page
    expect(awake(page)).to_have_text(STAYS)
    # Browsers take the lock back as soon as the page is out of sight.
    page.evaluate("lock.released = true; document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("asked.length === 2")


@pytest.mark.parametrize("can", [REFUSES, LACKS], ids=["refuses", "lacks"])
def test_a_phone_that_may_go_dark_says_that_nothing_is_lost(lay: Lay, can: str) -> None:
    fingers = lay(can)
    fingers.unfold("This game")
    expect(awake(fingers.page)).to_be_visible()
    expect(awake(fingers.page)).to_contain_text(GOES)
    expect(awake(fingers.page)).to_contain_text("Nothing is lost")


@pytest.mark.parametrize(("can", "shows"), [("", False), (PLAIN, True)], ids=["https", "http"])
def test_a_plain_address_says_what_it_cannot_give(lay: Lay, can: str, shows: bool) -> None:
    fingers = lay(can)
    fingers.unfold("This game")
    said = fingers.page.locator("#game [data-plain]")
    expect(said).to_be_visible(visible=shows)
    expect(said).to_contain_text("without a connection the page cannot open again")


def test_where_no_table_lies_open_the_screen_is_left_alone(lay: Lay) -> None:
    fingers = lay(AWAKE)
    fingers.press("Count the round")
    expect(fingers.page.get_by_role("heading", level=1)).to_have_text("Count round 1")
    assert fingers.page.evaluate("window.asked") is None
