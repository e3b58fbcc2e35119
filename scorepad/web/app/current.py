"""Typed `flask.g`, which `security` fills before each view runs, and the game of a request."""

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, cast

import flask
from flask.ctx import _AppCtxGlobals

if TYPE_CHECKING:
    from datetime import tzinfo

    from scorepad.language.languages import Language
    from scorepad.live.open_clubs import OpenClub
    from scorepad.play.form_data import Submission
    from scorepad.play.game import LoadedGame
    from scorepad.store import Phone
    from scorepad.store.tokens import Token
    from scorepad.web.app.permissions import Permission


CLUB = "scorepad.club"
"""Key in a request's environment: its OpenClub. Missing if there is no club."""


class Current(_AppCtxGlobals):
    """The club, the phone, its permissions and its form. On error pages any of them may be missing."""

    club: "OpenClub"
    phone: "Phone | None"
    """None for a phone that never joined. A dismissed phone has no passes."""
    token: str
    """The token of this phone, "" if it is not known."""
    renamed: dict[str, tuple[str, str]]
    """The cookies that this request sent with an earlier name; see `cookies`."""
    allowed: "frozenset[Permission]"
    """What the phone may do in this club, or in the game of this page."""
    api_token: "Token"
    """The token of an API request."""
    may_post: bool
    """Whether pages of the site that asks may send a POST to the API."""
    body: bytes
    """The body of an API request."""
    form: "Submission"
    """The posted form. A view in `forms.CHECKS_TOKEN_ITSELF` must check `is_valid`."""
    language: "Language | None"
    """The language of its reader, None for English; see `language`."""
    reading: AbstractContextManager[None]
    """Ends the use of that language."""
    game: "LoadedGame"
    """The game of this page, once it is loaded."""
    mark: str
    """The mark of the game's pages when it was loaded; see `live.hub`."""
    is_shared: bool
    """Whether a page is being rendered for all phones: its forms have no token or key; see `live.live_page`."""
    csrf_token: str
    """The CSRF token of this page's forms, once there is one."""
    zone: "tzinfo | None"
    """The club's time zone, once it was needed."""
    club_name: str
    """What the pages call the club, once one has asked; see `templates.club_name`."""
    is_updating: bool
    """Whether the league's figures are still being updated."""


g = cast(Current, flask.g)


def load(number: int) -> "LoadedGame":
    """Load a game of this request's club. Raises NoSuchGame, which is answered with 404."""
    g.game = g.club.games.load(number)
    return g.game
