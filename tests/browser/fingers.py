"""Fingers on a phone, which find what people find: legends, labels and the words on buttons."""

import itertools
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

SHARES = itertools.cycle((0.4, 0.65))
"""How far down the screen an input is tapped, between the two bars that stay. Two taps at one place select a word."""


@dataclass
class Fingers:
    """Fingers that count: every tap and every key is one touch, and so is every click of a mouse.

    `selects` where a person has to select the text of an input before typing over it: scripts do that by themselves.
    """

    page: Page
    touch: bool = True
    selects: bool = False
    touches: int = 0

    def tap(self, target: Locator, force: bool = False) -> None:
        """Touch something, on a page whose scripts have come."""
        self.touches += 1
        self.page.wait_for_load_state()
        target.tap(force=force) if self.touch else target.click(force=force)

    def reach(self, target: Locator) -> Locator:
        """Something, once the page shows it: where a round is counted step by step, this goes to its step."""
        target.wait_for(state="attached")
        self.page.wait_for_load_state()
        if not target.is_visible() and self.page.locator("#steps").is_visible():
            step = target.evaluate("one => one.closest('[data-step]').dataset.step")
            self.tap(self.page.locator(f'#steps [data-go="{step}"]'))
        return target

    def press(self, words: str) -> None:
        """Touch the button of these words, or the link that looks like one."""
        button = self.page.get_by_role("button", name=words, exact=True, include_hidden=True)
        link = self.page.get_by_role("link", name=words, exact=True, include_hidden=True)
        self.tap(self.reach(button.or_(link)))

    def type(self, keys: str) -> None:
        """Touch the keys of the page itself."""
        for key in keys:
            self.tap(self.page.locator(f'[data-key="{key}"]'))

    def next(self) -> None:
        """Go to the next step of counting."""
        self.tap(self.page.locator("[data-next]"))

    def choose(self, words: str) -> None:
        self.tap(self.reach(self.page.get_by_role("radio", name=words, exact=True, include_hidden=True)))

    def unfold(self, words: str) -> None:
        self.tap(self.page.locator("summary", has_text=words).first)

    def step(self, legend: str, label: str, times: int = 1) -> None:
        """Touch the + of a stepper, and check that it steps."""
        box = self.reach(group(self.page, legend).get_by_label(label, exact=True))
        plus = group(self.page, legend).get_by_role("button", name=f"{label}: one more", exact=True)
        for _ in range(times):
            before = int(box.input_value() or 0)
            self.tap(plus)
            expect(box).to_have_value(str(before + 1))

    def mark(self, words: str, legend: str = "") -> None:
        """Touch a mark, and check that it turns."""
        place = group(self.page, legend) if legend else self.page
        # What it follows from stands in it too, and is hidden until it does.
        name = re.compile(rf"^{re.escape(words)}( by its melds)?$")
        button = self.reach(place.get_by_role("button", name=name, include_hidden=True))
        was_pressed = button.get_attribute("aria-pressed") == "true"
        self.tap(button)
        expect(button).to_have_attribute("aria-pressed", "false" if was_pressed else "true")

    def write(self, legend: str, label: str, text: str, leave: bool = False) -> None:
        """Touch an input and type into it; `leave` goes on to the next, which sends what was typed."""
        name = group(self.page, legend).get_by_label(label, exact=True).get_attribute("name")
        # The browser finds it again by its name in a fifth of the time.
        box = self.reach(self.page.locator(f'[name="{name}"]'))
        scroll = "(box, at) => scrollBy(0, box.getBoundingClientRect().top - at * innerHeight)"
        box.evaluate(scroll, next(SHARES))
        self.write_in(box, text)
        if leave:
            self.page.keyboard.press("Tab")

    def write_in(self, box: Locator, text: str) -> None:
        """Touch an input that is in sight, and type.

        Playwright does not wait for a page that stands still (`force`): that takes three times as long as the touch.
        """
        self.tap(box, force=True)
        expect(box).to_be_focused()
        if self.selects:
            self.touches += 1
            self.page.keyboard.press("ControlOrMeta+a")
        self.keys(text)
        expect(box).to_have_value(text)

    def keys(self, text: str) -> None:
        """Type, a touch for every key."""
        self.touches += len(text)
        self.page.keyboard.type(text)

    @contextmanager
    def counting(self) -> Iterator[list[int]]:
        """How many touches there were meanwhile: the only item of the list, once this ends."""
        before, counts = self.touches, []
        yield counts
        counts.append(self.touches - before)


def group(page: Page, legend: str) -> Locator:
    """The part of a form that stands under a legend: a team, a player or a rank of cards."""
    return page.get_by_role("group", name=legend, exact=True, include_hidden=True)
