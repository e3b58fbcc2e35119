"""What waits on a phone survives its page, and a phone that is let in no longer keeps it."""

from playwright.sync_api import expect

from tests.browser.flows import (
    NO_CONNECTION,
    badge,
    bar,
    books,
    cut_off,
    reconnect,
    recorded,
    waiting,
)
from tests.browser.tables import OTHERS, TEAM
from tests.support.waiting import PATIENCE

EXPECTED = (NO_CONNECTION, "a status of 40")
MANY = 500
TAPS = """(times) => {
  const tap = (words) => document.querySelector(`[aria-label="${words}"]`).click();
  for (let done = 0; done < times; done += 1) tap(done % 100 < 50 ? "Red books: one more" : "Red books: one less");
}"""
"""Quick fingers: fifty up, fifty down, over and over."""


def test_five_hundred_changes_outlive_their_page_and_arrive_once_and_in_order(context, tables):
    game = tables.begun()
    page = tables.phone(context, game).page
    context.set_offline(True)
    page.evaluate(TAPS, MANY)
    waiting(page, MANY, "no connection")
    page.close()
    assert tables.entries(game) == []
    context.set_offline(False)
    recorded(tables.phone(context, game), "1 → 0", seconds=4 * PATIENCE)
    expected = [min(at % 100, 100 - at % 100) for at in range(1, MANY + 1)]
    assert tables.values(game, "clean") == expected
    assert {entry.status for entry in tables.entries(game)} == {"applied"}


def test_what_waits_stands_in_its_inputs_again_and_counts(context, tables):
    game = tables.tallied()
    fingers = tables.phone(context, game)
    cut_off(context)
    fingers.step(TEAM, "Red books", 2)
    fingers.mark("Opened", OTHERS)
    fingers.write(OTHERS, "Black books", "3", leave=True)
    waiting(fingers.page, 4)
    fingers.page.close()
    fingers = tables.phone(context, game)
    page = fingers.page
    waiting(page, 4)
    expect(books(page)).to_have_value("4")
    expect(books(page, "Black books", OTHERS)).to_have_value("3")
    opened = page.get_by_role("group", name=OTHERS).get_by_role("button", name="Opened")
    expect(opened).to_have_attribute("aria-pressed", "true")
    expect(bar(page)).to_contain_text("round +2,400")
    fingers.mark("Opened", OTHERS)
    fingers.step(TEAM, "Red books")
    reconnect(context, page)
    expect(badge(page)).to_be_hidden()
    assert tables.values(game, "clean") == [2, 3, 4, 5]
    assert tables.values(game, "opened", "team2") == [{"yes": True}, None]
    assert {entry.status for entry in tables.entries(game)} == {"applied"}


def test_a_phone_that_was_sent_away_keeps_what_it_has_and_says_what_to_do(context, tables):
    game = tables.begun()
    fingers = tables.phone(context, game)
    cookies = context.cookies()
    context.clear_cookies()
    fingers.step(TEAM, "Red books")
    waiting(fingers.page, 1, "this phone may no longer come in")
    fingers.page.goto(f"{tables.url}/join")
    expect(badge(fingers.page)).to_contain_text("Scan the table’s code again")
    context.add_cookies(cookies)
    tables.open(fingers, game)
    recorded(fingers, "0 → 1")
    expect(badge(fingers.page)).to_be_hidden()
    assert tables.values(game, "clean") == [1]


def test_what_was_typed_before_the_browser_forgot_its_session_is_sent_with_a_new_token(
    context, tables
):
    game = tables.begun()
    fingers = tables.phone(context, game)
    context.clear_cookies(name="session")
    fingers.step(TEAM, "Red books", 2)
    recorded(fingers, "1 → 2")
    assert tables.values(game, "clean") == [1, 2]


def test_another_server_at_the_same_address_is_no_answer(context, tables):
    fingers = tables.phone(context, tables.begun())
    context.route("**/edit", lambda route: route.fulfill(body="<h1>Welcome to the hotel</h1>"))
    fingers.step(TEAM, "Red books")
    waiting(fingers.page, 1)
    reconnect(context, fingers.page)
    recorded(fingers, "0 → 1")


def test_two_tabs_of_one_phone_may_both_send_what_waits(context, tables):
    game = tables.begun()
    tabs = [tables.phone(context, game)]
    cut_off(context)
    tabs[0].step(TEAM, "Red books", 3)
    waiting(tabs[0].page, 3)
    tabs.append(tables.phone(context, game))
    waiting(tabs[1].page, 3)
    reconnect(context, *(tab.page for tab in tabs))
    for tab in tabs:
        recorded(tab, "2 → 3")
        expect(badge(tab.page)).to_be_hidden()
    assert tables.values(game, "clean") == [1, 2, 3]


def test_where_a_browser_keeps_nothing_a_page_that_stays_open_loses_nothing(context, tables):
    game = tables.begun()
    context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    fingers = tables.phone(context, game)
    context.set_offline(True)
    fingers.step(TEAM, "Red books", 2)
    expect(badge(fingers.page)).to_contain_text("2 changes wait")
    context.set_offline(False)
    recorded(fingers, "1 → 2")
    assert tables.values(game, "clean") == [1, 2]
