"""In a secure context, such as 127.0.0.1, the last table opens without a connection."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.chromium import IN_WHOLE_BROWSER
from tests.browser.conftest import PHONE, NewContext
from tests.browser.phone import NO_CONNECTION, TEAM
from tests.support.waiting import until

EXPECTED = (NO_CONNECTION, "a status of 40")
PAGES_KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
  return kept.filter((path) => !path.startsWith("/assets/")).sort();
}"""
"""The URLs of the pages that the service worker has cached."""


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    """A phone whose browser allows service workers."""
    return new_context(**PHONE, service_workers="allow")


def kept(page: Page, *paths: str) -> None:
    """Wait until exactly these pages are cached."""
    # wait_for_function would not wait for the promise of an async function.
    until(lambda: page.evaluate(PAGES_KEPT) == list(paths))


@IN_WHOLE_BROWSER
def test_a_table_is_loaded_again_without_a_connection_and_what_waits_stands_in_it(context, tables):
    game = tables.tallied()
    phone, table = tables.phone(context, game), f"/games/{game}"
    page = phone.page
    kept(page, table)
    phone.press("Count the round")
    expect(phone.heading).to_have_text("Count round 1")
    kept(page, table, f"{table}/rounds/1/edit")
    page.go_back()
    context.set_offline(True)
    phone.step(TEAM, "Red books", 2)
    phone.waits(2)
    page.reload()
    phone.waits(2)
    expect(phone.books()).to_have_value("4")
    expect(phone.bar()).to_contain_text("round +2,400")
    phone.press("Count the round")
    expect(phone.heading).to_have_text("Count round 1")
    phone.choose("Ann went out")
    phone.waits(3)
    context.set_offline(False)
    phone.recorded("Ann went out")
    assert tables.values(game, "clean") == [2, 3, 4]


def test_pages_of_other_games_and_of_a_phone_that_was_sent_away_are_forgotten(context, tables):
    first, second = tables.begun(), tables.begun()
    phone = tables.phone(context, first)
    page = phone.page
    kept(page, f"/games/{first}")
    page.goto(tables.url)
    page.goto(f"{tables.url}/games/{first}/rules")
    kept(page, f"/games/{first}")
    tables.open(phone, second)
    kept(page, f"/games/{second}")
    context.clear_cookies()
    page.reload()
    kept(page)
