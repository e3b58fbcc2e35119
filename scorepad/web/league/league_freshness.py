"""Bring the league up to date before one of its pages is shown, and show the page anyway if that takes long.

A correction of an old game changes all later ratings. The club's `LeagueWorker` does that work, and the page says that
it is under way.
"""

from collections.abc import Callable
from datetime import date, datetime
from functools import partial, wraps
from typing import Any

from flask import Response

from scorepad.web.app.answers import conditional
from scorepad.web.app.current import g

View = Callable[..., Any]

WAIT = 3.0
"""Seconds that a page waits for the league to be up to date."""


def today() -> date:
    """Today in the club's time zone."""
    return datetime.now(g.club.store.league.zone).date()


def league_page(view: View) -> View:
    """Make a view show the league of one moment, and answer 304 while nothing has changed.

    `g.is_updating` tells the template that the figures are still being updated.
    """

    @wraps(view)
    def answer(**url: Any) -> Response:
        is_done = g.club.league_worker.is_done(WAIT)
        with g.club.store.reading():
            # An entry recorded since then belongs to the next page, but a merge takes effect at once.
            g.is_updating = not (is_done and g.club.store.league.is_settled())
            content = None if g.is_updating else (g.club.store.league.version(), today())
            return conditional(partial(view, **url), content)

    return answer
