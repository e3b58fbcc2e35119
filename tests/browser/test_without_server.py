"""On plain http, where there is no service worker, an open table works on without a server."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import NO_CONNECTION, OTHERS, TEAM
from tests.browser.tables import COUNTED
from tests.support.waiting import until

EXPECTED = (NO_CONNECTION,)
KEPT = """() => {
  const { label, pages } = JSON.parse(sessionStorage.getItem("pages /") ?? "{}");
  return label ? Object.keys(pages).length : 0;
}"""
"""The number of pages that a phone has kept of its game, and the page for all others."""


def keeps(phone, number=5):
    until(lambda: phone.page.evaluate(KEPT) == number)


def count(phone):
    """Count the round that is open, up to Check."""
    phone.choose("Ann went out")
    for box in phone.page.locator("#sheet .points input").all():
        name = box.get_attribute("name")
        if name in COUNTED and name != "seat1.left":
            phone.reach(box)
            phone.type(COUNTED[name])
    phone.tap(phone.page.locator("[data-go=check]"))


def test_a_whole_round_is_counted_without_a_connection_and_arrives_once(context, tables):
    phone = tables.phone(context, tables.tallied())
    keeps(phone)
    phone.step(TEAM, "Red books")
    phone.recorded("2 → 3")
    context.set_offline(True)
    expect(phone.badge).to_contain_text("no connection", ignore_case=True)
    phone.step(TEAM, "Red books")
    phone.press("Count the round")
    expect(phone.heading).to_have_text("Count round 1")
    expect(phone.books()).to_have_value("4")
    count(phone)
    phone.press("Finish the round")
    expect(phone.badge).to_contain_text("The finished round is among them.")
    phone.page.screenshot(path="/tmp/o-finish.png")
    phone.tap(phone.page.locator("#steps a"))
    expect(phone.page.get_by_role("link", name="Count the round")).to_be_visible()
    expect(phone.books()).to_have_value("4")
    expect(phone.badge).to_contain_text("The finished round is among them.")
    phone.page.screenshot(path="/tmp/o-table.png")
    context.set_offline(False)
    expect(phone.page.get_by_text("On to round 2")).to_be_visible()
    expect(phone.badge).to_be_hidden()
    assert tables.values(phone.game, "clean") == [2, 3, 4]
    assert {entry.status for entry in tables.entries(phone.game)} == {"applied"}
    cells = [(e.place, e.field) for e in tables.entries(phone.game) if e.field in ("ended", "melded", "left", "finished")]
    assert len(cells) == len(set(cells)), cells


def test_a_link_that_needs_the_server_says_so_and_opens_by_itself(context, tables):
    phone = tables.phone(context, tables.begun())
    page = phone.page
    keeps(phone)
    page.goto(f"{tables.url}/games/{phone.game}/rules")
    context.set_offline(True)
    page.get_by_role("link", name="Table").click()
    expect(page.get_by_role("link", name="Count the round")).to_be_visible()
    phone.tap(page.locator("#menu summary"))
    page.get_by_role("link", name="All games").click()
    expect(phone.heading).to_have_text("No connection")
    page.screenshot(path="/tmp/o-away.png")
    page.get_by_role("link", name="Back to the table").click()
    expect(page.get_by_role("link", name="Count the round")).to_be_visible()
    page.go_back()
    expect(phone.heading).to_have_text("No connection")
    page.go_forward()
    expect(page.get_by_role("link", name="Count the round")).to_be_visible()
    page.go_back()
    context.set_offline(False)
    expect(phone.heading).to_have_text("Games")
