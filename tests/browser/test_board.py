"""The board on real screens: large enough for three metres, all of it at once, and up to date by itself."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.furnished import Games
from tests.browser.test_states import print_letters, resize

SCREENS = ((1920, 1080), (1280, 800), (800, 1280))
LETTERS = {2: 0.05, 3: 0.042}
"""Of the shorter side of the screen, by how many teams there are: see `board.css`."""

# The sizes of all letters of the game itself, and of its totals.
SIZES = """() => {
  const size = (one) => parseFloat(getComputedStyle(one).fontSize);
  const words = [...document.querySelectorAll(".board-top *, .board-team *, .board-last")];
  return [Math.min(...words.map(size)), Math.min(...[...document.querySelectorAll(".board-total")].map(size))];
}"""
HEIGHT = "document.documentElement.scrollHeight - innerHeight"


@pytest.fixture(scope="module")
def screen(browser: Browser) -> Iterator[Page]:
    """A television."""
    context = browser.new_context(reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize(("game", "teams"), [(Games.MID, 2), (Games.OVER, 2), (Games.LONG, 3)])
def test_it_is_read_at_three_metres_and_shows_all_at_once(
    screen: Page, furnished: str, game: Games, teams: int, size: tuple[int, int]
) -> None:
    resize(screen, size)
    screen.goto(f"{furnished}/games/{game}/board")
    words, totals = screen.evaluate(SIZES)
    assert words >= LETTERS[teams] * min(size)
    assert totals >= 1.5 * words
    assert screen.evaluate(HEIGHT) == 0


def test_totals_grow_no_wider_than_their_team_in_any_letters(screen: Page, furnished: str) -> None:
    screen.goto(f"{furnished}/games/{Games.LONG}/board")
    for letters, size in ((32, (320, 568)), (16, (360, 640)), (16, (1024, 600))):
        print_letters(screen, letters)
        resize(screen, size)
        assert screen.evaluate("document.documentElement.scrollWidth") == size[0]
    print_letters(screen, 16)


def test_a_change_at_the_table_shows_without_loading_the_page_again(
    club: str, phone: Page, new_context: Any
) -> None:
    phone.goto(f"{club}/games/new/partnership")
    for name, box in zip("ABCD", phone.get_by_label("Name, seat").all(), strict=False):
        box.fill(name)
    phone.get_by_role("button", name="Begin the game").click()
    phone.wait_for_url("**/games/*")
    board = new_context().new_page()
    board.goto(f"{phone.url}/board")
    expect(board.get_by_text("Nothing was counted yet")).to_be_visible()
    board.evaluate("document.body.dataset.stays = 'yes'")
    phone.get_by_role("button", name=re.compile("Red books.*one more")).first.click()
    expect(board.locator(".board-last")).to_contain_text("Red books, A & C: 0 → 1")
    assert board.evaluate("document.body.dataset.stays") == "yes"
