"""What is known of phones that have been here before: what their cookies say, and what their pages depend on."""

import hashlib
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from flask import current_app, request, session

from scorepad.store import Phone
from scorepad.web.app.current import g
from scorepad.web.app.navigation import home_for, later_table
from scorepad.web.app.templates import csrf_token
from scorepad.web.live.kept_pages import Shape
from scorepad.web.live.presence import PageKind

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

MOST_VISITORS = 2048
"""Phones with a page, of one club, that are known at once."""


class Visitor(NamedTuple):
    """A phone at one page of one game, as Flask has answered it.

    `token` is that of the phone, `form_token` that of its forms; `whose` stands for all that its ETag depends on. This
    holds for as long as `phone` is what the club says of the token.
    """

    token: str
    form_token: str
    whose: str
    phone: Phone
    shape: Shape


class Visitors:
    """The visitors of one club. Thread-safe."""

    def __init__(self, most: int = MOST_VISITORS) -> None:
        self._most = most
        self._known: OrderedDict[tuple[int, PageKind, str, bool], Visitor] = OrderedDict()
        self._lock = threading.Lock()

    def remember(self, environ: "WSGIEnvironment", game: int, visitor: Visitor) -> None:
        """Remember a phone by the cookies it sent."""
        with self._lock:
            self._known[_key(environ, game, visitor.shape.kind)] = visitor
            if len(self._known) > self._most:
                self._known.popitem(last=False)

    def find(self, environ: "WSGIEnvironment", game: int, kind: PageKind) -> Visitor | None:
        """Return the phone that sends these cookies, if it has been at that page."""
        return self._known.get(_key(environ, game, kind))


def _key(environ: "WSGIEnvironment", game: int, kind: PageKind) -> tuple[int, PageKind, str, bool]:
    # Over https other cookies count, by their names.
    return game, kind, environ.get("HTTP_COOKIE", ""), environ["wsgi.url_scheme"] == "https"


def remember_visitor(game: int, kind: PageKind) -> None:
    """Remember the phone of this request at a page, which it is about to get."""
    if g.phone and "csrf_token" in session and "_flashes" not in session:
        visitor = Visitor(g.token, csrf_token(), whose_page(), g.phone, shape_of_page(game, kind))
        g.club.visitors.remember(request.environ, game, visitor)


def shape_of_page(game: int, kind: PageKind) -> Shape:
    """Return what a page depends on beside its game, for the phone of this request."""
    root = request.script_root
    return Shape(kind, root, g.allowed, home_for(root, g.phone, game), later_table(game))


def whose_page() -> str:
    """Return all that the pages of this phone depend on beside what they are about."""
    phone = (g.phone.id, g.phone.player, sorted(g.phone.passes), g.phone.unseen_owners) if g.phone else ()
    return repr((sorted(session.items()), phone, current_app.jinja_env.globals["asset_version"]))


def etag_of(content: object, whose: str) -> str:
    """Return the ETag of a page about `content`, for the phone that `whose_page` describes."""
    return hashlib.sha256(f"{content!r} {whose}".encode()).hexdigest()[:24]
