"""Measure what a tap costs the server when four phones have its table open, until all of them show it.

Four real browsers, each with its own phone's cookies, have the table open. They tap in turn, and the others wait until
they show the new count. There are two kinds of tables: the owner's phone and three that came by the table's link, and
four that came by the owner's link. The figure is the server's CPU time for one tap, divided by that for one hello page
of plain Flask on the same server, in the same run. A hello follows every tap, so that both find the CPU caches equally
cold. The figure includes what the server does while idle (four streams). Linux only, from /proc.
"""

import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

import playing
from measure import report, status
from serving import HELLO, OURS, ROOT, Visitor, processor_seconds, serving

GOAL = 15.0
BY_TABLE, BY_OWNER = "owner and three by the table's link", "four by the owner's link"
BROWSERS, TAPS = 4, 60
WARM = 4
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
COUNT = "team1.clean"


def main() -> int:
    """Print the figures. Return 1 if one failed."""
    for phones in (BY_TABLE, BY_OWNER):
        tap, hello = measured(phones)
        report(f"a tap, {phones}", tap / hello, GOAL, f"ours {tap * 1e6:,.0f} µs, floor {hello * 1e6:,.0f} µs")
    return status()


def measured(phones: str, checkout: Path = ROOT, taps: int = TAPS) -> tuple[float, float]:
    """Return the server's CPU seconds for one tap, and those for one hello."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        raise SystemExit("Chromium is missing, so nothing was measured.")
    with (
        tempfile.TemporaryDirectory() as club,
        serving(OURS, Path(club), checkout) as server,
        ExitStack() as joined,
        serving(HELLO, Path(club)) as floor,
        Visitor(floor.port) as asker,
        sync_playwright() as playwright,
    ):
        owner = joined.enter_context(Visitor(server.port, door=server.door))
        table = playing.begin(owner)
        playing.play(owner, table)
        door = server.link("--game", table.rpartition("/")[2]) if phones == BY_TABLE else server.door
        others = [joined.enter_context(Visitor(server.port, door=door)) for _ in range(BROWSERS - 1)]
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        pages = [_open(browser.new_context(), phone, table) for phone in (owner, *others)]
        _tap(pages, asker, WARM)
        before = processor_seconds(server.process), processor_seconds(floor.process)
        _tap(pages, asker, taps)
        tap = (processor_seconds(server.process) - before[0]) / taps
        hello = (processor_seconds(floor.process) - before[1]) / taps
        browser.close()
    return tap, hello


def _open(context: BrowserContext, phone: Visitor, table: str) -> Page:
    """Open the table on a phone."""
    phone.get(table)
    host = f"http://127.0.0.1:{phone.port}"
    cookies = [cookie.partition("=") for cookie in phone.cookie.split("; ")]
    context.add_cookies([{"name": name, "value": value, "url": host} for name, _, value in cookies])
    page = context.new_page()
    with page.expect_request("**/stream*"):
        page.goto(f"{host}{table}")
    return page


def _tap(pages: list[Page], asker: Visitor, taps: int) -> None:
    """Tap up and down on each page in turn, wait for the count on all pages, and request a hello."""
    for at in range(taps):
        tapping = pages[at % len(pages)]
        step = "+1" if at % 2 == 0 else "-1"
        shown = str(int(tapping.locator(f'input[name="{COUNT}"]').input_value()) + int(step))
        tapping.locator(f'button[name=step][value="{COUNT}{step}"]').click()
        for page in pages:
            expect(page.locator(f'input[name="{COUNT}"]')).to_have_value(shown)
        asker.ask(asker.request("/"))


if __name__ == "__main__":
    raise SystemExit(main())
