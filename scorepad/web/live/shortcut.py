"""WSGI middleware that answers what phones at a table ask for all the time, past Flask.

Flask answers a phone first. As long as the same cookies come with a request for the same page, it is put together here:
the phone's permission is looked up, the game's version is asked, and the kept page is filled in. Whatever is unusual
goes on to Flask, so that every rule stands there once. See docs/why/shortcut.md.
"""

import re
from typing import TYPE_CHECKING, Any, TypeAlias

from flask import Flask

from scorepad.play.game import LoadedGame, UnreadableGame
from scorepad.rules import RulesError
from scorepad.scoring.game.course import Phase
from scorepad.store import StoreError
from scorepad.web.access.permissions import Permission
from scorepad.web.app.current import g
from scorepad.web.app.middleware import CLUB, REFUSED_HOST
from scorepad.web.app.security import headers_for
from scorepad.web.live.live_page import LIVE_PAGES, is_personal
from scorepad.web.live.presence import PageKind, Viewer
from scorepad.web.live.visitors import Visitor, etag_of

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

    from scorepad.web.app.open_clubs import OpenClub

Answer: TypeAlias = tuple[str, list[tuple[str, str]], bytes]
"""Status, headers and body."""

_PAGE = re.compile(r"/games/([1-9][0-9]{0,8})(/board)?")
_NEVER = re.compile(r"q=0(\.0*)?\s*(,|$)")


class Shortcut:
    """Answers a phone that is known, and passes everything else on."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._wsgi_app = app.wsgi_app

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Any:
        club = environ.get(CLUB)
        answer = None
        if club and REFUSED_HOST not in environ and environ["REQUEST_METHOD"] == "GET":
            answer = self._page(club, environ)
        if answer is None:
            return self._wsgi_app(environ, start_response)
        status, headers, body = answer
        start_response(status, headers)
        return [body]

    def _page(self, club: "OpenClub", environ: "WSGIEnvironment") -> Answer | None:
        """Return the page of a game, or that it is unchanged. None if Flask must answer."""
        match = _PAGE.fullmatch(environ.get("PATH_INFO", ""))
        if match is None or environ.get("QUERY_STRING"):
            return None
        game, kind = int(match[1]), PageKind.BOARD if match[2] else PageKind.TABLE
        visitor = club.visitors.find(environ, game, kind)
        if visitor is None or club.access.phone(visitor.token) != visitor.phone:
            return None
        try:
            with club.store.reading():
                return self._page_of(club, environ, visitor, club.games.load(game))
        except (StoreError, RulesError, UnreadableGame):
            return None

    def _page_of(
        self, club: "OpenClub", environ: "WSGIEnvironment", visitor: Visitor, loaded: LoadedGame
    ) -> Answer | None:
        shape, phone = visitor.shape, visitor.phone
        encodings = environ.get("HTTP_ACCEPT_ENCODING", "")
        is_over = loaded.record.course.phase is Phase.OVER and shape.kind is PageKind.TABLE
        if is_over or is_personal(loaded) or _NEVER.search(encodings):
            return None
        viewer = Viewer(phone.id, phone.player or 0, Permission.SCORE in shape.allowed)
        if club.presence.page_asked(loaded.id, viewer, shape.kind):
            club.hub.ring(loaded.id)
        mark = club.presence.mark(loaded.id, loaded.version)
        etag = f'W/"{etag_of(mark, visitor.whose)}"'
        always = headers_for(environ["wsgi.url_scheme"])
        headers = [("ETag", etag), ("Vary", "Accept-Encoding, Cookie"), *always]
        if etag in environ.get("HTTP_IF_NONE_MATCH", ""):
            return "304 NOT MODIFIED", headers, b""
        is_packed = "gzip" in encodings
        body = self._filled(club, environ, visitor, loaded, mark, is_packed=is_packed)
        packed = [("Content-Encoding", "gzip")] if is_packed else []
        about = [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(body)))]
        return "200 OK", [*about, *packed, *headers], body

    def _filled(
        self,
        club: "OpenClub",
        environ: "WSGIEnvironment",
        visitor: Visitor,
        loaded: LoadedGame,
        mark: str,
        *,
        is_packed: bool,
    ) -> bytes:
        page = LIVE_PAGES[visitor.shape.kind]
        # What was not drawn yet is drawn inside a request, as by Flask.
        with self._app.request_context(environ):
            g.club, g.token, g.phone, g.allowed = club, visitor.token, visitor.phone, visitor.shape.allowed
            g.game, g.mark = loaded, mark
            kept = page.kept(loaded, mark, visitor.shape)
            texts = page.texts(loaded, mark, visitor.form_token)
        return kept.fill(texts, is_packed=is_packed)
