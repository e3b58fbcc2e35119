"""Warnings are above all else, a success goes by itself, and neither takes a tap that was meant for something else."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.phone import NO_CONNECTION
from tests.web.driving import Table, Visitor
from tests.web.rounds.conflicting import tapped

EXPECTED = (NO_CONNECTION,)
SIZES = {"upright": (360, 584), "lying": (584, 360), "wide": (740, 360)}
SETTLED = "document.getAnimations().forEach((animation) => animation.finish())"
"""What passes or settles after some seconds does so now."""

sizes = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


@pytest.fixture
def context(new_context, request):
    width, height = request.node.callspec.params["size"]
    return new_context(**PHONE | {"viewport": {"width": width, "height": height}})


def boxes(phone):
    """Return where every key is, all at one moment."""
    return phone.page.locator("#keypad button:visible").evaluate_all(
        "(keys) => keys.map((key) => Object.values(key.getBoundingClientRect().toJSON()))"
    )


def apart(one, other):
    one, other = one.bounding_box(), other.bounding_box()
    return (
        one["y"] + one["height"] <= other["y"] + 1
        or other["y"] + other["height"] <= one["y"] + 1
        or one["x"] + one["width"] <= other["x"] + 1
        or other["x"] + other["width"] <= one["x"] + 1
    )


@sizes
def test_no_key_moves_and_no_number_is_covered_when_warnings_appear(context, tables, size):
    table = tables.owner.begin(starter="seat1")
    phone = tables.phone(context, table.game)
    page = phone.page
    page.goto(f"{tables.url}/games/{table.game}/rounds/1/edit#team1.melded")
    phone.type("4")
    before = boxes(phone)
    tapped((table, Table(Visitor(tables.owner.app), table.game)))
    link = page.locator(".to-settle")
    expect(link).to_be_visible()
    assert boxes(phone) == before
    context.set_offline(True)
    expect(phone.badge).to_have_text("no connection. Scorepad keeps trying.")
    assert boxes(phone) == before
    typed = page.locator(".typed input:visible")
    for warning in (link, phone.badge):
        assert apart(warning, typed)
    phone.type("10")
    expect(typed).to_have_value("410")
    page.evaluate("document.getElementById('sheet').style.minHeight = '150vh'")
    assert boxes(phone) == before


@sizes
def test_a_second_tap_on_the_link_to_a_question_does_not_answer_it(context, tables, size):
    table = tables.owner.begin(starter="seat1")
    tapped((table, Table(Visitor(tables.owner.app), table.game)))
    phone = tables.phone(context, table.game)
    page = phone.page
    for path in ("", "/rounds/1/edit#team1.melded"):
        page.goto(f"{tables.url}/games/{table.game}{path}")
        page.wait_for_load_state()
        link = page.locator(".to-settle")
        page.evaluate(SETTLED)
        box = link.bounding_box()
        place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for _ in range(2):
            page.touchscreen.tap(*place)
        expect(page.locator(".conflict")).to_be_visible()
        assert page.url.endswith("#conflict-1-team1.clean")
    assert tables.values(table.game, "clean") == [1, 1]


@sizes
def test_a_success_goes_by_itself_and_lies_on_no_warning(context, tables, size):
    game = tables.played()
    phone = tables.phone(context, game)
    done = phone.page.locator(".done")
    expect(done).to_be_visible()
    if done.evaluate("(done) => getComputedStyle(done).position") == "fixed":
        assert done.get_attribute("role") == "status"
        phone.page.evaluate(SETTLED)
        expect(done).to_be_hidden()
        phone.page.reload()
        expect(done).to_be_visible()
        context.set_offline(True)
        expect(phone.badge).to_be_visible()
        expect(done).to_be_hidden()
    else:
        context.set_offline(True)
        expect(phone.badge).to_be_visible()
        assert phone.badge.evaluate("(badge) => getComputedStyle(badge).zIndex") == "5"


@pytest.mark.parametrize("size", [SIZES["upright"]])
def test_a_warning_takes_no_tap_from_what_it_covers(context, tables, size):
    phone = tables.phone(context, tables.begun())
    context.set_offline(True)
    expect(phone.badge).to_be_visible()
    hits = """(badge) => {
      const { left, top, width, height } = badge.getBoundingClientRect();
      return [0.2, 0.5, 0.8].map((at) => document.elementFromPoint(left + at * width, top + height / 2) === badge);
    }"""
    assert phone.badge.evaluate(hits) == [False] * 3


@pytest.mark.parametrize("size", [SIZES["upright"]])
def test_a_refusal_stays(context, tables, size):
    game = tables.begun()
    phone = tables.phone(context, game)
    page = phone.page
    Table(tables.owner, game).sheet(1).save(**{"team2.clean": "1"})
    page.evaluate(SETTLED)
    stale = "document.querySelector('#starts [name=key]').form"
    page.evaluate(f"{stale}.querySelector('button').value = '9'; {stale}.querySelector('button').click()")
    refusal = page.locator("main > .message.error")
    expect(refusal).to_have_text("Nothing was changed: choose who starts.")
    page.evaluate(SETTLED)
    expect(refusal).to_be_visible()
