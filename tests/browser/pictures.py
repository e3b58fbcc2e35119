"""Take the README's pictures again: `python -m tests.browser.pictures [NAME ...]`. Review each of them."""

import sys
import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from playwright.sync_api import BrowserContext, sync_playwright

from scorepad import addresses
from scorepad.example import SLUG, make
from scorepad.serving.invite_links import link_path
from scorepad.web.app.permissions import COOKIE
from tests.browser.chromium import ARGUMENTS, NAMES, chromium
from tests.browser.tables import COUNTED, TALLIED, visiting
from tests.support.server import ROOT, owner_token, serving_club
from tests.web.driving import Table, Visitor

FOLDER = ROOT / "docs/pictures"
PHONE, TELEVISION = (390, 844), (1280, 720)
MID, OVER, FRESH = "/games/1", "/games/2", "/games/3"
LEAGUE = f"/c/{SLUG}"
ROUND_2 = {
    "team1.clean": "2",
    "team1.dirty": "1",
    "team2.dirty": "3",
    "seat1.exact_cut": "1",
    "team1.opened": "1",
    "team2.opened": "1",
    "team1.melded": "500+745",
}
"""The tallies of the second round of the first game."""


@dataclass(frozen=True)
class Picture:
    """The page of a picture, its colour scheme, and its size."""

    address: str
    scheme: str = "light"
    size: tuple[int, int] = PHONE


PICTURES = {
    "table": Picture(MID),
    "counting": Picture(f"{MID}/rounds/2/edit#team1.melded", "dark"),
    "out": Picture(f"{MID}/out?seat=2&books.clean=0&books.dirty=3"),
    "open": Picture(f"{FRESH}/open?team=2&K.naturals=3&A.naturals=4"),
    "score": Picture(f"{MID}/rounds/1"),
    "piles": Picture(f"{MID}/rounds/2/count/team1/melded?by=piles"),
    "board": Picture(f"{MID}/board", "dark", TELEVISION),
    "result": Picture(f"{OVER}/result"),
    "card": Picture(f"{MID}/rules"),
    "setup": Picture("/games/new/partnership"),
    "games": Picture("/"),
    "invite": Picture(f"{MID}/invite"),
    "conflict": Picture(FRESH),
    "standings": Picture(f"{LEAGUE}/league?over=all"),
    "player": Picture(f"{LEAGUE}/people/1", "dark"),
    "versus": Picture(f"{LEAGUE}/league/versus?one=1&other=2"),
    "records": Picture(f"{LEAGUE}/league/records"),
    "story": Picture(f"{LEAGUE}/games/8/story"),
}
"""Every picture by its name. Those of the league show the example club."""


def main(names: list[str]) -> None:
    """Take these pictures, or all."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "instance"
        home.mkdir(mode=0o700)
        with visiting(home) as owner:
            play(owner)
        make(home, datetime.now().astimezone().date(), lambda *_: None)
        link = link_path(home, slug=SLUG)
        with serving_club(home) as url, sync_playwright() as playwright:
            # Show an address of a home network.
            addresses.save(home, addresses.Reachable(8484, ("192.168.1.20",)))
            browser = playwright.chromium.launch(executable_path=chromium(NAMES[1:]), args=ARGUMENTS)
            for name in names or PICTURES:
                shown = PICTURES[name]
                context = browser.new_context(
                    viewport={"width": shown.size[0], "height": shown.size[1]},
                    color_scheme=shown.scheme,  # type: ignore[arg-type]  # light or dark
                    reduced_motion="reduce",
                    has_touch=shown.size == PHONE,
                    is_mobile=shown.size == PHONE,
                )
                _take(context, url, shown, FOLDER / f"{name}.png", link)
                context.close()
            browser.close()


def play(owner: Visitor) -> None:
    """Play a game up to its second round, a whole one, and begin a third."""
    for rounds in (1, 4, 0):
        table = owner.begin(starter="seat2")
        for number in range(1, rounds + 1):
            table.play(number, **TALLIED, **COUNTED | ({"team2.melded": "2385"} if number == 3 else {}))
        if rounds == 1:
            table.sheet(2).save(**ROUND_2)
        owner.access.set_player(owner.phone.id, table.record.agreement.players[0])
    # Two phones add the same book.
    phones = table, Table(Visitor(owner.app), table.game)
    phones[1].keeps_score("Bob")
    for phone, page in [(phone, phone.page()) for phone in phones]:
        phone.tap("team1.clean+1", page)


def _take(context: BrowserContext, url: str, shown: Picture, to: Path, link: str) -> None:
    context.add_cookies([{"name": COOKIE, "value": owner_token(5), "domain": "127.0.0.1", "path": "/"}])
    page = context.new_page()
    page.goto(f"{url}{MID}")
    page.goto(f"{url}{MID}/scorer")
    page.get_by_role("button", name="Ann", exact=True).click()
    page.wait_for_load_state("networkidle")
    if shown.address.startswith(LEAGUE):
        page.goto(f"{url}{link}")
    page.goto(f"{url}{shown.address}")
    page.wait_for_load_state("networkidle")
    page.screenshot(path=to)


if __name__ == "__main__":
    main(sys.argv[1:])
