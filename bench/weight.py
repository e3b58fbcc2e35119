"""Measure the first visit to a page: compressed bytes, and requests that Chromium makes.

Goals for the table's page in the middle of a game: HTML and style sheet within the first flight of a connection, 14,600
bytes; scripts 14,000 more; 5 requests. The page that counts a round makes 5 requests too. Other pages are printed for
comparison.
"""

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

import playing
from measure import Goal, report, status
from serving import OURS, Visitor, serving

GOALS = {"HTML and CSS": Goal(14_600), "scripts": Goal(14_000), "requests": Goal(5)}
PHONE = {"width": 360, "height": 640}
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def main() -> int:
    """Print a line for each page. Return 1 if one of the table's page failed."""
    with (
        tempfile.TemporaryDirectory() as club,
        serving(OURS, Path(club)) as server,
        Visitor(server.port, door=server.door) as visitor,
        sync_playwright() as playwright,
    ):
        table = playing.begin(visitor)
        playing.play(visitor, table)
        counting = f"{table}/rounds/{playing.FINISHED + 1}/edit"
        path = next(filter(None, map(shutil.which, CHROMIUM)), None)
        if path is None:
            raise SystemExit("Chromium is missing, so nothing was measured.")
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        _weigh(browser, visitor, "table page", table, GOALS)
        _weigh(browser, visitor, "counting page", counting, {"requests": GOALS["requests"]})
        _weigh(browser, visitor, "list of games", "/")
        _weigh(browser, visitor, "reference card", f"{table}/rules")
        visitor.send(visitor.get(table).text, f"{table}/end", {"decision": "over"})
        _weigh(browser, visitor, "result", f"{table}/result")
        browser.close()
    return status()


def _weigh(
    browser: Browser, visitor: Visitor, name: str, address: str, goals: Mapping[str, Goal] = MappingProxyType({})
) -> None:
    """Print the weight of a page."""
    requests = _requests(browser, visitor, address)
    sizes = {path: len(visitor.get(path).body) for path in requests}
    scripts = sum(size for path, size in sizes.items() if path.endswith(".js"))
    first = sizes[requests[0]] + sum(size for path, size in sizes.items() if path.endswith(".css"))
    figures = {"HTML and CSS": first, "scripts": scripts, "requests": len(requests)}
    for figure, number in figures.items():
        report(f"{name}, {figure}", number, goals.get(figure))


def _requests(browser: Browser, visitor: Visitor, address: str) -> list[str]:
    """Return the paths that a browser with an empty cache requests, the page first."""
    host = f"http://127.0.0.1:{visitor.port}"
    context = browser.new_context(viewport=PHONE)
    cookies = [cookie.partition("=") for cookie in visitor.cookie.split("; ")]
    context.add_cookies([{"name": n, "value": value, "url": host} for n, _, value in cookies])
    sent: list[str] = []
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.responseReceived", lambda event: sent.extend(_fetched(event["response"])))
    page.goto(f"{host}{address}", wait_until="networkidle")
    context.close()
    return sent


def _fetched(response: dict[str, Any]) -> list[str]:
    """Return the path of a response from the server; nothing if it came from the cache.

    A table's stream never ends, and is empty until something changes, so it does not count.
    """
    streams = response["mimeType"] == "text/event-stream"
    return [] if response["fromDiskCache"] or streams else [_path(response["url"])]


def _path(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


if __name__ == "__main__":
    raise SystemExit(main())
