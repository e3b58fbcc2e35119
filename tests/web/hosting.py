"""A host of many clubs, and a visitor of one of them."""

from scorepad import paths
from scorepad.serving import invite_links
from scorepad.store import Club, Role
from tests.web.driving import Visitor


def make_club(home, slug):
    folder = paths.club_dir(home, slug)
    folder.mkdir(mode=0o700, parents=True)
    Club.open(folder / paths.CLUB).close()
    return folder / paths.CLUB


def clubs_of(app):
    return app.extensions["scorepad.clubs"]


class Member(Visitor):
    """A visitor who joined one club of a host by a link, by default the owner's. With `role` None, without a link."""

    def __init__(self, app, home, slug, role=Role.OWNER):
        self.app, self.home, self.slug, self.client = app, home, slug, app.test_client()
        self.prefix = paths.prefix(slug)
        if role:
            link = invite_links.link_path(home, role, slug=slug)
            assert self.client.get(link, follow_redirects=True).status_code == 200

    def get(self, address, **args):
        """Open a page of the club. The prefix may be left out."""
        prefix = "" if address.startswith(f"{self.prefix}/") else self.prefix
        return super().get(prefix + address, **args)

    @property
    def club(self):
        clubs = clubs_of(self.app)
        if not self.slug:
            return clubs.home.store
        club = clubs.take(self.slug).store
        clubs.give_back(self.slug)
        return club
