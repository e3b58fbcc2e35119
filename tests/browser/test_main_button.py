"""With text of twice the size, and on a phone in landscape, the main button of each page stays in view."""

from tests.browser.chromium import IN_WHOLE_BROWSER
from tests.browser.furnished import Games
from tests.browser.looks import LARGE_LETTERS, UNREADABLE, USUAL_LETTERS, print_letters, resize

FRESH, MID, OVER = (f"/games/{game}" for game in (Games.FRESH, Games.MID, Games.OVER))
SCREENS = ((LARGE_LETTERS, (360, 640)), (USUAL_LETTERS, (640, 360)))
BUTTONS = {
    MID: ".bottom .main",
    f"{MID}/rounds/2/edit#team1.melded": "[data-next]",
    f"{MID}/rounds/2/count/team1/melded": "[data-after]",
    f"{MID}/rounds/2/edit#check": ".bottom .main",
    f"{MID}/out?seat=1&books.clean=1&books.dirty=1&in_foot=1": ".answer .main",
    f"{FRESH}/open?team=2&K.naturals=3&A.naturals=3": ".answer .main",
    f"{MID}/rounds/1": ".bottom .main",
    # A round without any book. Like every correction, it begins with the overview.
    f"{OVER}/rounds/1/edit": ".bottom .main",
    f"{MID}/settings": ".bottom .main",
    f"{OVER}/result": ".bottom .main",
    "/games/new/partnership": ".bottom .main",
    "/rules/friends-family": ".main.pinned",
    "/people/1/edit": ".main.pinned",
    "/join": ".main.pinned",
    "/": ".big-card .main",
    "/games/new": ".bottom .main",
}
"""The main button of a page, by its address."""

SEEN = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.bottom - 4);
  return box.top >= 0 && box.bottom <= innerHeight && at?.closest(selector) !== null;
}"""
"""Whether the element is completely in view, and nothing covers it."""


@IN_WHOLE_BROWSER
def test_the_main_button_of_each_page_is_in_view(new_context, furnished):
    page = new_context(has_touch=True, reduced_motion="reduce").new_page()
    hidden = []
    for address, button in BUTTONS.items():
        page.goto(f"{furnished}{address}")
        page.locator(button).first.wait_for()
        for letters, size in SCREENS:
            print_letters(page, letters)
            resize(page, size)
            hidden += [] if page.evaluate(SEEN, button) else [(address, size)]
    assert hidden == []


@IN_WHOLE_BROWSER
def test_letters_of_twice_the_size_break_and_cover_nothing(new_context, furnished):
    page = new_context(viewport={"width": 360, "height": 584}, has_touch=True, reduced_motion="reduce").new_page()
    print_letters(page, LARGE_LETTERS)

    def box(selector: str) -> dict[str, float]:
        return page.locator(selector).filter(visible=True).first.bounding_box()

    page.goto(f"{furnished}/games/new?all=1")
    assert box(".top")["height"] <= 64
    assert [fault for fault in page.evaluate(UNREADABLE) if "who" in fault] == []
    page.goto(f"{furnished}{MID}/rounds/2/edit#tally0")
    less, stack = box(".books button"), box(".books .stack")
    assert less["x"] + less["width"] <= stack["x"]
    page.goto(f"{furnished}{MID}/rounds/2/edit#team2.melded")
    number = box(".points .typed")
    assert number["y"] + number["height"] <= box("#keypad")["y"]
