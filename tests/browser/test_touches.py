"""How many touches the usual things take: every tap is one, and every key."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.touches import Fingers, count_touches, make_known
from tests.support.server import environment, serving

MOST = {"set-up": 12, "rematch": 2, "round by points": 30}
"""What is aimed at. A round by piles has no goal: it is there for those who would rather not add up."""


@pytest.fixture
def known(tmp_path) -> Iterator[str]:
    """The address of a club that knows four players."""
    make_known(tmp_path)
    with serving(environment(SCOREPAD_INSTANCE=str(tmp_path))) as url:
        yield url


def test_the_usual_things_take_few_touches(known: str, new_context: NewContext) -> None:
    found = count_touches(new_context(**PHONE).new_page(), known)
    print(found)
    assert {name: found[name] for name in MOST if found[name] > MOST[name]} == {}
    # By piles every packet has a page of its own, so it cannot be fewer.
    assert found["round by piles"] > found["round by points"]


def test_a_touch_is_a_tap_or_a_key(known: str, new_context: NewContext) -> None:
    page = new_context(**PHONE).new_page()
    page.set_content("<label>Left <input></label><button>Keep</button>")
    fingers = Fingers(page)
    with fingers.counting() as counted:
        fingers.press("Keep")
        fingers.tap(page.get_by_label("Left"))
        fingers.keys("120+5")
    assert counted == [7]
    expect(page.get_by_label("Left")).to_have_value("120+5")
