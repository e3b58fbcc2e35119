"""The board on real screens: large enough for three metres, all of it at once, and up to date by itself."""

import pytest
from playwright.sync_api import expect

from tests.browser.furnished import Games
from tests.browser.looks import print_letters, resize
from tests.browser.phone import TEAM

SCREENS = ((1920, 1080), (1280, 800), (800, 1280))
LETTERS = {2: 0.05, 3: 0.042}
"""Of the shorter side of the screen, by how many teams there are: see `board.css`."""

# The smallest of all letters of the game itself, of those of its totals, and how much of it is out of sight.
SIZES = """() => {
  const smallest = (places) => Math.min(
    ...[...document.querySelectorAll(places)].map((one) => parseFloat(getComputedStyle(one).fontSize)));
  const hidden = document.documentElement.scrollHeight - innerHeight;
  return [smallest(".board-top *, .board-team *, .board-last"), smallest(".board-total"), hidden];
}"""


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize(("game", "teams"), [(Games.MID, 2), (Games.OVER, 2), (Games.LONG, 3)])
def test_it_is_read_at_three_metres_and_shows_all_at_once(onlooker, furnished, game, teams, size):
    resize(onlooker, size)
    onlooker.goto(f"{furnished}/games/{game}/board")
    words, totals, hidden = onlooker.evaluate(SIZES)
    assert words >= LETTERS[teams] * min(size)
    assert totals >= 1.5 * words
    assert hidden == 0


def test_totals_grow_no_wider_than_their_team_in_any_letters(onlooker, furnished):
    onlooker.goto(f"{furnished}/games/{Games.LONG}/board")
    for letters, size in ((32, (320, 568)), (16, (360, 640)), (16, (1024, 600))):
        print_letters(onlooker, letters)
        resize(onlooker, size)
        assert onlooker.evaluate("document.documentElement.scrollWidth") == size[0]
    print_letters(onlooker, 16)


def test_a_change_at_the_table_shows_without_loading_the_page_again(tables, context, new_context):
    game = tables.begun()
    board = new_context().new_page()
    board.goto(f"{tables.url}/games/{game}/board")
    expect(board.get_by_text("Nothing is counted yet")).to_be_visible()
    board.evaluate("document.body.dataset.stays = 'yes'")
    phone = tables.phone(context, game)
    expect(board.locator("#here")).to_contain_text("1 watching")
    phone.step(TEAM, "Red books")
    expect(board.locator(".board-last")).to_contain_text("Red books, Ann & Carla: 0 → 1")
    expect(board.get_by_role("region", name=TEAM).locator(".board-now")).to_contain_text("+500")
    assert board.evaluate("document.body.dataset.stays") == "yes"
