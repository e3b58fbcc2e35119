"""Bring the league up to date before one of its pages is shown.

A correction of an old game changes all later ratings. A separate thread does that work. If it takes long, the page
shows the old figures and says so. Partly computed figures are never shown.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial, wraps
from typing import Any

from flask import Response, render_template
from werkzeug.exceptions import HTTPException

from scorepad.store import Club, Damaged, StoreError
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


class LeagueWorker:
    """Updates one club's league, in one thread at a time."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._lock = threading.Lock()
        self._work: threading.Thread | None = None
        self._fault: Exception | None = None

    def is_done(self, wait: float) -> bool:
        """Start the work if needed, wait at most `wait` seconds, and return whether it is done.

        If the work failed, raises its exception once.
        """
        if self._club.league.is_fresh():
            return True
        work = self._started()
        work.join(wait)
        with self._lock:
            fault, self._fault = self._fault, None
        if fault:
            raise fault
        return not work.is_alive()

    def is_at_work(self) -> bool:
        """Whether the thread still needs the club."""
        with self._lock:
            return self._work is not None and self._work.is_alive()

    def _started(self) -> threading.Thread:
        with self._lock:
            if self._work is None or not self._work.is_alive():
                # No page fetched the fault of the previous thread.
                self._fault = None
                self._work = threading.Thread(target=self._catch_up, daemon=True)
                self._work.start()
            return self._work

    def _catch_up(self) -> None:
        try:
            self._club.league.catch_up()
        except Exception as error:  # raised by `is_done` in the thread of a page
            with self._lock:
                self._fault = error
