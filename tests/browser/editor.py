"""Fingers on the pages where players edit their own rules."""

import re
from contextlib import contextmanager

from playwright.sync_api import expect

from tests.browser.fingers import Fingers


class Editor(Fingers):
    """Fingers on the pages of the rules editor. Each answer is saved before the next tap."""

    def begin(self, like):
        self.press("Make your own rules")
        self.tap(self.page.get_by_role("button", name=re.compile(f"^{like}")))
        expect(self.page.get_by_role("heading", level=1)).to_have_text("What tables often change")

    def see_all(self):
        self.press("All parts")
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Your own rules")

    def open(self, title):
        self.tap(self.page.locator(".groups").get_by_role("link", name=re.compile(f"^{title}")))
        expect(self.page.get_by_role("heading", level=1)).to_have_text(title)

    def go_on(self, title):
        self.press(f"Next: {title}")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(title)

    @contextmanager
    def _saving(self):
        """Wait until the page shows what was saved: new questions move those below."""
        version = self.page.locator("#group [name=seen]")
        before = version.input_value()
        yield
        expect(version).not_to_have_value(before)

    def _saved(self, target):
        with self._saving():
            self.tap(target)

    def step(self, path, by, value):
        self._saved(self.page.locator(f'[name=step][value="{path}{by}"]'))
        expect(self.page.locator(f'input[name="{path}"]')).to_have_value(value)

    def answer(self, path, value):
        # The label is large enough to tap.
        self._saved(self.page.locator(f'label:has([name="{path}"][value="{value}"])'))

    def type_over(self, path, text):
        """Type a number and go on to the next input, which saves it."""
        box = self.page.locator(f'input[name="{path}"]')
        self.tap(box)
        box.clear()
        self.touches += 1
        with self._saving():
            self.keys(text)
            self.page.keyboard.press("Tab")
        expect(self.page.locator(f'input[name="{path}"]')).to_have_value(text)

    def more(self, title):
        self.tap(self.page.locator("summary", has_text="More").filter(has_text=title))

    def clear(self, path):
        self.tap(self.page.locator(f'input[name="{path}"]'))
        self.touches += 1
        self.page.keyboard.press("Backspace")

    def add(self, words):
        self._saved(self.page.get_by_role("button", name=f"+ {words}", exact=True))

    @property
    def name(self):
        return self.page.get_by_label("The name of your rules")

    def keep(self, name):
        """Name the rules (typing is not counted) and keep them."""
        self.press("Done")
        self.name.fill(name)
        self.press("Keep these rules")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(name)
