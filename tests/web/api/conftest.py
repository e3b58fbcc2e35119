"""Fixtures: a club with the tiny league and a table, and programs with tokens."""

from contextlib import closing

import pytest

from scorepad.store.tokens import TokenRole
from scorepad.web import create_app
from tests.web.api.programs import program
from tests.web.driving import Visitor
from tests.web.hosting import clubs_of
from tests.web.league.tiny_league import play_tiny_league


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """The application of a club, on a server with threads for streams."""
    with closing(clubs_of(app := create_app(tmp_path_factory.mktemp("club"), is_serving=True))):
        play_tiny_league(Visitor(app))
        yield app


@pytest.fixture
def reader(visitor):
    return program(visitor)


@pytest.fixture
def scorer(begun):
    """A program that keeps score of a game with one finished round."""
    return program(begun.visitor, TokenRole.SCORE, game=begun.game)
