"""Makes the pictures of the docs from real pages: `.venv/bin/python docs/pictures/make.py`. Look at each one after."""

import logging
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import make_server

from bench.leagues import league, write
from scorepad.places import CLUB
from scorepad.store import Club
from scorepad.web import create_app
from tests.web.driving import Table, Visitor

HERE = Path(__file__).parent
PHONE = {"width": 390, "height": 844}
ROUND = {
    "table.ended": "seat1",
    "team1.clean": "2",
    "team1.dirty": "1",
    "team1.melded": "410",
    "seat3.exact_cut": "1",
    "seat3.left": "0",
    "team2.clean": "1",
    "team2.dirty": "2",
    "team2.melded": "200+185",
    "seat2.left": "65",
    "seat4.left": "0",
    "seat4.red_threes_held": "1",
}
"""RULES' worked round 1: 1,910 to 920."""

TALLIED = {"team1.opened": "1", "team1.clean": "1", "seat1.exact_cut": "1", "team2.dirty": "1"}
COUNTED = {**TALLIED, "team1.melded": "300", "table.ended": "seat1", "team2.melded": "120+85+40"}


def furnish(home: Path) -> None:
    """Two games among the same four: one that was finished, one in its second round."""
    app = create_app(home)
    visitor = Visitor(app)
    _finished(visitor)
    table = visitor.begin(starter="seat2")
    table.play(1, **ROUND)
    table.sheet(2).save(**TALLIED)
    visitor.post(f"{table.address}/scorer", _scorer(table))
    app.extensions["scorepad.club"].close()


def _scorer(table: Table) -> dict[str, str]:
    form = table.page().form("/scorer")
    return {**form.fields, "player": "2"}


def _finished(visitor: Visitor) -> None:
    table = visitor.begin(starter="seat1")
    table.play(1, **ROUND)
    behind = {"team1.melded": "120", "team2.melded": "560", "team1.dirty": "1", "team1.clean": "1"}
    table.play(2, **ROUND | behind | {"team2.clean": "3", "seat4.red_threes_held": "0"})
    table.play(
        3, **ROUND | behind | {"team2.clean": "2", "table.ended": "stock", "seat1.left": "5"}
    )
    table.play(4, **ROUND | {"team1.clean": "4"})


PICTURES = {
    "games": "/",
    "setup": "/games/new/partnership",
    "table": "/games/2",
    "counting": "/games/2/rounds/2/edit",
    "piles": "/games/2/rounds/2/count/team1/melded",
    "open": "/games/2/open?team=2&K.naturals=3&7.naturals=2&7.jokers=1",
    "out": "/games/2/out?seat=1",
    "score": "/games/2/rounds/1",
    "card": "/games/2/rules",
    "result": "/games/1/result",
}
"""The pages people see most, by the picture's name."""

OF_THE_LEAGUE = {
    "standings": "/league?over=all&by=share&least=10",
    "player": "/people/20",
    "versus": "/league/versus?one=8&other=20",
    "records": "/league/records",
    "story": "/games/8/story",
}
"""The pages of the league, of a club that has played for a while."""

DARK = ("out", "counting", "player")


def furnish_league(home: Path) -> None:
    """A made-up club of some months."""
    create_app(home).extensions["scorepad.club"].close()
    write(league(seed=5, games=150), home / CLUB)
    with Club.open(home / CLUB) as club:
        club.league.catch_up()


def take(browser: Browser, url: str, pictures: dict[str, str]) -> None:
    """A picture of each page as a phone shows it, some of them in the dark."""
    for name, address in pictures.items():
        scheme = "dark" if name in DARK else "light"
        page = browser.new_page(viewport=PHONE, color_scheme=scheme, reduced_motion="reduce")
        page.goto(f"{url}{address}")
        _tidy(page)
        page.screenshot(path=HERE / f"{name}.png")
        page.close()


def _tidy(page: Page) -> None:
    """Answers what is asked once, so that it does not stand in every picture."""
    later = page.get_by_role("button", name="Not now")
    if later.count():
        later.click()
        later.wait_for(state="hidden")


def main() -> None:
    """Looks at both clubs in Chromium."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        with serving(furnish) as url:
            take(browser, url, PICTURES)
        with serving(furnish_league) as url:
            take(browser, url, OF_THE_LEAGUE)
        browser.close()


@contextmanager
def serving(furnished: Callable[[Path], None]) -> Iterator[str]:
    """Serves a furnished club in this process."""
    with tempfile.TemporaryDirectory() as home:
        furnished(Path(home))
        server = make_server("127.0.0.1", 0, create_app(Path(home)), threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.port}"
        server.shutdown()


if __name__ == "__main__":
    main()
