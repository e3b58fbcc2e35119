"""Brings the league up to date before one of its pages is shown, and shows the page anyway where that takes long.

The work is done by a thread of its own, so that a correction of a game of years ago, after which every rating is
worked out anew, keeps nobody waiting: the page says that it is under way.
"""

import hashlib
import threading
from collections.abc import Callable
from datetime import date, datetime
from functools import wraps
from typing import Any

from flask import Flask, current_app, g, make_response, request, session

from scorepad.store import Club
from scorepad.web import doors
from scorepad.web.clubs import current_club

View = Callable[..., Any]

WAIT = 3.0
"""Seconds for which a page waits for the league to be up to date."""

_NAME = "scorepad.keeper"


class Keeper:
    """Brings one club's league up to date, in one thread at a time."""

    def __init__(self, club: Club) -> None:
        """Nothing is done before somebody asks."""
        self._club = club
        self._lock = threading.Lock()
        self._work: threading.Thread | None = None
        self._fault: Exception | None = None

    def is_done(self, wait: float) -> bool:
        """Whether the league is up to date, after so many seconds at most. Raises what went wrong, once."""
        if self._club.league.is_fresh():
            return True
        work = self._started()
        work.join(wait)
        with self._lock:
            fault, self._fault = self._fault, None
        if fault:
            raise fault
        return not work.is_alive()

    def _started(self) -> threading.Thread:
        with self._lock:
            if self._work is None or not self._work.is_alive():
                self._work = threading.Thread(target=self._catch_up, daemon=True)
                self._work.start()
            return self._work

    def _catch_up(self) -> None:
        try:
            self._club.league.catch_up()
        except Exception as error:  # whoever asked for the page is told
            with self._lock:
                self._fault = error


def install(app: Flask, club: Club) -> None:
    """Gives the application its keeper."""
    app.extensions[_NAME] = Keeper(club)


def today() -> date:
    """The day it is where the club is kept."""
    return datetime.now(current_club().league.zone).date()


def league_page(view: View) -> View:
    """A page of the league: up to date, of one moment, and answered 304 while nothing changed since it was sent.

    `g.working_out` tells the template that figures are still being worked out.
    """

    @wraps(view)
    def answer(**address: Any) -> Any:
        keeper = current_app.extensions[_NAME]
        assert isinstance(keeper, Keeper)
        done = keeper.is_done(WAIT)
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
