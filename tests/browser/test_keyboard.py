"""A round with only the keyboard: Tab, Space, Enter, arrows and typing. The focus is always visible."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext

MAX_TABS = 60

FOCUSED = """() => {
  const one = document.activeElement, style = getComputedStyle(one);
  const label = one.labels?.length ? one.labels[0] : one;
  const words = (one.matches("[aria-pressed]") && one.ariaLabel) || label.innerText;
  const group = one.closest("fieldset, .panel")?.querySelector("legend, .panel-name")?.textContent.trim() ?? "";
  const seen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const box = one.getBoundingClientRect();
  const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return [`${group} / ${words.trim()}`, seen && inside];
}"""

NEW_GAME = (
    (" / Not sure", "Enter"),
    (" / Not sure", "Enter"),
    (" / Not sure", "Enter"),
    (" / Play Partnership", "Enter"),
    (" / Name, seat 1", "Ann"),
    (" / Name, seat 2", "Bob"),
    (" / Name, seat 3", "Carla"),
    (" / Name, seat 4", "Dora"),
    ("Who cut first? / Not known yet", "ArrowUp"),
    (" / Begin the game", "Enter"),
)
"""The stops of Tab, and what is pressed or typed there. The arrow chooses the previous seat: Dora's."""

ROUND_1 = (
    ("Ann & Carla / Red books", "2"),
    ("Ann & Carla / Black books", "1"),
    ("Ann & Carla / Carla: exact cut of 22", "Space"),
    (" / Count the round", "Enter"),
    ("How did the round end? / Ann went out", "Space"),
    (" / Next", "Enter"),
    ("Ann & Carla / Cards melded", "410\n"),
    ("Carla / Cards left", "0\n"),
    ("Bob & Dora / Red books", "1"),
    ("Bob & Dora / Black books", "2"),
    (" / Next", "Enter"),
    ("Bob & Dora / Cards melded", "200+185\n"),
    ("Bob / Cards left", "65\n"),
    ("Dora / Cards left", "0"),
    ("Dora / Red threes left in hand or foot", "1\n"),
    (" / Finish the round", "Enter"),
)
"""The first round of tests/vectors/partnership.toml: 1,910 to 920."""

KEYS = ("Space", "ArrowUp")


@pytest.fixture
def page(new_context: NewContext, club: str) -> Page:
    """A computer on the list of games."""
    # Otherwise the focused element scrolls smoothly into view, and the test would check it too early.
    page: Page = new_context(reduced_motion="reduce").new_page()
    page.goto(club)
    return page


def test_a_round_is_kept_with_the_keyboard_alone(page):
    walk(page, (first_stop(page), *NEW_GAME, *ROUND_1))
    bar = page.get_by_role("region", name="The score")
    expect(bar.locator(".big")).to_have_text(["1,910", "920"])
    expect(bar).to_contain_text("Ann starts")


def test_the_first_tab_skips_to_the_page(page):
    tab_to(page, " / Skip to content")
    page.keyboard.press("Enter")
    walk(page, [first_stop(page)])
    expect(page.get_by_role("heading", level=1)).to_have_text("What do you need to go out?")


def first_stop(page: Page) -> tuple[str, str]:
    """Return the way to a new game, whose words depend on whether the club has a game."""
    words = page.locator("a[href$='/games/new']").inner_text()
    return f" / {words}", "Enter"


def walk(page: Page, steps: Sequence[tuple[str, str]]) -> None:
    """Tab from one place to the next, and press a key or type there."""
    for place, keys in steps:
        tab_to(page, place)
        if keys == "Enter":
            with page.expect_navigation():
                page.keyboard.press(keys)
        elif keys in KEYS:
            page.keyboard.press(keys)
            # The page shows what follows in a task of its own.
            page.evaluate("new Promise((done) => setTimeout(done))")
        else:
            page.keyboard.type(keys)


def tab_to(page: Page, place: str) -> None:
    """Tab to a place. Every stop on the way must be visible: in the window, with a focus ring."""
    passed = []
    for _ in range(MAX_TABS):
        page.keyboard.press("Tab")
        words, seen = page.evaluate(FOCUSED)
        passed.append(words)
        assert seen, f"{words} has the focus, and it cannot be seen"
        if words.startswith(place):
            return
    raise AssertionError(f"Tab does not lead to {place!r}, but to {passed}")
