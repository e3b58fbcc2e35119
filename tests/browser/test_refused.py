"""One input that the club refuses among others: it alone waits for somebody to look, and all the rest is kept."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import PHONE, NewContext, overhear
from tests.browser.flows import Evening, bar, evening, open_table, undo
from tests.browser.table import group
from tests.browser.touches import Fingers
from tests.support.waiting import PATIENCE

TEAM, OTHERS = "Ann & Carla", "Bob & Dora"
UNREADABLE = "Something could not be read."
MARK = "Carla: exact cut of 22"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A club with games to go on with."""
    with evening(tmp_path_factory.mktemp("refused"), games=6, played=1) as found:
        yield found


@pytest.fixture
def fingers(new_context: NewContext) -> Iterator[Fingers]:
    """Somebody with a phone; the browser must have no complaint."""
    context = new_context(**PHONE)
    _, complaints = overhear(context)
    yield Fingers(context.new_page())
    assert complaints == []


class SlowWay:
    """A slow way to the club: what a page sends stays on it until it is let through, one after the other."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._on_the_way: list[Route] = []
        page.route("**/edit", lambda route: self._on_the_way.append(route))

    def let_one_through(self) -> None:
        """Lets through what is on the way, and waits until it was answered."""
        deadline = time.monotonic() + PATIENCE
        while not self._on_the_way:
            assert time.monotonic() < deadline, "the page sent nothing"
            # Routes are called while Playwright waits, and only then.
            self.page.wait_for_timeout(10)
        with self.page.expect_response("**/edit"):
            self._on_the_way.pop(0).continue_()

    def open(self) -> None:
        """Lets everything through from now on."""
        self.let_one_through()
        self.page.unroute("**/edit")


def books(page: Page, label: str) -> Locator:
    """The input for a kind of the team's books on the table."""
    return group(page, TEAM).get_by_label(label, exact=True)


def melded(page: Page) -> Locator:
    """The input for what the team melded, where a round is counted."""
    return group(page, TEAM).get_by_label("Cards melded", exact=True)


def note(page: Page, label: str) -> Locator:
    """What is said beside that input."""
    around = group(page, TEAM).locator(".input", has=page.get_by_label(label, exact=True))
    return around.locator(".notes")


def type_books(fingers: Fingers, label: str, text: str) -> None:
    """Types over what stands there, and leaves the input."""
    fingers.write(TEAM, label, text)
    fingers.page.keyboard.press("Tab")


def kept(fingers: Fingers, **numbers: str) -> None:
    """Looks at what a page loaded anew has of the team's books."""
    fingers.page.reload()
    for label, number in numbers.items():
        expect(books(fingers.page, f"{label} books")).to_have_value(number)


def test_what_was_typed_after_something_refused_is_kept(fingers: Fingers, club: Evening) -> None:
    page = fingers.page
    open_table(fingers, club, next(club.begun))
    way = SlowWay(page)
    type_books(fingers, "Red books", "many")
    type_books(fingers, "Black books", "3")
    fingers.mark(MARK)
    way.let_one_through()
    expect(page.get_by_role("alert")).to_contain_text(UNREADABLE)
    expect(note(page, "Red books")).to_be_visible()
    expect(books(page, "Black books")).to_have_value("3")
    expect(page.get_by_role("button", name=MARK)).to_have_attribute("aria-pressed", "true")
    way.let_one_through()
    way.open()
    expect(page.locator("form.undo")).to_contain_text("Exact cut of 22, Carla")
    expect(note(page, "Red books")).to_be_visible()
    expect(books(page, "Red books")).to_have_value("many")
    expect(books(page, "Red books")).to_have_attribute("aria-invalid", "true")
    expect(bar(page, TEAM)).to_contain_text("round +1,000")
    kept(fingers, Red="0", Black="3")


def test_what_is_said_goes_when_it_is_put_right(fingers: Fingers, club: Evening) -> None:
    page = fingers.page
    open_table(fingers, club, next(club.begun))
    type_books(fingers, "Red books", "many")
    expect(note(page, "Red books")).to_be_visible()
    fingers.step(OTHERS, "Red books")
    expect(page.locator("form.undo")).to_contain_text(f"Red books, {OTHERS}")
    expect(note(page, "Red books")).to_be_visible()
    type_books(fingers, "Red books", "2")
    expect(page.locator("form.undo")).to_contain_text(f"Red books, {TEAM}")
    expect(note(page, "Red books")).to_have_count(0)
    expect(books(page, "Red books")).not_to_have_attribute("aria-invalid", "true")
    kept(fingers, Red="2")


def test_what_is_typed_over_it_at_once_is_kept(fingers: Fingers, club: Evening) -> None:
    page = fingers.page
    open_table(fingers, club, next(club.begun))
    way = SlowWay(page)
    type_books(fingers, "Red books", "many")
    for number in ("2", "3"):
        type_books(fingers, "Red books", number)
    way.let_one_through()
    expect(note(page, "Red books")).to_be_visible()
    way.let_one_through()
    way.open()
    expect(note(page, "Red books")).to_have_count(0)
    kept(fingers, Red="3")


def test_nothing_of_somebody_else_is_overwritten_by_a_second_tap(
    fingers: Fingers, new_context: NewContext, club: Evening
) -> None:
    page, game = fingers.page, next(club.begun)
    open_table(fingers, club, game)
    other = Fingers(new_context(**PHONE).new_page())
    open_table(other, club, game)
    way = SlowWay(page)
    fingers.step(TEAM, "Red books", 2)
    type_books(fingers, "Black books", "3")
    other.step(TEAM, "Red books", 5)
    expect(other.page.locator("form.undo")).to_contain_text("5")
    way.let_one_through()
    expect(note(page, "Red books")).to_contain_text("“5” was typed here meanwhile")
    way.let_one_through()
    way.open()
    expect(page.locator("form.undo")).to_contain_text("Black books")
    expect(note(page, "Red books")).to_contain_text("“5” was typed here meanwhile")
    expect(books(page, "Red books")).to_have_value("2")
    kept(fingers, Red="5", Black="3")


def test_a_correction_is_judged_by_what_its_page_showed_whatever_else_is_pressed_on_it(
    fingers: Fingers, new_context: NewContext, club: Evening
) -> None:
    page, game = fingers.page, next(club.played)
    correction = f"{club.url}/games/{game}/rounds/1/edit"
    open_table(fingers, club, game)
    fingers.step(TEAM, "Red books")
    expect(page.locator("form.undo")).to_contain_text("Red books")
    page.goto(correction)
    melded(page).fill("420")
    other = Fingers(new_context(**PHONE).new_page())
    other.page.goto(correction)
    melded(other.page).fill("400")
    other.press("Keep the correction")
    expect(other.page.get_by_role("status").first).to_contain_text("Round 1 is kept.")
    undo(fingers, "Red books")
    expect(page.get_by_role("status").first).to_contain_text("Taken back")
    fingers.press("Keep the correction")
    expect(page.get_by_role("alert").first).to_contain_text("Someone else typed here meanwhile")
    expect(note(page, "Cards melded")).to_contain_text("“400” was typed here meanwhile")
    expect(page.locator("form[action$='/settle'] button", has_text="420").first).to_be_visible()
