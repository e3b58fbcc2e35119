"""Several phones at one table: each shows the others' changes, and none overwrites what it has not shown."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.phone import NO_CONNECTION, OTHERS, TEAM, Phone
from tests.browser.tables import COUNTED, Tables
from tests.browser.touches import THREES
from tests.web.driving import Table

EXPECTED = (NO_CONNECTION, "a status of 503")
Two = tuple[Phone, Phone, int]


@pytest.fixture
def phones(new_context: NewContext, tables: Tables) -> Two:
    """Two phones at one table, and its game."""
    game = tables.tallied()
    one, other = (tables.phone(new_context(**PHONE), game) for _ in range(2))
    return one, other, game


@pytest.mark.parametrize("has_stream", [True, False], ids=["with a stream", "without one"])
def test_a_change_on_one_phone_is_seen_on_another_without_disturbing_it(context, new_context, tables, has_stream):
    game = tables.tallied()
    if not has_stream:
        context.route("**/stream*", lambda route: route.fulfill(status=503))
    one, other = tables.phone(context, game), tables.phone(new_context(**PHONE), game)
    box = one.melded()
    one.press("Count the round")
    one.write(TEAM, "Cards melded", "41")
    box.evaluate("box => box.setSelectionRange(1, 2)")
    top = box.evaluate("box => box.getBoundingClientRect().top")
    other.step(OTHERS, "Red books")
    expect(one.total(OTHERS)).to_have_text("1,300")
    expect(box).to_have_value("41")
    expect(box).to_be_focused()
    assert box.evaluate("box => [box.selectionStart, box.selectionEnd]") == [1, 2]
    assert abs(box.evaluate("box => box.getBoundingClientRect().top") - top) < 1


def test_a_hidden_page_closes_its_stream_and_catches_up_when_looked_at(phones):
    one, other, _ = phones
    one.put_away()
    with one.page.expect_request("**/stream*") as stream:
        other.step(TEAM, "Red books")
        other.recorded("2 → 3")
        expect(one.books()).to_have_value("2")
        one.look_at()
    assert "at=table" in stream.value.url
    expect(one.books()).to_have_value("3")
    other.step(TEAM, "Red books")
    expect(one.books()).to_have_value("4")


def test_a_number_typed_before_another_phone_typed_there_does_not_write_over_it(phones, tables):
    one, other, game = phones
    one.write(TEAM, "Red books", "5")
    other.step(TEAM, "Red books")
    other.step(OTHERS, "Black books")
    expect(one.so_far(OTHERS)).to_have_text("So far +1,100")
    one.page.keyboard.press("Tab")
    expect(_question(one.page, "Red books")).to_be_visible()
    expect(one.books()).to_have_value("5")
    expect(other.books()).to_have_value("3")
    assert _statuses(tables, game, "clean")[-2:] == ["applied", "conflict"]


@pytest.mark.parametrize("settler", [0, 1], ids=["its own", "another"])
def test_what_was_refused_lets_go_when_either_phone_settles_it(phones, settler):
    one, other, _ = phones
    one.write(TEAM, "Red books", "5")
    other.step(TEAM, "Red books")
    other.recorded("2 → 3")
    one.page.keyboard.press("Tab")
    for phone in (one, other):
        expect(_question(phone.page, "Red books")).to_be_visible()
    expect(one.books()).to_have_value("5")
    one.press("Two phones differ: Red books, Ann & Carla")
    expect(_question(one.page, "Red books")).to_be_in_viewport(ratio=1)
    settles = phones[settler]
    settles.tap(settles.page.locator(".conflict button", has_text="3"))
    for phone in (one, other):
        expect(phone.page.locator(".conflict")).to_have_count(0)
        expect(phone.page.get_by_role("alert")).to_have_count(0)
        expect(phone.books()).to_have_value("3")
        expect(phone.heading).to_have_text("Round 1")
    one.step(TEAM, "Red books")
    one.recorded("3 → 4")


def test_a_form_that_waited_writes_over_nothing_that_came_meanwhile(phones, tables):
    one, other, game = phones
    one.press("Count the round")
    one.choose("Ann went out")
    one.recorded("Ann went out")
    one.cut_off()
    one.write(TEAM, "Cards melded", "410")
    one.press("Finish the round")
    one.waits(2)
    other.write(OTHERS, "Black books", "7", leave=True)
    other.recorded("1 → 7")
    one.reconnect()
    expect(one.badge).to_be_hidden()
    expect(one.page.get_by_role("alert")).to_be_visible()
    assert tables.values(game, "dirty", "team2") == [1, 7]
    assert tables.values(game, "melded") == [{"as": "points", "typed": "410"}]


def test_a_tap_after_a_form_that_came_back_is_judged_by_what_its_page_showed(phones, tables):
    one, other, game = phones
    for fingers in (one, other):
        fingers.press("Count the round")
        expect(fingers.heading).to_have_text("Count round 1")
    one.cut_off()
    one.press("Finish the round")
    one.step("Dora", THREES)
    one.waits(2)
    other.step("Dora", THREES)
    other.recorded("Dora")
    one.reconnect()
    expect(_question(one.page, "Dora")).to_be_visible()
    assert _statuses(tables, game, "red_threes_held") == ["applied", "conflict"]


def test_a_finish_on_one_phone_takes_the_others_along(phones, tables, new_context):
    one, other, game = phones
    watching, typing = (tables.phone(new_context(**PHONE), game) for _ in range(2))
    watching.page.goto(f"{tables.url}/games/{game}/board")
    for phone in (one, typing):
        phone.press("Count the round")
        expect(phone.heading).to_have_text("Count round 1")
    # Without its reason, it is not sent.
    typing.page.goto(f"{tables.url}/games/{game}/rounds/1/edit#adjust0")
    points = typing.page.locator("[name='team1.adjustment1.points']")
    typing.write_in(points, "12")
    _finish(other)
    for phone in (one, watching):
        expect(phone.page.get_by_text("Round 1 is finished. On to round 2.")).to_be_visible()
    expect(one.heading).to_have_text("Round 2")
    expect(one.page).to_have_url(f"{tables.url}/games/{game}")
    expect(typing.heading).to_have_text("Correct round 1")
    expect(points).to_have_value("12")


def test_each_phone_says_who_counts_what_and_one_button_counts_all_teams_here(phones):
    one, other, _ = phones
    for phone, name in zip(phones, ("Ann", "Bob"), strict=False):
        phone.says_who(name)
    line, theirs = (phone.page.locator(".who-counts") for phone in (one, other))
    one.press("Count the round")
    expect(line).to_contain_text("You count Ann & Carla. Bob has yet to count Bob & Dora.")
    other.press("Count the round")
    expect(line).to_contain_text("Bob is counting Bob & Dora.")
    expect(theirs).to_contain_text("Ann is counting Ann & Carla.")
    one.tap(line.get_by_role("link", name="Count them here"))
    expect(line).to_contain_text("You count for everyone.")
    expect(theirs).to_contain_text("Ann counts for everyone.")
    one.choose("Ann went out")
    for number in ("410", "0"):
        one.type(number)
        one.next()
    expect(one.melded(OTHERS)).to_be_visible()
    one.type("385")
    expect(other.melded(OTHERS)).to_have_value("385")


@pytest.mark.parametrize("settler", [0, 1])
def test_two_who_tapped_together_are_asked_and_nothing_else_is_to_be_done(phones, settler):
    phones[1].cut_off()
    phones[1].step(TEAM, "Red books")
    phones[0].step(TEAM, "Red books")
    phones[0].recorded("2 → 3")
    phones[1].reconnect()
    for phone in phones[:2]:
        expect(_question(phone.page, "both added one. Three red books or four?")).to_be_visible()
        expect(phone.page.get_by_role("alert")).to_have_count(0)
    settles = phones[settler]
    settles.tap(settles.page.locator(".conflict button", has_text="3"))
    for phone in phones[:2]:
        expect(phone.page.locator(".conflict")).to_have_count(0)
        expect(phone.books()).to_have_value("3")
    phones[1].step(TEAM, "Red books")
    phones[1].recorded("3 → 4")


def test_taps_that_come_when_their_round_is_finished_are_shown_and_not_lost(phones, tables):
    one, other, game = phones
    one.cut_off()
    one.step(TEAM, "Red books")
    one.waits(1)
    one.page.goto(f"{tables.url}/games/{game}/rules")
    _finish(other)
    one.reconnect()
    expect(one.badge).to_contain_text("it could not be saved")
    one.tap(one.badge.get_by_role("link"))
    expect(one.heading).to_have_text("Correct round 1")
    expect(one.page.get_by_role("alert")).to_contain_text("Not saved yet")
    expect(one.books()).to_have_value("3")
    expect(one.badge).to_be_hidden()
    one.press("Save the correction")
    expect(one.page.get_by_role("status").first).to_contain_text("Red books, Ann & Carla 2 → 3. Ann & Carla now")
    assert tables.values(game, "clean")[-1] == 3


def test_a_round_that_could_not_be_finished_is_asked_about_when_its_page_is_opened_again(phones, tables):
    one, _, game = phones
    one.press("Count the round")
    expect(one.heading).to_have_text("Count round 1")
    one.cut_off()
    one.write(TEAM, "Cards melded", "many")
    one.press("Finish the round")
    one.waits(2)
    one.page.goto(f"{tables.url}/games/{game}")
    one.reconnect()
    expect(one.badge).to_contain_text("2 changes wait: it could not be saved")
    one.tap(one.badge.get_by_role("link"))
    expect(one.heading).to_have_text("Count round 1")
    expect(one.page.get_by_role("alert")).to_contain_text("cannot be read")
    expect(one.melded()).to_have_value("many")
    expect(one.badge).to_be_hidden()
    one.selects = True
    one.write(TEAM, "Cards melded", "410")
    one.choose("Ann went out")
    one.recorded("Ann went out")
    assert tables.values(game, "melded") == [{"as": "points", "typed": "410"}]


def _question(page: Page, about: str) -> Any:
    return page.locator(".conflict", has_text=about)


def _statuses(tables: Tables, game: int, field: str) -> list[str]:
    return [str(entry.status) for entry in tables.entries(game) if entry.field == field]


def _finish(fingers: Phone) -> None:
    """Count the rest of the round and finish it, on another phone."""
    fingers.press("Count the round")
    fingers.choose("Ann went out")
    for name, text in COUNTED.items():
        if name != "table.ended":
            fingers.reach(fingers.page.locator(f'[name="{name}"]')).fill(text)
    fingers.press("Finish the round")
    expect(fingers.page.get_by_role("status").first).to_contain_text("Round 1 is finished")


def test_the_end_on_one_phone_looks_on_another_as_if_its_page_were_loaded(context, tables):
    game = tables.played()
    phone = tables.phone(context, game)
    Table(tables.owner, game).decide(decision="over")
    expect(phone.heading).to_contain_text("Ann & Carla win by ")
    expect(phone.page.locator(".won")).to_have_css("color", "rgb(255, 255, 255)")


def test_what_undo_took_back_stays_in_view_until_the_next_change_here(new_context, tables):
    game = tables.played()
    one, other = (tables.phone(new_context(**PHONE), game) for _ in range(2))
    one.page.goto(f"{tables.url}/games/{game}/rounds/2")
    one.unfold("Delete this round")
    one.press("Yes, delete round 2")
    one.undo("Round 2 deleted")
    message = one.page.get_by_text("Taken back: Round 2 deleted.")
    expect(message).to_be_in_viewport(ratio=1)
    expect(other.heading).to_have_text("Round 3")
    other.step(TEAM, "Red books")
    expect(one.books()).to_have_value("1")
    expect(message).to_be_in_viewport(ratio=1)
    one.step(TEAM, "Red books")
    expect(message).to_have_count(0)
