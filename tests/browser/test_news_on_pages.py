"""Changes from another phone appear on the open page, and replace only what they change."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.phone import OTHERS, Phone
from tests.browser.tables import Tables

NOTE_ALL = """() => {
  window.noted = [...document.querySelectorAll("main, header, nav, a, button, input, summary")];
  return noted.length;
}"""
REPLACED = "() => noted.filter((one) => !one.isConnected).map((one) => one.outerHTML)"
Two = tuple[Page, Phone]


@pytest.fixture
def counting(new_context: NewContext, tables: Tables) -> Two:
    """A computer that counts a round, and a phone at the table of the same game."""
    game = tables.tallied()
    page, other = new_context().new_page(), tables.phone(new_context(**PHONE), game)
    page.goto(f"{tables.url}/games/{game}/rounds/1/edit")
    expect(Phone(page).total(OTHERS)).to_have_text("800")
    return page, other


def show_news(counting: Two) -> None:
    page, other = counting
    other.step(OTHERS, "Red books")
    expect(Phone(page).total(OTHERS)).to_have_text("1,300")


def test_news_replace_nothing_that_they_do_not_change(counting):
    page, _ = counting
    assert page.evaluate(NOTE_ALL) > 20
    show_news(counting)
    assert page.evaluate(REPLACED) == []
    assert page.locator("body").count() == 1


def test_a_key_that_is_held_down_while_news_are_shown_works_when_it_is_let_go(counting):
    page, _ = counting
    way = page.locator('#steps [data-go="tally0"]')
    way.focus()
    page.keyboard.down("Space")
    show_news(counting)
    expect(way).not_to_have_attribute("aria-current", "step")
    page.keyboard.up("Space")
    expect(way).to_have_attribute("aria-current", "step")


def test_a_page_that_showed_news_is_printed_as_any_other(counting):
    page, _ = counting
    show_news(counting)
    page.emulate_media(media="print")
    expect(page.get_by_role("main")).to_be_visible()


def test_an_empty_number_in_which_one_is_stays_when_that_player_goes_out(counting):
    page, other = counting
    left, way = page.locator('[name="seat1.left"]'), page.locator('#steps [data-go="seat1.left"]')
    way.click()
    left.focus()
    other.press("Count the round")
    other.choose("Ann went out")
    expect(page.locator('[name="table.ended"][value=seat1]')).to_be_checked()
    expect(way).to_be_disabled()
    expect(left).to_be_focused()
    expect(left).to_be_visible()
    page.keyboard.press("Enter")
    expect(left).to_be_hidden()


def test_a_correction_of_an_earlier_round_is_told_on_the_table_and_the_board_and_goes_by_itself(new_context, tables):
    game = tables.played()
    phone = tables.phone(new_context(**PHONE), game)
    board = new_context().new_page()
    board.goto(f"{tables.url}/games/{game}/board")
    expect(board.get_by_role("heading", name="Round 3")).to_be_visible()
    phone.page.evaluate("document.documentElement.dataset.stays = 'here'")
    corrector = new_context(java_script_enabled=False).new_page()
    corrector.goto(f"{tables.url}/games/{game}/rounds/1/edit")
    corrector.locator('[name="seat2.left"]').fill("55")
    corrector.locator("button[value=finish]").last.click()
    expect(corrector.get_by_role("heading", name="Round 1")).to_be_visible()
    said = "Round 1 corrected: Bob’s cards left 65 → 55, +10"
    for page in (phone.page, board):
        expect(page.locator(".told")).to_contain_text(said)
    assert phone.page.evaluate("document.documentElement.dataset.stays") == "here"
    end = "told => told.getAnimations().forEach((animation) => animation.finish())"
    for page in (phone.page, board):
        page.locator(".told").evaluate(end)
        expect(page.locator(".told")).to_be_hidden()
