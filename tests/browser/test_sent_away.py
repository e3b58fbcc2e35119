"""A phone that was removed from the club, or left: its unsent changes and cached pages, and those of other clubs."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorepad.web.app.permissions import COOKIE
from tests.browser.conftest import PHONE, NewContext
from tests.browser.phone import NO_CONNECTION, TEAM, wait_for_jobs
from tests.browser.tables import Tables
from tests.browser.test_offline_reload import kept

EXPECTED = (NO_CONNECTION, "a status of 40", "Clear-Site-Data header")
NEIGHBOUR = """async () => {
  await (await caches.open("pages /c/other/ 1")).put("/c/other/games/1", new Response("kept"));
  await new Promise((done, fail) => {
    const opened = indexedDB.open("scorepad");
    opened.onupgradeneeded = opened.onerror = fail;
    opened.onsuccess = () => {
      const asked = opened.result.transaction("jobs", "readwrite").objectStore("jobs").add({ home: "/c/other/" });
      asked.onsuccess = () => { opened.result.close(); done(); };
    };
  });
}"""
"""Another club at the same origin has a cached page and a waiting change."""
OTHERS_PAGE = "/c/other/games/1"


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    """A phone whose browser allows service workers."""
    return new_context(**PHONE, service_workers="allow")


def number_of(context: BrowserContext, tables: Tables) -> int:
    token = next(cookie["value"] for cookie in context.cookies() if cookie["name"].startswith(f"{COOKIE}."))
    return tables.owner.access.phone(token).id


def send_away(owner: Page, tables: Tables, number: int, *, back: bool = False) -> None:
    """Send a phone away, or let it in again, from the owner's list of phones, the newest of which is this one."""
    owner.goto(f"{tables.url}/phones?before={number + 1}")
    owner.locator(f"form[action='/phones/{number}/{'readmit' if back else 'dismiss'}'] button").click()
    owner.get_by_text("The phone has its access back." if back else "The phone was sent away.").wait_for()


def test_what_waits_on_a_phone_that_is_sent_away_can_be_read_sent_later_or_discarded(new_context, context, tables):
    game = tables.tallied()
    phone = tables.phone(context, game)
    page, number, owner = phone.page, number_of(context, tables), new_context().new_page()
    kept(page, f"/games/{game}", f"/games/{game}/rounds/1/edit")
    page.evaluate(NEIGHBOUR)
    context.set_offline(True)
    phone.step(TEAM, "Red books", 2)
    send_away(owner, tables, number)
    context.set_offline(False)
    expect(phone.heading).to_have_text("This phone was sent away")
    expect(phone.badge).to_contain_text("2 changes wait: the club’s owner has sent this phone away")
    expect(page.locator("[data-kept] li")).to_contain_text([f"{TEAM}, Red books: 3", f"{TEAM}, Red books: 4"])
    kept(page, OTHERS_PAGE)
    page.reload()
    expect(page.locator("[data-kept] li")).to_have_count(2)
    assert tables.values(game, "clean") == [2]
    # Once the owner readmits the phone, its changes are sent.
    send_away(owner, tables, number, back=True)
    page.goto(f"{tables.url}/games/{game}")
    phone.recorded("3 → 4")
    context.set_offline(True)
    phone.step(TEAM, "Red books")
    expect(phone.badge).to_contain_text("1 change waits: no connection")
    wait_for_jobs(page, 2)
    send_away(owner, tables, number)
    context.set_offline(False)
    page.get_by_text("Discard it", exact=True).click()
    page.get_by_role("button", name="Discard all of it").click()
    expect(phone.badge).to_be_hidden()
    expect(page.locator("[data-kept]")).to_be_hidden()
    wait_for_jobs(page, 1)
    context.set_offline(True)
    page.reload()
    expect(phone.heading).to_have_text("No connection")
    send_away(owner, tables, number, back=True)
    assert tables.values(game, "clean") == [2, 3, 4]


def test_a_phone_that_leaves_drops_what_waits_and_its_pages_and_those_of_no_other_club(context, tables):
    game = tables.tallied()
    phone = tables.phone(context, game)
    page = phone.page
    kept(page, f"/games/{game}", f"/games/{game}/rounds/1/edit")
    page.evaluate(NEIGHBOUR)
    phone.cut_off()
    phone.step(TEAM, "Red books")
    wait_for_jobs(page, 2)
    page.goto(f"{tables.url}/leave")
    page.get_by_role("button", name="Yes, leave").click()
    expect(page.get_by_text("This phone has left.")).to_be_visible()
    wait_for_jobs(page, 1)
    kept(page, OTHERS_PAGE)
    expect(phone.badge).to_be_hidden()
