"""Bring the league up to date before one of its pages is shown.

A separate thread does that work; see `live.league_worker`. If it takes long, the page shows the old figures and says
so. Partly computed figures are never shown.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial, wraps
from typing import Any

from flask import Response, render_template
from werkzeug.exceptions import HTTPException

from scorepad.store import Damaged, StoreError
from scorepad.web.app.answers import conditional
from scorepad.web.app.current import g
from scorepad.web.app.problems import ApiError

View = Callable[..., Any]

DAMAGED = (
    "The figures of the league cannot be read. No game is lost: the owner of this club can run “scorepad league "
    "rebuild”, which works them out again."
)

WAIT = 3.0
"""Seconds a page waits for the league to be up to date."""


def today() -> date:
    """Today by the club's clock."""
    return g.club.store.clock.today()


def league_page(view: View) -> View:
    """Make a view show a consistent state of the league, and answer 304 while nothing has changed.

    `g.is_updating` tells the template that the figures are still being updated. While they are inconsistent, a page
    that says so replaces the view.
    """

    @wraps(view)
    def answer(**url: Any) -> Response:
        with league_reading() as is_settled:
            content = None if g.is_updating else (g.club.store.league.version(), today())
            return conditional(partial(view, **url) if is_settled else unsettled, content)

    return answer


@contextmanager
def league_reading() -> Iterator[bool]:
    """Read a consistent state of the league. Yields whether its figures are consistent; sets `g.is_updating`."""
    try:
        is_done = g.club.league_worker.is_done(WAIT)
        with g.club.store.reading():
            # An entry recorded since then may wait for the next page, but a merge takes effect at once.
            is_settled = g.club.store.league.is_settled()
            g.is_updating = not (is_done and is_settled)
            yield is_settled
    except (HTTPException, StoreError, ApiError):
        raise
    except Exception as error:
        # A few corrupt bytes in the figures can fail anywhere.
        raise Damaged(DAMAGED) from error


def unsettled() -> str:
    """Render the page that replaces one whose figures are not complete."""
    return render_template("league/unsettled.html", games=g.club.store.league.stale_games())
