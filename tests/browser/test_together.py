"""Several phones at one table: what one does the others show, and nobody writes over what they have not looked at."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import NewContext
from tests.browser.flows import COUNTED, bar
from tests.browser.shared_tables import (
    OTHERS,
    TEAM,
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
from tests.browser.touches import Fingers

Two = tuple[Fingers, Fingers, int]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """A club with games to go on with."""
    with tables(tmp_path_factory.mktemp("together"), games=10) as found:
        yield found


@pytest.fixture
def phones(new_context: NewContext, club: Tables) -> Two:
    """Two phones at one table, and its game."""
    game = next(club.evening.tallied)
    return sit_down(new_context, club, game), sit_down(new_context, club, game), game


@pytest.fixture(params=["with a stream", "without one"])
def either(request: pytest.FixtureRequest, new_context: NewContext, club: Tables) -> Two:
    """The same; the club has no stream left for one of the first phones."""

    def first(**options: Any) -> BrowserContext:
        context = new_context(**options)
        if request.param == "without one":
            context.route("**/stream*", lambda route: route.fulfill(status=503))
        return context

    game = next(club.evening.tallied)
    return sit_down(first, club, game), sit_down(new_context, club, game), game


def test_a_change_on_one_phone_is_seen_on_another_without_disturbing_it(either: Two) -> None:
    one, other, _ = either
    page = one.page
    one.press("Count the round")
    one.write(TEAM, "Cards melded", "41")
    melded = group(page, TEAM).get_by_label("Cards melded", exact=True)
    melded.evaluate("one => one.setSelectionRange(1, 2)")
    top = melded.evaluate("one => one.getBoundingClientRect().top")
    other.step(OTHERS, "Red books")
    expect(bar(page, OTHERS)).to_contain_text("round +1,300")
    expect(melded).to_have_value("41")
    expect(melded).to_be_focused()
    assert melded.evaluate("one => [one.selectionStart, one.selectionEnd]") == [1, 2]
    assert abs(melded.evaluate("one => one.getBoundingClientRect().top") - top) < 1


def test_a_stream_is_closed_while_nobody_looks_and_what_it_told_is_made_up_for(
    phones: Two,
) -> None:
    one, other, _ = phones
    page = one.page
    put_away(page)
    with page.expect_request("**/stream*") as asked:
        other.step(TEAM, "Red books")
        recorded(other, "2 → 3")
        expect(books(page)).to_have_value("2")
        look_at(page)
    assert "at=table" in asked.value.url
    expect(books(page)).to_have_value("3")
    other.step(TEAM, "Red books")
    expect(books(page)).to_have_value("4")


def test_a_number_typed_before_another_phone_typed_there_does_not_write_over_it(
    phones: Two, club: Tables
) -> None:
    one, other, game = phones
    one.write(TEAM, "Red books", "5")
    other.step(TEAM, "Red books")
    other.step(OTHERS, "Black books")
    expect(bar(one.page, OTHERS)).to_contain_text("round +1,100")
    one.page.keyboard.press("Tab")
    box = one.page.locator(".conflict", has_text="Red books")
    expect(box).to_be_visible()
    expect(books(one.page)).to_have_value("5")
    expect(books(other.page)).to_have_value("3")
    assert [e.status for e in club.entries(game) if e.field == "clean"][-2:] == [
        "applied",
        "conflict",
    ]


@pytest.mark.parametrize("whose", [0, 1], ids=["its own", "another"])
def test_what_was_refused_lets_go_when_somebody_settles_it(phones: Two, whose: int) -> None:
    one, other, _ = phones
    one.write(TEAM, "Red books", "5")
    other.step(TEAM, "Red books")
    recorded(other, "2 → 3")
    one.page.keyboard.press("Tab")
    for phone in (one, other):
        expect(phone.page.locator(".conflict", has_text="Red books")).to_be_visible()
    expect(books(one.page)).to_have_value("5")
    settles = (one, other)[whose]
    settles.tap(settles.page.locator(".conflict button", has_text="3"))
    for phone in (one, other):
        expect(phone.page.locator(".conflict")).to_have_count(0)
        expect(books(phone.page)).to_have_value("3")
        expect(phone.page.get_by_role("heading", level=1)).to_have_text("Round 1")
    one.step(TEAM, "Red books")
    recorded(one, "3 → 4")


def test_a_form_that_waited_writes_over_nothing_that_came_meanwhile(
    phones: Two, club: Tables
) -> None:
    one, other, game = phones
    one.press("Count the round")
    one.choose("Ann went out")
    recorded(one, "Ann went out")
    one.page.route("**/*", _posts_fail)
    one.write(TEAM, "Cards melded", "410")
    one.press("Finish the round")
    expect(badge(one.page)).to_contain_text("2 changes wait")
    typed(other, "7", "Black books", OTHERS)
    recorded(other, "1 → 7")
    one.page.unroute("**/*")
    one.page.evaluate("dispatchEvent(new Event('online'))")
    expect(badge(one.page)).to_be_hidden()
    expect(one.page.get_by_role("alert")).to_be_visible()
    assert club.values(game, "dirty", "team2") == [1, 7]
    assert club.values(game, "melded") == [{"as": "points", "typed": "410"}]


def test_what_was_tapped_behind_a_form_that_came_back_is_judged_by_what_was_looked_at(
    phones: Two, club: Tables
) -> None:
    one, other, game = phones
    threes = "Red threes left in hand or foot"
    for fingers in phones[:2]:
        fingers.press("Count the round")
    one.page.route("**/*", _posts_fail)
    one.press("Finish the round")
    one.step("Dora", threes)
    expect(badge(one.page)).to_contain_text("2 changes wait")
    other.step("Dora", threes)
    recorded(other, "Dora")
    one.page.unroute("**/*")
    one.page.evaluate("dispatchEvent(new Event('online'))")
    expect(one.page.locator(".conflict", has_text="Dora")).to_be_visible()
    told = [
        e.status for e in club.entries(game) if (e.place, e.field) == ("seat4", "red_threes_held")
    ]
    assert told == ["applied", "conflict"]


def test_taps_that_come_when_their_round_is_finished_are_shown_and_not_lost(
    phones: Two, club: Tables
) -> None:
    one, other, game = phones
    one.page.route("**/*", _posts_fail)
    one.step(TEAM, "Red books")
    expect(badge(one.page)).to_contain_text("1 change waits")
    one.page.goto(f"{club.url}/games/{game}/rules")
    finish(other.page)
    one.page.unroute("**/*")
    one.page.evaluate("dispatchEvent(new Event('online'))")
    expect(badge(one.page)).to_contain_text("it could not be saved")
    one.tap(badge(one.page).get_by_role("link"))
    expect(one.page.get_by_role("heading", level=1)).to_have_text("Correct round 1")
    expect(one.page.get_by_role("alert")).to_contain_text("Changed on this page only")
    expect(books(one.page)).to_have_value("3")
    expect(badge(one.page)).to_be_hidden()
    one.press("Keep the correction")
    expect(one.page.get_by_role("status").first).to_contain_text("is kept")
    assert club.values(game, "clean")[-1] == 3


def test_a_round_that_could_not_be_finished_is_asked_about_when_its_page_is_opened_again(
    phones: Two, club: Tables
) -> None:
    one, _, game = phones
    one.press("Count the round")
    one.page.route("**/*", _posts_fail)
    one.write(TEAM, "Cards melded", "many")
    one.press("Finish the round")
    expect(badge(one.page)).to_contain_text("2 changes wait")
    one.page.goto(f"{club.url}/games/{game}")
    one.page.unroute("**/*")
    one.page.evaluate("dispatchEvent(new Event('online'))")
    expect(badge(one.page)).to_contain_text("2 changes wait: it could not be saved")
    one.tap(badge(one.page).get_by_role("link"))
    expect(one.page.get_by_role("heading", level=1)).to_have_text("Count round 1")
    expect(one.page.get_by_role("alert")).to_contain_text("could not be read")
    melded = group(one.page, TEAM).get_by_label("Cards melded", exact=True)
    expect(melded).to_have_value("many")
    expect(badge(one.page)).to_be_hidden()
    one.selects = True
    one.write(TEAM, "Cards melded", "410")
    one.choose("Ann went out")
    recorded(one, "Ann went out")
    assert club.values(game, "melded") == [{"as": "points", "typed": "410"}]


def finish(page: Page) -> None:
    """Counts the rest of the round and finishes it, on another phone."""
    fingers = Fingers(page)
    fingers.press("Count the round")
    for name, text in COUNTED.items():
        box = page.locator(f'[name="{name}"]')
        box.fill(text) if name != "table.ended" else fingers.choose("Ann went out")
    fingers.press("Finish the round")
    expect(page.get_by_role("status").first).to_contain_text("is kept")


def _posts_fail(route: Route) -> None:
    route.abort() if route.request.method == "POST" else route.continue_()
