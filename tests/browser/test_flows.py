"""An evening with one phone beside the cards, in the order of its parts, by taps and keys in real Chromium.

There are eight screens: four sizes, each light and dark. Every part of the evening is seen on four of them: every size
once, and each scheme twice; the two halves together are all eight.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewContext, overhear
from tests.browser.flows import (
    HALF,
    OTHER_HALF,
    TOTAL,
    Evening,
    Look,
    at_page,
    bar,
    end_early,
    evening,
    lightness,
    open_table,
    undo,
    write_sum,
)
from tests.browser.table import group
from tests.browser.touches import KNOWN, PILES, WORTH, Fingers, count_piles, sit_down

on_half = pytest.mark.parametrize("look", HALF, ids=str)
on_other_half = pytest.mark.parametrize("look", OTHER_HALF, ids=str)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A club that knows four players, with games to go on with."""
    with evening(tmp_path_factory.mktemp("evening")) as found:
        yield found


@pytest.fixture
def fingers(look: Look, club: Evening, new_context: NewContext) -> Iterator[Fingers]:
    """Somebody with that screen; the browser must have no complaint."""
    context = new_context(**look.context)
    _, complaints = overhear(context)
    yield Fingers(context.new_page(), touch=look.touch)
    assert complaints == []


@on_half
def test_known_players_sit_down_and_it_is_said_who_starts(
    fingers: Fingers, club: Evening, look: Look
) -> None:
    page = fingers.page
    page.goto(club.url)
    fingers.press("New game")
    fingers.press("As last time: Partnership Hand & Foot, 4 players")
    at_page(page, "New game")
    assert (lightness(page) > 128) == (look.scheme == "light")
    sit_down(fingers, KNOWN)
    fingers.choose("Bob")
    fingers.press("Begin the game")
    at_page(page, "Round 1")
    expect(page.get_by_role("region", name="The score")).to_contain_text("Bob starts")
    expect(bar(page, "Ann & Carla")).to_contain_text("opens with 50")
    fingers.unfold("Somebody else starts")
    fingers.press("Carla starts")
    expect(page.get_by_role("region", name="The score")).to_contain_text("Carla starts")


@on_half
def test_who_keeps_score_is_asked_once_and_stands_beside_what_is_done(
    fingers: Fingers, club: Evening, look: Look
) -> None:
    page = fingers.page
    open_table(fingers, club, next(club.begun))
    asked = page.get_by_role("region", name="Who keeps score on this phone?")
    fingers.tap(asked.get_by_role("button", name="Dora"))
    expect(page.get_by_role("main")).to_contain_text("Dora keeps score on this phone")
    expect(asked).to_have_count(0)
    fingers.mark("Carla: exact cut of 22")
    expect(page.locator("form.undo")).to_contain_text("Exact cut of 22, Carla")
    fingers.unfold("This game")
    fingers.press("All changes")
    at_page(page, "The game: all changes")
    expect(page.locator(".changes > li").first).to_contain_text("by Dora")


@on_other_half
def test_books_are_tallied_as_they_close_and_undo_takes_back_the_last(
    fingers: Fingers, club: Evening, look: Look
) -> None:
    page = fingers.page
    open_table(fingers, club, next(club.begun))
    fingers.step("Ann & Carla", "Red books", 2)
    expect(bar(page, "Ann & Carla")).to_contain_text("round +1,000")
    fingers.mark("Opened", "Ann & Carla")
    expect(bar(page, "Ann & Carla")).to_contain_text("✓ opened")
    fingers.mark("Carla: exact cut of 22")
    expect(bar(page, "Ann & Carla")).to_contain_text("round +1,100")
    undo(fingers, "Exact cut of 22, Carla")
    cut = page.get_by_role("button", name="Carla: exact cut of 22")
    expect(cut).to_have_attribute("aria-pressed", "false")
    expect(bar(page, "Ann & Carla")).to_contain_text("round +1,000")
    page.reload()
    at_page(page, "Round 1")
    expect(group(page, "Ann & Carla").get_by_label("Red books", exact=True)).to_have_value("2")
    expect(cut).to_have_attribute("aria-pressed", "false")
    expect(bar(page, "Ann & Carla")).to_contain_text("✓ opened")


@on_other_half
def test_can_we_open_is_answered_as_the_melds_are_tapped(
    fingers: Fingers, club: Evening, look: Look
) -> None:
    page = fingers.page
    open_table(fingers, club, next(club.begun))
    fingers.press("Can we open?")
    at_page(page, "Can we open?")
    fingers.step("Kings", "Kings", 3)
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("30 points shown")
    expect(verdict).to_contain_text("20 missing")
    expect(verdict).to_contain_text("No")
    fingers.step("Aces", "Aces", 3)
    expect(verdict).to_contain_text("Yes")
    expect(verdict).to_contain_text("90 points shown")
    expect(verdict).to_be_in_viewport()


@on_half
def test_may_we_go_out_says_what_is_missing_and_the_partners_answer_is_kept(
    fingers: Fingers, club: Evening, look: Look
) -> None:
    page = fingers.page
    open_table(fingers, club, next(club.tallied))
    fingers.press("May we go out?")
    fingers.press("Bob")
    at_page(page, "May we go out?")
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("Bob may go out.")
    expect(verdict).to_contain_text("Provided that the foot has been picked up")
    fingers.tap(page.get_by_role("checkbox", name="The player is in the foot"))
    expect(verdict).to_contain_text("Bob may not go out yet.")
    fingers.tap(page.get_by_role("checkbox", name="The player is in the foot"))
    expect(verdict).to_contain_text("Bob may go out.")
    fingers.press("No, wait")
    expect(page.locator("#partner")).to_contain_text("Bob asked, and the partner said no.")
    fingers.tap(page.get_by_role("navigation", name="This game").get_by_role("link", name="Table"))
    at_page(page, "Round 1")
    undo(fingers, "Bob")


@on_other_half
def test_a_round_is_counted_by_points_a_sum_and_piles(
    fingers: Fingers, club: Evening, look: Look
) -> None:
    page = fingers.page
    open_table(fingers, club, next(club.tallied))
    fingers.press("Count the round")
    at_page(page, "Count round 1")
    fingers.choose("Ann went out")
    write_sum(fingers, "Ann & Carla", ("120", "290"))
    expect(bar(page, "Ann & Carla")).to_contain_text("round +1,910")
    fingers.write("Carla", "Cards left", "0")
    melded = ("Bob & Dora", "Cards melded")
    count_piles(fingers, *melded, PILES[melded])
    expect(group(page, "Bob & Dora").get_by_label("Cards melded", exact=True)).to_have_value("385")
    fingers.write("Bob", "Cards left", "65")
    fingers.write("Dora", "Cards left", "30")
    fingers.step("Dora", "Red threes left in hand or foot")
    expect(bar(page, "Bob & Dora")).to_contain_text("round +590")
    fingers.press("Finish the round")
    at_page(page, "Round 1")
    expect(page.get_by_role("heading", level=2)).to_have_text(WORTH)
    lines = page.get_by_role("region", name="Ann & Carla").get_by_role("listitem")
    expect(lines.first).to_contain_text("2 red books × 500")
    fingers.press("On to round 2")
    expect(bar(page, "Ann & Carla")).to_contain_text(TOTAL[1])


@on_other_half
def test_a_round_is_corrected_afterwards_and_the_total_follows(
    fingers: Fingers, club: Evening, look: Look
) -> None:
    page = fingers.page
    open_table(fingers, club, next(club.played))
    expect(bar(page, "Bob & Dora").locator(".big")).to_have_text("1,180")
    fingers.tap(page.get_by_role("region", name="Rounds so far").get_by_role("link", name="1"))
    fingers.press("Correct this round")
    at_page(page, "Correct round 1")
    fingers.selects = True
    fingers.write("Bob", "Cards left", "60")
    fingers.press("Keep the correction")
    expect(page.get_by_role("heading", name="Bob & Dora: 595")).to_be_visible()
    fingers.press("On to round 3")
    expect(bar(page, "Bob & Dora").locator(".big")).to_have_text("1,185")
    undo(fingers, "65")
    expect(bar(page, "Bob & Dora").locator(".big")).to_have_text("1,180")


@on_half
def test_other_rules_are_seen_before_anything_changes_and_the_card_is_one_tap_away(
    fingers: Fingers, club: Evening, look: Look
) -> None:
    page = fingers.page
    open_table(fingers, club, next(club.played))
    fingers.tap(page.get_by_role("link", name="Rules", exact=True))
    at_page(page, "Partnership Hand & Foot")
    fingers.tap(page.get_by_role("link", name="Table", exact=True))
    fingers.unfold("This game")
    fingers.press("Change names, seats or rules")
    at_page(page, "Players, seats and rules")
    page.get_by_label("Rules", exact=True).select_option(label="Southern Ohio")
    fingers.press("See what changes")
    at_page(page, "What would change")
    expect(page.get_by_role("table").locator("del").first).to_be_visible()
    fingers.press("Leave it as it is")
    at_page(page, "Round 3")
    expect(bar(page, "Ann & Carla").locator(".big")).to_have_text("3,820")


@on_other_half
def test_a_game_ends_early_is_told_taken_up_again_and_played_anew(
    fingers: Fingers, club: Evening, look: Look
) -> None:
    page = fingers.page
    game = next(club.played)
    open_table(fingers, club, game)
    end_early(fingers)
    expect(page.get_by_role("region", name="Ann & Carla")).to_contain_text("3,820")
    expect(page.get_by_role("img", name="The lead after every round")).to_be_visible()
    assert "3,820" in page.get_by_label("The result as text").input_value()
    for words, scheme in (("Text message", "sms:"), ("E-mail", "mailto:")):
        address = page.get_by_role("link", name=words).get_attribute("href")
        assert address is not None
        assert address.startswith(scheme)
        assert "3%2C820" in address
    undo(fingers, "ended")
    at_page(page, "Round 3")
    end_early(fingers)
    fingers.press("Rematch")
    at_page(page, "Round 1")
    assert page.url != f"{club.url}/games/{game}"
    expect(bar(page, "Ann & Carla").locator(".big")).to_have_text("0")
