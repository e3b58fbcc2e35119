"""State that the pages of an open house share."""

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
"""Key in `app.extensions`. Missing if there is no open house."""


class OpenHouse:
    """The clubs of an open house, their limits, and its counters."""

    def __init__(self, home: Path, clubs: OpenClubs, most: int) -> None:
        self.home = home
        self.clubs = clubs
        self.limits = Limits(most)
        self.counter = Counter(home)
        self.errors = 0

    def start(self, address: str, key: str) -> str:
        """Start a club for a visitor with this IP address, once per form key. Return its slug.

        Raises TooManyClubs, or StoreError if the disk fails.
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
    """Return the open house. Only for its own pages: without one this raises KeyError."""
    house = current_app.extensions[NAME]
    assert isinstance(house, OpenHouse)
    return house
