"""Where the origin is secure, as this machine is to itself: the last table opens without a connection."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.flows import bar, open_table
from tests.browser.shared_tables import TEAM, Tables, badge, books, recorded, tables
from tests.browser.touches import Fingers

CACHED = """async () => {
  const kept = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
  return kept.filter((path) => !path.startsWith("/assets/")).sort();
}"""
"""The addresses of the pages that the service worker keeps."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """A club with games to go on with."""
    with tables(tmp_path_factory.mktemp("reload"), games=3) as found:
        yield found


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    """A phone whose browser lets service workers in."""
    return new_context(**PHONE, service_workers="allow")


def kept(page: Page, *paths: str) -> None:
    """Waits until these pages are kept, and no others."""
    page.wait_for_function(
        f"async (paths) => `${{await ({CACHED})()}}` === `${{paths}}`", arg=paths
    )


def test_a_table_is_loaded_again_without_a_connection_and_what_waits_stands_in_it(
    context: BrowserContext, club: Tables
) -> None:
    game = next(club.evening.tallied)
    fingers, table = Fingers(context.new_page()), f"/games/{game}"
    page = fingers.page
    open_table(fingers, club.evening, game)
    kept(page, table)
    fingers.press("Count the round")
    kept(page, table, f"{table}/rounds/1/edit")
    fingers.page.go_back()
    context.set_offline(True)
    fingers.step(TEAM, "Red books", 2)
    expect(badge(page)).to_contain_text("2 changes wait")
    page.reload()
    expect(badge(page)).to_contain_text("2 changes wait")
    expect(books(page)).to_have_value("4")
    expect(bar(page, TEAM)).to_contain_text("round +2,400")
    fingers.press("Count the round")
    expect(page.get_by_role("heading", level=1)).to_have_text("Count round 1")
    fingers.choose("Ann went out")
    expect(badge(page)).to_contain_text("3 changes wait")
    context.set_offline(False)
    recorded(fingers, "Ann went out")
    assert club.values(game, "clean") == [2, 3, 4]


def test_pages_of_other_games_and_of_a_phone_that_was_sent_away_are_forgotten(
    context: BrowserContext, club: Tables
) -> None:
    first, second = next(club.evening.begun), next(club.evening.begun)
    fingers = Fingers(context.new_page())
    page = fingers.page
    open_table(fingers, club.evening, first)
    kept(page, f"/games/{first}")
    page.goto(club.url)
    page.goto(f"{club.url}/games/{first}/rules")
    kept(page, f"/games/{first}")
    open_table(fingers, club.evening, second)
    kept(page, f"/games/{second}")
    context.clear_cookies()
    page.reload()
    kept(page)
