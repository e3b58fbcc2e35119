"""Answer 304 when nothing on a page has changed since the browser loaded it, and compress other responses.

A phone requests its page again when it wakes up and after every tap. Most answers are 304, after one query. `assets`
compresses its own files, once.
"""

import gzip
import hashlib
from collections.abc import Callable
from typing import Any

from flask import Response, current_app, make_response, request, session

from scorepad.language.words import reader
from scorepad.web.app.current import g

TYPES = frozenset({"text/html", "text/javascript", "application/json", "application/atom+xml", "text/calendar"})
"""MIME types to compress with gzip, for browsers that accept it."""
SMALLEST = 500
"""Bytes of the smallest response that is worth compressing."""
LEVEL = 4
"""Higher levels save another tenth of the bytes, but cost a tenth of a page's time."""


def conditional(view: Callable[[], Any], content: object) -> Response:
    """Return the page of a view, or 304 if the browser already has it.

    `content` identifies everything the page shows; None if the page must not be cached.
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
    """Return the ETag, or None if the page shows a flash message or the browser has no session yet."""
    if "_flashes" in session or "csrf_token" not in session:
        return None
    phone = (g.phone.id, g.phone.player, sorted(g.phone.passes)) if g.phone else ()
    visitor = sorted(session.items()), phone, reader(), current_app.jinja_env.globals["asset_version"]
    return hashlib.sha256(repr((content, visitor)).encode()).hexdigest()[:24]


def compress(response: Response) -> Response:
    """Compress a response if that is worth it."""
    response.vary.add("Accept-Encoding")
    if (
        response.mimetype in TYPES
        and not response.content_encoding
        and not response.is_streamed
        and (response.content_length or 0) >= SMALLEST
        and request.accept_encodings.quality("gzip")
    ):
        response.set_data(gzip.compress(response.get_data(), LEVEL, mtime=0))
        response.content_encoding = "gzip"
    return response
