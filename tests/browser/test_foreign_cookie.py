"""Another program at the same address stored a cookie that the server cannot read. Nothing is lost."""

from playwright.sync_api import expect

from tests.browser.phone import TEAM, wait_for_jobs

EXPECTED = ("a status of 421",)
STORED = "document.cookie = 'place=Köln; path=/'"


def test_what_is_typed_waits_until_the_cookie_is_removed(context, tables):
    game = tables.tallied()
    phone = tables.phone(context, game)
    phone.page.evaluate(STORED)
    phone.step(TEAM, "Red books")
    expect(phone.badge).to_contain_text("Nothing you typed is lost.")
    phone.page.goto(f"{tables.url}/games/{game}")
    expect(phone.heading).to_have_text("A cookie of another program is in the way")
    wait_for_jobs(phone.page, 1)
    phone.page.get_by_role("button", name="Remove that cookie").click()
    phone.recorded("2 → 3")
    assert tables.values(game, "clean") == [2, 3]
