"""Fixtures: a club, its hub, and a game to listen to."""

import pytest

from scorepad.store import Club
from scorepad.web.live.hub import Hub
from scorepad.web.live.presence import PageKind, Presence, Viewer

ANN = Viewer(1, 0, True)


@pytest.fixture
def club(tmp_path):
    with Club.open(tmp_path / "club.sqlite3") as club:
        yield club


@pytest.fixture
def clock():
    return [0.0]


@pytest.fixture
def presence(clock):
    return Presence(clock=lambda: clock[0])


@pytest.fixture
def hub(club, presence):
    hub = Hub(club, presence)
    yield hub
    hub.close()


@pytest.fixture
def game(club):
    return club.new_game([], key="the-game")


@pytest.fixture
def listen(hub, game):
    return lambda viewer=ANN, number=game: hub.listening(number, viewer, PageKind.TABLE)
