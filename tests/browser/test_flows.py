"""Scripts on one phone, by taps and keys in real Chromium.

Every test runs on another screen: four sizes, of which two are light and two dark. The smallest screen is in the whole
browser, which may scroll where the headless shell does not.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import WHOLE
from tests.browser.conftest import PHONE
from tests.browser.fingers import group
from tests.browser.phone import OTHERS, TEAM, Phone
from tests.browser.touches import PILES, THREES, WORTH, count_piles, sit_down

SMALLEST = 360
SHELL: dict[str, str] = {}
"""Launch arguments. pytest starts another browser for every test that has other ones, equal ones included."""


def seen_on(width: int, height: int, scheme: str) -> pytest.MarkDecorator:
    """Run a test on this screen. The widest is a computer's, with a mouse; the others are touch screens."""
    screens = [(((width, height), scheme), WHOLE if width == SMALLEST else SHELL)]
    return pytest.mark.parametrize(
        ("look", "browser_type_launch_args"),
        screens,
        ids=[f"{width}x{height} {scheme}"],
        indirect=["browser_type_launch_args"],
    )


@pytest.fixture
def fingers(look, new_context) -> Phone:
    """A phone, or a computer with a mouse, with this screen."""
    (width, height), scheme = look
    touch = width < 1000
    screen = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
    context = new_context(**PHONE | screen | {"has_touch": touch, "is_mobile": touch})
    return Phone(context.new_page(), touch=touch)


@seen_on(360, 640, "light")
def test_known_players_sit_down_and_it_is_said_who_starts(fingers, tables, look):
    page = fingers.page
    tables.begun()
    page.goto(tables.url)
    fingers.press("New game")
    fingers.press("As last time: Partnership Hand & Foot, 4 players")
    fingers.at_page("New game")
    assert (_lightness(page) > 128) == (look[1] == "light")
    sit_down(fingers)
    fingers.choose("Bob")
    fingers.press("Begin the game")
    fingers.at_page("Round 1")
    expect(page.get_by_role("region", name="The score")).to_contain_text("Bob starts")
    expect(group(fingers.page, TEAM)).to_contain_text("Needs 50 to open")
    fingers.unfold("Somebody else starts")
    fingers.press("Carla starts")
    expect(page.get_by_role("region", name="The score")).to_contain_text("Carla starts")


@seen_on(1280, 800, "dark")
def test_can_we_open_is_answered_as_the_melds_are_tapped(fingers, tables):
    page = tables.open(fingers, tables.begun())
    fingers.press("Can we open?")
    fingers.at_page("Can we open?")
    legend = "Cards in each meld"
    fingers.step(legend, "Kings", 3)
    verdict = page.locator(".verdict")
    for words in ("30 of 50 points", "20 missing", "No"):
        expect(verdict).to_contain_text(words)
    fingers.step(legend, "Aces", 3)
    for words in ("Yes", "90 points, 50 needed"):
        expect(verdict).to_contain_text(words)
    expect(verdict).to_be_in_viewport()


@seen_on(390, 844, "dark")
def test_may_we_go_out_says_what_is_missing_and_the_partners_answer_is_kept(fingers, tables):
    page = tables.open(fingers, tables.tallied())
    fingers.press("May we go out?")
    fingers.at_page("May we go out?")
    fingers.press("Bob")
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("Bob may go out from the foot.")
    for words in ("Bob may not go out yet.", "Bob may go out from the foot."):
        fingers.tap(page.get_by_role("checkbox", name="Bob is in the foot"))
        expect(verdict).to_contain_text(words)
    fingers.unfold("Worth it?")
    fingers.press("No, wait")
    answer = page.get_by_text("Bob asked, and the partner said no.", exact=True)
    expect(answer).to_be_visible()
    fingers.tap(page.get_by_role("navigation", name="This game").get_by_role("link", name="Table"))
    fingers.at_page("Round 1")
    fingers.undo("Bob")


@seen_on(640, 360, "light")
def test_a_round_is_counted_by_points_a_sum_and_piles(fingers, tables):
    page = tables.open(fingers, tables.tallied())
    fingers.press("Count the round")
    fingers.at_page("Count round 1")
    fingers.choose("Ann went out")
    fingers.write(TEAM, "Cards melded", "120")
    plus = group(page, TEAM).get_by_role("button", name="Add another pile").first
    fingers.tap(page.locator("[data-key='+']").filter(visible=True).or_(plus))
    fingers.keys("290")
    expect(fingers.melded()).to_have_value("120+290")
    expect(page.locator("output.sum").filter(visible=True)).to_have_text("410")
    expect(fingers.total()).to_have_text("1,910")
    fingers.write("Carla", "Cards left", "0")
    count_piles(fingers, OTHERS, "Cards melded", PILES[OTHERS, "Cards melded"])
    expect(fingers.melded(OTHERS)).to_have_value("385")
    fingers.write("Bob", "Cards left", "65")
    fingers.write("Dora", "Cards left", "30")
    fingers.step("Dora", THREES)
    expect(fingers.total(OTHERS)).to_have_text("590")
    fingers.press("Finish the round")
    fingers.tap(page.locator(".done a"))
    fingers.at_page("Round 1")
    expect(page.locator(".receipt .round-sum td")).to_have_text([worth[1:] for worth in WORTH])
    expect(page.get_by_role("listitem").filter(visible=True)).to_have_count(0)
    fingers.unfold("In words")
    expect(page.locator(".lines li").first).to_contain_text("2 red books × 500")
    fingers.press("On to round 2")
    expect(fingers.bar()).to_contain_text("1,910")


def _lightness(page: Page) -> int:
    """Return the lightness of the page, from 0 (black) to 255 (white)."""
    pixel = page.evaluate(
        """() => {
          const colors = [document.body, document.documentElement].map((one) => getComputedStyle(one).backgroundColor);
          const pencil = document.createElement("canvas").getContext("2d");
          pencil.fillStyle = colors.find((color) => color !== "rgba(0, 0, 0, 0)");
          pencil.fillRect(0, 0, 1, 1);
          return [...pencil.getImageData(0, 0, 1, 1).data.slice(0, 3)];
        }"""
    )
    return sum(pixel) // 3
