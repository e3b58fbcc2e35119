"""Tablets and desktops: the pages of a game use the width, and no line of running text is too long to read."""

import pytest

from tests.browser.conftest import PHONE
from tests.browser.fingers import group
from tests.browser.furnished import Games
from tests.browser.looks import PHONES, RUN_AXE, RUN_AXE_ON_COLOURS, resize, unfit, violations
from tests.browser.phone import OTHERS, TEAM

WIDE = (("light", (768, 1024)), ("dark", (1280, 800)))
MID, OVER, LONG = (f"/games/{game}" for game in (Games.MID, Games.OVER, Games.LONG))
PAIRS = {
    MID: (".panels", "table"),
    f"{MID}/out?seat=1&books.clean=1&books.dirty=1&in_foot=1": (".answer", ".names"),
    f"{MID}/open?team=2&K.naturals=3": (".answer", ".facts"),
    f"{MID}/rounds/1": (".receipt tbody th", ".receipt tbody td"),
    f"{MID}/rounds/2/edit": (".receipt", ".sheet"),
    f"{OVER}/result": (".win .lead", ".by-round"),
    "/games/new": (".replies li", ".replies li + li"),
    "/rules/new": (".choosing > section", ".choosing > form"),
    "/games/new/partnership": (".seats", ".starts"),
}
"""The elements that are side by side on a page, by its address."""

PLACES = """(pair) => pair.map(selector => document.querySelector(selector).getBoundingClientRect())
  .map(({ top, bottom, left, right }) => ({ top, bottom, left, right }))"""
# Letters are measured in the page's fonts, and counted by line as displayed.
LONGEST_LINE = """() => {
  const range = document.createRange();
  const pen = document.createElement("canvas").getContext("2d");
  const letters = (text) => {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(text);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()];
    const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
    return width / (pen.measureText(text.textContent).width / text.textContent.length);
  };
  const texts = [...document.querySelectorAll("main :is(p, li, dd)")].filter((one) => one.offsetWidth > 1)
    .filter((one) => ![...one.children].some((child) => !child.matches("strong, em, bdi, span:not([class])")));
  return Math.max(...texts.filter((one) => one.textContent.trim().length > 75).map(letters), 0);
}"""


@pytest.mark.parametrize("address", PAIRS)
def test_two_parts_stand_side_by_side_where_there_is_room(onlooker, furnished, address):
    onlooker.goto(f"{furnished}{address}")
    for scheme, size in WIDE:
        onlooker.emulate_media(color_scheme=scheme)
        resize(onlooker, size)
        left, right = onlooker.evaluate(PLACES, PAIRS[address])
        assert (left["right"] <= right["left"], right["top"] < left["bottom"]) == (True, True), size
        assert onlooker.evaluate(LONGEST_LINE) <= 76, size
        run = RUN_AXE if scheme == "light" else RUN_AXE_ON_COLOURS
        assert (violations(onlooker, run), unfit(onlooker)) == ([], []), size
    resize(onlooker, PHONES[0])
    upper, lower = sorted(onlooker.evaluate(PLACES, PAIRS[address]), key=lambda place: place["top"])
    is_table = ".receipt tbody" in PAIRS[address][0]
    assert (lower["top"] >= upper["bottom"]) != is_table or "edit" in address


def test_three_teams_keep_the_whole_width_of_a_tablet(onlooker, furnished):
    onlooker.goto(f"{furnished}{LONG}")
    for (_, size), is_beside in zip(WIDE, (False, True), strict=True):
        resize(onlooker, size)
        panels, table = onlooker.evaluate(PLACES, [".panels", "table"])
        assert (table["left"] > panels["right"]) == is_beside


def test_without_scripts_a_phone_has_one_team_below_the_other(new_context, tables):
    page = new_context(**PHONE, java_script_enabled=False).new_page()
    page.goto(f"{tables.url}/games/{tables.tallied()}/rounds/1/edit")
    one, other = (group(page, team).bounding_box() for team in (TEAM, OTHERS))
    assert one["y"] + one["height"] < other["y"]
    assert one["width"] > 300
