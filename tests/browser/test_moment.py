"""The moment after a round, on phones and the board: two seconds, skipped by a tap, none where motion is not wanted."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SMALL
from tests.browser.looks import violations
from tests.browser.tables import COUNTED, TALLIED

STILL = """() => {
  const still = document.querySelector("html > .moment").cloneNode(true);
  still.classList.add("still");
  document.body.append(still);
}"""
"""Keep a copy of a moment, because looking at it takes longer than it lasts."""


def _watching(tables, new_context, page, **options):
    """Open a page of a game whose first round is about to be finished, and finish it."""
    table = tables.owner.begin(starter="seat2")
    watcher = new_context(viewport=SMALL, has_touch=True, **options).new_page()
    watcher.goto(f"{tables.url}{table.address}{page}")
    watcher.wait_for_function("() => document.documentElement.matches('.live')")
    table.play(1, **TALLIED, **COUNTED)
    return watcher


@pytest.mark.parametrize("page", ["", "/board"])
def test_it_comes_on_every_page_of_the_table_and_a_tap_ends_it(tables, new_context, page):
    watcher = _watching(tables, new_context, page)
    moment = watcher.locator("html > .moment")
    expect(moment).to_contain_text("Ann & Carla take the lead")
    watcher.evaluate(STILL)
    watcher.touchscreen.tap(180, 300)
    expect(moment).to_have_count(0)
    for scheme in ("light", "dark"):
        watcher.emulate_media(color_scheme=scheme)
        assert violations(watcher) == [], scheme
    watcher.reload()
    watcher.locator("template[data-moment]").wait_for(state="attached")
    expect(moment).to_have_count(0)


def test_an_exact_cut_has_its_own_and_covers_no_key(tables, new_context):
    table = tables.owner.begin(starter="seat2")
    page = new_context(viewport=SMALL, has_touch=True).new_page()
    page.goto(f"{tables.url}{table.address}")
    page.wait_for_function("() => document.documentElement.matches('.live')")
    table.sheet(1).save(seat3__exact_cut="1")
    moment = page.locator("html > .moment")
    expect(moment).to_contain_text("Exact cut of 22! Carla")
    assert page.evaluate("document.querySelector('.moment').getBoundingClientRect().bottom") <= 112
    page.locator(".toggle").first.tap()
    expect(moment).to_have_count(0)


def test_there_is_none_where_motion_is_not_wanted(tables, new_context):
    watcher = _watching(tables, new_context, "", reduced_motion="reduce")
    watcher.wait_for_function("() => localStorage.getItem('scorepad-moment')")
    expect(watcher.locator("html > .moment")).to_have_count(0)
