"""Those who sit at one table, each with a phone of their own that came in by the table's link, and the board."""

from dataclasses import dataclass, field

from click.testing import CliRunner
from playwright.sync_api import BrowserContext, Locator, Page, expect

from scorepad.cli import main
from tests.browser.conftest import PHONE, NewContext, overhear
from tests.browser.shared_tables import Tables
from tests.browser.touches import Fingers
from tests.support.server import environment

MELDED = "Cards melded"


@dataclass
class Party:
    """Those who sit at a table, each with a phone of their own, and the board on the wall."""

    club: Tables
    game: int
    new_context: NewContext
    phones: dict[str, Fingers] = field(default_factory=dict)
    contexts: dict[str, BrowserContext] = field(default_factory=dict)
    complaints: list[list[str]] = field(default_factory=list)

    def comes_in(self, who: str, *link: str, clock: bool = False) -> Page:
        """Somebody follows a link of the table with a browser that nobody knows."""
        context = self.new_context(**(PHONE if who != "board" else {}))
        context.clear_cookies()
        self.complaints.append(overhear(context)[1])
        page = context.new_page()
        if clock:
            page.clock.install()
        printed = CliRunner(env=environment(SCOREPAD_INSTANCE=str(self.club.home))).invoke(
            main, ["link", "--game", str(self.game), *link]
        )
        page.goto(printed.stdout.split()[0])
        self.contexts[who] = context
        return page

    def sits_down(self, who: str, clock: bool = False) -> Fingers:
        """A player comes in to keep score, and says once who they are."""
        page = self.comes_in(who, clock=clock)
        self.phones[who] = Fingers(page)
        self.phones[who].press(who)
        expect(page.locator(".keeper", has_text=f"{who} keeps score on this phone")).to_be_visible()
        return self.phones[who]

    def sits_at(self, who: str, page: Page) -> Fingers:
        """A player whose page was closed has opened another."""
        self.phones[who] = Fingers(page)
        return self.phones[who]

    def asked(self, about: str) -> list[Locator]:
        """The question about a cell, which stands on every phone."""
        found = [one.page.locator(".conflict", has_text=about) for one in self.phones.values()]
        for box in found:
            expect(box).to_have_count(1)
        return found

    def asked_nothing(self) -> None:
        """No phone has a question left."""
        for fingers in self.phones.values():
            expect(fingers.page.locator(".conflict")).to_have_count(0)


def board_says(board: Page, last: str, team: str, so_far: str) -> None:
    """What was done last shows on the board, and what it makes of a team's round."""
    expect(board.locator(".board-last")).to_contain_text(last)
    expect(board.get_by_role("region", name=team).locator(".board-now")).to_contain_text(so_far)


def melded(page: Page, team: str) -> Locator:
    """The input of what a team melded, also while it is folded away."""
    return page.locator("fieldset.team", has_text=team).get_by_label(MELDED, exact=True)


def said_by(value: object) -> object:
    """What an entry says, as short as may be."""
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
