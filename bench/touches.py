"""Count the touches of common tasks in Chromium: each tap and each key is one.

Tasks: get from the owner's link of an empty club to the first tap at a table of four people, set up a game of four
known players, start a rematch, and count a typical round by points and by piles. The tests use the same helpers, and
check the result. Goals: 26, 12, 2 and 30; a round by piles has none. Of the first task, 15 are letters of the names.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from measure import report, status
from serving import OURS, serving

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.browser.conftest import ARGUMENTS, NAMES, PHONE
from tests.browser.touches import count_first_game, count_touches, make_known

GOALS = {"link to first tap": 26, "set-up": 12, "rematch": 2, "round by points": 30}


def main() -> int:
    """Print a line for each. Return 1 if one failed."""
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    if chromium is None:
        raise SystemExit("Chromium is missing, so nothing was measured.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        with tempfile.TemporaryDirectory() as club, serving(OURS, Path(club)) as server:
            link = f"http://127.0.0.1:{server.port}{server.door}"
            counts = {"link to first tap": count_first_game(browser.new_context(**PHONE).new_page(), link)}
        with tempfile.TemporaryDirectory() as club:
            make_known(Path(club))
            with serving(OURS, Path(club)) as server:
                page = browser.new_context(**PHONE).new_page()
                club_at = f"http://127.0.0.1:{server.port}"
                page.goto(club_at + server.door)
                counts |= count_touches(page, club_at)
        browser.close()
    for name, touches in counts.items():
        report(f"touches, {name}", touches, GOALS.get(name))
    return status()


if __name__ == "__main__":
    raise SystemExit(main())
