"""The pages that follow a game: how each is rendered, what is filled in for one phone, and which phones are known.

A phone is known at a page once Flask has answered it there: we remember what its cookies say and what the page depends
on.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from flask import Flask, Response, current_app, has_request_context, request, session
from flask.ctx import RequestContext
from flask.sessions import SecureCookieSession
from markupsafe import Markup

from scorepad.play.change_words import effect_of
from scorepad.play.game import Effect, LoadedGame, is_from
from scorepad.store import Phone
from scorepad.web.app.current import g
from scorepad.web.app.navigation import home_for, later_table
from scorepad.web.app.permissions import Permission, permissions_of
from scorepad.web.app.templates import csrf_token
from scorepad.web.live.page_cache import CachedPage, Frame, PageVariant, filled
from scorepad.web.live.viewers import PageKind

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from scorepad.web.app.open_clubs import OpenClub


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page that follows a game.

    `render` returns it at a mark, inside a request; it may reuse the previous page's frame, its last argument. `own`
    returns the parts for one phone alone, by name, as texts with placeholders; outside a request it may raise
    NotRendered. Its last argument is the prefix of the club. With `own_is_in_frame` these parts change only when the
    frame does.
    """

    kind: PageKind
    render: Callable[[LoadedGame, str, Frame | None], CachedPage]
    own: Callable[[LoadedGame, Phone | None, str], Mapping[str, str]]
    own_is_in_frame: bool = False

    def all_own(self, loaded: LoadedGame, phone: Phone | None, root: str) -> Mapping[str, str]:
        """Return the parts for one phone alone, with what others have just changed. Raises NotRendered."""
        return {**self.own(loaded, phone, root), NEWS: news_of_totals(loaded, phone, root)}

    def changing_own(self, loaded: LoadedGame, phone: Phone | None, root: str) -> Mapping[str, str]:
        """Return the parts for one phone alone that can change while the frame stays. Raises NotRendered."""
        news = {NEWS: news_of_totals(loaded, phone, root)}
        return news if self.own_is_in_frame else {**self.own(loaded, phone, root), **news}

    def kept(self, loaded: LoadedGame, mark: str, shape: PageVariant) -> CachedPage:
        """Return the page at a mark; render it if it is not cached."""
        with rendering():
            return g.club.pages.page(loaded.id, shape, mark, partial(self.render, loaded, mark))

    def rendered(
        self,
        app: Flask,
        environ: "WSGIEnvironment",
        club: "OpenClub",
        visitor: "Visitor",
        loaded: LoadedGame,
        mark: str,
    ) -> tuple[CachedPage, Mapping[str, str]]:
        """Return the page and the parts for one phone alone, rendered in a new request context."""
        with RequestContext(app, environ, session=SecureCookieSession(visitor.session)):
            g.club, g.token, g.phone, g.allowed = club, visitor.token, visitor.phone, visitor.shape.allowed
            g.game, g.mark = loaded, mark
            return self.kept(loaded, mark, visitor.shape), self.all_own(loaded, visitor.phone, visitor.shape.root)

    def answer(self, loaded: LoadedGame) -> Response:
        """Answer with the cached page, or with one rendered for this phone: for a conflict, or with a flash message."""
        if loaded.conflicts or "_flashes" in session:
            with rendering():
                page = self.render(loaded, g.mark, None)
            return self.filled(page, loaded)
        return self.filled(self.kept(loaded, g.mark, shape_of_page(loaded.id, self.kind)), loaded)

    def filled(self, kept: CachedPage, loaded: LoadedGame) -> Response:
        """Answer with a page whose placeholders are filled in for this phone."""
        is_gzipped = request.accept_encodings.quality("gzip") > 0
        own = self.all_own(loaded, g.phone, request.script_root)
        body = kept.fill(texts_of(own, loaded, kept.mark, csrf_token()), is_gzipped=is_gzipped)
        response = current_app.response_class(body, mimetype="text/html")
        if is_gzipped:
            response.content_encoding = "gzip"
        return response


def texts_of(own: Mapping[str, str], loaded: LoadedGame, mark: str, token: str) -> dict[str, str]:
    """Return the texts that fill the placeholders for a phone. `own` are its own parts, `token` is its CSRF token."""
    return filled(own, {"token": token, "seen": str(loaded.seq), "mark": mark})


NEWS = "news"
"""The part of a page with what others have just changed about totals."""

TOLD_FOR = timedelta(minutes=1)
"""How long after a change of totals pages are sent what it was. table.css hides it after half of that time."""


def news_of_totals(loaded: LoadedGame, phone: Phone | None, root: str) -> Markup:
    """Return what other phones have just changed about totals. `root` is the prefix of the club. Raises NotRendered."""
    if not loaded.effects:
        return Markup()
    since = (datetime.now(UTC) - TOLD_FOR).isoformat(timespec="milliseconds")
    latest = [effect for effect in loaded.effects if effect.entries[-1].at >= since]
    others = [effect for effect in latest if not is_from(effect.entries[-1].device, phone)]
    may_read = Permission.READ_GAME in permissions_of(phone, loaded.id)
    return Markup().join(_told(root, effect, is_linked=may_read) for effect in others)


@lru_cache(maxsize=256)
def _told(root: str, effect: Effect, *, is_linked: bool) -> Markup:
    if not has_request_context():
        raise NotRendered
    text, round_number = effect_of(effect)
    told: Any = current_app.jinja_env.get_template("table/_own.html").module
    return Markup(told.news(effect.after.id, effect.entries[-1].seq, text, round_number, is_linked) if text else "")  # noqa: S704  # rendered by a template


LIVE_PAGES: dict[PageKind, LivePage] = {}


class NotRendered(Exception):
    """A part is not cached, and rendering it needs a request."""


@contextmanager
def rendering() -> Iterator[None]:
    """Render a page for all phones inside this block: its forms get placeholders for their tokens and keys."""
    g.has_placeholders = True
    try:
        yield
    finally:
        g.has_placeholders = False


MAX_VISITORS = 2048
"""Visitors that are remembered for one club. The oldest are dropped."""


class Visitor(NamedTuple):
    """A phone at one page of one game, as Flask answered it.

    `token` identifies the phone, `form_token` is its CSRF token, `whose` is the result of `visitor_fingerprint`, and
    `headers` are those of every response. All of it is valid as long as the club still has this `phone` for the token.
    """

    token: str
    form_token: str
    session: Mapping[str, Any]
    whose: str
    headers: tuple[tuple[str, str], ...]
    phone: Phone
    shape: PageVariant


_Key: TypeAlias = tuple[int, PageKind, str, bool, str]


class Visitors:
    """The visitors of one club. Thread-safe."""

    def __init__(self, most: int = MAX_VISITORS) -> None:
        self._most = most
        self._known: OrderedDict[_Key, Visitor] = OrderedDict()
        self._lock = threading.Lock()

    def remember(self, environ: "WSGIEnvironment", game: int, visitor: Visitor) -> None:
        """Remember a phone by the cookies it sent."""
        with self._lock:
            self._known[_key(environ, game, visitor.shape.kind)] = visitor
            if len(self._known) > self._most:
                self._known.popitem(last=False)

    def forget(self) -> None:
        """Forget every phone."""
        with self._lock:
            self._known.clear()

    def find(self, environ: "WSGIEnvironment", game: int, kind: PageKind) -> Visitor | None:
        """Return the phone that sends these cookies, if it has been at that page."""
        return self._known.get(_key(environ, game, kind))


def _key(environ: "WSGIEnvironment", game: int, kind: PageKind) -> _Key:
    # Over https, cookies have different names. Behind a proxy, the page may be below a path.
    is_https = environ["wsgi.url_scheme"] == "https"
    return game, kind, environ.get("HTTP_COOKIE", ""), is_https, environ.get("SCRIPT_NAME", "")


def remember_visitor(game: int, kind: PageKind, headers: tuple[tuple[str, str], ...]) -> None:
    """Remember the phone of this request at a page, which is being sent with these `headers`."""
    if g.phone and "csrf_token" in session and "_flashes" not in session:
        g.club.visitors.remember(request.environ, game, this_visitor(g.phone, game, kind, headers))


def this_visitor(phone: Phone, game: int, kind: PageKind, headers: tuple[tuple[str, str], ...] = ()) -> Visitor:
    """Return the visitor of this request at a page."""
    return Visitor(
        token=g.token,
        form_token=csrf_token(),
        session=dict(session),
        whose=visitor_fingerprint(),
        headers=headers,
        phone=phone,
        shape=shape_of_page(game, kind),
    )


def shape_of_page(game: int, kind: PageKind) -> PageVariant:
    """Return the shape of a page for the phone of this request."""
    root = request.script_root
    return PageVariant(kind, root, g.allowed, home_for(root, g.phone, game), later_table(game))


def visitor_fingerprint() -> str:
    """Return everything that this phone's pages depend on, apart from their content."""
    phone = (g.phone.id, g.phone.player, sorted(g.phone.passes)) if g.phone else ()
    return repr((sorted(session.items()), phone, current_app.jinja_env.globals["asset_version"]))


def etag_of(content: object, whose: str) -> str:
    """Return the ETag of a page with this `content`. `whose` is the result of `visitor_fingerprint`."""
    return hashlib.sha256(f"{content!r} {whose}".encode()).hexdigest()[:24]
