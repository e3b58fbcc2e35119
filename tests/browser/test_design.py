"""The design page in Chromium: it passes axe and fits, and a stack shows a card for each book."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from scorepad.web.design.samples import FACES
from tests.browser.looks import check_with_axe, resize
from tests.support.server import environment, serving

CARD, STEP = 20, 3
"""CSS pixels of a card, and of the visible edge of each card below it."""
WIDTHS = """(face) => [...document.querySelectorAll(`[id^="design-${face}-"] + .stack`)].map((stack) => {
  const { boxSizing, width, borderLeftWidth: edge } = getComputedStyle(stack, "::after");
  return [stack.offsetWidth, parseFloat(width) + (boxSizing === "border-box" ? 0 : 2 * parseFloat(edge))];
})"""


@pytest.fixture(scope="module")
def design(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page, opened by an owner of a club that is served in development."""
    home = tmp_path_factory.mktemp("design") / "instance"
    with serving(environment(SCOREPAD_INSTANCE=str(home), SCOREPAD_DEVELOPMENT="1")) as url:
        page = browser.new_context(reduced_motion="reduce").new_page()
        page.goto(f"{url}/design")
        yield page
        page.context.close()


def test_axe_finds_nothing_and_nothing_sticks_out(design):
    check_with_axe(design)
    resize(design, (360, 640))
    assert design.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("face", FACES)
def test_a_stack_shows_a_card_for_each_book(design, face):
    none, *stacks = design.evaluate(WIDTHS, face)
    assert none[0] == 0
    assert stacks == [[CARD + STEP * below, CARD] for below in range(7)]
