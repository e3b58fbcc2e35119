"""Takes the pictures of the README of a game again: `python -m tests.browser.pictures [NAME ...]`."""

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, sync_playwright

from scorepad.web.access.permissions import COOKIE
from tests.browser.chromium import ARGUMENTS, NAMES, chromium
from tests.browser.tables import COUNTED, TALLIED, visiting
from tests.support.server import ROOT, owner_token, serving_club
from tests.web.driving import Visitor

FOLDER = ROOT / "docs/pictures"
PHONE, TELEVISION = (390, 844), (1280, 720)
MID, OVER, FRESH = "/games/1", "/games/2", "/games/3"
ROUND_2 = {
    "team1.clean": "2",
    "team1.dirty": "1",
    "team2.dirty": "3",
    "seat1.exact_cut": "1",
    "team1.opened": "1",
    "team2.opened": "1",
    "team1.melded": "500+745",
}
"""What is tallied in the second round of the first game."""


@dataclass(frozen=True)
class Picture:
    """What a picture shows: a page, in a scheme, at a size."""

    address: str
    scheme: str = "light"
    size: tuple[int, int] = PHONE


PICTURES = {
    "table": Picture(MID),
    "counting": Picture(f"{MID}/rounds/2/edit#team1.melded", "dark"),
    "out": Picture(f"{MID}/out?seat=2&books.clean=0&books.dirty=3"),
    "open": Picture(f"{FRESH}/open?team=1&K.naturals=3&A.naturals=4"),
    "score": Picture(f"{MID}/rounds/1"),
    "piles": Picture(f"{MID}/rounds/2/count/team1/melded?by=piles"),
    "board": Picture(f"{MID}/board", "dark", TELEVISION),
    "result": Picture(f"{OVER}/result"),
    "card": Picture(f"{MID}/rules"),
    "setup": Picture("/games/new/partnership"),
    "games": Picture("/"),
}


def main(names: list[str]) -> None:
    """Take these pictures, or all."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "instance"
        home.mkdir(mode=0o700)
        with visiting(home) as owner:
            play(owner)
        with serving_club(home) as url, sync_playwright() as playwright:
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
                _take(context, url, shown, FOLDER / f"{name}.png")
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


def _take(context: BrowserContext, url: str, shown: Picture, to: Path) -> None:
    context.add_cookies([{"name": COOKIE, "value": owner_token(5), "domain": "127.0.0.1", "path": "/"}])
    page = context.new_page()
    page.goto(f"{url}{MID}")
    if (ask := page.get_by_role("button", name="Ann", exact=True)).count():
        ask.first.click()
        page.wait_for_load_state("networkidle")
    page.goto(f"{url}{shown.address}")
    page.wait_for_load_state("networkidle")
    page.screenshot(path=to)


if __name__ == "__main__":
    main(sys.argv[1:])
