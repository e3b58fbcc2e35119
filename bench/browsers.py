"""Measure what a tap costs the server when four browsers have its table open, until all of them show it.

Four real browsers have the table open; one of them taps, and the others wait until they show the new count. The figure
is the server's CPU time for one tap, divided by that for one hello page of plain Flask on the same server, in the same
run. A hello follows every tap, so that both find the CPU caches equally cold. The figure includes what the server does
while idle (four streams). Linux only, from /proc.
"""

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

import playing
from measure import report, status
from serving import HELLO, OURS, Visitor, processor_seconds, serving

GOAL = 15.0
BROWSERS, TAPS = 4, 60
WARM = 4
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
COUNT = "team1.clean"


def main() -> int:
    """Print the figure. Return 1 if it failed."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        raise SystemExit("Chromium is missing, so nothing was measured.")
    with (
        tempfile.TemporaryDirectory() as club,
        serving(OURS, Path(club)) as server,
        Visitor(server.port, door=server.door) as visitor,
        serving(HELLO, Path(club)) as floor,
        Visitor(floor.port) as asker,
        sync_playwright() as playwright,
    ):
        table = playing.begin(visitor)
        playing.play(visitor, table)
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        contexts = [browser.new_context() for _ in range(BROWSERS)]
        pages = [_open(context, visitor, f"http://127.0.0.1:{visitor.port}{table}") for context in contexts]
        _tap(pages, asker, WARM)
        before = processor_seconds(server.process), processor_seconds(floor.process)
        _tap(pages, asker, TAPS)
        tap = (processor_seconds(server.process) - before[0]) / TAPS
        hello = (processor_seconds(floor.process) - before[1]) / TAPS
        browser.close()
    note = f"ours {tap * 1e6:,.0f} µs, floor {hello * 1e6:,.0f} µs"
    report("a tap with four browsers looking", tap / hello, GOAL, note)
    return status()


def _open(context: BrowserContext, visitor: Visitor, url: str) -> Page:
    host = f"http://127.0.0.1:{visitor.port}"
    cookies = [cookie.partition("=") for cookie in visitor.cookie.split("; ")]
    context.add_cookies([{"name": name, "value": value, "url": host} for name, _, value in cookies])
    page = context.new_page()
    with page.expect_request("**/stream*"):
        page.goto(url)
    return page


def _tap(pages: list[Page], asker: Visitor, taps: int) -> None:
    """Tap alternately up and down on one page, wait for the count on all pages, and request a hello."""
    for at in range(taps):
        step = "+1" if at % 2 == 0 else "-1"
        shown = str(int(pages[0].locator(f'input[name="{COUNT}"]').input_value()) + int(step))
        pages[0].locator(f'button[name=step][value="{COUNT}{step}"]').click()
        for page in pages:
            expect(page.locator(f'input[name="{COUNT}"]')).to_have_value(shown)
        asker.ask(asker.request("/"))


if __name__ == "__main__":
    raise SystemExit(main())
