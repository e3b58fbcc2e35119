"""In a secure context, such as 127.0.0.1, the last table opens without a connection."""

from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorepad.web.app.permissions import COOKIE
from tests.browser.chromium import IN_WHOLE_BROWSER
from tests.browser.conftest import PHONE, NewContext
from tests.browser.phone import NO_CONNECTION, TEAM
from tests.support.relay import Relay
from tests.support.waiting import until

EXPECTED = (NO_CONNECTION, "a status of 40", "Clear-Site-Data header")
PAGES_KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
  return kept.filter((path) => !path.startsWith("/assets/") && path !== "/away").sort();
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
    kept(page, table, f"{table}/rounds/1/edit")
    phone.press("Count the round")
    expect(phone.heading).to_have_text("Count round 1")
    page.go_back()
    context.set_offline(True)
    phone.step(TEAM, "Red books", 2)
    phone.waits(2)
    page.reload()
    phone.waits(2)
    expect(phone.books()).to_have_value("4")
    expect(phone.so_far()).to_have_text("So far +2,400")
    phone.press("Count the round")
    expect(phone.heading).to_have_text("Count round 1")
    phone.choose("Ann went out")
    phone.waits(3)
    context.set_offline(False)
    phone.recorded("Ann went out")
    assert tables.values(game, "clean") == [2, 3, 4]


def test_pages_of_other_games_are_forgotten_and_no_stranger_makes_a_phone_forget_its_own(context, tables):
    first, second = tables.begun(), tables.begun()
    phone = tables.phone(context, first)
    page = phone.page
    kept(page, f"/games/{first}", f"/games/{first}/rounds/1/edit")
    page.goto(tables.url)
    page.goto(f"{tables.url}/games/{first}/rules")
    kept(page, f"/games/{first}", f"/games/{first}/rounds/1/edit")
    tables.open(phone, second)
    kept(page, f"/games/{second}", f"/games/{second}/rounds/1/edit")
    cookies = context.cookies()
    context.clear_cookies()
    # Whoever does not know this phone may be another server at the address of the club's.
    for path in (f"/games/{second}", "/", "/games/999"):
        page.goto(f"{tables.url}{path}")
    expect(
        page.get_by_text("There is no such page").or_(page.get_by_text("This phone has no access here"))
    ).to_be_visible()
    kept(page, f"/games/{second}", f"/games/{second}/rounds/1/edit")
    # Nor one that says that it sent the phone away, without this phone's word.
    context.add_cookies([cookie for cookie in cookies if "farewell" not in cookie["name"]])
    number = tables.owner.access.phone(next(c["value"] for c in cookies if c["name"].startswith(f"{COOKIE}."))).id
    tables.owner.access.dismiss(number)
    page.goto(f"{tables.url}/games/{second}")
    expect(phone.heading).to_have_text("This phone was sent away")
    kept(page, f"/games/{second}", f"/games/{second}/rounds/1/edit")
    context.add_cookies(cookies)
    page.reload()
    kept(page)
    tables.owner.access.dismiss(number, back=True)


@IN_WHOLE_BROWSER
def test_a_table_is_loaded_again_where_the_network_swallows_everything(context, tables):
    with Relay(tables.url) as relay:
        tables = replace(tables, url=relay.url)
        phone = tables.phone(context, tables.tallied())
        kept(phone.page, f"/games/{phone.game}", f"/games/{phone.game}/rounds/1/edit")
        relay.swallow()
        phone.page.reload()
        expect(phone.books()).to_have_value("2")
