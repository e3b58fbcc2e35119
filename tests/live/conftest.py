"""Fixtures: a club, its hub, and a game to listen to."""

from contextlib import contextmanager
from queue import Empty, SimpleQueue

import pytest

from scorepad.live.hub import Hub
from scorepad.live.presence import PageKind, Presence, Viewer
from scorepad.store import Club

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


class Listening:
    """A listener whose news can be waited for."""

    def __init__(self, bell, listener):
        self._bell = bell
        self._listener = listener

    @property
    def mark(self):
        return self._listener.mark

    def wait(self, seconds):
        """Wait for news. Return whether there was any since the last call."""
        try:
            self._bell.get(timeout=seconds)
        except Empty:
            return False
        while not self._bell.empty():
            self._bell.get()
        return True


@pytest.fixture
def listen(hub, game):
    @contextmanager
    def listen(viewer=ANN, number=game):
        bell = SimpleQueue()
        with hub.listening(number, viewer, PageKind.TABLE, lambda: bell.put(None)) as listener:
            yield Listening(bell, listener)

    return listen
