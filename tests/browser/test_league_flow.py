"""An evening as the league sees it: a game is won, it is corrected, and two names turn out to be one person."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorepad.web import create_app
from tests.browser.conftest import NewContext, overhear
from tests.browser.flows import COUNTED as PLAYED
from tests.browser.flows import LOOKS, TALLIED, at_page, end_early, undo
from tests.browser.table import group
from tests.browser.touches import Fingers
from tests.support.server import environment, serving
from tests.web.driving import Visitor
from tests.web.league.tiny_league import play

LOOK = LOOKS[0]
GAME = 1
TWICE = ("Annie", "Emil", "Frida", "Gus")


def _furnish(home: Path) -> None:
    """A game of two rounds that is not over yet, and an older one in which Ann was written down as Annie."""
    app = create_app(home)
    visitor = Visitor(app)
    table = visitor.begin(starter="seat2")
    for number in (1, 2):
        table.play(number, **TALLIED, **PLAYED)
    assert table.game == GAME
    play(visitor, (6500, 20), names=TWICE, day=5)
    app.extensions["scorepad.club"].close()


@pytest.fixture
def fingers(tmp_path: Path, new_context: NewContext) -> Iterator[Fingers]:
    """Somebody with a small phone, at the table of the game."""
    _furnish(tmp_path)
    with serving(environment(SCOREPAD_INSTANCE=str(tmp_path))) as url:
        context = new_context(**LOOK.context, base_url=url)
        _, complaints = overhear(context)
        page = context.new_page()
        page.goto(f"/games/{GAME}")
        yield Fingers(page)
        assert complaints == []


def way(fingers: Fingers, name: str, heading: str) -> None:
    """Taps one of the ways of the league."""
    ways = fingers.page.get_by_role("navigation", name="The league")
    fingers.tap(ways.get_by_role("link", name=name, exact=True))
    at_page(fingers.page, heading)


def ranks(page: Page) -> dict[str, tuple[str, str, str]]:
    """The standings as they are seen: by name the rank, the wins and the games."""
    rows = page.locator("table.standings tbody tr").all()
    cells = [row.locator("td.rank, td.by, td.games").all_inner_texts() for row in rows]
    names = [row.get_by_role("rowheader").inner_text() for row in rows]
    return {name: (cell[0], cell[1], cell[2]) for name, cell in zip(names, cells, strict=True)}


def figure(page: Page, name: str) -> str:
    """A figure of the page."""
    return page.locator(f"[data-figure={name}]").first.inner_text()


def test_a_game_is_won_at_the_table_and_a_correction_gives_it_to_the_others_everywhere(
    fingers: Fingers,
) -> None:
    page = fingers.page
    end_early(fingers)
    fingers.tap(page.get_by_role("navigation", name="In the league").get_by_text("Standings"))
    at_page(page, "All games")
    before = ranks(page)
    assert before["Ann"] == before["Carla"] == ("1", "1", "1")
    assert before["Bob"] == before["Dora"] == ("5", "0", "1")
    fingers.tap(page.locator("table.standings").get_by_role("link", name="Ann", exact=True))
    at_page(page, "Ann")
    assert (figure(page, "wins"), figure(page, "lost")) == ("1", "0")
    fingers.tap(page.locator(".told-game").first)
    at_page(page, "Ann & Carla won")
    fingers.tap(page.locator("details.round summary").first)
    fingers.press("Round 1 on its own page")
    fingers.press("Correct this round")
    at_page(page, "Correct round 1")
    fingers.selects = True
    books = group(page, "Bob & Dora").locator("summary", has_text="Books and bonuses")
    fingers.tap(books)
    fingers.write("Bob & Dora", "Red books", "7")
    fingers.press("Keep the correction")
    expect(page.get_by_role("heading", name="Bob & Dora: 3,590")).to_be_visible()
    fingers.press("To the result")
    at_page(page, "Bob & Dora won")
    fingers.tap(page.get_by_role("navigation", name="In the league").get_by_text("Standings"))
    at_page(page, "All games")
    after = ranks(page)
    assert after["Bob"] == after["Dora"] == ("1", "1", "1")
    assert after["Ann"] == after["Carla"] == ("5", "0", "1")
    fingers.tap(page.locator("table.standings").get_by_role("link", name="Ann", exact=True))
    at_page(page, "Ann")
    assert (figure(page, "wins"), figure(page, "lost")) == ("0", "1")
    way(fingers, "Records", "Records")
    page.get_by_label("Kind of game").select_option(label="Partnership Hand & Foot (1 game)")
    fingers.press("Show")
    highest = page.locator("[data-record=round]")
    expect(highest).to_contain_text("3,590 points")
    expect(highest.locator(".holder")).to_have_text("Bob & Dora")


def test_two_names_turn_out_to_be_one_person_and_are_two_again(fingers: Fingers) -> None:
    page = fingers.page
    end_early(fingers)
    page.goto("/people")
    _merge(fingers)
    way(fingers, "Standings", "All games")
    assert ranks(page)["Ann"] == ("1", "2", "2")
    assert "Annie" not in ranks(page)
    way(fingers, "People", "People")
    fingers.tap(page.get_by_role("link", name="Change Ann", exact=True))
    undo(fingers, "Annie")
    expect(page.get_by_role("status").first).to_contain_text("Taken back")
    way(fingers, "Standings", "All games")
    assert (ranks(page)["Ann"], ranks(page)["Annie"]) == (("1", "1", "1"),) * 2
    way(fingers, "People", "People")
    _merge(fingers)
    fingers.press("Annie is a different person after all")
    way(fingers, "Standings", "All games")
    assert (ranks(page)["Ann"], ranks(page)["Annie"]) == (("1", "1", "1"),) * 2


def _merge(fingers: Fingers) -> None:
    """From the people: Annie is really Ann."""
    page = fingers.page
    fingers.tap(page.get_by_role("link", name="Change Annie", exact=True))
    at_page(page, "Annie")
    page.get_by_label("Annie is really").select_option(label="Ann")
    fingers.press("See what a merge does")
    at_page(page, "Is Annie really Ann?")
    fingers.press("Yes, the same person")
    at_page(page, "Ann")
    expect(page.get_by_role("status").first).to_contain_text("Annie is Ann")
