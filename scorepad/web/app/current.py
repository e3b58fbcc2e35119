"""Flask's `g` with types, which `security` sets before each view runs, and the game of a request."""

from typing import TYPE_CHECKING, cast

import flask
from flask.ctx import _AppCtxGlobals

if TYPE_CHECKING:
    from datetime import tzinfo

    from scorepad.play.form_data import Submission
    from scorepad.play.game import LoadedGame
    from scorepad.store import Phone
    from scorepad.store.tokens.tokens import Token
    from scorepad.web.access.permissions import Permission
    from scorepad.web.app.open_clubs import OpenClub


class Current(_AppCtxGlobals):
    """The club, the phone, its permissions and its form. Pages that answer an error may miss any of them."""

    club: "OpenClub"
    phone: "Phone | None"
    """None for a phone that never came in. A dismissed phone has no passes."""
    token: str
    """The token of this phone, "" if it brought none."""
    allowed: "frozenset[Permission]"
    """What the phone may do in this club, or in the game of this page."""
    api_token: "Token"
    """The token of a request of the API."""
    body: bytes
    """The body of a request of the API."""
    form: "Submission"
    """The posted form. Its view must check `is_valid`, unless `security` refuses it without a good token."""
    game: "LoadedGame"
    """The game of this page, once it was loaded."""
    mark: str
    """The mark of its pages then; see `live.hub`."""
    has_holes: bool
    """Whether a page is being drawn for all phones; see `live.live_page`."""
    csrf_token: str
    """The token of this page's forms, once there is one."""
    zone: "tzinfo | None"
    """The time zone of the club, once a time was shown."""
    is_updating: bool
    """Whether the figures of the league are still being updated."""


g = cast(Current, flask.g)


def load(number: int) -> "LoadedGame":
    """Load a game of this request's club. Raises NoSuchGame, which is answered with 404."""
    g.game = g.club.games.load(number)
    return g.game
