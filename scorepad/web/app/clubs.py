"""Load a game of this request's club."""

from flask import abort

from scorepad.play.game import LoadedGame, NoSuchGameError
from scorepad.web.app import bidi
from scorepad.web.app.current import g


def load(number: int) -> LoadedGame:
    """Load a game, or answer 404."""
    try:
        loaded = g.club.games.load(number)
    except NoSuchGameError:
        abort(404)
    bidi.remember(loaded.spoken_names)
    return loaded
