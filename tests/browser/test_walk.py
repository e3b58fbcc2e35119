"""A phone counts a round step by step, with the page's keypad, and nothing typed is lost on the way."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import IN_WHOLE_BROWSER
from tests.browser.conftest import PHONE, SMALL
from tests.browser.phone import NO_CONNECTION, OTHERS, TEAM, Phone
from tests.browser.tables import TALLIED, Tables
from tests.browser.touches import PILES, count_piles
from tests.support.waiting import until

ENDED, MELDED, CARLA, CHECK = "table.ended", "team1.melded", "seat3.left", "check"
EXPECTED = (NO_CONNECTION,)


@pytest.fixture
def counting(context, tables) -> tuple[Phone, int]:
    """A phone on the counting page of a round with tallied books, and the game."""
    game = tables.tallied()
    return open_sheet(Phone(context.new_page()), tables, game), game


def open_sheet(phone: Phone, tables: Tables, game: int, number: int = 1) -> Phone:
    phone.page.goto(f"{tables.url}/games/{game}/rounds/{number}/edit")
    phone.page.wait_for_load_state()
    return phone


def test_each_step_is_one_tap_away_and_back_loses_nothing(counting, tables):
    phone, game = counting
    page = phone.page
    at(page, ENDED, "1 of 10")
    expect(page.locator("[data-next], form.undo").filter(visible=True)).to_have_count(0)
    phone.choose("Ann went out")
    at(page, MELDED, "3 of 10")
    phone.type("120")
    page.go_back()
    at(page, ENDED, "1 of 10")
    phone.recorded("Cards melded")
    phone.tap(way(page, CARLA))
    phone.type("5")
    phone.tap(page.locator("[data-back]"))
    at(page, MELDED, "3 of 10")
    expect(phone.melded()).to_have_value("120")
    page.reload()
    at(page, MELDED, "3 of 10")
    expect(page.get_by_role("textbox").filter(visible=True)).to_have_count(1)
    phone.tap(way(page, CHECK))
    expect(phone.total()).to_have_text("1,615")
    expect(receipt(page, "count-left")).to_have_text(["−5", "–"])
    expect(page.locator("[data-row=count-left] [data-lacks], [data-row=count-melded] [data-lacks]")).to_have_count(2)
    phone.press("Correct")
    for step, text in {MELDED: "120", CARLA: "−5", "seat1.left": "went out", "seat2.left": "not counted"}.items():
        expect(page.locator(f'[data-counted="{step}"]')).to_have_text(text)
    phone.recorded("Cards left, Carla")
    assert tables.values(game, "left", "seat3") == [{"as": "points", "typed": "5"}]


def test_the_keys_add_up_a_sum_and_take_back_what_was_typed(counting):
    phone, _ = counting
    total, box = phone.page.locator("output.sum").filter(visible=True), phone.melded()
    phone.tap(way(phone.page, MELDED))
    phone.type("085+25++109")
    phone.tap(phone.page.locator("[data-key=Backspace]"))
    expect(box).to_have_value("85+25+10")
    expect(total).to_have_text("120")
    expect(box).to_have_attribute("inputmode", "none")
    phone.keys("0")
    expect(total).to_have_text("210")
    phone.page.keyboard.press("Enter")
    at(phone.page, "seat1.left", "4 of 10")
    phone.tap(way(phone.page, MELDED))
    phone.type("7")
    expect(box).to_have_value("7")


def test_a_number_that_is_there_is_replaced_added_to_or_shortened_wherever_it_is_tapped(counting):
    phone, _ = counting
    box = phone.melded()
    phone.tap(way(phone.page, MELDED))
    phone.type("300")
    for keys, text in {"+45": "300+45", "1445": "1,445", "[Backspace]": "144"}.items():
        phone.tap(way(phone.page, CARLA))
        phone.tap(way(phone.page, MELDED))
        expect(box).to_have_attribute("data-replaced", "")
        phone.tap(box)
        phone.type(["Backspace"] if "[" in keys else keys)
        expect(box).to_have_value(text)
    phone.page.reload()
    phone.type("5")
    expect(box).to_have_value("5")


@IN_WHOLE_BROWSER
def test_what_waits_for_a_connection_covers_no_key_and_the_keys_stay_in_place(new_context, tables):
    phone = open_sheet(Phone(new_context(**PHONE | {"viewport": SMALL}).new_page()), tables, tables.tallied())
    page = phone.page
    phone.choose("Ann went out")
    phone.recorded("Ann went out")
    phone.cut_off()
    phone.type("41")
    places = []
    for step in (CARLA, "team2.melded", "seat2.left", CHECK):
        phone.tap(way(page, step))
        phone.waits(1)
        expect(phone.badge).to_be_in_viewport(ratio=1)
        banner = phone.badge.bounding_box()
        assert banner["y"] + banner["height"] <= page.locator("#steps").bounding_box()["y"]
        if step != CHECK:
            places.append(page.locator("[data-next]").bounding_box())
            assert page.evaluate("document.documentElement.scrollHeight") == SMALL["height"]
    assert places == places[:1] * 3


def test_the_second_of_two_taps_on_next_skips_nothing_and_finishes_nothing(counting):
    phone, _ = counting
    phone.choose("Ann went out")
    phone.type("41")
    page = phone.page
    tap_twice(page.locator("[data-next]"))
    at(page, CARLA, "5 of 10")
    phone.tap(way(page, "seat4.left"))
    tap_twice(page.locator("[data-next]"))
    at(page, CHECK, "10 of 10")
    expect(page.get_by_role("alert")).to_have_count(0)
    phone.tap(way(page, MELDED))
    phone.next()
    at(page, CARLA, "5 of 10")


@IN_WHOLE_BROWSER
def test_coming_back_from_the_piles_one_is_where_one_was(counting):
    phone, _ = counting
    phone.choose("Ann went out")
    count_piles(phone, OTHERS, "Cards melded", PILES[OTHERS, "Cards melded"])
    at(phone.page, "team2.melded", "7 of 10")
    expect(phone.melded(OTHERS)).to_have_value("385")
    phone.tap(phone.page.locator("[data-piles]"))
    phone.tap(phone.page.locator("[data-before]"))
    at(phone.page, "team2.melded", "7 of 10")


def test_other_phones_change_what_a_step_shows_and_ask_there(counting, tables, new_context):
    phone, game = counting
    other = open_sheet(Phone(new_context(**PHONE).new_page()), tables, game)
    phone.choose("Ann went out")
    phone.type("41")
    other.write("Bob", "Cards left", "65", leave=True)
    expect(way(phone.page, "seat2.left")).to_have_attribute("data-state", "done")
    at(phone.page, MELDED, "3 of 10")
    expect(phone.melded()).to_have_value("41")
    other.write(TEAM, "Cards melded", "40", leave=True)
    other.recorded("40")
    phone.next()
    expect(phone.page.get_by_role("link", name=re.compile("Two phones differ"))).to_be_visible()
    expect(phone.page.locator(".conflict")).to_be_hidden()
    phone.tap(phone.page.get_by_role("link", name=re.compile("Two phones differ")))
    expect(phone.page.locator(".conflict")).to_be_in_viewport()
    phone.tap(phone.page.locator(".conflict").get_by_role("button", name="40"))
    expect(phone.page.locator(".conflict")).to_have_count(0)


def test_what_is_refused_is_asked_on_the_check_and_at_its_step(counting):
    phone, _ = counting
    page = phone.page
    phone.choose("Bob went out")
    phone.recorded("Bob went out")
    phone.tap(way(page, CHECK))
    phone.cut_off()
    phone.press("Finish the round")
    alert = page.get_by_role("alert")
    expect(alert).to_have_text("Not finished, still missing: Cards melded, Ann & Carla")
    expect(alert).to_be_in_viewport(ratio=1)
    phone.reconnect()
    expect(alert.get_by_role("heading")).to_have_text("Not finished")
    expect(way(page, "seat1.left")).to_have_attribute("data-state", "wrong")
    phone.tap(alert.get_by_role("link").first)
    expect(page.locator(".notes").filter(visible=True)).to_be_visible()


def test_the_check_of_a_team_that_counts_alone_shows_what_the_others_have_not_counted(new_context, tables):
    game = tables.tallied()
    pages = [new_context(**PHONE | {"viewport": SMALL}).new_page() for _ in range(2)]
    for page, name in zip(pages, ("Ann", "Bob"), strict=True):
        page.goto(f"{tables.url}/games/{game}")
        Phone(page).says_who(name)
    phone = open_sheet(Phone(pages[0]), tables, game)
    expect(phone.page.locator("#steps [data-theirs]")).not_to_have_count(0)
    phone.tap(way(phone.page, CHECK))
    phone.press("Correct")
    row = phone.page.locator('.overview [data-go="team2.melded"]')
    expect(row).to_contain_text("not counted")
    cells = [phone.page.locator(f".overview [data-go='{name}.melded']").bounding_box() for name in ("team1", "team2")]
    assert cells[0]["y"] == cells[1]["y"]
    phone.tap(row)
    at(phone.page, "team2.melded", "7 of 10")


def test_who_went_out_is_not_asked_until_somebody_else_did(counting):
    phone, _ = counting
    left = way(phone.page, "seat1.left")
    phone.choose("Ann went out")
    expect(left).to_be_disabled()
    phone.choose("Carla went out")
    expect(left).to_be_enabled()
    expect(way(phone.page, CARLA)).to_be_disabled()


def test_a_finished_round_is_corrected_on_the_same_steps_and_an_odd_number_is_confirmed(context, tables):
    phone = open_sheet(Phone(context.new_page()), tables, tables.played(), 2)
    at(phone.page, CHECK, "10 of 10")
    phone.press("Correct")
    phone.tap(phone.page.locator(".overview [data-go='seat2.left']"))
    phone.type("63")
    phone.next()
    at(phone.page, CHECK, "10 of 10")
    phone.press("Save the correction")
    expect(phone.page.get_by_role("alert")).to_contain_text("63")
    phone.tap(phone.page.get_by_role("checkbox", name="Yes, this is right"))
    phone.press("Save the correction")
    expect(phone.page.locator(".receipt .round-sum td").last).to_have_text("592")


def test_going_out_without_the_books_is_asked_at_once_and_not_again(new_context, tables):
    table = tables.owner.begin(starter="seat2")
    table.sheet(1).save(**TALLIED | {"team2.dirty": "0"})
    page = new_context(**PHONE | {"viewport": SMALL}).new_page()
    phone = open_sheet(Phone(page), tables, table.game)
    warning = page.locator("[data-too-soon]").filter(visible=True)
    expect(warning).to_have_count(0)
    phone.choose("Bob went out")
    expect(warning).to_contain_text("Bob & Dora cannot go out yet.")
    expect(warning).to_contain_text("Still missing: 1 black book (dirty).")
    expect(warning).to_contain_text("Going out anyway costs 500 points, all melds, all books (500 points)")
    at(page, ENDED, "1 of 10")
    expect(warning.get_by_role("button", name="Count anyway")).to_be_in_viewport(ratio=1)
    expect(page.locator(".keypad [data-next]").filter(visible=True)).to_have_count(0)
    phone.choose("Ann went out")
    at(page, MELDED, "3 of 10")
    phone.tap(way(page, ENDED))
    phone.choose("Bob went out")
    phone.press("Count anyway")
    at(page, MELDED, "3 of 10")
    for text in ("410", "0", "0", "385", "30"):
        phone.type(text)
        phone.tap(page.locator("[data-next]").filter(visible=True))
    at(page, CHECK, "10 of 10")
    phone.press("Finish the round")
    expect(page).to_have_url(f"{tables.url}/games/{table.game}")
    assert table.record.rounds[0].finished
    assert table.record.rounds[0].totals == (1_810, -530)


def test_a_book_added_where_it_was_missing_ends_the_warning(context, tables):
    table = tables.owner.begin(starter="seat2")
    table.sheet(1).save(**TALLIED | {"team2.dirty": "0"})
    page = context.new_page()
    phone = open_sheet(Phone(page), tables, table.game)
    warning = page.locator("[data-too-soon]").filter(visible=True)
    phone.choose("Bob went out")
    phone.press("Correct the books")
    expect(way(page, "tally1")).to_have_attribute("aria-current", "step")
    phone.step("Bob & Dora", "Black books")
    phone.recorded("Black books")
    phone.tap(way(page, ENDED))
    expect(warning).to_have_count(0)


def test_the_table_says_who_goes_out_and_the_books_are_asked_at_once(new_context, tables):
    table = tables.owner.begin(starter="seat2")
    table.sheet(1).save(**TALLIED | {"team2.dirty": "0"})
    page = tables.phone(new_context(**PHONE), table.game).page
    phone = Phone(page)
    expect(page.get_by_role("link", name="Dora goes out")).to_be_in_viewport(ratio=1)
    phone.press("Bob goes out")
    expect(page.locator("[data-too-soon]").filter(visible=True)).to_contain_text("Bob & Dora cannot go out yet.")
    at(page, ENDED, "1 of 10")
    until(lambda: tables.values(table.game, "ended", "table") == [{"as": "out", "seat": 2}])
    phone.choose("Ann went out")
    at(page, MELDED, "3 of 10")
    until(lambda: len(tables.values(table.game, "ended", "table")) == 2)
    page.reload()
    expect(page.get_by_label("Ann went out")).to_be_checked()


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768), (1280, 800)])
def test_a_wide_screen_has_the_keypad_beside_the_receipt_and_nothing_to_scroll(new_context, tables, size):
    page = new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    phone = open_sheet(Phone(page, touch=False), tables, tables.tallied())
    phone.choose("Ann went out")
    for step in ("team1.melded", CARLA, CHECK):
        phone.tap(way(page, step))
        assert page.evaluate("document.documentElement.scrollHeight") == size[1], step
        expect(page.locator("#receipt")).to_be_in_viewport(ratio=1)
    phone.tap(way(page, MELDED))
    left, keys = (page.locator(place).bounding_box() for place in ("#receipt", "#keypad"))
    assert left["x"] + left["width"] < keys["x"]
    phone.keys("120+5")
    expect(receipt(page, "count-melded").first).to_have_text("125")
    expect(phone.total()).to_have_text("1,625")


def receipt(page: Page, row: str) -> Locator:
    """Return the amounts of a row of the receipt, by team."""
    return page.locator(f'#receipt [data-row="{row}"] td')


def tap_twice(button: Locator) -> None:
    """Tap the middle of a button twice at once, at the same place."""
    box = button.bounding_box()
    for _ in range(2):
        button.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def way(page: Page, step: str) -> Locator:
    """Return the button that leads to a step."""
    return page.locator(f'#steps [data-go="{step}"]')


def at(page: Page, step: str, place: str) -> None:
    """Wait for a step, its name in the URL, and its position among all steps."""
    expect(way(page, step)).to_have_attribute("aria-current", "step")
    expect(page.locator("[data-place]")).to_have_text(place)
    expect(page).to_have_url(re.compile(rf"#{re.escape(step)}$"))
