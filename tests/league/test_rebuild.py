"""A rebuild reads the games in the order of play, regardless of the order in which they were recorded."""

from unittest.mock import Mock

import pytest

from scorepad.store.results import catch_up, write
from tests.league.clubs import rebuilt_alike

ANN_WINS = (900, 100)


@pytest.fixture
def walk(monkeypatch):
    """The walk over a competitor's games from one whose streak has changed."""
    walk = Mock(side_effect=write._correct_from)
    monkeypatch.setattr(write, "_correct_from", walk)
    return walk


def test_a_game_of_the_past_changes_streaks_when_it_comes_and_none_in_a_rebuild(evening, walk, monkeypatch):
    for days in (10, 20, 30):
        evening.past("partnership", evening.people[:4], [ANN_WINS], days, whole=False)
        evening.club.league.catch_up()
    assert walk.called
    walk.reset_mock()
    monkeypatch.setattr(catch_up, "PART_OF_ALL", 1)
    rebuilt_alike(evening.club)
    assert not walk.called
