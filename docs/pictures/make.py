"""Makes the pictures of the docs from real pages: `.venv/bin/python docs/pictures/make.py`. Look at each one after."""

import shutil
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from werkzeug.serving import make_server

from scorepad.web import create_app

HERE = Path(__file__).parent
NAMES = ("Ann", "Bob", "Carla", "Dora")
ROUND = {
    "team1.clean": "2",
    "team1.dirty": "1",
    "team1.melded": "410",
    "seat3.left": "0",
    "team2.clean": "1",
    "team2.dirty": "2",
    "team2.melded": "200+185",
    "seat2.left": "65",
    "seat4.left": "0",
    "seat4.red_threes_held": "1",
}


def play(page: Page) -> None:
    """One round of a game, with a picture of the pages people see most."""
    page.get_by_role("link", name="New game").click()
    page.get_by_role("link", name="Partnership").click()
    for seat, name in enumerate(NAMES, start=1):
        page.get_by_label(f"Name, seat {seat}").fill(name)
    page.get_by_role("radio", name="Seat 2").check()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name="Enter round 1").click()
    page.get_by_label("Ann went out").check()
    for name, text in ROUND.items():
        page.locator(f'[name="{name}"]').fill(text)
    page.locator('[name="seat3.exact_cut"]').check()
    page.get_by_role("button", name="Finish").click()
    page.screenshot(path=HERE / "score.png", full_page=True)
    page.get_by_role("link", name="On to round 2").click()
    page.screenshot(path=HERE / "table.png")


def main() -> None:
    """Serves an empty club in this process, and plays on it in Chromium."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = make_server("127.0.0.1", 0, create_app(Path(home)), threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme="light")
        page.goto(f"http://127.0.0.1:{server.port}/")
        play(page)
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
