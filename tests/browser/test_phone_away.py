"""A phone that was locked for an hour, and one that has lost the club: nothing is lost, and the page is right again."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.flows import (
    KEPT,
    NO_CONNECTION,
    LostAnswers,
    badge,
    bar,
    books,
    cut_off,
    look_at,
    melded,
    put_away,
    reconnect,
    recorded,
    waiting,
)
from tests.browser.tables import OTHERS, TEAM, Tables

EXPECTED = (NO_CONNECTION, "a status of 4", "It is gone")
BREAKS = """() => {
  IDBDatabase.prototype.transaction = IDBFactory.prototype.open = () => { throw new DOMException("It is gone"); };
}"""
"""The browser has lost what it kept, under a page that is open."""
IS_FULL = """() => {
  const add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function (job) {
    const asked = add.call(this, job);
    asked.addEventListener("success", () => this.transaction.abort());
    return asked;
  };
}"""
"""A disk that is full refuses when all is to be written down, and not before."""
ASKS = "() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))"
"""Whether a person who leaves the page is asked if they mean to."""


def _wake(page: Page) -> None:
    """Let an hour pass at once, as it does for a phone in a pocket, and look at it again."""
    page.clock.fast_forward("01:00:00")
    look_at(page)


def test_a_phone_that_wakes_up_shows_what_was_done_meanwhile(context, new_context, tables):
    game = tables.begun()
    context.clock.install()
    fingers = tables.phone(context, game)
    page = fingers.page
    put_away(page)
    other = tables.phone(new_context(**PHONE), game)
    other.step(TEAM, "Red books", 2)
    recorded(other, "2")
    expect(books(page)).to_have_value("0")
    _wake(page)
    expect(books(page)).to_have_value("2")
    expect(bar(page)).to_contain_text("round +1,000")
    fingers.step(TEAM, "Red books")
    recorded(fingers, "3")


def test_a_number_half_typed_before_an_hour_asleep_is_kept_and_counts(context, new_context, tables):
    game = tables.tallied()
    context.clock.install()
    fingers = tables.phone(context, game)
    page = fingers.page
    fingers.press("Count the round")
    fingers.write(TEAM, "Cards melded", "41")
    put_away(page)
    other = tables.phone(new_context(**PHONE), game)
    other.step(OTHERS, "Red books")
    recorded(other, "Red books")
    _wake(page)
    expect(bar(page, OTHERS)).to_contain_text("round +1,300")
    expect(melded(page)).to_have_value("41")
    fingers.keys("0")
    fingers.choose("Ann went out")
    recorded(fingers, "Ann went out")
    expect(melded(page)).to_have_value("410")
    page.reload()
    expect(melded(page)).to_have_value("410")
    expect(page.get_by_role("radio", name="Ann went out")).to_be_checked()


def test_what_is_done_without_a_connection_arrives_once_and_in_order(context, tables):
    game = tables.tallied()
    fingers = tables.phone(context, game)
    page = fingers.page
    context.set_offline(True)
    fingers.step(TEAM, "Red books")
    expect(badge(page)).to_have_text("1 change waits: no connection. Scorepad keeps trying.")
    fingers.step(TEAM, "Red books")
    fingers.mark("Opened", OTHERS)
    fingers.write(OTHERS, "Black books", "3", leave=True)
    waiting(page, 4)
    expect(bar(page)).to_contain_text("round +2,400")
    context.set_offline(False)
    expect(badge(page)).to_be_hidden()
    page.reload()
    expect(books(page)).to_have_value("4")
    expect(books(page, "Black books", OTHERS)).to_have_value("3")
    expect(bar(page, OTHERS)).to_contain_text("✓ opened")
    changes = _changes(page, tables, game)
    assert changes[-1] == "The game began"
    # Between them is the form that tallied the round.
    assert len(changes) == 4 + 1 + 1
    assert changes[:4] == [
        "Black books, Bob & Dora: 1 → 3",
        "Bob & Dora opened",
        "Red books, Ann & Carla: 3 → 4",
        "Red books, Ann & Carla: 2 → 3",
    ]


def test_a_page_that_is_asked_for_without_a_connection_opens_when_there_is_one_again(
    context, tables
):
    fingers = tables.phone(context, tables.tallied())
    page = fingers.page
    context.set_offline(True)
    fingers.step(TEAM, "Red books")
    fingers.press("Count the round")
    expect(badge(page)).to_contain_text("After that, the page you tapped opens.")
    context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Count round 1")
    expect(books(page)).to_have_value("3")
    expect(badge(page)).to_be_hidden()


def test_a_tap_counts_once_though_its_answer_was_lost_on_the_way(context, tables):
    game = tables.tallied()
    fingers = tables.phone(context, game)
    page = fingers.page
    lost = LostAnswers(page, 1)
    fingers.step(TEAM, "Red books")
    expect(badge(page)).to_contain_text("no connection")
    expect(badge(page)).to_be_hidden()
    assert lost.statuses == [303]
    page.reload()
    expect(books(page)).to_have_value("3")
    assert _changes(page, tables, game)[0] == "Red books, Ann & Carla: 2 → 3"


def test_one_cell_typed_three_times_without_answers_ends_as_it_was_typed_last(context, tables):
    game = tables.tallied()
    fingers = tables.phone(context, game)
    page = fingers.page
    context.set_offline(True)
    for number in ("3", "5", "2"):
        fingers.write(TEAM, "Red books", number, leave=True)
    waiting(page, 3)
    lost = LostAnswers(page, 2)
    context.set_offline(False)
    expect(badge(page)).to_be_hidden()
    assert lost.statuses == [204, 204]
    assert tables.values(game, "clean") == [2, 3, 5, 2]
    assert {entry.status for entry in tables.entries(game)} == {"applied"}
    expect(books(page)).to_have_value("2")


def test_what_waits_outlives_a_browser_that_loses_what_it_had_kept(context, tables):
    game = tables.begun()
    fingers = tables.phone(context, game)
    page = fingers.page
    cut_off(context)
    fingers.step(TEAM, "Red books", 2)
    waiting(page, 2)
    page.evaluate(BREAKS)
    put_away(page)
    look_at(page)
    fingers.step(TEAM, "Red books")
    expect(badge(page)).to_contain_text("3 changes wait")
    reconnect(context, page)
    recorded(fingers, "2 → 3")
    assert tables.values(game, "clean") == [1, 2, 3]


def test_leaving_is_questioned_while_a_full_disk_has_not_kept_what_waits(context, tables):
    fingers = tables.phone(context, tables.begun())
    page = fingers.page
    cut_off(context)
    fingers.step(TEAM, "Red books")
    waiting(page, 1)
    assert not page.evaluate(ASKS)
    page.evaluate(IS_FULL)
    fingers.step(TEAM, "Red books")
    expect(badge(page)).to_contain_text("2 changes wait")
    # The browser has answered what was asked of it later by now.
    page.wait_for_function(KEPT, arg=1)
    assert page.evaluate(ASKS)


def test_what_has_no_place_just_now_waits_until_it_has_one(context, tables):
    game = tables.begun()
    fingers = tables.phone(context, game)
    page = fingers.page
    # As when the end of the round before was taken back.
    context.route(
        "**/rounds/1/edit",
        lambda way: way.continue_(url=way.request.url.replace("/rounds/1/", "/rounds/2/")),
    )
    fingers.step(TEAM, "Red books")
    waiting(page, 1, "the server cannot take it now")
    fingers.step(TEAM, "Red books")
    waiting(page, 2)
    context.unroute("**/rounds/1/edit")
    put_away(page)
    look_at(page)
    recorded(fingers, "1 → 2")
    expect(badge(page)).to_be_hidden()
    assert tables.values(game, "clean") == [1, 2]


def _changes(page: Page, tables: Tables, game: int) -> list[str]:
    """What was changed in a game, the latest first."""
    page.goto(f"{tables.url}/games/{game}/history")
    return [text.strip() for text in page.locator(".changes > li > :first-child").all_inner_texts()]
