"""Large text, also on a phone on its side: bars leave half of the height, no keypad covers a number, no name breaks."""

from tests.browser.chromium import IN_WHOLE_BROWSER
from tests.browser.conftest import SMALL
from tests.browser.furnished import Games
from tests.browser.looks import LARGE_LETTERS, UNREADABLE, USUAL_LETTERS, print_letters, resize
from tests.browser.tables import Tables

ON_ITS_SIDE = ((LARGE_LETTERS, (740, 360)), (24, (667, 331)), (USUAL_LETTERS, (740, 360)))
MID = f"/games/{Games.MID}"
NAMES = ("Rosalinde", "Bertram", "Wilhelmina", "Bartholomäus")
"""Names of at most twelve letters, which never break."""

FREE = """() => {
  let [top, bottom] = [0, innerHeight];
  for (const one of document.querySelectorAll("body *")) {
    const box = one.getBoundingClientRect();
    if (!/sticky|fixed/.test(getComputedStyle(one).position) || box.width < 0.6 * innerWidth || !box.height) continue;
    if (box.top <= 1) top = Math.max(top, box.bottom);
    else if (box.bottom >= innerHeight - 1) bottom = Math.min(bottom, box.top);
  }
  return (bottom - top) / innerHeight;
}"""
"""The share of the window's height that no sticky bar covers, after the page was scrolled."""


@IN_WHOLE_BROWSER
def test_bars_that_stick_leave_half_of_the_height(new_context, furnished):
    page = new_context(has_touch=True, reduced_motion="reduce").new_page()
    for address in ("", "/rounds/2/edit#team1.melded", "/out", "/rounds/2/edit#check", "/open"):
        page.goto(f"{furnished}{MID}{address}")
        for letters, size in ON_ITS_SIDE:
            print_letters(page, letters)
            resize(page, size)
            page.evaluate("scrollBy(0, 200)")
            assert page.evaluate(FREE) >= 0.5, (address, size)


@IN_WHOLE_BROWSER
def test_the_keypad_stands_beside_the_number(new_context, furnished):
    page = new_context(has_touch=True, reduced_motion="reduce").new_page()
    for letters, size in ON_ITS_SIDE:
        print_letters(page, letters)
        resize(page, size)
        page.goto(f"{furnished}{MID}")
        # A page scrolls to its step as it is loaded.
        page.goto(f"{furnished}{MID}/rounds/2/edit#team2.melded")
        number = page.locator(".points .typed").filter(visible=True).first.bounding_box()
        keypad = page.locator("#keypad").bounding_box()
        assert number["x"] + number["width"] <= keypad["x"]
        assert number["y"] + number["height"] <= size[1]
        assert keypad["y"] + keypad["height"] <= size[1]


def test_a_tablet_has_the_keypad_and_no_long_form(new_context, furnished):
    page = new_context(viewport={"width": 768, "height": 1024}, has_touch=True).new_page()
    page.goto(f"{furnished}{MID}/rounds/2/edit#team2.melded")
    page.locator("#keypad").wait_for()
    assert page.evaluate("document.documentElement.scrollHeight") <= 1024


@IN_WHOLE_BROWSER
def test_names_wrap_between_words_only_and_are_whole_on_the_bar(new_context, tables: Tables):
    seats = {f"seat{seat}": name for seat, name in enumerate(NAMES, 1)}
    table = tables.owner.begin(starter="seat2", **seats)
    page = tables.phone(new_context(viewport=SMALL), table.game).page
    names = page.locator(".side-name bdi span").all()
    assert [name.inner_text() for name in names if name.evaluate("one => one.scrollWidth > one.clientWidth")] == []
    assert len(names) == 4
    for address in ("", "/out", "/rounds/1/edit#check", "/board"):
        page.goto(f"{tables.url}/games/{table.game}{address}")
        for letters, size in ((16, (360, 584)), (24, (360, 584)), (32, (360, 584)), (16, (768, 1024))):
            print_letters(page, letters)
            resize(page, size)
            broken = [fault for fault in page.evaluate(UNREADABLE) if any(name in fault for name in NAMES)]
            assert broken == [], (address, letters, size)


def test_no_page_zoomed_to_200_percent_scrolls_sideways(new_context, furnished):
    page = new_context(viewport={"width": 180, "height": 292}).new_page()
    for address in ("/league", "/people", "/people/1", "/", MID, f"{MID}/out", "/rules"):
        page.goto(f"{furnished}{address}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 180, address
