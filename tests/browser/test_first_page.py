"""The test harness: a page opens in a real browser, and forbidden requests and errors are detected."""

from playwright.sync_api import expect

from tests.browser.chromium import IN_BOTH_BROWSERS
from tests.browser.conftest import HARMLESS, strangers, watch


@IN_BOTH_BROWSERS
def test_the_first_page_opens(served, page):
    page.goto(served)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


def test_who_starts_is_asked_by_the_names_that_were_typed(page, club):
    page.goto(f"{club}/games/new/partnership")
    names = page.get_by_role("group", name="Who cut first?").locator("label.tick")
    expect(names.nth(1)).to_have_text("Seat 2")
    page.get_by_label("Name, seat 2").fill("Zoë")
    expect(names).to_have_text(["Seat 1", "Zoë", "Seat 3", "Seat 4", "Not known yet"])
    page.get_by_label("Name, seat 2").fill("")
    expect(names.nth(1)).to_have_text("Seat 2")


def test_a_request_to_another_machine_is_seen():
    others = ["https://example.org/font.css", "http://10.0.0.7/"]
    assert strangers(["http://127.0.0.1:8484/", "data:image/png,", *others]) == others


def test_what_the_pages_own_policy_forbids_is_heard(club, browser):
    context = browser.new_context()
    requests, complaints = watch(context, HARMLESS)
    page = context.new_page()
    page.goto(club)
    assert (requests[0], complaints) == (f"{club}/", [])
    with context.expect_console_message():
        page.evaluate("document.body.setAttribute('style', 'color: red')")
    with context.expect_event("weberror"):
        page.evaluate("setTimeout(() => { throw Error('a script failed') })")
    context.close()
    assert len(complaints) == 2, complaints
