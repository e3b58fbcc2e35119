"""What the pages of an open house share."""

import os
from datetime import UTC, datetime
from pathlib import Path

from flask import current_app

from scorepad import paths
from scorepad.web.app.open_clubs import OpenClubs
from scorepad.web.host.limits import Limits
from scorepad.web.host.making import make_club, new_slug
from scorepad.web.host.numbers import Counter

NAME = "scorepad.open_house"
"""Its key among the application's extensions. Without an open house there is none."""


class OpenHouse:
    """What the pages of an open house need: its clubs, how many there may be, and what is counted."""

    def __init__(self, home: Path, clubs: OpenClubs, most: int) -> None:
        self.home = home
        self.clubs = clubs
        self.limits = Limits(most)
        self.counter = Counter(home)
        self.errors = 0

    def start(self, address: str, key: str) -> str:
        """Start a club for a visitor at an address, by the key of a form. Returns its name in addresses.

        Raises TooManyClubs, and StoreError if the disk refuses.
        """
        return self.limits.start(address, key, self._count, self._make)

    def _make(self) -> str:
        slug = new_slug(self.home)
        make_club(self.home, slug, datetime.now(UTC).date())
        return slug

    def _count(self) -> int:
        with os.scandir(self.home / paths.CLUBS) as folders:
            return sum(1 for _ in folders)


def current_house() -> OpenHouse:
    """The open house of this request, for its own pages."""
    house = current_app.extensions[NAME]
    assert isinstance(house, OpenHouse)
    return house
