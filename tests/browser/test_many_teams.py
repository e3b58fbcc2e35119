"""The pages of a game with three to six teams and long names: nothing sticks out, and the teams are distinguishable."""

import pytest

from tests.browser.looks import RUN_AXE, RUN_AXE_ON_COLOURS, resize, violations
from tests.browser.many_teams import TABLES, State, game

PHONE, TABLET, DESKTOP = (360, 584), (768, 1024), (1280, 800)
HEADER, FOOTER = 112, 64
RUN = {"light": RUN_AXE, "dark": RUN_AXE_ON_COLOURS}
PAGES = ("", "/rounds/2/edit", "/rounds/1", "/out?seat=3", "/open?team=3&K.naturals=3", "/board")

# A team's suit, and the colour of its edge, in the bar of a table.
SIDES = """() => [...document.querySelectorAll(".side")].map((side) =>
  [getComputedStyle(side).borderLeftColor, getComputedStyle(side.firstElementChild, "::before").content])"""
# The left edge and width of each tally, by team.
PLACES = """() => [...document.querySelectorAll(".panel")].map((panel) =>
  [...panel.querySelectorAll(".stepper, .toggle")].map((one) => one.getBoundingClientRect())
    .map(({ left, width }) => `${left} ${width}`))"""
# Stacks that hide part of their number. The width of a digit is at most 0.7 of its font size.
HIDDEN = """() => [...document.querySelectorAll(".stepper.books:not([data-n='0'])")].filter((one) => {
  const input = one.querySelector("input"), size = parseFloat(getComputedStyle(input).fontSize);
  const digits = input.getBoundingClientRect().right - 4 - 0.7 * size * input.value.length;
  return one.querySelector(".stack").getBoundingClientRect().right > digits + 1;
}).length"""
# Text that is cut off.
CUT = """(places) => [...document.querySelectorAll(places)]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
# Words that are broken across two lines.
BROKEN = """(places) => [...document.querySelectorAll(places)].filter((place) => place.offsetWidth).flatMap((place) => {
  const range = document.createRange(), walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT), broken = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (range.getClientRects().length > 1) broken.push(word);
    }
  }
  return broken;
})"""
# The vertical position of every line of the check, by team.
LINES = """[...document.querySelectorAll(".overview")].map((team) =>
  [...team.querySelectorAll("button")].slice(0, -2).map((line) => line.getBoundingClientRect().top))"""
# The number of elements whose text overflows their box.
BURST = "(places) => [...document.querySelectorAll(places)].filter((one) => one.scrollHeight > one.clientHeight).length"
HEADS_IN_VIEW = """[...document.querySelectorAll("th.suit")]
  .filter((th) => th.getBoundingClientRect().right <= 360).length"""
WIDTH = "document.documentElement.scrollWidth - innerWidth"


@pytest.mark.parametrize("table", TABLES[1:])
def test_a_table_keeps_its_header_and_buttons_and_tells_its_teams_apart(onlooker, crowded, table):
    onlooker.goto(f"{crowded}/games/{game(table, State.COUNTING)}")
    for size in (DESKTOP, TABLET, PHONE):
        resize(onlooker, size)
        assert onlooker.evaluate(WIDTH) == 0
        assert onlooker.evaluate(HIDDEN) == 0, size
        assert onlooker.locator(".bar").bounding_box()["height"] <= HEADER, size
        bottom = onlooker.locator(".bottom").bounding_box()
        assert (bottom["height"] <= FOOTER, bottom["y"] + bottom["height"]) == (True, size[1])
        for panel in onlooker.evaluate(PLACES):
            assert len(set(panel)) == 1, size
    assert onlooker.evaluate(CUT, ".side-name, .side .big, .lead") == []
    for scheme in ("light", "dark"):
        onlooker.emulate_media(color_scheme=scheme)
        colours, suits = zip(*onlooker.evaluate(SIDES), strict=True)
        assert len(set(colours)) == len(set(suits)) == int(table.partition("x")[2]), scheme


@pytest.mark.parametrize("page", PAGES)
def test_nothing_sticks_out_of_the_pages_of_six_teams(onlooker, crowded, page):
    onlooker.goto(f"{crowded}/games/{game('6x6', State.COUNTING)}{page}")
    for scheme, size in (("light", PHONE), ("dark", TABLET), (None, DESKTOP)):
        resize(onlooker, size)
        assert onlooker.evaluate(WIDTH) == 0, size
        if scheme:
            onlooker.emulate_media(color_scheme=scheme)
            assert violations(onlooker, RUN[scheme]) == [], (scheme, size)


@pytest.mark.parametrize("table", ["4x2", "6x3", "8x4", "6x6"])
@pytest.mark.parametrize("page", ["", "/out?seat=1", "/open?team=2&K.naturals=3", "/settings", "/rounds/2/edit#tally0"])
def test_no_name_on_a_button_or_seat_is_broken(onlooker, crowded, page, table):
    resize(onlooker, PHONE)
    onlooker.goto(f"{crowded}/games/{game(table, State.COUNTING)}{page}")
    assert onlooker.evaluate(BROKEN, ".nameplate bdi, .weigh .name bdi, .sitter bdi, .toggle bdi") == []
    assert onlooker.evaluate(BURST, ".toggle") == 0


@pytest.mark.parametrize(("table", "least"), [("6x3", 3), ("6x6", 4)])
@pytest.mark.parametrize(("state", "page"), [(State.BETWEEN, ""), (State.OVER, "/result")])
def test_the_rounds_of_many_teams_show_most_of_them_on_a_phone(onlooker, crowded, table, state, page, least):
    resize(onlooker, PHONE)
    onlooker.goto(f"{crowded}/games/{game(table, state)}{page}")
    assert onlooker.evaluate(HEADS_IN_VIEW) >= least


def test_the_steps_of_six_players_stand_in_one_row(onlooker, crowded):
    resize(onlooker, PHONE)
    onlooker.goto(f"{crowded}/games/{game('6x6', State.COUNTING)}/rounds/2/edit")
    assert onlooker.locator("#steps ol").bounding_box()["height"] == 48


def test_what_is_checked_stands_in_one_line_for_both_teams(onlooker, crowded):
    resize(onlooker, PHONE)
    onlooker.goto(f"{crowded}/games/{game('4x2', State.COUNTING)}/rounds/2/edit")
    onlooker.locator("[name='team1.melded']").fill("85+25", force=True)
    onlooker.locator("#steps [data-go=check]").click()
    onlooker.locator("[data-correct]").click()
    ours, theirs = onlooker.evaluate(LINES)
    assert (len(ours), ours) == (3, theirs)
    assert onlooker.evaluate(CUT, ".overview [data-counted] span") == []


@pytest.mark.parametrize("table", ["8x4", "5x5", "6x6"])
def test_the_rounds_stand_beside_the_win_on_a_desktop_with_nothing_hidden(onlooker, crowded, table):
    resize(onlooker, DESKTOP)
    onlooker.goto(f"{crowded}/games/{game(table, State.OVER)}/result")
    won, rounds = (onlooker.locator(place).bounding_box() for place in (".win .lead", ".by-round"))
    assert (won["x"] + won["width"] <= rounds["x"], rounds["y"] < won["y"] + won["height"]) == (True, True)
    assert onlooker.locator(".how-it-went .scroll").evaluate("(one) => one.scrollWidth - one.clientWidth") == 0


@pytest.mark.parametrize("table", ["6x3", "6x6"])
def test_the_result_of_many_teams_fits(onlooker, crowded, table):
    onlooker.goto(f"{crowded}/games/{game(table, State.OVER)}/result")
    for scheme, size in (("light", PHONE), ("dark", DESKTOP)):
        onlooker.emulate_media(color_scheme=scheme)
        resize(onlooker, size)
        assert (onlooker.evaluate(WIDTH), violations(onlooker, RUN[scheme])) == (0, [])
