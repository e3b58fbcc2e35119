"""A phone that was locked for an hour, and one that lost its connection: nothing is lost, and the page catches up."""

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.phone import NO_CONNECTION, OTHERS, TEAM, wait_for_jobs

EXPECTED = (NO_CONNECTION, "a status of 4", "It is gone")
BREAKS = """() => {
  IDBDatabase.prototype.transaction = IDBFactory.prototype.open = () => { throw new DOMException("It is gone"); };
}"""
"""The browser loses its storage while a page is open."""
IS_FULL = """() => {
  const add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function (job) {
    const asked = add.call(this, job);
    asked.addEventListener("success", () => this.transaction.abort());
    return asked;
  };
  Storage.prototype.setItem = () => { throw new DOMException("It is full", "QuotaExceededError"); };
}"""
"""With a full disk, a transaction fails at its end, not before."""
IS_SILENT = """{
  const Real = EventSource;
  let isFirst = true;
  class Silent {
    readyState = Real.OPEN;
    constructor(url) { this.url = url; setTimeout(() => this.onopen()); }
    addEventListener() {}
    close() {}
  }
  const construct = (_, [url]) => isFirst ? (isFirst = false, new Silent(url)) : new Real(url);
  globalThis.EventSource = new Proxy(Real, { construct });
}"""
"""The page's first stream is lost silently, as routers lose connections: it stays open, but nothing arrives."""
ASKS = "() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))"
"""Whether the page asks for confirmation before it is left."""


def test_a_number_half_typed_before_an_hour_asleep_is_kept_and_counts(context, new_context, tables):
    game = tables.tallied()
    context.clock.install()
    phone = tables.phone(context, game)
    phone.press("Count the round")
    phone.write(TEAM, "Cards melded", "41")
    phone.put_away()
    other = tables.phone(new_context(**PHONE), game)
    other.step(OTHERS, "Red books")
    other.recorded("Red books")
    # An hour passes at once, as for a phone in a pocket.
    phone.page.clock.fast_forward("01:00:00")
    phone.look_at()
    expect(phone.total(OTHERS)).to_have_text("1,300")
    expect(phone.melded()).to_have_value("41")
    phone.keys("0")
    phone.choose("Ann went out")
    phone.recorded("Ann went out")
    expect(phone.melded()).to_have_value("410")
    phone.page.reload()
    expect(phone.melded()).to_have_value("410")
    expect(phone.page.get_by_label("Ann went out")).to_be_checked()


def test_a_stream_that_went_silent_is_begun_again(context, new_context, tables):
    game = tables.tallied()
    context.clock.install()
    context.add_init_script(IS_SILENT)
    one, other = tables.phone(context, game), tables.phone(new_context(**PHONE), game)
    other.step(TEAM, "Red books")
    other.recorded("2 → 3")
    with one.page.expect_request("**/stream*"):
        one.page.clock.fast_forward("00:45")
    expect(one.books()).to_have_value("3")
    other.step(TEAM, "Red books")
    expect(one.books()).to_have_value("4")


def test_a_page_that_is_asked_for_without_a_connection_opens_when_there_is_one_again(context, tables):
    phone = tables.phone(context, tables.tallied())
    context.set_offline(True)
    phone.step(TEAM, "Red books")
    expect(phone.badge).to_have_text("1 change waits: no connection. Scorepad keeps trying.")
    phone.press("Count the round")
    expect(phone.badge).to_contain_text("After that, the page you tapped opens.")
    context.set_offline(False)
    expect(phone.heading).to_have_text("Count round 1")
    expect(phone.books()).to_have_value("3")
    expect(phone.badge).to_be_hidden()


def test_one_cell_typed_three_times_without_answers_ends_as_it_was_typed_last(context, tables):
    phone = tables.phone(context, tables.tallied())
    context.set_offline(True)
    for number in ("3", "5", "2"):
        phone.write(TEAM, "Red books", number, leave=True)
    phone.waits(3)
    lost = phone.lose_answers(2)
    context.set_offline(False)
    expect(phone.badge).to_be_hidden()
    assert lost == [204, 204]
    assert tables.values(phone.game, "clean") == [2, 3, 5, 2]
    assert {entry.status for entry in tables.entries(phone.game)} == {"applied"}
    expect(phone.books()).to_have_value("2")


def test_what_waits_outlives_a_browser_that_loses_what_it_had_kept(context, tables):
    phone = tables.phone(context, tables.begun())
    phone.cut_off()
    phone.step(TEAM, "Red books", 2)
    phone.waits(2)
    phone.page.evaluate(BREAKS)
    phone.put_away()
    phone.look_at()
    phone.step(TEAM, "Red books")
    expect(phone.badge).to_contain_text("3 changes wait")
    phone.reconnect()
    phone.recorded("2 → 3")
    assert tables.values(phone.game, "clean") == [1, 2, 3]


def test_leaving_is_questioned_while_a_full_disk_has_not_kept_what_waits(context, tables):
    phone = tables.phone(context, tables.begun())
    page = phone.page
    phone.cut_off()
    phone.step(TEAM, "Red books")
    phone.waits(1)
    assert not page.evaluate(ASKS)
    page.evaluate(IS_FULL)
    phone.step(TEAM, "Red books")
    expect(phone.badge).to_contain_text("2 changes wait")
    # By now the browser has answered later requests to its storage.
    wait_for_jobs(page, 1)
    assert page.evaluate(ASKS)


def test_what_has_no_place_just_now_waits_until_it_has_one(context, tables):
    phone = tables.phone(context, tables.begun())
    # As if the end of the previous round had been undone.
    context.route(
        "**/rounds/1/edit", lambda way: way.continue_(url=way.request.url.replace("/rounds/1/", "/rounds/2/"))
    )
    phone.step(TEAM, "Red books")
    phone.waits(1, "the server cannot save it now")
    phone.step(TEAM, "Red books")
    phone.waits(2)
    context.unroute("**/rounds/1/edit")
    phone.put_away()
    phone.look_at()
    phone.recorded("1 → 2")
    expect(phone.badge).to_be_hidden()
    assert tables.values(phone.game, "clean") == [1, 2]
