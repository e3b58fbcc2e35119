"""Nothing on the counting page moves or vanishes by itself, so that a press does not miss its button."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import IN_WHOLE_BROWSER
from tests.browser.fingers import group
from tests.browser.phone import Phone
from tests.browser.touches import THREES

LIVE = re.compile(r"\blive\b")


@IN_WHOLE_BROWSER
@pytest.mark.parametrize("size", [(1280, 800), (360, 584)])
def test_a_press_during_a_refresh_counts_beside_a_sum(new_context, tables, size):
    page = new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    mouse = Phone(page, touch=False)
    tables.open(mouse, tables.tallied())
    mouse.press("Count the round")
    mouse.choose("Ann went out")
    mouse.write("Dora", "Cards left", "10+20")
    total = page.locator("output.sum").filter(visible=True)
    expect(total).to_have_text("30")
    seen = page.locator("#sheet [name=seen]")
    before = seen.input_value()
    plus = group(page, "Dora").get_by_role("button", name=f"{THREES}: one more", exact=True)
    plus.hover()
    place = plus.bounding_box()
    # The press ends the typing, which sends the number.
    page.mouse.down()
    expect(seen).not_to_have_value(before)
    expect(total).to_have_text("30")
    assert plus.bounding_box() == place
    page.mouse.up()
    expect(group(page, "Dora").get_by_label(THREES, exact=True)).to_have_value("1")


def test_a_slow_connection_shows_no_button_that_vanishes_later(context, tables):
    page = context.new_page()
    later = []
    page.route("**/scorepad.js", lambda route: later.append(route))
    game = tables.tallied()
    with page.expect_request("**/scorepad.js"):
        page.goto(f"{tables.url}/games/{game}/rounds/1/edit", wait_until="commit")
    expect(page.get_by_text("1 of 10")).to_be_visible()
    buttons = page.get_by_role("button").filter(visible=True)
    before = buttons.all_inner_texts()
    assert "‹ Back" in before
    expect(page.locator("html")).not_to_have_class(LIVE)
    later[0].continue_()
    expect(page.locator("html")).to_have_class(LIVE)
    assert buttons.all_inner_texts() == before
