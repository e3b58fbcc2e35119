"""A phone counts a packet pile by pile, with the page's keypad: the sum is in view, and no count is lost."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import IN_WHOLE_BROWSER
from tests.browser.conftest import PHONE, SMALL
from tests.browser.fingers import group
from tests.browser.phone import Phone
from tests.browser.tables import Tables
from tests.web.driving import Table

HEIGHT = "document.documentElement.scrollHeight"


@pytest.fixture
def counting(new_context, tables: Tables) -> Phone:
    """A small phone on the piles of Bob's cards, opened from the step of those cards."""
    phone = Phone(new_context(**PHONE | {"viewport": SMALL}).new_page())
    phone.page.goto(f"{tables.url}/games/{tables.tallied()}/rounds/1/edit#seat2.left")
    phone.tap(phone.page.locator("[data-piles]"))
    at(phone.page, "50s", "1 of 4")
    return phone


@IN_WHOLE_BROWSER
def test_the_sum_grows_in_view_and_nothing_has_to_be_scrolled(counting):
    page, heights = counting.page, []
    for keys, total in (("12", "600"), ("3", "660"), ("0", "660"), ("1", "665")):
        counting.type(keys)
        expect(page.locator("[data-sum]")).to_have_text(total)
        expect(page.locator("[data-sum]")).to_be_in_viewport()
        expect(page.get_by_role("textbox").filter(visible=True)).to_have_attribute("inputmode", "none")
        heights.append(page.evaluate(HEIGHT))
        counting.tap(page.locator("[data-after]"))
    expect(group(page, "Bob").get_by_label("Cards left", exact=True)).to_have_value("665")
    expect(page.locator("#steps [aria-current]")).to_have_attribute("data-go", "seat2.left")
    assert heights == [SMALL["height"]] * 4


def test_back_and_a_new_page_lose_neither_the_place_nor_a_count(counting):
    page = counting.page
    counting.type("2")
    counting.tap(page.locator("[data-after]"))
    counting.tap(page.locator("[data-more]"))
    counting.tap(page.locator("[data-more]"))
    page.reload()
    at(page, "20s", "2 of 4")
    expect(page.locator("[data-sum]")).to_have_text("140")
    page.go_back()
    at(page, "50s", "1 of 4")
    counting.tap(page.locator("[data-before]"))
    expect(page.locator("#steps [aria-current]")).to_have_attribute("data-go", "seat2.left")
    counting.tap(page.locator("[data-piles]"))
    at(page, "50s", "1 of 4")
    expect(page.locator("[data-sum]")).to_have_text("140")
    counting.tap(page.locator("[data-save]"))
    expect(group(page, "Bob").get_by_label("Cards left", exact=True)).to_have_value("140")


def test_the_cards_say_that_the_piles_are_kept_while_their_total_is_0(counting):
    page = counting.page
    counting.type("2")
    expect(page.locator("[data-apart]")).to_be_hidden()
    counting.tap(page.get_by_role("link", name="Cards", exact=True))
    expect(page.locator("[data-apart]")).to_be_in_viewport()
    expect(page.locator("[data-sum]")).to_have_text("0")
    counting.tap(page.get_by_role("link", name="Piles", exact=True))
    expect(page.locator("[data-sum]")).to_have_text("100")


def test_a_count_that_was_recorded_meanwhile_is_not_covered(counting, tables):
    counting.type("2")
    game = int(counting.page.url.partition("/games/")[2].partition("/")[0])
    Table(tables.owner, game).sheet(1).save(**{"seat2.left": "35"})
    counting.page.reload()
    expect(counting.page.locator("[data-sum]")).to_have_text("0")


def test_what_is_refused_is_shown_at_its_pile(counting):
    page = counting.page
    counting.tap(page.locator("[data-to='pile.10']"))
    counting.type("123")
    counting.tap(page.locator("[data-to='pile.50']"))
    counting.tap(page.locator("[data-save]"))
    expect(page.locator("[data-to='pile.10']")).to_have_attribute("data-state", "wrong")
    expect(page.locator(".notes.error").filter(visible=True)).to_have_count(1)


def at(page: Page, pile: str, place: str) -> None:
    """Wait for a pile, and for its position among all piles."""
    expect(page.locator("[data-pile] label").filter(visible=True)).to_have_text(pile)
    expect(page.locator("[data-pile-place]")).to_have_text(place)


def test_no_count_moves_to_another_pile_when_the_rules_change(counting):
    def without_fifties(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('data-pile="pile.50"', ""))

    counting.type("2")
    counting.page.route("**/count/**", without_fifties)
    counting.page.reload()
    at(counting.page, "20s", "1 of 3")
    expect(counting.page.locator("[data-sum]")).to_have_text("0")
