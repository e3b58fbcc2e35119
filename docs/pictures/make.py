"""Make the pictures of the docs from real pages: `.venv/bin/python docs/pictures/make.py`. Then look at each."""

import logging
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import make_server

from scorepad import addresses
from scorepad.paths import CLUB
from scorepad.store import Club
from scorepad.web import create_app
from scorepad.web.access.permissions import COOKIE
from tests.support.leagues.club_file import write
from tests.support.leagues.generate import league
from tests.web.driving import Table, Visitor

HERE = Path(__file__).parent
Screen = dict[str, int]
People = dict[str, str]
Served = tuple[str, str, People]
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
"""A round of 1,910 to 920 points."""

TALLIED = {"team1.opened": "1", "team1.clean": "1", "seat1.exact_cut": "1"}


def furnish(home: Path) -> People:
    """Three games of the same four players: finished, in its second round, and one in which two phones disagree."""
    app = create_app(home)
    visitor = Visitor(app)
    _finished(visitor)
    table = visitor.begin(starter="seat2")
    table.play(1, **ROUND)
    table.sheet(2).save(**TALLIED)
    _keeps_score(table, "2")
    _disagree(visitor)
    app.extensions["scorepad.club"].close()
    return {}


def _keeps_score(table: Table, player: str) -> None:
    form, _ = table.visitor.get(f"{table.address}/scorer").forms
    table.visitor.post(form.action, {**form.fields, "player": player})


def _disagree(ann: Visitor) -> None:
    """Ann and Bob each tap from 2 red books to 3, on their own phones."""
    table = ann.begin(starter="seat1")
    table.sheet(1).save(**{"team1.clean": "2", "team2.dirty": "1"})
    pages = []
    for player, visitor in (("1", ann), ("2", Visitor(ann.app))):
        own = Table(visitor, table.game)
        _keeps_score(own, player)
        pages.append(own.sheet(1))
    for page in pages:
        fields = page.form.fields | {"step": "team1.clean+1", "from": "table"}
        page.table.visitor.post(page.form.action, fields)


def _finished(visitor: Visitor) -> None:
    table = visitor.begin(starter="seat1")
    table.play(1, **ROUND)
    behind = {"team1.melded": "120", "team2.melded": "560", "team1.dirty": "1", "team1.clean": "1"}
    table.play(2, **ROUND | behind | {"team2.clean": "3", "seat4.red_threes_held": "0"})
    table.play(3, **ROUND | behind | {"team2.clean": "2", "table.ended": "stock", "seat1.left": "5"})
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
    "conflict": "/games/3",
    "invite": "/games/2/invite",
}
"""The most visited pages, by the picture's name."""

OF_THE_BOARD = {"board": "/games/2/board"}
TELEVISION = {"width": 1280, "height": 720}

OF_THE_LEAGUE = {
    "standings": "/league?over=all&by=share&least=10",
    "player": "/people/{one}",
    "versus": "/league/versus?one={one}&other={other}",
    "records": "/league/records",
    "story": "/games/8/story",
}
"""Pages of the league, from a club with some months of games; two people met most often."""

DARK = ("out", "counting", "player", "board")


def furnish_league(home: Path) -> People:
    """A made-up club with some months of games. Returns the two people who met most often."""
    create_app(home).extensions["scorepad.club"].close()
    write(league(seed=5, games=150), home / CLUB)
    with Club.open(home / CLUB) as club:
        club.league.catch_up()
        everyone = [str(person.id) for person in club.people.everyone()]
        meetings = {(one, pair.other): pair.games for one in everyone for pair in club.league.meetings.opponents(one)}
    one, other = max(meetings, key=lambda pair: meetings[pair])
    return {"one": one, "other": other}


def take(browser: Browser, served: Served, pictures: dict[str, str], screen: Screen = PHONE) -> None:
    """Take a picture of each page as the owner's phone shows it, some in the dark scheme."""
    url, cookie, people = served
    for name, address in pictures.items():
        scheme = "dark" if name in DARK else "light"
        page = browser.new_page(viewport=screen, color_scheme=scheme, reduced_motion="reduce")
        page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": url}])
        page.goto(url + address.format_map(people))
        _tidy(page)
        page.screenshot(path=HERE / f"{name}.png")
        page.close()


def _tidy(page: Page) -> None:
    """Answer the question that would be in every picture."""
    later = page.get_by_role("button", name="Not now")
    if later.count():
        later.click()
        later.wait_for(state="hidden")


def main() -> None:
    """Take all pictures in Chromium."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        with serving(furnish) as served:
            take(browser, served, PICTURES)
            take(browser, served, OF_THE_BOARD, TELEVISION)
        with serving(furnish_league) as served:
            take(browser, served, OF_THE_LEAGUE)
        browser.close()


@contextmanager
def serving(furnished: Callable[[Path], People]) -> Iterator[Served]:
    """Serve a furnished club in this process. Yields its address, its owner's cookie, and people for addresses."""
    with tempfile.TemporaryDirectory() as home:
        people = furnished(Path(home))
        app = create_app(Path(home))
        # Show an address as at home.
        addresses.save(Path(home), addresses.Reachable(8484, ("192.168.1.20",)))
        owner = Visitor(app)
        cookie = owner.client.get_cookie(COOKIE)
        assert cookie is not None
        server = make_server("127.0.0.1", 0, app, threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.port}", cookie.value, people
        server.shutdown()


if __name__ == "__main__":
    main()
