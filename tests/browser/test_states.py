"""Every page in every state: axe has nothing against it, nothing sticks out of it, and fingers find what is tapped."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.states import STATES

PHONES = ((360, 640), (390, 844))
NARROW = (320, 568)
SCREENS = (NARROW, *PHONES, (640, 360))
# Colours hang on the scheme and places on the size: each of both is seen on every page, not every pair of them.
SEEN = tuple(zip(("light", "dark"), PHONES, strict=True))
USUAL_LETTERS, LARGE_LETTERS = 16, 32
# The largest letters have the least room on the narrowest screen.
PRINTED = ((LARGE_LETTERS, NARROW), *((USUAL_LETTERS, size) for size in SCREENS))
TOUCH, BUTTON = 48, 56
"""CSS pixels that what is tapped is high at least."""

AXE = Axe().axe_script
# Every rule runs; of what passes only the least is written down.
RUN_AXE = "axe.run({resultTypes: ['violations']}).then(found => found.violations)"

# What is wrong with the page as it stands, a line each. A tick's label is what is tapped, not the box in it; the link
# that skips is for keyboards; what is `unseen` is heard. Inside a picture both widths are measured in other units.
UNFIT = """([touch, button]) => {
  const over = document.documentElement.scrollWidth - window.innerWidth;
  const low = [...document.querySelectorAll("a, button, input, select, summary, label.tick")]
    .filter(one => one.type !== "hidden" && !one.matches(".skip, .unseen, .tick input"))
    .map(one => [one, one.getBoundingClientRect(), one.matches(".button") ? button : touch])
    .filter(([one, box, least]) => box.width > 0 && box.height < least)
    .map(([one, box, least]) => `${one.outerHTML.slice(0, 120)}: ${box.height} high, not ${least}`);
  const burst = [...document.querySelectorAll("main *:not(input, .unseen, svg *)")]
    .filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && !one.matches(".scroll"))
    .map(one => `${one.outerHTML.slice(0, 120)}: ${one.clientWidth} wide, and holds ${one.scrollWidth}`);
  return [...(over > 0 ? [`the page sticks out by ${over}`] : []), ...burst, ...low];
}"""


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> Iterator[Page]:
    """Somebody who looks at everything, with one browser."""
    context = browser.new_context(reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module", params=STATES, ids=lambda state: state.name)
def shown(request: pytest.FixtureRequest, visitor: Page, furnished: str) -> Page:
    """A page in one of its states."""
    request.param.reach(visitor, furnished)
    return visitor


def test_axe_finds_nothing(shown: Page) -> None:
    shown.evaluate(AXE)
    for scheme, size in SEEN:
        shown.emulate_media(color_scheme=scheme)
        resize(shown, size)
        assert violations(shown) == [], f"{scheme}, {size}"


def test_nothing_sticks_out_and_everything_can_be_tapped(shown: Page) -> None:
    for letters, size in PRINTED:
        print_letters(shown, letters)
        resize(shown, size)
        unfit = shown.evaluate(UNFIT, [TOUCH, BUTTON])
        assert unfit == [], f"{size}, letters of {letters}"


def test_axe_finds_nothing_before_the_first_game(visitor: Page, club: str) -> None:
    visitor.goto(club)
    visitor.evaluate(AXE)
    assert "No games yet" in visitor.inner_text("main")
    assert violations(visitor) == []


def test_axe_would_find_something(visitor: Page, furnished: str) -> None:
    visitor.goto(furnished)
    visitor.evaluate("document.documentElement.removeAttribute('lang')")
    visitor.evaluate(AXE)
    assert [line.split(":")[0] for line in violations(visitor)] == ["html-has-lang"]


def test_what_does_not_fit_would_be_found(visitor: Page, furnished: str) -> None:
    visitor.goto(furnished)
    resize(visitor, PHONES[0])
    visitor.evaluate("document.body.style.width = '370px'")
    visitor.evaluate("document.querySelector('.button').style.height = '40px'")
    visitor.evaluate("document.querySelector('.button').style.minHeight = '0'")
    stretched, low = visitor.evaluate(UNFIT, [TOUCH, BUTTON])
    assert (stretched, low.rpartition(": ")[2]) == ("the page sticks out by 10", "40 high, not 56")


def test_letters_do_grow(visitor: Page, furnished: str) -> None:
    visitor.goto(furnished)
    print_letters(visitor, LARGE_LETTERS)
    assert visitor.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"


def violations(page: Page) -> list[str]:
    """What axe finds, with every rule it has on and no element left out: the rule, the element, and what is wrong.

    Playwright puts axe into the page from outside, past its Content-Security-Policy, which stays on.
    """
    found: list[dict[str, Any]] = page.evaluate(RUN_AXE)
    return [
        f"{rule['id']}: {node['html']} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


def resize(page: Page, size: tuple[int, int]) -> None:
    """Gives the window another size, in CSS pixels."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def print_letters(page: Page, size: int) -> None:
    """Sets the size of letters in the browser's own settings, as people do who read badly; 16 is usual."""
    sizes = {"standard": size, "fixed": size}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
