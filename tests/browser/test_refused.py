"""When the club refuses one of several inputs, only that one waits for a person; the rest is recorded."""

from math import inf

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.browser.conftest import PHONE
from tests.browser.fingers import group
from tests.browser.phone import OTHERS, TEAM, Phone
from tests.browser.tables import Tables
from tests.browser.touches import CUT

EXPECTED = ("a status of 503",)


class SlowWay:
    """A slow connection to the club: it holds requests until they are let through, one after the other."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._on_the_way: list[Route] = []
        self._may_pass = 0.0
        page.route("**/edit", self._arrive)

    def let_one_through(self) -> None:
        """Let one pending or next request through, and wait for its response."""
        self._let_through(1)

    def open(self) -> None:
        """Let everything through from now on, and wait for the next response."""
        self._let_through(inf)

    def _let_through(self, number: float) -> None:
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            self._may_pass += number
            self._pass()

    def _arrive(self, route: Route) -> None:
        # The page also takes the counting page along.
        if route.request.method != "POST":
            route.continue_()
            return
        self._on_the_way.append(route)
        self._pass()

    def _pass(self) -> None:
        while self._on_the_way and self._may_pass:
            self._may_pass -= 1
            self._on_the_way.pop(0).continue_()


@pytest.fixture
def game(tables: Tables) -> int:
    return tables.begun()


@pytest.fixture
def phone(context: BrowserContext, tables: Tables, game: int) -> Phone:
    return tables.phone(context, game)


def test_an_input_is_no_longer_wrong_once_something_is_typed(page: Page, tables: Tables):
    page.goto(f"{tables.url}/games/new/two-handed")
    page.get_by_role("button", name="Begin the game").click()
    faults = page.locator("main .error").filter(visible=True)
    expect(faults).to_have_count(3)
    for left, seat in ((2, 1), (0, 2)):
        box = page.get_by_label(f"Name, seat {seat}")
        expect(box).to_have_attribute("aria-invalid", "true")
        box.fill("Ann" if seat == 1 else "Bob")
        expect(faults).to_have_count(left)
        expect(box).not_to_have_attribute("aria-invalid", "true")


def note(page: Page, label: str = "Red books") -> Locator:
    around = group(page, TEAM).locator(".input", has=page.get_by_label(label, exact=True))
    return around.locator(".notes")


def type_books(phone: Phone, text: str, label: str = "Red books") -> None:
    """Type over an input of the team, and leave it."""
    phone.write(TEAM, label, text, leave=True)


def kept(phone: Phone, **numbers: str) -> None:
    """Reload the page, and check the team's books."""
    phone.page.reload()
    for label, number in numbers.items():
        expect(phone.books(f"{label} books")).to_have_value(number)


def test_what_was_typed_after_something_refused_is_kept(phone):
    page = phone.page
    way = SlowWay(page)
    type_books(phone, "many")
    type_books(phone, "3", "Black books")
    phone.mark(CUT)
    way.let_one_through()
    expect(page.get_by_role("alert")).to_contain_text("Some entries cannot be read.")
    expect(note(page)).to_be_visible()
    expect(phone.books("Black books")).to_have_value("3")
    expect(page.get_by_role("button", name=CUT)).to_have_attribute("aria-pressed", "true")
    way.let_one_through()
    way.open()
    phone.recorded("Exact cut of 22, Carla")
    expect(note(page)).to_be_visible()
    expect(phone.books()).to_have_value("many")
    expect(phone.books()).to_have_attribute("aria-invalid", "true")
    expect(phone.so_far()).to_have_text("So far +1,000")
    kept(phone, Red="0", Black="3")


def test_what_is_said_goes_when_it_is_put_right(phone):
    page = phone.page
    type_books(phone, "many")
    expect(note(page)).to_be_visible()
    phone.step(OTHERS, "Red books")
    phone.recorded(f"Red books, {OTHERS}")
    expect(note(page)).to_be_visible()
    type_books(phone, "2")
    phone.recorded(f"Red books, {TEAM}")
    expect(note(page)).to_have_count(0)
    expect(phone.books()).not_to_have_attribute("aria-invalid", "true")
    kept(phone, Red="2")


def test_what_is_typed_over_it_at_once_is_kept(phone):
    page = phone.page
    way = SlowWay(page)
    for text in ("many", "2", "3"):
        type_books(phone, text)
    way.let_one_through()
    expect(note(page)).to_be_visible()
    way.let_one_through()
    way.open()
    expect(note(page)).to_have_count(0)
    kept(phone, Red="3")


def test_a_second_tap_overwrites_nothing_of_another_phone(phone, new_context, tables, game):
    page = phone.page
    other = tables.phone(new_context(**PHONE), game)
    way = SlowWay(page)
    phone.step(TEAM, "Red books", 2)
    type_books(phone, "3", "Black books")
    other.step(TEAM, "Red books", 5)
    other.recorded("5")
    way.let_one_through()
    way.let_one_through()
    way.open()
    phone.recorded("Black books")
    expect(page.locator(".conflict")).to_contain_text("Is it 2, 5 or 7?")
    expect(phone.books()).to_have_value("5")
    kept(phone, Red="5", Black="3")


def test_a_correction_is_judged_by_what_its_page_showed_whatever_else_is_pressed_on_it(context, new_context, tables):
    game = tables.played()
    correction = f"{tables.url}/games/{game}/rounds/1/edit"
    phone = tables.phone(context, game)
    page = phone.page
    page.goto(correction)
    phone.reach(phone.melded(OTHERS)).fill("300")
    phone.press("Save the correction")
    expect(page.get_by_role("status").first).to_contain_text("→ 300")
    page.goto(correction)
    phone.reach(phone.melded()).fill("420")
    other = Phone(new_context(**PHONE).new_page())
    other.page.goto(correction)
    other.reach(other.melded()).fill("400")
    other.press("Save the correction")
    expect(other.page.get_by_role("status").first).to_contain_text("410 → 400")
    # The steps of counting do not show Undo; the page on a larger screen does.
    page.locator("form.undo").evaluate("form => form.requestSubmit()")
    expect(page.get_by_role("status").first).to_contain_text("Taken back")
    phone.press("Save the correction")
    expect(page.get_by_role("alert").first).to_contain_text("Someone else changed this first")
    expect(note(page, "Cards melded")).to_contain_text("“400” was typed here by someone else")
    expect(page.locator("form[action$='/settle'] button", has_text="420").first).to_be_visible()


def test_a_club_that_cannot_save_now_is_not_called_a_missing_connection(context: BrowserContext, tables: Tables):
    page = tables.phone(context, game := tables.begun()).page
    busy = '<p data-waiting hidden></p><input name="csrf_token" value="">'
    page.route("**/edit", lambda route: route.fulfill(status=503, content_type="text/html", body=busy))
    page.get_by_role("button", name="Red books: one more").first.click()
    expect(page.locator("[data-waiting]")).to_contain_text("1 change waits: the server cannot save it now.")
    page.unroute("**/edit")
    expect(page.locator("[data-waiting]")).to_be_hidden()
    assert tables.values(game, "clean") == [1]
