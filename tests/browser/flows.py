"""What the tests of an evening share: the screens it is seen on, a club with games to go on with, and small steps."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from scorepad.web import create_app
from tests.browser.table import group
from tests.browser.touches import Fingers
from tests.support.server import environment, serving
from tests.support.waiting import until
from tests.web.driving import Table, Visitor

TALLIED = {
    "team1.clean": "2",
    "team1.dirty": "1",
    "seat3.exact_cut": "1",
    "team2.clean": "1",
    "team2.dirty": "1",
}
COUNTED = {
    "table.ended": "seat1",
    "team1.melded": "410",
    "seat3.left": "0",
    "team2.melded": "385",
    "seat2.left": "65",
    "seat4.left": "30",
    "seat4.red_threes_held": "1",
}
"""The round of `touches.py`, by the names of its inputs: 1,910 to 590."""

TOTAL = {1: "1,910", 2: "590"}


@dataclass(frozen=True)
class Look:
    """A screen: how wide and how high, and light or dark. The widest is a computer's, with a mouse."""

    width: int
    height: int
    scheme: str

    def __str__(self) -> str:
        return f"{self.width}x{self.height} {self.scheme}"

    @property
    def touch(self) -> bool:
        """Whether fingers touch it."""
        return self.width < 1000

    @property
    def context(self) -> dict[str, Any]:
        """The options of a browser's context that looks like this."""
        return {
            "viewport": {"width": self.width, "height": self.height},
            "color_scheme": self.scheme,
            "has_touch": self.touch,
            "is_mobile": self.touch,
            "reduced_motion": "reduce",
        }


LOOKS = [
    Look(*size, scheme)
    for size, scheme in product(
        ((360, 640), (390, 844), (640, 360), (1280, 800)), ("light", "dark")
    )
]
HALF = [LOOKS[at] for at in (0, 3, 5, 6)]
OTHER_HALF = [look for look in LOOKS if look not in HALF]
"""Each half has every size once, and each scheme twice."""


@dataclass(frozen=True)
class Evening:
    """A club at play: its address, and games by how far they have come; every test takes one that none had before."""

    url: str
    begun: Iterator[int]
    tallied: Iterator[int]
    played: Iterator[int]


@contextmanager
def evening(
    home: Path, games: int = 2 * len(LOOKS), played: int = 2 * len(LOOKS)
) -> Iterator[Evening]:
    """Serves a club in which four players are known, with so many games: enough for every test and look."""
    app = create_app(home)
    visitor = Visitor(app)
    pools = [
        [begin(visitor).game for _ in range(number)]
        for begin, number in ((_begun, games), (_tallied, games), (_played, played))
    ]
    app.extensions["scorepad.club"].close()
    with serving(environment(SCOREPAD_INSTANCE=str(home))) as url:
        yield Evening(url, *map(iter, pools))


def _begun(visitor: Visitor) -> Table:
    return visitor.begin(starter="seat2")


def _tallied(visitor: Visitor) -> Table:
    table = _begun(visitor)
    table.sheet(1).save(**TALLIED)
    return table


def _played(visitor: Visitor) -> Table:
    """Two rounds alike, so that the game can end and has a picture."""
    table = _begun(visitor)
    for number in (1, 2):
        table.play(number, **TALLIED, **COUNTED)
    return table


def open_table(fingers: Fingers, evening: Evening, game: int) -> None:
    """Goes to the table of a game."""
    fingers.page.goto(f"{evening.url}/games/{game}")
    expect(fingers.page.get_by_role("link", name="Count the round")).to_be_visible()


def bar(page: Page, team: str) -> Any:
    """A team's side of the bar that never leaves the screen."""
    found = page.get_by_role("region", name="The score").locator(".side", has_text=team)
    expect(found).to_be_in_viewport()
    return found


def at_page(page: Page, heading: str) -> None:
    """Waits for a page, and looks that it does not stick out to the side."""
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    # Its styles and its tables may still be on their way.
    page.wait_for_load_state()
    until(lambda: is_up_to_date(page))
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert over <= 0, f"{heading} sticks out by {over}"


def is_up_to_date(page: Page) -> bool:
    """Whether a page says nothing of figures that are still being worked out; looks again if it does."""
    if not page.get_by_text("being worked out").count():
        return True
    page.reload()
    return False


def undo(fingers: Fingers, what: str) -> None:
    """Takes back what was done last, which Undo must name."""
    button = fingers.page.locator("form.undo").get_by_role("button")
    expect(button).to_contain_text("Undo:")
    expect(button).to_contain_text(what)
    fingers.tap(button)


def end_early(fingers: Fingers) -> None:
    """Ends a game of two rounds before its target."""
    fingers.unfold("This game")
    fingers.unfold("End the game here")
    fingers.press("Yes, end it: round 2 was the last")
    at_page(fingers.page, "Ann & Carla won")


def write_sum(fingers: Fingers, team: str, numbers: tuple[str, str]) -> None:
    """Types what a team melded as a sum, by the + button."""
    first, second = numbers
    fingers.write(team, "Cards melded", first)
    fingers.tap(group(fingers.page, team).get_by_role("button", name="Plus another pile").first)
    fingers.keys(second)
    box = group(fingers.page, team).get_by_label("Cards melded", exact=True)
    expect(box).to_have_value(f"{first}+{second}")


def lightness(page: Page) -> int:
    """How light the page is, from 0 for black to 255 for white."""
    shown = page.evaluate(
        """() => {
          const found = [document.body, document.documentElement].map((one) => getComputedStyle(one).backgroundColor);
          const pencil = document.createElement("canvas").getContext("2d");
          pencil.fillStyle = found.find((color) => color !== "rgba(0, 0, 0, 0)");
          pencil.fillRect(0, 0, 1, 1);
          return [...pencil.getImageData(0, 0, 1, 1).data.slice(0, 3)];
        }"""
    )
    return sum(shown) // 3
