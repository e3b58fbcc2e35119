"""Fingers on a phone. They find inputs and buttons as people do: by legends, labels and button texts."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

SHARES = itertools.cycle((0.4, 0.65))
"""How far down the screen an input is tapped, between the fixed bars. Two taps at one place would select a word."""


@dataclass
class Fingers:
    """Fingers that count: every tap, key and mouse click is one touch.

    `selects` is true if people must select the text of an input before typing over it; scripts do that for them.
    """

    page: Page
    touch: bool = True
    selects: bool = False
    touches: int = 0

    def tap(self, target: Locator, force: bool = False) -> None:
        """Tap an element once the page's scripts have loaded."""
        self.touches += 1
        self.page.wait_for_load_state()
        target.tap(force=force) if self.touch else target.click(force=force)

    def reach(self, target: Locator) -> Locator:
        """Make an element visible and return it: if a round is counted step by step, go to the element's step."""
        target.wait_for(state="attached")
        self.page.wait_for_load_state()
        if not target.is_visible() and self.page.locator("#steps").is_visible():
            step = target.evaluate("one => one.closest('[data-step]').dataset.step")
            self.tap(self.page.locator(f'#steps [data-go="{step}"]'))
        return target

    def press(self, words: str) -> None:
        """Tap the button with this text, or the link that looks like one."""
        button = self.page.get_by_role("button", name=words, exact=True, include_hidden=True)
        link = self.page.get_by_role("link", name=words, exact=True, include_hidden=True)
        self.tap(self.reach(button.or_(link)))

    def type(self, keys: str) -> None:
        """Tap keys of the page's own keypad. It does not move, so that `force` saves half of the time."""
        for key in keys:
            self.tap(self.page.locator(f'[data-key="{key}"]'), force=True)

    def next(self) -> None:
        """Go to the next step of counting."""
        self.tap(self.page.locator("[data-next]"))

    def choose(self, words: str) -> None:
        self.tap(self.reach(self.page.get_by_role("radio", name=words, exact=True, include_hidden=True)))

    def unfold(self, words: str) -> None:
        self.tap(self.page.locator("summary", has_text=words).first)

    def step(self, legend: str, label: str, times: int = 1) -> None:
        """Tap the + of a stepper, and check that it counts."""
        box = self.reach(group(self.page, legend).get_by_label(label, exact=True))
        plus = group(self.page, legend).get_by_role("button", name=f"{label}: one more", exact=True)
        for _ in range(times):
            before = int(box.input_value() or 0)
            self.tap(plus)
            expect(box).to_have_value(str(before + 1))

    def mark(self, words: str, legend: str = "") -> None:
        """Tap a toggle, and check that it changes."""
        place = group(self.page, legend) if legend else self.page
        # The mark for the opening says what it needs until it is ticked.
        toggle = place.get_by_role("button", name=words, exact=True, include_hidden=True)
        button = self.reach(place.locator(".toggle[id$='.opened']") if words == "Opened" else toggle)
        was_pressed = button.get_attribute("aria-pressed") == "true"
        self.tap(button)
        expect(button).to_have_attribute("aria-pressed", "false" if was_pressed else "true")

    def write(self, legend: str, label: str, text: str, leave: bool = False) -> None:
        """Tap an input and type into it; `leave` moves to the next input, which sends what was typed."""
        name = group(self.page, legend).get_by_label(label, exact=True).get_attribute("name")
        # The browser finds it by name in 20% of the time.
        box = self.reach(self.page.locator(f'[name="{name}"]'))
        scroll = "(box, at) => scrollBy(0, box.getBoundingClientRect().top - at * innerHeight)"
        box.evaluate(scroll, next(SHARES))
        self.write_in(box, text)
        if leave:
            self.page.keyboard.press("Tab")

    def write_in(self, box: Locator, text: str) -> None:
        """Tap a visible input, and type.

        With `force`, Playwright does not wait until the page stops moving, which takes three times as long as the tap.
        """
        self.tap(box, force=True)
        expect(box).to_be_focused()
        if self.selects:
            self.touches += 1
            self.page.keyboard.press("ControlOrMeta+a")
        self.keys(text)
        expect(box).to_have_value(text)

    def keys(self, text: str) -> None:
        """Type, counting a touch for every key."""
        self.touches += len(text)
        self.page.keyboard.type(text)

    @contextmanager
    def counting(self) -> Iterator[list[int]]:
        """Count the touches in this context: on exit, their number becomes the only item of the list."""
        before, counts = self.touches, []
        yield counts
        counts.append(self.touches - before)


def group(page: Page, legend: str) -> Locator:
    """Return the part of a form with this legend: a team, a player or a rank of cards."""
    return page.get_by_role("group", name=legend, exact=True, include_hidden=True)
