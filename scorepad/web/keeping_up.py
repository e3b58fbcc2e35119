"""Brings the league up to date before one of its pages is shown, and shows the page anyway where that takes long.

The work is done by the club's `Keeper`, so that a correction of a game of years ago, after which every rating is
worked out anew, keeps nobody waiting: the page says that it is under way.
"""

import hashlib
from collections.abc import Callable
from datetime import date, datetime
from functools import wraps
from typing import Any

from flask import current_app, g, make_response, request, session

from scorepad.web import doors
from scorepad.web.clubs import current, current_club

View = Callable[..., Any]

WAIT = 3.0
"""Seconds for which a page waits for the league to be up to date."""


def today() -> date:
    """The day it is where the club is kept."""
    return datetime.now(current_club().league.zone).date()


def league_page(view: View) -> View:
    """A page of the league: up to date, of one moment, and answered 304 while nothing changed since it was sent.

    `g.working_out` tells the template that figures are still being worked out.
    """

    @wraps(view)
    def answer(**address: Any) -> Any:
        done = current().keeper.is_done(WAIT)
        with current_club().reading():
            # Whatever is typed until this moment belongs to the next page; a merge takes figures apart at once.
            g.working_out = not (done and current_club().league.is_settled())
            tag = "" if g.working_out else _tag()
            if tag and request.if_none_match.contains_weak(tag):
                unchanged = current_app.response_class(status=304)
                unchanged.set_etag(tag, weak=True)
                return unchanged
            response = make_response(view(**address))
        if tag and response.status_code == 200:
            response.set_etag(tag, weak=True)
        return response

    return answer


def _tag() -> str:
    """A word for all that a page of the league hangs on; "" where something is to be said only once."""
    if "_flashes" in session or "csrf_token" not in session:
        return ""
    version = current_app.jinja_env.globals["asset_version"]
    parts = (current_club().league.mark(), today(), sorted(session.items()), doors.mark(), version)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:24]
