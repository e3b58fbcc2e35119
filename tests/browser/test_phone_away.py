"""A phone that was locked for an hour, and one that has lost the club: nothing is lost, and the page is right again."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.flows import Evening, bar, evening, open_table
from tests.browser.table import group
from tests.browser.touches import Fingers

BADGE = "Not saved yet"
WAKE = """() => document.dispatchEvent(new Event("visibilitychange"))"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A club with games to go on with."""
    with evening(tmp_path_factory.mktemp("away")) as found:
        yield found


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    """A phone."""
    return new_context(**PHONE)


def _sleep(page: Page) -> None:
    """An hour passes at once, as it does for a phone in a pocket; then somebody looks at it again."""
    page.clock.fast_forward("01:00:00")
    page.evaluate(WAKE)


def _other(new_context: NewContext, club: Evening, game: int) -> Fingers:
    """Somebody else at the same table, with a phone of their own."""
    other = Fingers(new_context(**PHONE).new_page())
    open_table(other, club, game)
    return other


def test_a_phone_that_wakes_up_shows_what_was_done_meanwhile(
    context: BrowserContext, new_context: NewContext, club: Evening
) -> None:
    page, game = context.new_page(), next(club.begun)
    page.clock.install()
    fingers = Fingers(page)
    open_table(fingers, club, game)
    _other(new_context, club, game).step("Ann & Carla", "Red books", 2)
    books = group(page, "Ann & Carla").get_by_label("Red books", exact=True)
    expect(books).to_have_value("0")
    _sleep(page)
    expect(books).to_have_value("2")
    expect(bar(page, "Ann & Carla")).to_contain_text("round +1,000")
    fingers.step("Ann & Carla", "Red books")
    expect(page.locator("form.undo")).to_contain_text("3")


def test_a_number_half_typed_before_an_hour_asleep_is_kept_and_counts(
    context: BrowserContext, new_context: NewContext, club: Evening
) -> None:
    page, game = context.new_page(), next(club.tallied)
    page.clock.install()
    fingers = Fingers(page)
    open_table(fingers, club, game)
    fingers.press("Count the round")
    fingers.write("Ann & Carla", "Cards melded", "41")
    _other(new_context, club, game).step("Bob & Dora", "Red books")
    _sleep(page)
    melded = group(page, "Ann & Carla").get_by_label("Cards melded", exact=True)
    expect(melded).to_have_value("41")
    expect(bar(page, "Bob & Dora")).to_contain_text("round +1,300")
    fingers.keys("0")
    fingers.choose("Ann went out")
    expect(page.locator("form.undo")).to_contain_text("Ann went out")
    expect(melded).to_have_value("410")
    page.reload()
    expect(melded).to_have_value("410")
    expect(page.get_by_role("radio", name="Ann went out")).to_be_checked()


def test_what_is_done_without_a_connection_arrives_once_and_in_order(
    context: BrowserContext, club: Evening
) -> None:
    page, game = context.new_page(), next(club.tallied)
    fingers = Fingers(page)
    before = len(_told(page, club, game))
    open_table(fingers, club, game)
    context.set_offline(True)
    fingers.step("Ann & Carla", "Red books", 2)
    expect(page.get_by_role("status").filter(has_text=BADGE)).to_be_visible()
    fingers.mark("Opened", "Bob & Dora")
    _type_books(fingers, "Bob & Dora", "Black books", "3")
    expect(bar(page, "Ann & Carla")).to_contain_text("round +2,400")
    context.set_offline(False)
    expect(page.get_by_text(BADGE)).to_be_hidden(timeout=10_000)
    _stands(page)
    told = _told(page, club, game)
    assert [sentence.strip() for sentence in told[: len(told) - before]] == [
        "Black books, Bob & Dora: 1 → 3",
        "Bob & Dora opened",
        "Red books, Ann & Carla: 3 → 4",
        "Red books, Ann & Carla: 2 → 3",
    ]


def test_a_tap_counts_once_though_its_answer_was_lost_on_the_way(
    context: BrowserContext, club: Evening
) -> None:
    page, game = context.new_page(), next(club.tallied)
    fingers, lost = Fingers(page), []

    def lose_the_first(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch(max_redirects=0).status)
            route.abort()
        else:
            route.continue_()

    open_table(fingers, club, game)
    page.route("**", lose_the_first)
    fingers.step("Ann & Carla", "Red books")
    expect(page.get_by_text(BADGE)).to_be_visible()
    expect(page.get_by_text(BADGE)).to_be_hidden(timeout=10_000)
    assert lost == [303]
    page.reload()
    books = group(page, "Ann & Carla").get_by_label("Red books", exact=True)
    expect(books).to_have_value("3")
    assert _told(page, club, game)[0].strip() == "Red books, Ann & Carla: 2 → 3"


def _told(page: Page, club: Evening, game: int) -> list[str]:
    """What was changed in a game, the latest first."""
    page.goto(f"{club.url}/games/{game}/history")
    return page.locator(".changes > li > :first-child").all_inner_texts()


def _type_books(fingers: Fingers, whose: str, label: str, text: str) -> None:
    """Types a number over the one that stands there, and leaves the input."""
    fingers.write(whose, label, text)
    fingers.page.keyboard.press("Tab")


def _stands(page: Page) -> None:
    page.reload()
    expect(group(page, "Ann & Carla").get_by_label("Red books", exact=True)).to_have_value("4")
    expect(group(page, "Bob & Dora").get_by_label("Black books", exact=True)).to_have_value("3")
    expect(bar(page, "Bob & Dora")).to_contain_text("✓ opened")
