"""An evening for tests."""

import pytest

from tests.web.league.tiny_league import CROSSED, play


@pytest.fixture
def night(first_visitor):
    """Three games of an evening, and one of the evening before."""
    visitor = first_visitor
    play(visitor, (6500, 20), day=8)
    play(visitor, (6000, 20), day=9)
    play(visitor, (0, 6000), day=9)
    play(visitor, (6000, 0), day=9, names=CROSSED)
    return visitor
