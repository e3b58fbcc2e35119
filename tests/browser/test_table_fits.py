"""A table of two teams fits on a small phone: no scrolling is needed, and nothing moves under a finger."""

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import IN_WHOLE_BROWSER
from tests.browser.conftest import SMALL
from tests.browser.looks import UNREADABLE, print_letters, resize
from tests.browser.phone import Phone
from tests.browser.tables import COUNTED, TALLIED, Tables
from tests.browser.test_many_teams import BROKEN, CUT, HIDDEN

HEADER, FOOTER = 112, 64
LONG_NAMES = {
    f"seat{seat}": name for seat, name in enumerate(("Maximilianes", "Bartholomäus", "Wilhelminchn", "Gottfriedson"), 1)
}

EXPECTED = ("ERR_INTERNET_DISCONNECTED",)

EMPTY = {"table.ended": "stock", "team1.melded": "0", "team2.melded": "0"} | {f"seat{n}.left": "0" for n in range(1, 5)}
"""A round without a single card."""

BOXES = """() => [...document.querySelectorAll(".bar, .game-top, .panel .stepper, .panel .toggle, .bottom .button")]
  .map(one => [one.className, one.getBoundingClientRect()])
  .map(([name, { top, bottom, left, right }]) => [name, top, bottom, left, right])"""


@IN_WHOLE_BROWSER
def test_all_of_it_is_in_view_with_four_phones_and_stays_where_it_is(new_context, tables: Tables):
    pages = [new_context(viewport=SMALL, has_touch=True, is_mobile=True).new_page() for _ in range(4)]
    for names in ({}, LONG_NAMES):
        game = tables.owner.begin(starter="seat2", **names).game
        for page in pages:
            page.goto(f"{tables.url}/games/{game}")
        _check_that_all_is_in_view(pages[0])


def _check_that_all_is_in_view(page):
    page.locator("#here", has_text="4 phones").wait_for(state="attached")
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    boxes = page.evaluate(BOXES)
    assert len(boxes) == 2 + 2 * 2 + 2 + 4 + 3
    lower = min(top for name, top, *_ in boxes if name.startswith("button"))
    for name, top, bottom, left, right in boxes:
        assert (top >= 0, left >= 0, right <= SMALL["width"]) == (True, True, True), name
        assert bottom <= (SMALL["height"] if name.startswith("button") else lower), name
    assert page.locator(".bar").bounding_box()["height"] <= HEADER
    assert page.locator(".bottom").bounding_box()["height"] <= FOOTER
    for words in ("Needs 50 to open", "Red books: one more"):
        page.get_by_role("button", name=words, exact=True).first.tap()
    page.get_by_role("button", name="Undo: ").wait_for()
    assert page.evaluate(BOXES) == boxes
    assert page.evaluate("scrollY") == 0


@IN_WHOLE_BROWSER
def test_a_phone_on_its_side_shows_all_that_is_tapped(new_context, tables: Tables):
    page = new_context(viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True).new_page()
    page.goto(f"{tables.url}/games/{tables.owner.begin(starter='seat2', **LONG_NAMES).game}")
    lower = page.locator(".bottom").bounding_box()["y"]
    boxes = [one.bounding_box() for one in page.locator(".bar, .panel .stepper, .panel .toggle").all()]
    assert (len(boxes), boxes[0]["y"], boxes[0]["height"]) == (11, 0, 48)
    assert max(box["y"] + box["height"] for box in boxes) <= lower


OUT_OF_VIEW = """(selector) => {
  const shown = [...document.querySelectorAll(selector)].filter((one) => one.offsetParent);
  return shown.filter((one) => {
    const { left, width, bottom } = one.getBoundingClientRect();
    return bottom > innerHeight || !document.elementFromPoint(left + width / 2, bottom - 2)?.closest(selector);
  }).length;
}"""
"""How many elements of a selector are below the screen, or covered."""


@IN_WHOLE_BROWSER
def test_what_is_asked_and_counted_at_the_table_needs_no_scrolling(new_context, tables: Tables):
    page = new_context(viewport=SMALL, has_touch=True, is_mobile=True).new_page()
    page.goto(f"{tables.url}/games/{tables.begun()}")
    assert page.locator(".goes-out a").count() == 4
    assert page.evaluate(OUT_OF_VIEW, ".goes-out a") == 0
    game = tables.played()
    correct, check = f"{tables.url}/games/{game}/rounds/1/edit#check", f"{tables.url}/games/{game}/rounds/3/edit#check"
    sides = [
        (SMALL, (correct, check)),
        ({"width": 740, "height": 360}, (correct, check, f"{tables.url}/games/{game}/open")),
    ]
    for size, addresses in sides:
        page.set_viewport_size(size)
        for address in addresses:
            page.goto(address)
            page.locator(".receipt .total-sum, .opening .ranks").filter(visible=True).first.wait_for()
            assert page.evaluate("document.documentElement.scrollHeight") <= size["height"], address
            assert page.evaluate(OUT_OF_VIEW, ".receipt .total-sum, .opening .few") == 0, address


@IN_WHOLE_BROWSER
def test_a_tap_beside_the_open_menu_closes_it_and_does_nothing_else(new_context, tables: Tables):
    page = new_context(viewport=SMALL, has_touch=True).new_page()
    game = tables.begun()
    page.goto(f"{tables.url}/games/{game}")
    links = page.locator(".menu nav")
    for spot in ("#team1\\.opened", "#seat1\\.exact_cut", ".bottom .main"):
        box = page.locator(spot).bounding_box()
        page.get_by_label("More about this game").tap()
        expect(links).to_be_visible()
        page.touchscreen.tap(box["x"] + 5, box["y"] + box["height"] / 2)
        expect(links).to_be_hidden()
    assert (page.url, tables.entries(game)) == (f"{tables.url}/games/{game}", [])
    page.get_by_label("More about this game").tap()
    links.get_by_role("link", name="Rules", exact=True).tap()
    page.wait_for_url("**/rules")


@pytest.mark.parametrize("books", ["7", "11"])
def test_a_stack_of_books_never_lies_on_its_number(new_context, tables: Tables, books):
    table = tables.owner.begin(starter="seat2")
    table.sheet(1).save(**{"team1.clean": books, "team2.dirty": books})
    page = tables.phone(new_context(viewport=SMALL), table.game).page
    for width in (SMALL["width"], 320):
        resize(page, (width, SMALL["height"]))
        assert page.evaluate(HIDDEN) == 0, width


@IN_WHOLE_BROWSER
def test_books_tick_the_box_of_a_team_that_was_not_marked(new_context, tables: Tables):
    context = new_context(viewport=SMALL, has_touch=True)
    page = tables.phone(context, game := tables.begun()).page
    assert page.get_by_text("by its melds").filter(visible=True).count() == 0
    expect(page.get_by_role("button", name="Needs 50 to open", exact=True)).to_have_count(2)
    context.set_offline(True)
    page.get_by_role("button", name="Red books: one more").first.tap()
    expect(page.get_by_role("button", name="Opened by its melds")).to_have_count(1)
    context.set_offline(False)
    expect(page.locator(".side.opened")).to_have_count(1)
    assert tables.values(game, "opened") == []


@pytest.mark.parametrize("names", [{"seat1": "Annemarie", "seat4": "Maximiliane"}, LONG_NAMES], ids=["usual", "long"])
def test_rounds_of_two_teams_and_who_finished_the_last_are_whole(new_context, tables: Tables, names):
    table = tables.owner.begin(starter="seat2", **names)
    table.keeps_score(names["seat4"])
    table.play(1, **TALLIED, **COUNTED)
    page = tables.phone(new_context(viewport=SMALL), table.game).page
    assert page.evaluate(CUT, ".scroll, .done *") == []
    page.goto(f"{page.url}/story")
    assert page.evaluate(CUT, ".scroll") == []
    # There is no space for twelve letters beside a suit.
    assert names is LONG_NAMES or page.evaluate(BROKEN, "th bdi") == []


@IN_WHOLE_BROWSER
@pytest.mark.parametrize("size", [SMALL, {"width": 768, "height": 1024}], ids=["phone", "tablet"])
def test_what_undo_takes_back_is_in_words_where_there_is_room(new_context, tables: Tables, size):
    page = new_context(viewport=size, has_touch=True).new_page()
    page.goto(f"{tables.url}/games/{tables.played()}")
    stepper = page.locator(".stepper").first.bounding_box()
    undone = "Red books, Ann & Carla, 0 → 1"
    page.get_by_role("button", name="Red books: one more").first.tap()
    page.get_by_role("button", name=f"Undo: {undone}").tap()
    words = page.locator(".undo span", has_text=f"Redo: {undone}")
    words.wait_for(state="attached")
    expect(page.locator("main > .message")).to_be_in_viewport(ratio=1)
    assert page.locator(".stepper").first.bounding_box() == stepper
    title, undo = (page.locator(part).first.bounding_box() for part in (".bar-round strong", ".undo"))
    assert title["x"] + title["width"] <= undo["x"]
    page.get_by_label("More about this game").tap()
    assert words.bounding_box()["width"] > 150
    links = page.locator(".menu nav").bounding_box()
    for box in (words.bounding_box(), page.locator(".undo span").first.bounding_box()):
        assert 0 <= box["x"] < box["x"] + box["width"] <= size["width"]
        assert box["y"] + box["height"] <= (size["height"] if size == SMALL else links["y"])
        assert size != SMALL or box["y"] >= links["y"] + links["height"]
    assert 48 <= links["y"] < links["y"] + links["height"] < size["height"]
    message = page.locator("main > .message").bounding_box()
    marks = [mark.bounding_box() for mark in page.locator(".panels .toggle").all()]
    assert message["y"] >= max(box["y"] + box["height"] for box in marks)
    page.get_by_label("More about this game").tap()
    page.get_by_role("button", name="Black books: one more").first.tap()
    expect(page.locator("main > .message")).to_have_count(0)
    assert page.locator(".stepper").first.bounding_box() == stepper


@IN_WHOLE_BROWSER
def test_letters_of_twice_the_size_leave_room_for_the_table(new_context, tables: Tables):
    game = tables.owner.begin(starter="seat2", **LONG_NAMES).game
    page = new_context(viewport=SMALL, has_touch=True, is_mobile=True).new_page()
    page.goto(f"{tables.url}/games/{game}")
    page.get_by_role("button", name="Red books: one more").first.tap()
    page.locator(".undo").wait_for()
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    _check_large(page)
    print_letters(page, 32)
    page.reload()
    _check_large(page)
    undo, name = (page.locator(place).bounding_box() for place in (".game-top .undo", ".bar-round strong"))
    assert 90 < name["width"] <= undo["x"] - name["x"]


@IN_WHOLE_BROWSER
@pytest.mark.parametrize("letters", [23, 32])
def test_undo_and_what_it_says_are_in_view_with_large_letters(new_context, tables: Tables, letters):
    page = new_context(viewport=SMALL, has_touch=True, is_mobile=True, reduced_motion="reduce").new_page()
    print_letters(page, letters)
    tables.open(Phone(page), tables.played())
    page.get_by_role("button", name="Black books: one more").last.tap()
    undo = page.get_by_role("button", name="Undo: Black books, Bob & Dora")
    undo.wait_for()
    page.evaluate("scrollTo(0, 300)")
    expect(undo).to_be_in_viewport(ratio=1)
    undo.tap()
    message = page.locator("main > .message")
    expect(message).to_be_in_viewport(ratio=1)
    box, bottom = message.bounding_box(), page.locator(".bottom").bounding_box()
    assert box["y"] + box["height"] <= bottom["y"] + 4
    page.get_by_label("More about this game").tap()
    redo, links = page.locator(".undo span", has_text="Redo: "), page.locator(".menu nav")
    expect(redo).to_be_in_viewport(ratio=1)
    above, below = links.bounding_box(), redo.bounding_box()
    assert above["y"] + above["height"] <= below["y"]


def test_no_word_of_the_table_is_broken_where_letters_alone_are_large(new_context, tables: Tables):
    page = tables.phone(new_context(viewport=SMALL), tables.tallied()).page
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    assert page.evaluate(UNREADABLE) == []
    assert page.evaluate(CUT, ".bar .big") == []


def _check_large(page):
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL["width"]
    assert page.locator(".bar").bounding_box()["height"] <= 240
    for button in page.locator(".bottom .button").all():
        box = button.bounding_box()
        assert box["y"] + box["height"] <= SMALL["height"]


@IN_WHOLE_BROWSER
def test_what_deletes_a_round_is_in_view_at_once(new_context, tables: Tables):
    page = new_context(viewport=SMALL, has_touch=True).new_page()
    page.goto(f"{tables.url}/games/{tables.played()}/rounds/2")
    page.get_by_text("Delete this round").tap()
    button = page.get_by_role("button", name="Yes, delete round 2")
    expect(button).to_be_in_viewport(ratio=1)
    box, bottom = button.bounding_box(), page.locator(".bottom").bounding_box()
    assert box["y"] + box["height"] <= bottom["y"]
    page.touchscreen.tap(10, 200)
    expect(button).to_be_hidden()
