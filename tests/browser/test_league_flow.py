"""An evening in the league: a game is won, it is corrected, and two names turn out to be one person."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.phone import Phone
from tests.browser.tables import COUNTED, TALLIED, visiting
from tests.browser.touches import end_early
from tests.support.server import serving_club
from tests.web.league.tiny_league import play

# The page takes along the counting page of a round that another phone's finish has made needless.
EXPECTED = ("a status of 404",)


@pytest.fixture
def fingers(tmp_path: Path, new_context: NewContext) -> Iterator[Phone]:
    """A phone on the result of a game of two rounds. In an older game, Ann is recorded as Annie."""
    with visiting(tmp_path) as owner:
        table = owner.begin(starter="seat2")
        for number in (1, 2):
            table.play(number, **TALLIED, **COUNTED)
        play(owner, (6500, 20), names=("Annie", "Emil", "Frida", "Gus"), day=5)
    with serving_club(tmp_path) as url:
        page = new_context(**PHONE, base_url=url).new_page()
        page.goto(table.address)
        phone = Phone(page)
        end_early(phone, rounds=2)
        phone.at_page(re.compile("^Ann & Carla win by "))
        yield phone


def go(fingers: Phone, name: str, heading: str) -> None:
    """Tap one of the links between the pages of the league."""
    links = fingers.page.get_by_role("navigation", name="The league")
    fingers.tap(links.get_by_role("link", name=name, exact=True))
    fingers.at_page(heading)


def ranks(page: Page) -> dict[str, tuple[str | None, ...]]:
    """Return the standings as shown: rank, wins and outcome, by name."""
    rows = page.locator("table.standings tbody tr").all()
    return {
        row.get_by_role("rowheader").inner_text(): (
            *row.locator("[data-figure=rank], td.by").all_inner_texts(),
            row.get_by_role("img").get_attribute("aria-label"),
        )
        for row in rows
    }


def check_standings(fingers: Phone, winners: tuple[str, str], losers: tuple[str, str]) -> None:
    """Starting from a result, check that the standings list the winners first, and that Ann's page agrees."""
    page = fingers.page
    fingers.tap(page.locator("summary", has_text="In the league"))
    fingers.tap(page.get_by_role("navigation", name="In the league").get_by_text("Standings"))
    fingers.at_page("All games")
    standings = ranks(page)
    assert [standings[name] for name in winners] == [("1", "1", "won")] * 2
    assert [standings[name] for name in losers] == [("5", "0", "lost")] * 2
    fingers.tap(page.locator("table.standings").get_by_role("link", name="Ann", exact=True))
    fingers.at_page("Ann")
    figures = [page.locator(f"[data-figure={name}]").first.inner_text() for name in ("wins", "lost")]
    assert figures == (["1", "0"] if "Ann" in winners else ["0", "1"])


def test_a_game_is_won_at_the_table_and_a_correction_gives_it_to_the_others_everywhere(fingers):
    page = fingers.page
    check_standings(fingers, winners=("Ann", "Carla"), losers=("Bob", "Dora"))
    fingers.tap(page.get_by_role("navigation", name="About Ann").get_by_text("Games"))
    fingers.tap(page.locator(".past-game").first)
    fingers.at_page("Ann & Carla won")
    fingers.tap(page.locator("details.round summary").first)
    fingers.press("Open round 1")
    fingers.press("Correct this round")
    fingers.at_page("Correct round 1")
    fingers.selects = True
    fingers.write("Bob & Dora", "Red books", "7")
    fingers.press("Save the correction")
    expect(page.locator(".receipt .round-sum td").last).to_have_text("3,590")
    fingers.press("To the result")
    fingers.at_page(re.compile("^Bob & Dora win by "))
    check_standings(fingers, winners=("Bob", "Dora"), losers=("Ann", "Carla"))
    go(fingers, "Records", "Records")
    page.get_by_label("Kind of game").select_option(label="Partnership Hand & Foot (1 game)")
    fingers.press("Show")
    expect(page.locator("[data-missing]")).to_have_text(re.compile("^1 game so far"))
