"""A club in which every test begins its own games, with access to its entries, and phones at its tables."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from scorepad import paths
from scorepad.store import Club, LoggedEntry
from scorepad.web import create_app
from tests.browser.phone import Phone
from tests.web.driving import Visitor

COUNT = re.compile("^(Count the round|Go on counting)")
"""The table's link to the counting page."""

TALLIED = {"team1.clean": "2", "team1.dirty": "1", "seat3.exact_cut": "1", "team2.clean": "1", "team2.dirty": "1"}
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


@contextmanager
def visiting(home: Path) -> Iterator[Visitor]:
    """Yield the owner of the club in this folder, which may be served at the same time."""
    app = create_app(home)
    with closing(app.extensions["scorepad.club"]):
        yield Visitor(app)


@dataclass(frozen=True)
class Tables:
    """A club with four known players: its URL, its folder, and the owner, who begins the games."""

    url: str
    home: Path
    owner: Visitor

    def begun(self) -> int:
        return self.owner.begin(starter="seat2").game

    def tallied(self) -> int:
        """Begin a game, and tally its first round."""
        table = self.owner.begin(starter="seat2")
        table.sheet(1).save(**TALLIED)
        return table.game

    def played(self) -> int:
        """Play two equal rounds: the game can then end, and has a picture."""
        table = self.owner.begin(starter="seat2")
        for number in (1, 2):
            table.play(number, **TALLIED, **COUNTED)
        return table.game

    def open(self, phone: Phone, game: int) -> Page:
        phone.game = game
        phone.page.goto(f"{self.url}/games/{game}")
        expect(phone.page.get_by_role("link", name=COUNT)).to_be_visible()
        return phone.page

    def phone(self, context: BrowserContext, game: int) -> Phone:
        """Open the table of a game in a new page of a phone."""
        phone = Phone(context.new_page())
        self.open(phone, game)
        return phone

    def entries(self, game: int) -> list[LoggedEntry]:
        """Return the entries of a game after its beginning, in order."""
        with closing(Club.open(self.home / paths.CLUB)) as club:
            return [entry for entry in club.history(game) if entry.round and entry.field != "starter"]

    def values(self, game: int, field: str, place: str = "team1") -> list[object]:
        """Return the values that were recorded in a cell, in order; counts as numbers."""
        cell = [e.value for e in self.entries(game) if (e.place, e.field) == (place, field)]
        return [value["n"] if value and "n" in value else value for value in cell]
