"""Where the origin is secure, as this machine is to itself: the last table opens without a connection."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.flows import IN_BOTH_BROWSERS, NO_CONNECTION, bar, books, recorded, waiting
from tests.browser.tables import TEAM

EXPECTED = (NO_CONNECTION, "a status of 40")
PAGES_KEPT = """async (paths) => {
  const kept = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
  return `${kept.filter((path) => !path.startsWith("/assets/")).sort()}` === `${paths}`;
}"""
"""Whether these are the addresses of the pages that the service worker keeps."""


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    """A phone whose browser lets service workers in."""
    return new_context(**PHONE, service_workers="allow")


def kept(page: Page, *paths: str) -> None:
    """Wait until these pages are kept, and no others."""
    page.wait_for_function(PAGES_KEPT, arg=paths)


@IN_BOTH_BROWSERS
def test_a_table_is_loaded_again_without_a_connection_and_what_waits_stands_in_it(context, tables):
    game = tables.tallied()
    fingers, table = tables.phone(context, game), f"/games/{game}"
    page = fingers.page
    kept(page, table)
    fingers.press("Count the round")
    kept(page, table, f"{table}/rounds/1/edit")
    page.go_back()
    context.set_offline(True)
    fingers.step(TEAM, "Red books", 2)
    waiting(page, 2)
    page.reload()
    waiting(page, 2)
    expect(books(page)).to_have_value("4")
    expect(bar(page)).to_contain_text("round +2,400")
    fingers.press("Count the round")
    expect(page.get_by_role("heading", level=1)).to_have_text("Count round 1")
    fingers.choose("Ann went out")
    waiting(page, 3)
    context.set_offline(False)
    recorded(fingers, "Ann went out")
    assert tables.values(game, "clean") == [2, 3, 4]


def test_pages_of_other_games_and_of_a_phone_that_was_sent_away_are_forgotten(context, tables):
    first, second = tables.begun(), tables.begun()
    fingers = tables.phone(context, first)
    page = fingers.page
    kept(page, f"/games/{first}")
    page.goto(tables.url)
    page.goto(f"{tables.url}/games/{first}/rules")
    kept(page, f"/games/{first}")
    tables.open(fingers, second)
    kept(page, f"/games/{second}")
    context.clear_cookies()
    page.reload()
    kept(page)
