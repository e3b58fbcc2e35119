"""Players make their own rules by tapping, counted in touches, and then play a round by them."""

import pytest
from playwright.sync_api import expect

from scorepad.play.rules.catalog import find_rules
from scorepad.rules import choose, diff, preset, to_document
from scorepad.rules.document import value_at
from tests.browser.editor import Editor
from tests.browser.phone import NO_CONNECTION, wait_for_jobs
from tests.support.waiting import until

MAX = 60
"""Touches allowed for ten or more differences."""

EXPECTED = (NO_CONNECTION, "a status of 404")


@pytest.fixture
def editor(page, tables) -> Editor:
    """Fingers on the page of all rules."""
    page.goto(f"{tables.url}/rules")
    return Editor(page)


def test_the_roth_rules_are_made_from_partnership(editor, tables):
    with editor.counting() as counts:
        editor.begin("Partnership Hand & Foot")
        editor.see_all()
        editor.open("Card values")
        editor.step("cards.9", "-1", "5")
        editor.step("cards.8", "-1", "5")
        editor.go_on("Threes")
        editor.step("threes.black.held.pays.1.points", "-1", "0")
        editor.go_on("Books")
        editor.go_on("Opening")
        editor.answer("opening.by", "total")
        editor.answer("melds.opening_wilds", "as_any_meld")
        editor.go_on("Going out")
        editor.step("going_out.cases.1.needs.clean", "-1", "")
        editor.step("going_out.cases.1.needs.dirty", "-1", "")
        editor.answer("going_out.without_books", "forbidden")
        editor.answer("going_out.leave", "none")
        editor.go_on("Bonuses")
        editor.go_on("The deal and the pile")
        editor.step("tables.1.decks", "-1", "4")
        editor.answer("play.starts", "left_of_dealer")
        editor.more("A turn")
        editor.step("play.turned_up", "+1", "1")
        editor.clear("play.hand_limit")
        editor.go_on("The end")
        editor.answer("end.by", "target")
        editor.keep("Family Roth")
    club = tables.owner.club
    left = {difference.path for difference in diff(find_rules(club, "family-roth"), preset("roth"))}
    assert left == {f"books.{kind}.{name}" for kind in ("clean", "dirty") for name in ("one", "many")}
    assert counts[0] <= MAX
    table = tables.owner.begin("family-roth", starter="seat2")
    books = {"team1.clean": "2", "team1.dirty": "1", "team1.melded": "340", "seat3.left": "45"}
    others = {"team2.melded": "0", "seat2.left": "0", "seat4.left": "0", "seat4.red_threes_held": "1"}
    table.play(1, **{"table.ended": "seat1"}, **books, **others)
    # 1,000 + 300 + 340 + 100 − 45, as in the round on its page; and a red three.
    assert table.record.course.now == (1695, -500)


def test_sevens_wild_books_and_a_graded_cut_are_added(editor, page, tables):
    with editor.counting() as counts:
        editor.begin("Partnership Hand & Foot")
        editor.see_all()
        editor.open("Books")
        editor.add("Books of sevens")
        editor.add("Wild books")
        editor.go_on("Opening")
        editor.press("All parts")
        editor.open("Bonuses")
        editor.add("A smaller one for a near cut")
        editor.step("bonuses.near_cut.cases.1.points", "-1", "50")
        editor.keep("Sevens and wild")
    assert counts[0] <= MAX / 3
    table = tables.owner.begin("sevens-and-wild", starter="seat2")
    books = dict.fromkeys(("team1.clean", "team1.dirty", "team1.sevens", "team1.wild"), "1")
    cuts = {"seat3.near_cut": "1", "seat2.exact_cut": "1"}
    rest = {"team1.melded": "900", "seat3.left": "0", "team2.melded": "0", "seat2.left": "20", "seat4.left": "0"}
    table.play(1, **{"table.ended": "seat1"}, **books, **cuts, **rest)
    # 500 + 300 + 1,500 + 2,500 for the books, 900 melded, 100 for going out, 50 for the near cut; 100 − 20.
    assert table.record.course.now == (5850, 80)
    sheet = table.sheet(2).finish(**{"seat3.near_cut": "1", "seat3.exact_cut": "1", "table.ended": "stock"})
    assert sheet.page.status == 422


FAMILY = {
    "books.sevens.points": (1500, None),
    "books.wild.points": (1500, None),
    "threes.red.held.pays.1.points": (-300, -500),
    "opening.steps.1.minimum": (60, 50),
    "going_out.cases.1.points": (200, 100),
    "going_out.cases.1.needs.clean": (2, 1),
    "going_out.cases.1.needs.dirty": (2, 1),
    "going_out.without_books": ("forbidden", "severe_penalty"),
    "going_out.last_card": ("discard", "either"),
    "tables.1.hand": (13, 11),
    "tables.1.foot": (13, 11),
}
"""How a family's rules differ from `partnership`."""


def test_what_a_family_plays_otherwise_is_answered_in_one_column(editor, tables):
    with editor.counting() as counts:
        editor.begin("Partnership Hand & Foot")
        editor.add("Books of sevens")
        editor.add("Wild books")
        editor.type_over("books.wild.points", "1500")
        editor.type_over("threes.red.held.pays.1.points", "300")
        editor.step("opening.steps.1.minimum", "+1", "60")
        editor.type_over("going_out.cases.1.points", "200")
        editor.step("going_out.cases.1.needs.clean", "+1", "2")
        editor.step("going_out.cases.1.needs.dirty", "+1", "2")
        editor.answer("going_out.without_books", "forbidden")
        editor.answer("going_out.last_card", "discard")
        for packet in ("hand", "foot"):
            editor.type_over(f"tables.1.{packet}", "13")
        editor.keep("The Millers")
    kept, parent = (to_document(find_rules(tables.owner.club, slug)) for slug in ("the-millers", "partnership"))
    assert {path: (value_at(kept, path), value_at(parent, path)) for path in FAMILY} == FAMILY
    assert counts[0] <= MAX


def test_what_each_game_decides_is_made_up_by_tapping(editor, page, tables):
    with editor.counting() as counts:
        editor.begin("Partnership Hand & Foot")
        editor.answer("end.by", "target")
        editor.press("Done")
        editor.open("What each game decides")
        editor.add("Something that each game decides")
        editor.tap(page.get_by_role("link", name="Change what follows from Otherwise"))
        expect(page.get_by_role("heading", level=1)).to_have_text("What tables often change")
        editor.step("tables.1.hand", "+1", "12")
        editor.press("Done")
        expect(page.get_by_role("main")).to_contain_text("Cards in the hand: 12 instead of 11")
        editor.keep("Eleven or twelve")
    assert counts[0] <= MAX / 4
    rules = find_rules(tables.owner.club, "eleven-or-twelve")
    assert choose(rules, {rules.choices[0].key: "other"}).tables[0].hand == 12


def test_a_total_of_five_digits_is_seen_whole(editor, page):
    editor.begin("Partnership Hand & Foot")
    editor.answer("end.by", "target")
    total = page.locator('input[name="end.targets.1.points"]')
    assert total.evaluate("one => one.value.length === 5 && one.scrollWidth <= one.clientWidth")


def test_what_a_step_adds_does_not_move_its_button(editor, page):
    editor.begin("Partnership Hand & Foot")
    editor.see_all()
    editor.open("Card values")
    # At the top of a page, the browser does not adjust the scroll position when elements move.
    less = page.locator("[name=step]").first
    path = less.get_attribute("value").removesuffix("-1")
    before = less.bounding_box()["y"]
    editor.step(path, "-1", str(int(page.locator(f'input[name="{path}"]').input_value()) - 5))
    assert less.bounding_box()["y"] == pytest.approx(before, abs=1)
    editor.see_all()
    editor.open("The deal and the pile")
    editor.add("Other packets in some rounds")
    expect(page.locator('[name="deals.1.rounds"]')).to_be_in_viewport()
    editor.see_all()
    editor.press("Discard all changes")


def test_two_quick_taps_are_two_steps(editor, page):
    editor.begin("Simpson")
    expect(page.locator("html.live")).to_be_attached()
    # The response to the first may replace the button.
    tap = """document.querySelector('[name=step][value="tables.1.hand+1"]').click()"""
    page.evaluate(f"() => {{ {tap}; setTimeout(() => {tap}, 20); }}")
    expect(page.locator('input[name="tables.1.hand"]')).to_have_value("13")
    editor.see_all()
    editor.press("Discard all changes")


def test_an_answer_is_shown_though_another_page_left_something_to_send(editor, page, context):
    other = context.new_page()
    editor.begin("Simpson")
    other.goto(page.url.removesuffix("/often"))
    other.route("**/edit", lambda route: route.abort())
    Editor(other).name.fill("Left behind")
    other.keyboard.press("Tab")
    wait_for_jobs(other, 1)
    held = []
    page.route("**/edit/often", lambda route: held.append(route))
    editor.tap(page.locator('[name=step][value="tables.1.hand+1"]'))
    wait_for_jobs(page, 2)
    until(lambda: page.evaluate("true") and held)
    # The page adopts what the other left, while its own response is still pending.
    other.close()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    wait_for_jobs(page, 2)
    held[0].continue_()
    expect(page.locator('input[name="tables.1.hand"]')).to_have_value("12")
    editor.see_all()
    expect(editor.name).to_have_value("Left behind")
    editor.press("Discard all changes")


def test_what_is_typed_on_one_phone_is_there_on_another(editor, page, new_context):
    editor.begin("Simpson")
    editor.see_all()
    editor.open("Books")
    editor.step("books.clean.points", "+1", "400")
    other = new_context(viewport={"width": 360, "height": 640}).new_page()
    other.goto(page.url)
    expect(other.locator('input[name="books.clean.points"]')).to_have_value("400")
    expect(other.get_by_role("main")).to_contain_text("Simpson · 1 house rule")
    page.reload()
    expect(page.locator('input[name="books.clean.points"]')).to_have_value("400")
    editor.press("All parts")
    editor.press("Discard all changes")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
