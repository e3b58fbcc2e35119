"""Flask's `g` with types. `security` and `permissions` set it before each view runs."""

from typing import TYPE_CHECKING, cast

import flask
from flask.ctx import _AppCtxGlobals

if TYPE_CHECKING:
    from scorepad.store import Phone
    from scorepad.web.access.permissions import Permission
    from scorepad.web.app.open_clubs import OpenClub


class Current(_AppCtxGlobals):
    """The club, the phone and its permissions. Pages that answer an error may miss any of them."""

    club: "OpenClub"
    phone: "Phone | None"
    """None for a phone that never came in. A dismissed phone has no passes."""
    allowed: "frozenset[Permission]"
    """What the phone may do in this club, or in the game of this page."""
    is_updating: bool
    """Whether the figures of the league are still being updated."""


g = cast(Current, flask.g)
