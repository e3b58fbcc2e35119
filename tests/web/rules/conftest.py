"""A separate club for each test, with its own rule set."""

import pytest

from scorepad.play.rules import own_rules
from scorepad.play.rules.own_rules import Sender
from tests.web.rules.editor import Editor

OURS = {"schema": 2, "name": "Our table", "parent": "partnership", "set": {"books.clean.points": 700}}


@pytest.fixture
def visitor(first_visitor):
    return first_visitor


@pytest.fixture
def editor(visitor):
    """A draft that begins like `partnership`."""
    return Editor.begin(visitor)


@pytest.fixture
def ours(visitor):
    """A copy of `partnership` in which red books pay 700."""
    return own_rules.save_new(visitor.club, OURS, Sender("first"))


@pytest.fixture
def save(visitor, ours):
    """Save another version with another value for red books."""

    def save(points, base=1):
        data = {**OURS, "set": {"books.clean.points": points}}
        return own_rules.save_version(visitor.club, ours.slug, data, base, Sender(f"to-{points}"))

    return save
