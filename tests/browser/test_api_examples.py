"""The scripts among the examples of docs/api.md run in a browser: the overlay, and the spreadsheet's function."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from scorepad.store.tokens import TokenRole
from tests.browser.looks import PHONES, RUN_AXE_ON_ALL_ELSE, WRITTEN, check_with_axe, resize, violations
from tests.browser.tables import Tables
from tests.support.server import ROOT
from tests.web.driving import OUT_FIRST

API = (ROOT / "docs/api.md").read_text("utf-8")

SHEETS = """() => {
    window.UrlFetchApp = { fetch(address, options) {
        const request = new XMLHttpRequest();
        request.open("GET", address, false);
        for (const [name, text] of Object.entries(options.headers)) request.setRequestHeader(name, text);
        request.send();
        return { getContentText: () => request.responseText };
    } };
    const range = { setValues(rows) { window.rows = rows; } };
    window.SpreadsheetApp = { getActiveSheet: () => ({ getRange: () => range }) };
}"""
"""A substitute for the API that Google Sheets offers to scripts."""

LEAVE_FEW = "document.querySelectorAll('main section:not(:nth-of-type(8n + 1))').forEach((one) => one.remove())"


def example(kind: str, tables: Tables, game: int = 12) -> str:
    """Return an example with its URL, token and game replaced by those of a club."""
    text = re.search(rf"```{kind}\n(.+?)```", API, re.DOTALL)
    assert text
    token = tables.owner.access.tokens.new("Example", TokenRole.READ).text
    return (
        text[1]
        .replace("https://scores.example", tables.url)
        .replace("scorepad_1_…", token)
        .replace("GAME = 12", f"GAME = {game}")
    )


def test_axe_finds_nothing_on_the_page_that_shows_the_api(browser: Browser, tables: Tables) -> None:
    page = browser.new_page()
    page.goto(f"{tables.url}/api/")
    expect(page.get_by_text("/games/{game}/live").first).to_be_visible()
    for size in ((1280, 800), PHONES[0]):
        resize(page, size)
        assert violations(page, RUN_AXE_ON_ALL_ELSE) == []
    # Judging all of its colours would take ten seconds. A few parts have all of them.
    colours = {*page.evaluate(WRITTEN)}
    page.evaluate(LEAVE_FEW)
    assert {*page.evaluate(WRITTEN)} == colours
    check_with_axe(page)
    page.close()


def test_an_overlay_on_the_disk_follows_a_table(browser: Browser, tables: Tables, tmp_path: Path) -> None:
    table = tables.owner.begin(starter="seat2")
    file = tmp_path / "overlay.html"
    file.write_text(example("html", tables, table.game), "utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    expect(page.locator("#round")).to_have_text("Round 1")
    table.play(1, **OUT_FIRST)
    expect(page.locator("#round")).to_have_text("Round 2")
    expect(page.locator("#teams")).to_contain_text(": 4500")
    page.close()


def test_a_spreadsheet_gets_the_table_of_the_league(browser: Browser, tables: Tables) -> None:
    game = tables.owner.begin(starter="seat2")
    for number in (1, 2, 3, 4):
        game.play(number, **OUT_FIRST)
    page = browser.new_page()
    page.goto(f"{tables.url}/join")
    page.evaluate(SHEETS)
    rows = page.evaluate(f"() => {{ {example('js', tables)} fillStandings(); return window.rows; }}")
    assert rows[0][:3] == ["Rank", "Player", "Games"]
    assert {row[1] for row in rows[1:]} >= {"Ann", "Bob", "Carla", "Dora"}
    page.close()
