"""Make contact sheets of every page in every state, and check each with axe: `python -m tests.browser.sheets --help`.

Each page is shown on two phones, a phone in landscape, a tablet and a desktop, light and dark, in the whole Chromium,
with nothing unfolded. The red line is where the screen ends. Without Pillow each page remains a separate picture.
"""

import argparse
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Error, Page, sync_playwright

from scorepad.web.app.permissions import COOKIE
from tests.browser import host_states, league_states
from tests.browser.chromium import ARGUMENTS, NAMES, SHELL, chromium
from tests.browser.clubs import Clubs, Name
from tests.browser.looks import resize, violations
from tests.browser.states import FRESH, MID, OVER, SHARED, STATES, UNFOLD, State, Step, press, states
from tests.support.server import owner_token

SIZES = {
    "360x584": (360, 584),
    "390x844": (390, 844),
    "740x360": (740, 360),
    "768x1024": (768, 1024),
    "1280x800": (1280, 800),
}
SCHEMES = ("light", "dark")
LOOKS = tuple(f"{size} {scheme}" for size, scheme in product(SIZES, SCHEMES))
FOLDER = Path(tempfile.gettempdir()) / "scorepad-sheets"
WHOLE = [name for name in NAMES if name != SHELL]
PATIENCE = 15_000
GAP, CAPTION = 12, 28
"""Pixels between pages, and of the caption above them."""
WIDEST, LONGEST = 1600, 2.5
"""The width of a sheet in pixels, and the most screens of a page that it shows."""


def _as_another(number: int | None) -> Step:
    """Return a step that reloads the page as another phone of the owner's, or a stranger's (None)."""

    def change(page: Page) -> None:
        origin = page.url.split("/", 3)
        page.context.clear_cookies()
        if number is not None:
            page.context.add_cookies([{"name": COOKIE, "value": owner_token(number), "url": "/".join(origin[:3])}])
        page.reload()

    return change


def _without_connection(page: Page) -> None:
    """Go offline, and tap."""
    page.context.set_offline(True)
    page.get_by_role("button", name="Red books: one more").first.click()


def _unfold(page: Page) -> None:
    page.evaluate(UNFOLD)


MORE = states(
    (FRESH, "Who keeps score on this phone?", _as_another(7)),
    (FRESH, "Ann & Carla", _without_connection),
    (f"{FRESH}/open?team=2&K.naturals=3", "of 50 points"),
    (MID, "Rounds so far", _unfold),
    (MID, "Rounds so far", lambda page: page.locator("summary", has_text="⋯").first.click()),
    (f"{MID}/out?seat=2&books.clean=0&books.dirty=3", "may not go out yet"),
    (f"{MID}/rounds/1", "confirmed", press("Ann & Carla agree")),
    (SHARED, "both added one"),
    (f"{OVER}/result", "win", _unfold),
    ("/join", "This club is private", _as_another(None)),
    (MID, "This phone has no access here", _as_another(None)),
)
"""States that tests do not visit: most change a phone, which they share, or unfold a page."""
CLUBS = {Name.GAMES: (*STATES, *MORE), **league_states.STATES, **host_states.STATES}


@dataclass(frozen=True)
class Picture:
    """A screenshot: its look (size and scheme), its title, and its file."""

    look: str
    title: str
    path: Path


def main() -> int:
    """Make the sheets. Return 1 if a page has faults or was not reached."""
    wanted = _arguments()
    wanted.to.mkdir(parents=True, exist_ok=True)
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as home, Clubs(Path(home)) as clubs, sync_playwright() as playwright:
        arguments = ["--headless=new", "--hide-scrollbars", *ARGUMENTS]
        browser = playwright.chromium.launch(executable_path=chromium(WHOLE), args=arguments)
        for name in wanted.clubs:
            pictures: list[Picture] = []
            for number, state in enumerate(CLUBS[name]):
                if wanted.only in str(state):
                    title = f"{number:02} {state}"
                    faults += [
                        f"{name}: {fault}" for fault in _take(browser, clubs.url(name), state, title, wanted, pictures)
                    ]
            if find_spec("PIL"):
                for look in wanted.looks:
                    _join([picture for picture in pictures if picture.look == look], wanted.to / f"{name.name}-{look}")
        browser.close()
    print(*faults, f"{len(faults)} faults. The sheets are in {wanted.to}.", sep="\n")
    return int(bool(faults))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=FOLDER, help="the folder of the sheets (default: %(default)s)")
    parser.add_argument(
        "--clubs", type=lambda text: Name[text], nargs="+", default=[*CLUBS], help="such as GAMES or CROWD"
    )
    parser.add_argument("--looks", choices=LOOKS, nargs="+", default=LOOKS, metavar="LOOK", help=", ".join(LOOKS))
    parser.add_argument("--only", default="", help="the states that have these words in their address or title")
    parser.add_argument("--without-axe", action="store_true", help="take pictures only, which is twice as fast")
    return parser.parse_args()


def _take(
    browser: Browser, club: str, state: State, title: str, wanted: argparse.Namespace, pictures: list[Picture]
) -> list[str]:
    """Take the pictures of a state. Return its faults."""
    context = browser.new_context(reduced_motion="reduce", service_workers="block", viewport=None)
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": COOKIE, "value": owner_token(5), "url": club}])
    page = context.new_page()
    faults: list[str] = []
    try:
        resize(page, SIZES["360x584"])
        state.reach(page, club, unfolded=False)
        for look in wanted.looks:
            path = wanted.to / f"{title.replace('/', '_')} {look}.png"
            faults += _see(page, look, path, with_axe=not wanted.without_axe)
            pictures.append(Picture(look, title, path))
    except (Error, AssertionError) as error:
        faults.append(f"{title}: not reached: {str(error).strip().splitlines()[0]}")
    finally:
        context.close()
    return [f"{title}: {fault}" for fault in faults]


def _see(page: Page, look: str, path: Path, *, with_axe: bool) -> list[str]:
    """Take a picture of a page in this look. Return its faults: overflow, and axe's violations."""
    size, scheme = look.split()
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # light or dark
    resize(page, SIZES[size])
    page.screenshot(path=path, full_page=True)
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    faults = [f"{look}: sticks out by {over}"] if over > 0 else []
    if with_axe:
        faults += [f"{look}: {violation}" for violation in violations(page)]
    return faults


def _join(pictures: list[Picture], to: Path) -> None:
    """Join pictures of one size into sheets, and delete them."""
    from PIL import Image, ImageDraw

    if not pictures:
        return
    width, height = SIZES[pictures[0].look.split()[0]]
    scale = min(1, WIDEST / 2 / width)
    width, height = round(width * scale), round(height * scale)
    across = WIDEST // width
    for start in range(0, len(pictures), across):
        row = [(picture, Image.open(picture.path)) for picture in pictures[start : start + across]]
        tallest = min(round(max(image.height for _, image in row) * scale), round(height * LONGEST))
        sheet = Image.new("RGB", (across * (width + GAP), tallest + CAPTION), "#777777")
        draw = ImageDraw.Draw(sheet)
        for number, (picture, image) in enumerate(row):
            left = number * (width + GAP)
            small = image.convert("RGB").resize((width, round(image.height * scale)))
            sheet.paste(small.crop((0, 0, width, min(small.height, tallest))), (left, CAPTION))
            draw.text((left, 4), picture.title, fill="white", font_size=16)
            draw.line((left, CAPTION + height, left + width, CAPTION + height), fill="red")
            picture.path.unlink()
        sheet.save(f"{to}-{start // across:02}.png".replace(" ", "-"))


if __name__ == "__main__":
    raise SystemExit(main())
