"""How many touches the usual things take: every tap is one, and every key."""

from playwright.sync_api import expect

from tests.browser.fingers import Fingers
from tests.browser.touches import count_touches

MOST = {"set-up": 12, "rematch": 2, "round by points": 30}
"""What is aimed at. A round by piles has no goal: it is for people who would rather not add up."""


def test_the_usual_things_take_few_touches(context, tables):
    tables.played()
    touches = count_touches(context.new_page(), tables.url)
    print(touches)
    assert {name: touches[name] for name in MOST if touches[name] > MOST[name]} == {}
    # By piles every packet has a page of its own, so it cannot be fewer.
    assert touches["round by piles"] > touches["round by points"]


def test_a_touch_is_a_tap_or_a_key(page):
    page.set_content("<label>Left <input></label><button>Keep</button>")
    fingers = Fingers(page)
    with fingers.counting() as counts:
        fingers.press("Keep")
        fingers.tap(page.get_by_label("Left"))
        fingers.keys("120+5")
    assert counts == [7]
    expect(page.get_by_label("Left")).to_have_value("120+5")
