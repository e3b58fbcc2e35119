"""Those who sit at one table, each with a phone of their own that came in by the table's link, and the board."""

from dataclasses import dataclass, field

from click.testing import CliRunner
from playwright.sync_api import BrowserContext, Locator, Page, expect

from scorepad.cli import main
from tests.browser.conftest import PHONE, NewContext
from tests.browser.phone import Phone
from tests.browser.tables import Tables
from tests.support.server import environment


@dataclass
class Party:
    """The players at a table, each with a phone of their own, and the board on the wall."""

    tables: Tables
    game: int
    new_context: NewContext
    phones: dict[str, Phone] = field(default_factory=dict)
    contexts: dict[str, BrowserContext] = field(default_factory=dict)

    def come_in(self, name: str, *options: str) -> Page:
        """Follow a link of the table with a browser that the club does not know."""
        context = self.new_context(**(PHONE if name != "board" else {}))
        context.clear_cookies()
        if name == "Dora":
            context.clock.install()
        self.contexts[name] = context
        page = context.new_page()
        runner = CliRunner(env=environment(SCOREPAD_INSTANCE=str(self.tables.home)))
        printed = runner.invoke(main, ["link", "--game", str(self.game), *options])
        page.goto(printed.stdout.split()[0])
        return page

    def sit_down(self, name: str) -> None:
        """Come in to keep score, and say once who does."""
        page = self.come_in(name)
        self.phones[name] = Phone(page)
        self.phones[name].press(name)
        keeper = page.locator(".keeper", has_text=f"{name} keeps score on this phone")
        expect(keeper).to_be_visible()

    def questions(self, about: str) -> list[Locator]:
        """The question about a cell, which stands on every phone."""
        boxes = [one.page.locator(".conflict", has_text=about) for one in self.phones.values()]
        for box in boxes:
            expect(box).to_have_count(1)
        return boxes

    def check_that_nothing_is_asked(self) -> None:
        """No phone has a question left."""
        for fingers in self.phones.values():
            expect(fingers.page.locator(".conflict")).to_have_count(0)


def board_says(board: Page, last: str, team: str, so_far: str) -> None:
    """What was done last shows on the board, and what a team's round comes to."""
    expect(board.locator(".board-last")).to_contain_text(last)
    expect(board.get_by_role("region", name=team).locator(".board-now")).to_contain_text(so_far)


def short(value: object) -> object:
    """The value of an entry, as short as may be."""
    match value:
        case {"n": count}:
            return count
        case {"typed": text}:
            return text
        case {"yes": True}:
            return "yes"
        case {"as": kind}:
            return kind
    return value
