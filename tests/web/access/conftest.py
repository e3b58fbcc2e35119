"""Fixtures: a table, a visitor without access, and another club."""

from contextlib import closing

import pytest

from scorepad.store import WHOLE_CLUB
from scorepad.web import create_app
from scorepad.web.access import join
from scorepad.web.app.permissions import COOKIE
from tests.web.driving import Visitor
from tests.web.hosting import clubs_of


def token_of(visitor):
    return visitor.token


def known_at(visitor, domain):
    """Make the visitor's phone send its cookie to this host name too."""
    visitor.client.set_cookie(COOKIE, token_of(visitor), domain=domain)
    return visitor


def listed(page):
    """The phones in a list, and what they may do."""
    return [phone.text.split(" joined ")[0] for phone in page.classed("phone-words")]


@pytest.fixture(scope="module")
def game(app):
    """A table for the phones of a module's tests."""
    return Visitor(app).begin().game


@pytest.fixture
def newcomer(app):
    return Visitor(app, None)


@pytest.fixture
def link(app):
    """Return the path of a link that works now."""

    def path(role, game=WHOLE_CLUB):
        generation = app.extensions["scorepad.access"].generation(role, game)
        return f"/in/{join.link_word(str(app.secret_key), '', role, game, generation)}"

    return path


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    with closing(clubs_of(other := create_app(tmp_path_factory.mktemp("elsewhere")))):
        yield other
