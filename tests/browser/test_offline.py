"""Waiting changes survive a reload, and stay stored on a phone that has lost its access."""

import re

from playwright.sync_api import Route, expect

from tests.browser.conftest import PHONE
from tests.browser.phone import NO_CONNECTION, OTHERS, TEAM
from tests.support.waiting import PATIENCE
from tests.web.driving import Table, Visitor
from tests.web.rounds.conflicting import tapped

EXPECTED = (NO_CONNECTION, "a status of 40")
MANY = 200
TAPS = """(times) => {
  const tap = (words) => document.querySelector(`[aria-label="${words}"]`).click();
  for (let done = 0; done < times; done += 1) tap(done % 100 < 50 ? "Red books: one more" : "Red books: one less");
}"""
"""Taps in quick succession: fifty up, fifty down, repeatedly."""

EMPTY_RECORD = """
  const all = IDBIndex.prototype.getAll;
  IDBIndex.prototype.getAll = function (...args) {
    const request = all.apply(this, args);
    return Object.defineProperty(request, "result", { get: () => [undefined] });
  };
"""
"""Makes a browser answer as WebKit 2.38 does with a record that an aborted transaction has left."""


def test_hundreds_of_changes_outlive_their_page_and_arrive_once_and_in_order(context, tables):
    phone = tables.phone(context, tables.begun())
    context.set_offline(True)
    phone.page.evaluate(TAPS, MANY)
    phone.waits(MANY, "no connection")
    phone.close()
    assert tables.entries(phone.game) == []
    context.set_offline(False)
    tables.phone(context, phone.game).recorded("1 → 0", seconds=4 * PATIENCE)
    expected = [min(at % 100, 100 - at % 100) for at in range(1, MANY + 1)]
    assert tables.values(phone.game, "clean") == expected
    assert {entry.status for entry in tables.entries(phone.game)} == {"applied"}


def test_a_bet_without_a_connection_waits_like_a_tap(context, tables):
    phone = tables.phone(context, tables.begun())
    phone.says_who("Ann")
    question = phone.page.locator(".bet")
    context.set_offline(True)
    phone.tap(question.get_by_role("button", name=OTHERS))
    phone.waits(1, "no connection")
    context.set_offline(False)
    expect(question).to_contain_text(f"You say {OTHERS}. How sure?")
    phone.tap(question.get_by_role("button", name="Surely"))
    expect(question).to_have_count(0)
    entries = Table(tables.owner, phone.game).entries
    assert [entry.value for entry in entries if entry.field.startswith("bet")] == [
        {"bet": 2, "sure": ""},
        {"bet": 2, "sure": "surely"},
    ]


def test_an_empty_record_in_the_browsers_database_holds_nothing_up(context, tables):
    context.add_init_script(EMPTY_RECORD)
    phone = tables.phone(context, tables.begun())
    phone.step(TEAM, "Red books")
    phone.recorded("0 → 1")
    assert tables.values(phone.game, "clean") == [1]


def test_what_waits_stands_in_its_inputs_again_and_counts(context, tables):
    phone = tables.phone(context, tables.tallied())
    phone.cut_off()
    phone.step(TEAM, "Red books", 2)
    phone.mark("Opened", OTHERS)
    phone.write(OTHERS, "Black books", "3", leave=True)
    phone.waits(4)
    phone.close()
    phone = tables.phone(context, phone.game)
    phone.waits(4)
    expect(phone.books()).to_have_value("4")
    expect(phone.books("Black books", OTHERS)).to_have_value("3")
    opened = phone.page.get_by_role("group", name=OTHERS).locator("[id$='.opened']")
    expect(opened).to_have_attribute("aria-pressed", "true")
    expect(phone.so_far()).to_have_text("So far +2,400")
    phone.mark("Opened", OTHERS)
    phone.step(TEAM, "Red books")
    phone.reconnect()
    expect(phone.badge).to_be_hidden()
    assert tables.values(phone.game, "clean") == [2, 3, 4, 5]
    assert tables.values(phone.game, "opened", "team2") == [{"yes": True}, None]
    assert {entry.status for entry in tables.entries(phone.game)} == {"applied"}


def test_the_badge_stays_until_everything_that_waited_has_arrived(context, tables):
    phone = tables.phone(context, tables.begun())
    phone.cut_off()
    phone.step(TEAM, "Red books", 3)
    phone.waits(3, "no connection")
    posted: list[Route] = []

    def hold_the_last(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        posted.append(route)
        return None if len(posted) == 3 else route.continue_()

    phone.page.route("**/edit", hold_the_last)
    phone.reconnect()
    expect(phone.badge).to_have_text("1 change waits: not sent yet.")
    posted[2].continue_()
    expect(phone.badge).to_be_hidden()
    assert tables.values(phone.game, "clean") == [1, 2, 3]


def test_finishing_without_a_connection_shows_that_it_was_pressed_until_something_changes(context, tables):
    phone = tables.phone(context, tables.begun())
    phone.press("Count the round")
    phone.choose("The stock ran out")
    phone.cut_off()
    for box in phone.page.locator("#sheet .points input").all():
        box.evaluate("(one) => { one.value = '5'; one.dispatchEvent(new Event('change', { bubbles: true })); }")
    phone.tap(phone.page.locator("[data-go=check]"))
    finish = phone.page.locator(".bottom .main")
    finish.tap()
    expect(finish).to_have_attribute("aria-busy", "true")
    phone.step(OTHERS, "Red books")
    expect(finish).to_have_attribute("aria-busy", "false")


def test_a_phone_that_was_sent_away_keeps_what_it_has_and_says_what_to_do(context, tables):
    phone = tables.phone(context, tables.begun())
    cookies = context.cookies()
    context.clear_cookies()
    phone.step(TEAM, "Red books")
    phone.waits(1, "this phone no longer has access")
    phone.page.goto(f"{tables.url}/join")
    expect(phone.badge).to_contain_text("Scan the table’s code again")
    context.add_cookies(cookies)
    tables.open(phone, phone.game)
    phone.recorded("0 → 1")
    expect(phone.badge).to_be_hidden()
    assert tables.values(phone.game, "clean") == [1]


def test_what_was_typed_before_the_browser_forgot_its_session_is_sent_with_a_new_token(context, tables):
    phone = tables.phone(context, tables.begun())
    context.clear_cookies(name=re.compile("session"))
    phone.step(TEAM, "Red books", 2)
    phone.recorded("1 → 2")
    assert tables.values(phone.game, "clean") == [1, 2]


def test_another_server_at_the_same_address_is_no_answer(context, tables):
    phone = tables.phone(context, tables.begun())
    context.route("**/edit", lambda route: route.fulfill(body="<h1>Welcome to the hotel</h1>"))
    phone.step(TEAM, "Red books")
    phone.waits(1)
    phone.reconnect()
    phone.recorded("0 → 1")


def test_two_tabs_of_one_phone_may_both_send_what_waits(context, tables):
    game = tables.begun()
    tabs = [tables.phone(context, game)]
    tabs[0].cut_off()
    tabs[0].step(TEAM, "Red books", 3)
    tabs[0].waits(3)
    tabs.append(tables.phone(context, game))
    tabs[1].waits(3)
    for tab in tabs:
        tab.reconnect()
    for tab in tabs:
        tab.recorded("2 → 3")
        expect(tab.badge).to_be_hidden()
    assert tables.values(game, "clean") == [1, 2, 3]


def test_where_a_browser_keeps_nothing_a_page_that_stays_open_loses_nothing(context, tables):
    game = tables.begun()
    context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    phone = tables.phone(context, game)
    context.set_offline(True)
    phone.step(TEAM, "Red books", 2)
    expect(phone.badge).to_contain_text("2 changes wait")
    context.set_offline(False)
    phone.recorded("1 → 2")
    assert tables.values(game, "clean") == [1, 2]


def test_what_waits_beside_a_question_covers_nothing_that_is_tapped(new_context, tables):
    table = tables.owner.begin(starter="seat1")
    tapped((table, Table(Visitor(tables.owner.app), table.game)))
    context = new_context(**PHONE | {"viewport": {"width": 390, "height": 844}})
    phone = tables.phone(context, table.game)
    context.set_offline(True)
    phone.step(TEAM, "Black books")
    phone.waits(1)
    badge, buttons = (phone.page.locator(part).bounding_box() for part in (".waiting", ".bottom"))
    assert abs(badge["y"] + badge["height"] - buttons["y"]) < 2
    assert phone.page.evaluate("scrollY") == 0
    ticks = [tick.bounding_box() for tick in phone.page.locator(".panels .toggle").all()]
    assert max(tick["y"] + tick["height"] for tick in ticks) <= badge["y"]
