"""The number of touches for common tasks: every tap and every key is one."""

from playwright.sync_api import expect

from tests.browser.chromium import IN_WHOLE_BROWSER
from tests.browser.conftest import PHONE, SMALL
from tests.browser.fingers import Fingers
from tests.browser.phone import Phone
from tests.browser.touches import count_first_game, count_points, count_touches
from tests.support.server import serving_club
from tests.web.driving import NAMES

MAX = {"set-up": 12, "rematch": 2, "round by points": 27}
"""The goals."""


COUNTED = {
    ("Ann & Carla", "Cards melded"): "1245",
    ("Carla", "Cards left"): "65",
    ("Bob & Dora", "Cards melded"): "870",
    ("Bob", "Cards left"): "45",
    ("Dora", "Cards left"): "120",
}
TALLIED = {"team1.clean": "3", "team1.dirty": "2", "team2.clean": "1", "team2.dirty": "3"}

HEIGHT = "document.documentElement.scrollHeight"


def test_the_usual_things_take_few_touches(context, tables):
    tables.played()
    touches = count_touches(context.new_page(), tables.url, piles=False)
    assert {name: touches[name] for name in MAX if touches[name] > MAX[name]} == {}


def test_a_new_club_plays_after_eleven_taps_and_four_names(new_context, tmp_path):
    with serving_club(tmp_path / "instance") as url:
        assert count_first_game(new_context(**PHONE).new_page(), url) - len("".join(NAMES[:4])) <= 11


@IN_WHOLE_BROWSER
def test_a_round_whose_books_are_tallied_is_counted_with_twelve_taps_and_no_scrolling(new_context, tables):
    table = tables.owner.begin(starter="seat2")
    table.sheet(1).save(**TALLIED)
    page = new_context(**PHONE | {"viewport": SMALL}).new_page()
    phone = Phone(page)
    tables.open(phone, table.game)
    with phone.counting() as counts:
        phone.press("Count the round")
        phone.choose("Ann went out")
        heights = [page.evaluate(HEIGHT) for _ in count_points(phone, COUNTED, threes="Dora")]
        expect(page.locator("#steps [aria-current]")).to_have_attribute("data-go", "check")
        heights.append(page.evaluate(HEIGHT))
        phone.press("Finish the round")
    # The table shows it within reach, above its buttons, and covering nothing that is tapped.
    expect(page.locator(".done .suit")).to_have_text(("+3,380", "+1,605"))
    box, last, first = (page.locator(at).last.bounding_box() for at in (".done a", ".panel .toggle", ".bottom"))
    assert box["height"] >= 47
    assert last["y"] + last["height"] <= box["y"] + 1
    assert box["y"] + box["height"] <= first["y"] + 8
    assert page.evaluate("scrollY") == 0
    assert counts[0] - sum(map(len, COUNTED.values())) <= 12
    assert heights == [SMALL["height"]] * len(heights)


def test_a_touch_is_a_tap_or_a_key(page):
    page.set_content("<label>Left <input></label><button>Keep</button>")
    fingers = Fingers(page)
    with fingers.counting() as counts:
        fingers.press("Keep")
        fingers.tap(page.get_by_label("Left"))
        fingers.keys("120+5")
    assert counts == [7]
    expect(page.get_by_label("Left")).to_have_value("120+5")
