"""Answer 304 when nothing on a page has changed since the browser loaded it.

A phone that wakes up asks for its page again, and so does every tap. Most answers are 304, after one query.
"""

import hashlib
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from flask import Response, current_app, make_response, request, session

from scorepad.web.app.current import g
from scorepad.web.live import presence


def game_page(view: Callable[..., Any]) -> Callable[..., Any]:
    """Make a view answer 304 while its game, the club's people and who is at the table stay the same.

    The page must depend on nothing else but its URL, the session and the phone.
    """

    @wraps(view)
    def answer(game: int, **url: Any) -> Response:
        # The ETag and the page read one snapshot of the club, whatever is recorded meanwhile.
        with g.club.store.reading():
            version = g.club.store.game_version(game)
            if version[0]:
                presence.note_page(game)
            return conditional(partial(view, game=game, **url), g.club.hub.mark(game, version))

    return answer


def conditional(view: Callable[[], Any], content: object) -> Response:
    """Return the page of a view, or 304 if the browser already has it.

    `content` stands for all that the page shows; None if the page must not be kept.
    """
    etag = None if content is None else _etag(content)
    if etag and request.if_none_match.contains_weak(etag):
        response = current_app.response_class(status=304)
    else:
        response = make_response(view())
    if etag and response.status_code in (200, 304):
        response.set_etag(etag, weak=True)
    return response


def _etag(content: object) -> str | None:
    """Return the ETag, or None if the page has a message to show once, or its browser no session yet."""
    if "_flashes" in session or "csrf_token" not in session:
        return None
    phone = (g.phone.id, g.phone.player, sorted(g.phone.passes)) if g.phone else ()
    version = current_app.jinja_env.globals["asset_version"]
    parts = (content, sorted(session.items()), phone, version)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:24]
