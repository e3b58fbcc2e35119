"""What somebody does on a page to bring it into a state; every step waits until it can be done."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

Step = Callable[[Page], Any]


def press(words: str) -> Step:
    """Presses a button."""
    return lambda page: page.get_by_role("button", name=words, exact=True).click()


def unfold(words: str) -> Step:
    """Opens what is folded away under these words, everywhere."""
    return lambda page: [one.click() for one in page.locator("summary", has_text=words).all()]


def write(whose: str, label: str, text: str) -> Step:
    """Types over an input of a team or player, or of the page."""
    group = {"name": whose, "exact": True}
    return lambda page: (
        (page.get_by_role("group", **group) if whose else page)
        .get_by_label(label, exact=True)
        .fill(text)
    )


def leave(page: Page) -> None:
    """Leaves the input, and waits until what was typed there was answered."""
    with page.expect_response(lambda response: "/edit" in response.url):
        page.keyboard.press("Tab")


def meanwhile(*steps: Step) -> Step:
    """Does this on the same page in another window."""

    def elsewhere(page: Page) -> None:
        other = page.context.new_page()
        other.goto(page.url)
        for step in steps:
            step(other)
        other.close()

    return elsewhere
