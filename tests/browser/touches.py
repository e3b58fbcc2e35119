"""Fingers that are counted: every tap on the screen and every key is one touch.

`Fingers` finds what people find, by the words on it, as `table.py` does. `count_touches` plays what the goals speak
of: the set-up of a game among people who are known, a plain round by points and by piles, and a rematch.
"""

import itertools
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from scorepad.web import create_app
from tests.browser.table import group
from tests.web.driving import NAMES, OUT_FIRST, Visitor

SHARES = itertools.cycle((0.4, 0.65))
"""How far down the screen an input is tapped, between the two bars that stay even where it is lowest."""

KNOWN = NAMES[:4]
"""The players whom the club knows, in the order of their seats."""

BOOKS = {
    "Ann & Carla": {"Red books": 2, "Black books": 1},
    "Bob & Dora": {"Red books": 1, "Black books": 1},
}
CUT = "Carla: exact cut of 22"
POINTS = {
    ("Ann & Carla", "Cards melded"): "410",
    ("Carla", "Cards left"): "0",
    ("Bob & Dora", "Cards melded"): "385",
    ("Bob", "Cards left"): "65",
    ("Dora", "Cards left"): "30",
}
PILES = {
    ("Ann & Carla", "Cards melded"): {50: 5, 20: 6, 10: 4},
    ("Bob & Dora", "Cards melded"): {50: 4, 20: 7, 10: 4, 5: 1},
    ("Bob", "Cards left"): {50: 1, 10: 1, 5: 1},
    ("Dora", "Cards left"): {20: 1, 10: 1},
}
"""The same round as `POINTS`; Carla's empty hand is typed in both."""

WORTH = ("Ann & Carla: 1,910", "Bob & Dora: 590")
"""(1,000 + 300) + 410 + (100 + 100), and (500 + 300) + (385 − 65 − 30 − 500), by the rules of `partnership`."""


@dataclass
class Fingers:
    """Whoever holds the phone, or sits at a computer and clicks; both are touches.

    `selects` where what stands in an input has to be marked before it is typed over: scripts do that by themselves.
    """

    page: Page
    touch: bool = True
    selects: bool = False
    touches: int = 0

    def tap(self, one: Locator) -> None:
        """Touches one thing, on a page whose scripts have come."""
        self.touches += 1
        self.page.wait_for_load_state()
        one.tap() if self.touch else one.click()

    def press(self, words: str) -> None:
        """Touches the button of these words, or the link that looks like one."""
        button = self.page.get_by_role("button", name=words, exact=True)
        self.tap(button.or_(self.page.get_by_role("link", name=words, exact=True)))

    def choose(self, words: str) -> None:
        """Touches one of several choices."""
        self.tap(self.page.get_by_role("radio", name=words, exact=True))

    def unfold(self, words: str) -> None:
        """Opens what is folded away under these words."""
        self.tap(self.page.locator("summary", has_text=words).first)

    def step(self, whose: str, label: str, times: int = 1) -> None:
        """Touches the + of a stepper, and looks that it steps."""
        of = group(self.page, whose) if whose else self.page
        box = of.get_by_label(label, exact=True)
        for _ in range(times):
            before = int(box.input_value() or 0)
            self.tap(of.get_by_role("button", name=f"{label}: one more", exact=True))
            expect(box).to_have_value(str(before + 1))

    def mark(self, words: str, whose: str = "") -> None:
        """Touches a mark, and looks that it turns."""
        of = group(self.page, whose) if whose else self.page
        button = of.get_by_role("button", name=words, exact=True)
        was = button.get_attribute("aria-pressed")
        self.tap(button)
        expect(button).to_have_attribute("aria-pressed", "false" if was == "true" else "true")

    def write(self, whose: str, label: str, text: str) -> None:
        """Touches an input and types into it, a touch for every key."""
        box = group(self.page, whose).get_by_label(label, exact=True)
        # Two taps at one place of the screen are a double tap, which selects a word.
        box.evaluate(
            "(one, at) => scrollBy(0, one.getBoundingClientRect().top - at * innerHeight)",
            next(SHARES),
        )
        self.write_in(box, text)

    def write_in(self, box: Locator, text: str) -> None:
        """Touches an input that is in sight, and types."""
        self.tap(box)
        expect(box).to_be_focused()
        if self.selects:
            self.touches += 1
            self.page.keyboard.press("ControlOrMeta+a")
        self.keys(text)
        expect(box).to_have_value(text)

    def keys(self, text: str) -> None:
        """Types, a touch for every key."""
        self.touches += len(text)
        self.page.keyboard.type(text)

    @contextmanager
    def counting(self) -> Iterator[list[int]]:
        """How many touches there were meanwhile: the only item of the list, once this ends."""
        before, counted = self.touches, []
        yield counted
        counted.append(self.touches - before)


def make_known(home: Path) -> None:
    """Plays an earlier game in a club's folder, before its server starts: from then on the club knows `KNOWN`."""
    app = create_app(home)
    Visitor(app).begin(starter="seat2").play(1, **OUT_FIRST)
    app.extensions["scorepad.club"].close()


def count_touches(page: Page, club: str) -> dict[str, int]:
    """Touches for each of what the goals speak of, on a club where `make_known` was. Ends on a rematch's table."""
    fingers, found = Fingers(page), {}
    page.goto(club)
    for name, play in STEPS.items():
        with fingers.counting() as counted:
            play(fingers)
        found[name] = counted[0]
        _after(fingers, name)
    return found


def set_up(fingers: Fingers) -> None:
    """From the list of games to the table, with four players who are known."""
    fingers.press("New game")
    fingers.press("As last time: Partnership Hand & Foot, 4 players")
    sit_down(fingers, KNOWN)
    fingers.choose("Bob")
    fingers.press("Begin the game")
    expect(fingers.page.get_by_role("region", name="The score")).to_contain_text("Bob starts")


def sit_down(fingers: Fingers, names: tuple[str, ...]) -> None:
    """Sits known players down, seat by seat, by tapping their names."""
    for seat, name in enumerate(names, start=1):
        fingers.tap(fingers.page.locator(".chips").get_by_role("button", name=name))
        expect(fingers.page.locator(".seats > li").nth(seat - 1)).to_contain_text(name)


def by_points(fingers: Fingers) -> None:
    """A round that is tallied as it is played, and counted as points; from the table to the next round's table."""
    _play(fingers)
    for (whose, label), text in POINTS.items():
        fingers.write(whose, label, text)
    _finish(fingers)


def by_piles(fingers: Fingers) -> None:
    """The same round, every packet that is not empty counted by its piles."""
    _play(fingers)
    fingers.write("Carla", "Cards left", "0")
    for (whose, label), piles in PILES.items():
        count_piles(fingers, whose, label, piles)
    _finish(fingers)


def count_piles(fingers: Fingers, whose: str, label: str, piles: Mapping[int, int]) -> None:
    """Counts a packet on its own page: a pile's cards are typed, which is never more touches than its + would be."""
    fingers.press(f"Count the piles: {label}, {whose}")
    expect(fingers.page.get_by_role("heading", level=1)).to_contain_text(label)
    for each, cards in piles.items():
        box = fingers.page.locator(f'[name="pile.{each}"]')
        if cards == 1:
            fingers.tap(fingers.page.locator(f'[name=step][value="pile.{each}+1"]'))
        else:
            fingers.write_in(box, str(cards))
        expect(box).to_have_value(str(cards))
    fingers.press("Keep this")


def _play(fingers: Fingers) -> None:
    fingers.mark(CUT)
    for team, books in BOOKS.items():
        fingers.mark("Opened", team)
        for label, number in books.items():
            fingers.step(team, label, number)
    fingers.press("Count the round")
    fingers.choose("Ann went out")


def _finish(fingers: Fingers) -> None:
    fingers.step("Dora", "Red threes left in hand or foot")
    fingers.press("Finish the round")
    expect(fingers.page.get_by_role("heading", level=2)).to_have_text(WORTH)
    fingers.tap(fingers.page.get_by_role("link", name="On to round"))
    expect(fingers.page.get_by_role("link", name="Count the round")).to_be_visible()


def rematch(fingers: Fingers) -> None:
    """From the result to the table of the next game."""
    fingers.press("Rematch")
    expect(fingers.page.get_by_role("region", name="The score")).to_contain_text("Round 1")


STEPS = {
    "set-up": set_up,
    "round by points": by_points,
    "round by piles": by_piles,
    "rematch": rematch,
}


def _after(fingers: Fingers, name: str) -> None:
    """Ends the game early before its rematch, which is no part of a count."""
    if name == "round by piles":
        fingers.unfold("This game")
        fingers.unfold("End the game here")
        fingers.press("Yes, end it: round 2 was the last")
        expect(fingers.page.get_by_role("heading", level=1)).to_have_text("Ann & Carla won")
