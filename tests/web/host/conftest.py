"""Fixtures: an open house without a home club, and its visitors."""

from contextlib import closing

import pytest

from scorepad import paths
from scorepad.web import create_app
from tests.web.driving import filled
from tests.web.hosting import clubs_of
from tests.web.pages import Page


class Stranger:
    """A browser at an IP address."""

    def __init__(self, app, address="203.0.113.1"):
        self.client = app.test_client()
        self.address = address

    def get(self, address):
        answer = self.client.get(address, follow_redirects=True, environ_overrides={"REMOTE_ADDR": self.address})
        return Page(answer.status_code, answer.text)

    def send(self, form, **changes):
        answer = self.client.post(
            form.action, data=filled(form, changes), follow_redirects=True,
            environ_overrides={"REMOTE_ADDR": self.address},
        )  # fmt: skip
        return Page(answer.status_code, answer.text)

    def start(self, name="Thursday"):
        """Start a club from the front page."""
        return self.send(self.get("/start").form("/start"), name=name)


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "instance"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def open_app(home, monkeypatch):
    monkeypatch.setenv("SCOREPAD_OPEN", "1")
    with closing(clubs_of(app := create_app(home))):
        yield app


@pytest.fixture
def stranger(open_app):
    return Stranger(open_app)


@pytest.fixture
def slugs(home):
    """A function that returns the slugs of the host's clubs."""
    return lambda: paths.slugs(home)
