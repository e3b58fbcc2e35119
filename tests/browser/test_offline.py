"""What waits on a phone survives its page, and a phone that is let in no longer keeps it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.flows import bar, open_table
from tests.browser.shared_tables import OTHERS, TEAM, Tables, badge, books, recorded, tables, typed
from tests.browser.touches import Fingers
from tests.support.waiting import PATIENCE

MANY = 500
TAPS = """(times) => {
  const tap = (words) => document.querySelector(`[aria-label="${words}"]`).click();
  for (let done = 0; done < times; done += 1) tap(done % 100 < 50 ? "Red books: one more" : "Red books: one less");
}"""
"""Quick fingers: fifty up, fifty down, over and over."""
KEPT = """(number) => new Promise((done) => {
  indexedDB.open("scorepad").onsuccess = ({ target }) => {
    const jobs = target.result.transaction("jobs").objectStore("jobs").count();
    jobs.onsuccess = () => { target.result.close(); done(jobs.result === number); };
  };
})"""
"""Whether the browser has written down so many of them."""
SECONDS_FOR_MANY = 4 * PATIENCE


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """A club with games to go on with."""
    with tables(tmp_path_factory.mktemp("offline"), games=6) as found:
        yield found


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    """A phone."""
    return new_context(**PHONE)


def test_five_hundred_changes_outlive_their_page_and_arrive_once_and_in_order(
    context: BrowserContext, club: Tables
) -> None:
    game = next(club.evening.begun)
    fingers = Fingers(context.new_page())
    open_table(fingers, club.evening, game)
    context.set_offline(True)
    fingers.page.evaluate(TAPS, MANY)
    expect(badge(fingers.page)).to_contain_text(f"{MANY} changes wait: no connection")
    # Whoever leaves sooner is asked by the browser whether they mean to.
    fingers.page.wait_for_function(KEPT, arg=MANY)
    fingers.page.close()
    assert club.entries(game) == []
    context.set_offline(False)
    again = Fingers(context.new_page())
    open_table(again, club.evening, game)
    recorded(again, "1 → 0", SECONDS_FOR_MANY)
    expected = [min(at % 100, 100 - at % 100) for at in range(1, MANY + 1)]
    assert club.values(game, "clean") == expected
    assert {entry.status for entry in club.entries(game)} == {"applied"}


def test_what_waits_stands_in_its_inputs_again_and_counts(
    context: BrowserContext, club: Tables
) -> None:
    game = next(club.evening.tallied)
    fingers = Fingers(context.new_page())
    open_table(fingers, club.evening, game)
    cut_off(context)
    fingers.step(TEAM, "Red books", 2)
    fingers.mark("Opened", OTHERS)
    typed(fingers, "3", "Black books", OTHERS)
    expect(badge(fingers.page)).to_contain_text("4 changes wait")
    fingers.page.wait_for_function(KEPT, arg=4)
    fingers.page.close()
    again = Fingers(context.new_page())
    open_table(again, club.evening, game)
    page = again.page
    expect(badge(page)).to_contain_text("4 changes wait")
    expect(books(page)).to_have_value("4")
    expect(books(page, "Black books", OTHERS)).to_have_value("3")
    opened = page.get_by_role("group", name=OTHERS).get_by_role("button", name="Opened")
    expect(opened).to_have_attribute("aria-pressed", "true")
    expect(bar(page, TEAM)).to_contain_text("round +2,400")
    again.mark("Opened", OTHERS)
    again.step(TEAM, "Red books")
    context.unroute("**/edit")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(badge(page)).to_be_hidden()
    assert club.values(game, "clean") == [2, 3, 4, 5]
    assert club.values(game, "opened", "team2") == [{"yes": True}, None]
    assert {entry.status for entry in club.entries(game)} == {"applied"}


def test_a_phone_that_was_sent_away_keeps_what_it_has_and_says_what_to_do(
    context: BrowserContext, club: Tables
) -> None:
    game = next(club.evening.begun)
    fingers = Fingers(context.new_page())
    open_table(fingers, club.evening, game)
    cookies = context.cookies()
    context.clear_cookies()
    fingers.step(TEAM, "Red books")
    expect(badge(fingers.page)).to_contain_text("1 change waits: this phone is no longer let in")
    fingers.page.goto(f"{club.url}/join")
    expect(badge(fingers.page)).to_contain_text("Scan the code of the table again")
    context.add_cookies(cookies)
    open_table(fingers, club.evening, game)
    recorded(fingers, "0 → 1")
    expect(badge(fingers.page)).to_be_hidden()
    assert club.values(game, "clean") == [1]


def test_what_was_typed_before_the_browser_forgot_its_session_is_sent_with_a_new_token(
    context: BrowserContext, club: Tables
) -> None:
    game = next(club.evening.begun)
    fingers = Fingers(context.new_page())
    open_table(fingers, club.evening, game)
    context.clear_cookies(name="session")
    fingers.step(TEAM, "Red books", 2)
    recorded(fingers, "1 → 2")
    assert club.values(game, "clean") == [1, 2]


def test_another_server_at_the_same_address_is_no_answer(
    context: BrowserContext, club: Tables
) -> None:
    game = next(club.evening.begun)
    fingers = Fingers(context.new_page())
    open_table(fingers, club.evening, game)
    context.route("**/edit", lambda route: route.fulfill(body="<h1>Welcome to the hotel</h1>"))
    fingers.step(TEAM, "Red books")
    expect(badge(fingers.page)).to_contain_text("1 change waits")
    context.unroute("**/edit")
    fingers.page.evaluate("dispatchEvent(new Event('online'))")
    recorded(fingers, "0 → 1")


def test_two_tabs_of_one_phone_may_both_send_what_waits(
    context: BrowserContext, club: Tables
) -> None:
    game = next(club.evening.begun)
    tabs = [Fingers(context.new_page()) for _ in range(2)]
    open_table(tabs[0], club.evening, game)
    cut_off(context)
    tabs[0].step(TEAM, "Red books", 3)
    expect(badge(tabs[0].page)).to_contain_text("3 changes wait")
    open_table(tabs[1], club.evening, game)
    expect(badge(tabs[1].page)).to_contain_text("3 changes wait")
    context.unroute("**/edit")
    for tab in tabs:
        tab.page.evaluate("dispatchEvent(new Event('online'))")
    for tab in tabs:
        recorded(tab, "2 → 3")
        expect(badge(tab.page)).to_be_hidden()
    assert club.values(game, "clean") == [1, 2, 3]


def test_where_a_browser_keeps_nothing_a_page_that_stays_open_loses_nothing(
    context: BrowserContext, club: Tables
) -> None:
    game = next(club.evening.begun)
    context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    fingers = Fingers(context.new_page())
    open_table(fingers, club.evening, game)
    context.set_offline(True)
    fingers.step(TEAM, "Red books", 2)
    expect(badge(fingers.page)).to_contain_text("2 changes wait")
    context.set_offline(False)
    recorded(fingers, "1 → 2")
    assert club.values(game, "clean") == [1, 2]


def cut_off(context: BrowserContext) -> None:
    """From now on nothing that is sent arrives, though pages can be read."""

    def lose(route: Route) -> None:
        route.abort() if route.request.method == "POST" else route.continue_()

    context.route("**/edit", lose)
