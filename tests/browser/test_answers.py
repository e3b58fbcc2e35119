"""The two questions during play, on phones whose address bar shows: the answer is in view after every tap.

These tests run in the whole browser: the headless shell may not scroll where it does.
"""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.chromium import IN_WHOLE_BROWSER
from tests.browser.conftest import PHONE, SMALL
from tests.browser.phone import OTHERS, TEAM, Phone

BOOKS = {"team1.clean": "2", "team1.dirty": "1", "team2.clean": "1", "team2.dirty": "1"}

pytestmark = IN_WHOLE_BROWSER


@pytest.fixture
def phone(new_context) -> Phone:
    """A small phone: no style changes up to the width of a larger one, on which more is in view."""
    return Phone(new_context(**PHONE | {"viewport": SMALL}).new_page())


def _ask(phone: Phone, tables, slug: str, question: str, **tallied: str) -> Locator:
    """Open a question at a table that has tallied these books, and return its answer."""
    table = tables.owner.begin(slug, starter="seat2")
    table.sheet(1).save(**tallied)
    tables.open(phone, table.game)
    phone.press(question)
    phone.at_page(question)
    return phone.page.locator("#answer")


def _says(answer: Locator, verdict: str, *words: str) -> None:
    """Check an answer, and that it is completely in view."""
    expect(answer).to_have_attribute("data-verdict", verdict)
    for text in words:
        expect(answer).to_contain_text(text)
    expect(answer).to_be_in_viewport(ratio=1)


def test_may_we_go_out_is_answered_in_view_after_every_tap(phone, tables):
    page, answer = phone.page, _ask(phone, tables, "southern-ohio", "May we go out?", **BOOKS)
    for name in ("Dora", "Ann"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
        phone.press(name)
        _says(answer, "ask", "Ask Bob" if name == "Dora" else "Ask Carla")
    phone.tap(page.get_by_role("button", name="Black books: one less"))
    phone.tap(page.get_by_role("button", name="Black books: one less"))
    _says(answer, "no", "Still missing: 1 black book")
    expect(answer).not_to_contain_text("partner")
    phone.tap(page.get_by_role("button", name="Black books: one more"))
    _says(answer, "ask")
    foot = page.get_by_role("checkbox", name="Ann is in the foot")
    for verdict in ("no", "ask"):
        phone.tap(foot)
        _says(answer, verdict)
    phone.press("Carla says no")
    _says(answer, "no", "said no")
    phone.press("Carla says yes after all")
    _says(answer, "yes", "Ann may go out from the foot.")
    expect(page.locator("#partner")).to_contain_text("the partner said yes")


def _height(answer: Locator) -> float:
    return answer.bounding_box()["height"]


def _scrolls(phone: Phone) -> bool:
    return phone.page.evaluate("document.documentElement.scrollHeight > innerHeight")


def test_may_we_go_out_fits_on_the_screen_and_its_answer_keeps_its_height(phone, tables):
    page, answer = phone.page, _ask(phone, tables, "southern-ohio", "May we go out?", **BOOKS)
    heights = {_height(answer)}
    for name, verdict in (("Ann", "ask"), ("Black books: one less", "ask"), ("Black books: one less", "no")):
        phone.press(name)
        _says(answer, verdict)
        heights.add(_height(answer))
        assert not _scrolls(phone)
    phone.tap(page.get_by_role("checkbox", name="Ann is in the foot"))
    expect(answer).to_contain_text("You have not picked up your foot yet.")
    heights.add(_height(answer))
    assert (len(heights), _scrolls(phone)) == (1, False)
    for name in ("Ann", "Bob", "Carla", "Dora"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)


def test_nothing_moves_while_cards_are_tapped(phone, tables):
    page, answer = phone.page, _ask(phone, tables, "partnership", "Can we open?")
    queens = page.get_by_role("button", name="Queens: one more")
    before = (_height(answer), queens.bounding_box())
    for name, words in (
        ("Kings: one more", "10 of 50 points: 40 missing."),
        ("Aces: one more", "30 of 50 points: 20 missing."),
        ("Aces: Jokers: one more", "80 of 50 points."),
        ("Aces: one more", "100 of 50 points."),
        ("Kings: one less", "90 points, 50 needed."),
        ("Ann & Carla", "90 points, 50 needed."),
    ):
        tapped = page.get_by_role("radio", name=name) if "&" in name else page.get_by_role("button", name=name)
        phone.tap(tapped, force=True)
        expect(answer).to_contain_text(words)
        assert (_height(answer), queens.bounding_box()) == before, name
    phone.press("Cards in hand")
    expect(page.locator("[name='card.A']")).to_have_value("2")
    expect(page.locator("[name='card.joker']")).to_have_value("1")
    expect(answer).to_contain_text("Lay 2 aces with a joker: 90 points, 50 needed.")


def test_the_next_step_is_a_button_inside_the_answer(phone, tables):
    page, answer = phone.page, _ask(phone, tables, "partnership", "May we go out?", **BOOKS | {"team1.dirty": "0"})
    phone.press("Carla")
    _says(answer, "no", "Still missing: 1 black book")
    phone.tap(page.get_by_role("button", name="Black books: one more"))
    _says(answer, "yes", "Ask first?")
    phone.press("Carla goes out, count the round")
    phone.at_page("Count round 1")
    game = int(page.url.split("/games/")[1].split("/")[0])
    assert (tables.values(game, "dirty"), tables.values(game, "ended", "table")[-1]["seat"]) == ([1], 3)


def test_can_we_open_is_answered_in_view_and_covers_and_scolds_nobody(phone, tables):
    page, answer = phone.page, _ask(phone, tables, "partnership", "Can we open?")
    for name in (TEAM, OTHERS):
        team = page.get_by_role("radio", name=name)
        expect(team).to_be_in_viewport()
        phone.tap(team, force=True)
        expect(team).to_be_checked()
    phone.tap(page.get_by_role("button", name="Kings: one more"))
    _says(answer, "no", "Not yet", "10 of 50 points", "Kings: 2 more cards")
    expect(page.locator(".error")).to_have_count(0)
    for _ in range(2):
        phone.tap(page.get_by_role("button", name="Kings: one more"))
    _says(answer, "no", "30 of 50 points: 20 missing.")
    joker = page.get_by_role("button", name="Kings: Jokers: one more")
    phone.tap(joker)
    _says(answer, "no", "only as the third card")
    expect(joker).to_be_in_viewport()
    phone.tap(page.get_by_role("button", name="Kings: one less"))
    _says(answer, "yes", "70 points, 50 needed.")
    phone.press("Mark as opened")
    phone.at_page("Round 1")
    expect(phone.page.get_by_role("button", name="Opened", exact=True).last).to_have_attribute("aria-pressed", "true")
