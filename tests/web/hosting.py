"""A host of many clubs, and somebody who visits one of them."""

from pathlib import Path
from typing import Any

from flask import Flask

from scorepad import paths
from scorepad.serving import invite_links
from scorepad.store import Club, Role
from scorepad.web.app.open_clubs import OpenClubs
from tests.web.driving import Visitor
from tests.web.pages import Page


def make_club(home: Path, slug: str) -> Path:
    """Makes a club of a host of many: its file."""
    folder = paths.club_dir(home, slug)
    folder.mkdir(mode=0o700, parents=True)
    Club.open(folder / paths.CLUB).close()
    return folder / paths.CLUB


def clubs_of(app: Flask) -> OpenClubs:
    """The clubs that an application has open."""
    clubs: OpenClubs = app.extensions["scorepad.clubs"]
    return clubs


class Member(Visitor):
    """Somebody who came into one club of a host by a link, the owner's unless told; by none where `role` is None."""

    def __init__(self, app: Flask, home: Path, slug: str, role: Role | None = Role.OWNER) -> None:
        self.app, self.home, self.slug, self.client = app, home, slug, app.test_client()
        self.prefix = paths.prefix(slug)
        if role:
            answer = self.client.get(
                invite_links.link_path(home, role, slug=slug), follow_redirects=True
            )
            assert answer.status_code == 200

    def get(self, address: str, **args: Any) -> Page:
        """Opens a page of the club, whether its prefix is written or not."""
        prefix = "" if address.startswith(f"{self.prefix}/") else self.prefix
        return super().get(prefix + address, **args)

    @property
    def club(self) -> Club:
        """The club behind the pages."""
        clubs = clubs_of(self.app)
        if not self.slug:
            assert clubs.home
            return clubs.home.store
        club = clubs.take(self.slug).store
        clubs.give_back(self.slug)
        return club
