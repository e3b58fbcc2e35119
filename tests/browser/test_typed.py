"""Whatever is typed is safe from the moment it is shown, however the page is left."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.leaving import LEFT, leave
from tests.browser.phone import NEVER_ANSWERS, NO_CONNECTION, TEAM, Phone, wait_for_jobs
from tests.browser.tables import Tables
from tests.support.waiting import until

EXPECTED = (NO_CONNECTION,)

NOTES = "() => Object.keys(localStorage).filter((name) => name.startsWith('job ')).length"
"""The number of changes that are noted, and not yet in the browser's database."""
NO_NOTES = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('No', 'SecurityError'); } });"
)
COUNTS_TRANSACTIONS = """
  globalThis.begun = 0;
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...rest) { begun += 1; return transaction.apply(this, rest); };
"""
GOES_AS_IN_WEBKIT = """() => {
  const before = begun;
  dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
  document.dispatchEvent(new Event("visibilitychange"));
  return new Promise((done) => setTimeout(() => done(begun - before), 200));
}"""
"""In WebKit, `visibilitychange` comes after `pagehide`. Returns how many transactions begin after that."""
COMES_BACK = """() => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => false });
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def sheet(context: BrowserContext, tables: Tables, game: int, step: str = "team1.melded") -> Phone:
    """Open the counting page of the first round at a step."""
    phone = Phone(context.new_page(), game=game)
    phone.page.goto(f"{tables.url}/games/{game}/rounds/1/edit#{step}")
    phone.page.wait_for_load_state()
    return phone


def melded(tables: Tables, game: int) -> list[object]:
    until(lambda: tables.values(game, "melded"))
    return tables.values(game, "melded")


@pytest.mark.parametrize("way", LEFT)
def test_a_number_from_the_keypad_is_there_again_however_the_page_was_left(context, tables, way):
    game = tables.tallied()
    phone = sheet(context, tables, game)
    phone.type("355")
    page = leave(phone.page, way)
    page.goto(f"{tables.url}/games/{game}/rounds/1/edit#team1.melded")
    expect(Phone(page).melded()).to_have_value("355")
    assert melded(tables, game) == [{"as": "points", "typed": "355"}]


@pytest.mark.parametrize("way", ["link", "killed"])
def test_a_sum_on_a_keyboard_is_there_again_without_a_connection(context, tables, way):
    game = tables.tallied()
    phone = sheet(context, tables, game)
    phone.cut_off()
    phone.write(TEAM, "Cards melded", "120+85+")
    page = leave(phone.page, way)
    page.goto(f"{tables.url}/games/{game}/rounds/1/edit#team1.melded")
    phone = Phone(page, game=game)
    expect(phone.melded()).to_have_value("120+85+")
    phone.waits(1)
    phone.reconnect()
    assert melded(tables, game) == [{"as": "points", "typed": "120+85+"}]


def test_half_an_adjustment_waits_in_its_inputs_until_it_is_whole(context, tables):
    game = tables.tallied()
    phone = sheet(context, tables, game, "adjust0")
    phone.write_in(phone.page.locator("[name='team1.adjustment1.points']"), "-50")
    page = leave(phone.page, "killed")
    page.goto(f"{tables.url}/games/{game}")
    page.goto(f"{tables.url}/games/{game}/rounds/1/edit#adjust0")
    phone = Phone(page, game=game)
    points, reason = (page.locator(f"[name='team1.adjustment1.{part}']") for part in ("points", "reason"))
    expect(points).to_have_value("-50")
    assert not tables.values(game, "adjustment1")
    phone.write_in(reason, "Misdeal")
    phone.keys("\t")
    until(lambda: tables.values(game, "adjustment1"))
    assert page.evaluate(NOTES) == 0


def test_what_was_typed_is_sent_a_moment_later_without_leaving_the_input(context, new_context, tables):
    game = tables.tallied()
    phone = sheet(context, tables, game)
    phone.type("41")
    assert melded(tables, game) == [{"as": "points", "typed": "41"}]
    phone.type("0")
    phone.next()
    phone.recorded("Cards melded")
    until(lambda: len(tables.values(game, "melded")) == 2)
    assert [value["typed"] for value in tables.values(game, "melded")] == ["41", "410"]
    assert {entry.status for entry in tables.entries(game)} == {"applied"}


def test_a_tap_on_plus_counts_on_from_what_is_being_typed(context, tables):
    phone = tables.phone(context, tables.tallied())
    phone.cut_off()
    phone.write(TEAM, "Red books", "5")
    phone.page.get_by_role("group", name=TEAM).get_by_role("button", name="Red books: one more", exact=True).evaluate(
        "(one) => one.click()"
    )
    expect(phone.books()).to_have_value("6")
    phone.waits(1)
    phone.reconnect()
    phone.recorded("6")
    assert tables.values(phone.game, "clean") == [2, 6]


def test_a_database_that_never_answers_is_said_and_nothing_is_lost(context, tables):
    context.add_init_script(NEVER_ANSWERS)
    phone = tables.phone(context, tables.begun())
    phone.cut_off()
    phone.step(TEAM, "Red books", 2)
    expect(phone.badge).to_contain_text("2 changes wait: no connection")
    expect(phone.badge).to_contain_text("This phone’s storage does not answer")
    phone.page.reload()
    expect(phone.books()).to_have_value("2")
    expect(phone.badge).to_contain_text("2 changes wait")
    phone.reconnect()
    phone.recorded("1 → 2")
    assert tables.values(phone.game, "clean") == [1, 2]
    expect(phone.badge).to_be_hidden()
    assert phone.page.evaluate(NOTES) == 0


def test_a_phone_that_keeps_nothing_says_so(context, tables):
    context.add_init_script(NEVER_ANSWERS + NO_NOTES)
    phone = tables.phone(context, tables.begun())
    phone.cut_off()
    phone.step(TEAM, "Red books")
    expect(phone.badge).to_contain_text("do not close this page")
    phone.reconnect()
    phone.recorded("0 → 1")


def test_a_note_and_its_job_are_sent_once(context, tables):
    """Its page ended after the database took the job, and before the note went."""
    phone = tables.phone(context, tables.begun())
    context.add_init_script("Storage.prototype.removeItem = () => {};")
    phone.page.reload()
    phone.cut_off()
    phone.step(TEAM, "Red books")
    phone.waits(1)
    assert phone.page.evaluate(NOTES) == 1
    phone.close()
    phone = tables.phone(context, phone.game)
    phone.waits(1)
    phone.reconnect()
    phone.recorded("0 → 1")
    assert tables.values(phone.game, "clean") == [1]


def test_what_two_tabs_type_into_one_input_asks_nothing(context, tables):
    game = tables.tallied()
    one = sheet(context, tables, game)
    one.cut_off()
    one.type("35")
    other = sheet(context, tables, game)
    expect(other.melded()).to_have_value("35")
    one.page.bring_to_front()
    one.type("5")
    one.next()
    wait_for_jobs(one.page, 2)
    one.reconnect()
    until(lambda: len(tables.values(game, "melded")) == 2)
    assert [value["typed"] for value in tables.values(game, "melded")] == ["35", "355"]
    assert {entry.status for entry in tables.entries(game)} == {"applied"}


def test_no_transaction_begins_while_the_page_goes(context, tables):
    context.add_init_script(COUNTS_TRANSACTIONS)
    game = tables.tallied()
    phone = sheet(context, tables, game)
    phone.cut_off()
    wait_for_jobs(phone.page, 0)
    phone.type("355")
    assert phone.page.evaluate(GOES_AS_IN_WEBKIT) == 0
    phone.page.evaluate(COMES_BACK)
    wait_for_jobs(phone.page, 1)
    phone.reconnect()
    assert melded(tables, game) == [{"as": "points", "typed": "355"}]


def test_a_turned_phone_keeps_what_is_being_typed(new_context, tables):
    phone = sheet(new_context(**PHONE), tables, tables.tallied())
    phone.type("35")
    phone.page.set_viewport_size({"width": 640, "height": 360})
    phone.type("5")
    expect(phone.melded()).to_have_value("355")
    page: Page = phone.page
    page.reload()
    expect(phone.melded()).to_have_value("355")
