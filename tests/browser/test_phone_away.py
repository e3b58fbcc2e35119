"""A phone that was locked for an hour, and one that has lost the club: nothing is lost, and the page is right again."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.flows import bar, open_table
from tests.browser.shared_tables import (
    AWAY,
    OTHERS,
    TEAM,
    LostAnswers,
    Tables,
    badge,
    books,
    look_at,
    put_away,
    recorded,
    sit_down,
    tables,
    typed,
)
from tests.browser.table import group
from tests.browser.test_offline import KEPT, cut_off
from tests.browser.touches import Fingers

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
"""Whether somebody who leaves the page is asked if they mean to."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """A club with games to go on with."""
    with tables(tmp_path_factory.mktemp("away"), games=7) as found:
        yield found


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    """A phone."""
    return new_context(**PHONE)


def _wake(page: Page) -> None:
    """An hour passes at once, as it does for a phone in a pocket; then somebody looks at it again."""
    page.clock.fast_forward("01:00:00")
    look_at(page)


def test_a_phone_that_wakes_up_shows_what_was_done_meanwhile(
    context: BrowserContext, new_context: NewContext, club: Tables
) -> None:
    page, game = context.new_page(), next(club.evening.begun)
    page.clock.install()
    fingers = Fingers(page)
    open_table(fingers, club.evening, game)
    put_away(page)
    other = sit_down(new_context, club, game)
    other.step(TEAM, "Red books", 2)
    recorded(other, "2")
    expect(books(page)).to_have_value("0")
    _wake(page)
    expect(books(page)).to_have_value("2")
    expect(bar(page, TEAM)).to_contain_text("round +1,000")
    fingers.step(TEAM, "Red books")
    recorded(fingers, "3")


def test_a_number_half_typed_before_an_hour_asleep_is_kept_and_counts(
    context: BrowserContext, new_context: NewContext, club: Tables
) -> None:
    page, game = context.new_page(), next(club.evening.tallied)
    page.clock.install()
    fingers = Fingers(page)
    open_table(fingers, club.evening, game)
    fingers.press("Count the round")
    fingers.write(TEAM, "Cards melded", "41")
    put_away(page)
    other = sit_down(new_context, club, game)
    other.step(OTHERS, "Red books")
    recorded(other, "Red books")
    _wake(page)
    melded = group(page, TEAM).get_by_label("Cards melded", exact=True)
    expect(bar(page, OTHERS)).to_contain_text("round +1,300")
    expect(melded).to_have_value("41")
    fingers.keys("0")
    fingers.choose("Ann went out")
    recorded(fingers, "Ann went out")
    expect(melded).to_have_value("410")
    page.reload()
    expect(melded).to_have_value("410")
    expect(page.get_by_role("radio", name="Ann went out")).to_be_checked()


def test_what_is_done_without_a_connection_arrives_once_and_in_order(
    context: BrowserContext, club: Tables
) -> None:
    page, game = context.new_page(), next(club.evening.tallied)
    fingers = Fingers(page)
    before = len(_told(page, club, game))
    open_table(fingers, club.evening, game)
    context.set_offline(True)
    fingers.step(TEAM, "Red books")
    expect(badge(page)).to_have_text(
        "1 change waits: no connection. Scorepad tries again by itself."
    )
    fingers.step(TEAM, "Red books")
    fingers.mark("Opened", OTHERS)
    typed(fingers, "3", "Black books", OTHERS)
    expect(badge(page)).to_contain_text("4 changes wait")
    expect(bar(page, TEAM)).to_contain_text("round +2,400")
    context.set_offline(False)
    expect(badge(page)).to_be_hidden()
    page.reload()
    expect(books(page)).to_have_value("4")
    expect(books(page, "Black books", OTHERS)).to_have_value("3")
    expect(bar(page, OTHERS)).to_contain_text("✓ opened")
    told = _told(page, club, game)
    assert [sentence.strip() for sentence in told[: len(told) - before]] == [
        "Black books, Bob & Dora: 1 → 3",
        "Bob & Dora opened",
        "Red books, Ann & Carla: 3 → 4",
        "Red books, Ann & Carla: 2 → 3",
    ]


def test_a_page_that_is_asked_for_without_a_connection_opens_when_there_is_one_again(
    context: BrowserContext, club: Tables
) -> None:
    page, game = context.new_page(), next(club.evening.tallied)
    fingers = Fingers(page)
    open_table(fingers, club.evening, game)
    context.set_offline(True)
    fingers.step(TEAM, "Red books")
    fingers.press("Count the round")
    expect(badge(page)).to_contain_text("What you tapped opens then.")
    context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Count round 1")
    expect(books(page)).to_have_value("3")
    expect(badge(page)).to_be_hidden()


def test_a_tap_counts_once_though_its_answer_was_lost_on_the_way(
    context: BrowserContext, club: Tables
) -> None:
    page, game = context.new_page(), next(club.evening.tallied)
    fingers = Fingers(page)
    open_table(fingers, club.evening, game)
    lost = LostAnswers(page, 1)
    fingers.step(TEAM, "Red books")
    expect(badge(page)).to_contain_text(AWAY)
    expect(badge(page)).to_be_hidden()
    assert lost.statuses == [303]
    page.reload()
    expect(books(page)).to_have_value("3")
    assert _told(page, club, game)[0].strip() == "Red books, Ann & Carla: 2 → 3"


def test_one_cell_typed_three_times_without_answers_ends_as_it_was_typed_last(
    context: BrowserContext, new_context: NewContext, club: Tables
) -> None:
    page, game = context.new_page(), next(club.evening.tallied)
    fingers = Fingers(page)
    open_table(fingers, club.evening, game)
    context.set_offline(True)
    for number in ("3", "5", "2"):
        typed(fingers, number)
    expect(badge(page)).to_contain_text("3 changes wait")
    lost = LostAnswers(page, 2)
    context.set_offline(False)
    expect(badge(page)).to_be_hidden()
    assert lost.statuses == [204, 204]
    assert club.values(game, "clean") == [2, 3, 5, 2]
    assert {entry.status for entry in club.entries(game)} == {"applied"}
    expect(books(page)).to_have_value("2")


def test_what_waits_outlives_a_browser_that_loses_what_it_had_kept(
    context: BrowserContext, club: Tables
) -> None:
    game = next(club.evening.begun)
    fingers = Fingers(context.new_page())
    page = fingers.page
    open_table(fingers, club.evening, game)
    cut_off(context)
    fingers.step(TEAM, "Red books", 2)
    page.wait_for_function(KEPT, arg=2)
    page.evaluate(BREAKS)
    put_away(page)
    look_at(page)
    fingers.step(TEAM, "Red books")
    expect(badge(page)).to_contain_text("3 changes wait")
    context.unroute("**/edit")
    page.evaluate("dispatchEvent(new Event('online'))")
    recorded(fingers, "2 → 3")
    assert club.values(game, "clean") == [1, 2, 3]


def test_who_leaves_is_asked_while_a_full_disk_has_not_kept_what_waits(
    context: BrowserContext, club: Tables
) -> None:
    game = next(club.evening.begun)
    fingers = Fingers(context.new_page())
    open_table(fingers, club.evening, game)
    cut_off(context)
    fingers.step(TEAM, "Red books")
    fingers.page.wait_for_function(KEPT, arg=1)
    assert not fingers.page.evaluate(ASKS)
    fingers.page.evaluate(IS_FULL)
    fingers.step(TEAM, "Red books")
    expect(badge(fingers.page)).to_contain_text("2 changes wait")
    # What was asked of the browser after it has been answered by now.
    fingers.page.wait_for_function(KEPT, arg=1)
    assert fingers.page.evaluate(ASKS)


def test_what_has_no_place_just_now_waits_until_it_has_one(
    context: BrowserContext, club: Tables
) -> None:
    game = next(club.evening.begun)
    fingers = Fingers(context.new_page())
    page = fingers.page
    open_table(fingers, club.evening, game)
    # As when the end of the round before was taken back.
    elsewhere = "/rounds/2/edit"
    context.route(
        "**/rounds/1/edit",
        lambda way: way.continue_(url=way.request.url.replace("/rounds/1/edit", elsewhere)),
    )
    fingers.step(TEAM, "Red books")
    expect(badge(page)).to_contain_text("1 change waits: the server has no room for it now")
    fingers.step(TEAM, "Red books")
    expect(badge(page)).to_contain_text("2 changes wait")
    context.unroute("**/rounds/1/edit")
    put_away(page)
    look_at(page)
    recorded(fingers, "1 → 2")
    expect(badge(page)).to_be_hidden()
    assert club.values(game, "clean") == [1, 2]


def _told(page: Page, club: Tables, game: int) -> list[str]:
    """What was changed in a game, the latest first."""
    page.goto(f"{club.url}/games/{game}/history")
    return page.locator(".changes > li > :first-child").all_inner_texts()
