"""Pages that did not change are not made again: their tag is the mark of their game, and who asks.

A phone that was locked asks on waking whether its page still stands, and a tap asks for a page anew: most answers are
"yes, it stands", which costs one question to the store.
"""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import current_app, make_response, request, session

from scorepad.web import doors, presence
from scorepad.web.clubs import current_club, current_hub

View = Callable[..., Any]


def unless_unchanged(view: View) -> View:
    """A view of a game's page that answers 304 while neither the game, nor the club's people, nor who is here changed.

    The page must hang on nothing but the game, people, who is at its table, its address, and the phone.
    """

    @wraps(view)
    def answer(game: int, **rest: Any) -> Any:
        presence.note(game)
        # Tag and page see one moment of the club, whatever is recorded meanwhile.
        with current_club().reading():
            tag = _tag(game)
            if tag and request.if_none_match.contains_weak(tag):
                unchanged = current_app.response_class(status=304)
                unchanged.set_etag(tag, weak=True)
                return unchanged
            response = make_response(view(game=game, **rest))
        if tag and response.status_code == 200:
            response.set_etag(tag, weak=True)
        return response

    return answer


def _tag(game: int) -> str:
    """A word for what the page would say; "" where it cannot be known, since something is to be said only once."""
    if "_flashes" in session or "csrf_token" not in session:
        return ""
    version = current_app.jinja_env.globals["asset_version"]
    parts = (current_hub().mark(game), sorted(session.items()), doors.mark(), version)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:24]
