"""Measure the first visit to a page: compressed bytes, and requests that Chromium makes.

Goals for the table's page in the middle of a game: HTML and style sheet within the first flight of a connection, 14,600
bytes; scripts 10,000 more; 8 requests. Other pages are printed for comparison.
"""

import shutil
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

import playing
from serving import OURS, Visitor, serving

FIRST_FLIGHT, SCRIPTS, REQUESTS = 14_600, 10_000, 8
PHONE = {"width": 360, "height": 640}
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def main() -> int:
    """Print a line a page. Returns 0 if the table's page is within its goals."""
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
        good = _weigh(browser, visitor, "table page", table, judged=True)
        for name, address in (("counting page", counting), ("list of games", "/")):
            _weigh(browser, visitor, name, address)
        _weigh(browser, visitor, "reference card", f"{table}/rules")
        visitor.send(visitor.get(table).text, f"{table}/end", {"decision": "over"})
        _weigh(browser, visitor, "result", f"{table}/result")
        browser.close()
    return 0 if good else 1


def _weigh(browser: Browser, visitor: Visitor, name: str, address: str, judged: bool = False) -> bool:
    """Print the weight of a page, beside the goals if `judged`. Returns whether it is within them."""
    requests = _requests(browser, visitor, address)
    sizes = {path: len(visitor.get(path).body) for path in requests}
    scripts = sum(size for path, size in sizes.items() if path.endswith(".js"))
    first = sizes[requests[0]] + sum(size for path, size in sizes.items() if path.endswith(".css"))
    figures = (
        ("HTML and CSS", first, FIRST_FLIGHT),
        ("scripts", scripts, SCRIPTS),
        ("requests", len(requests), REQUESTS),
    )
    words = [f"{name} {figure:>6,}" + (f" (goal {goal:,})" if judged else "") for name, figure, goal in figures]
    good = all(figure <= goal for _, figure, goal in figures)
    verdict = ("met" if good else "MISSED") if judged else ""
    print(f"{name:<20} {'   '.join(words)}   {verdict}".rstrip(), flush=True)
    return good


def _requests(browser: Browser, visitor: Visitor, address: str) -> list[str]:
    """The path of each request of a browser with an empty cache, the page first."""
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
    """The path of a response from the server; nothing if it came from the cache.

    A table's stream never ends, and weighs nothing until there is news, so it does not count.
    """
    streams = response["mimeType"] == "text/event-stream"
    return [] if response["fromDiskCache"] or streams else [_path(response["url"])]


def _path(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


if __name__ == "__main__":
    raise SystemExit(main())
