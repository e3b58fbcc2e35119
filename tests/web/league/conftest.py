"""The tiny league, for tests that read it and for tests that change it."""

import pytest

from tests.web.driving import Visitor
from tests.web.league.tiny_league import play_tiny_league


@pytest.fixture(scope="module")
def tiny_ids(app):
    """The ids of the players of the tiny league, by name. The tests of a module share its club."""
    return play_tiny_league(Visitor(app))


@pytest.fixture
def tiny(visitor, tiny_ids):
    """A visitor of the tiny league. Read-only."""
    return visitor


@pytest.fixture
def records_of_few(monkeypatch):
    """Let one game of a kind be enough for records: the tiny league has four."""
    for module in ("scorepad.league.figures", "scorepad.exchange.documents.league"):
        monkeypatch.setattr(f"{module}.MIN_FOR_RECORDS", 1)


@pytest.fixture
def own_tiny(first_visitor):
    """A visitor of a tiny league that the test may change."""
    play_tiny_league(first_visitor)
    return first_visitor
