"""WSGI middleware: check the host name, find the club of a request, and answer frequent requests without Flask.

The first two only write into the request's environment. `security` answers the requests that they refuse.
"""

import re
from collections.abc import Iterable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wsgi import ClosingIterator

from scorepad import paths
from scorepad.addresses import HEALTH
from scorepad.play.game import LoadedGame, UnreadableGame
from scorepad.rules import RulesError
from scorepad.scoring.game.course import Phase
from scorepad.store import StoreError
from scorepad.web.app.hosts import LONGEST, host_name, is_known, own_names
from scorepad.web.app.open_clubs import NoSuchClub, OpenClub, OpenClubs
from scorepad.web.app.permissions import Permission
from scorepad.web.host.health import Health, HealthAnswer
from scorepad.web.live.live_page import LIVE_PAGES, NotRendered, Visitor, etag_of, texts_of
from scorepad.web.live.viewers import PageKind, Viewer
from scorepad.web.rounds.quick_tap import CLUB_ERROR, HAS_MORE, Answer, record_quickly

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

REFUSED_HOST = "scorepad.refused_host"
"""Key in the environment: a host name that Scorepad does not answer to; "" for a malformed Host header."""
CLUB = "scorepad.club"
"""Key in the environment: the OpenClub of the request. Missing if there is no club."""

_PAGE = re.compile(r"/games/([1-9][0-9]{0,8})(/board)?")
_NEVER = re.compile(r"q=0(\.0*)?\s*(,|$)")
_BEFORE_PROXY = "werkzeug.proxy_fix.orig"
_PREFIX = re.compile(rf"{paths.PREFIX}({paths.SLUG})(/.*)?", re.DOTALL)
_PROXYS_PATH = re.compile(r"(/[A-Za-z0-9._~-]{1,60}){1,5}")


def install(app: Flask, clubs: OpenClubs, hosts: Iterable[str], proxies: int) -> None:
    """Wrap the application, which answers to `hosts` and to this machine's own names.

    `proxies` is the number of reverse proxies in front, whose X-Forwarded headers are trusted; 0 ignores the headers.
    """
    names = frozenset(own_names().union(hosts))
    wsgi_app: WSGIApplication = ClubMiddleware(Shortcut(app), clubs)
    wsgi_app = HostMiddleware(wsgi_app, names, HealthAnswer(Health(app.config["HOME"], clubs)))
    if proxies:
        # Only the proxy that cuts a path off says so, and the others pass it on.
        wsgi_app = ProxyFix(wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies, x_prefix=1)
    app.wsgi_app = wsgi_app  # type: ignore[method-assign]


class HostMiddleware:
    """Mark requests for a host name that is not ours. Health checks are answered under any name.

    Otherwise another site could point its name at this machine and read the pages (DNS rebinding).
    """

    def __init__(self, app: "WSGIApplication", names: frozenset[str], health: "WSGIApplication") -> None:
        self._app = app
        self._names = names
        self._health = health

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Any:
        if environ.get("PATH_INFO") == HEALTH:
            return self._health(environ, start_response)
        hosts = [environ.get("HTTP_HOST", "")]
        if before := environ.get(_BEFORE_PROXY):
            if environ["wsgi.url_scheme"] not in ("http", "https"):
                environ["wsgi.url_scheme"] = before["wsgi.url_scheme"]
            # Not every proxy removes a forged X-Forwarded-Prefix, and this is the start of every link.
            path = environ.get("SCRIPT_NAME", "").rstrip("/")
            environ["SCRIPT_NAME"] = path if _PROXYS_PATH.fullmatch(path) else ""
            # A request that bypasses the proxy can forge X-Forwarded-Host, so check the original name too.
            hosts.append(before.get("HTTP_HOST") or "")
        for host in hosts:
            name = host_name(host[: LONGEST + 1])
            if name is None or not is_known(name, self._names):
                environ[REFUSED_HOST] = name or ""
                # Flask fails on some malformed names.
                environ["HTTP_HOST"] = "localhost"
                break
        return self._app(environ, start_response)


class ClubMiddleware:
    """Put the club of a request into its environment: the one of its `/c/<slug>` prefix, or the home club.

    The prefix moves into SCRIPT_NAME, so no route has to name a club and every URL keeps the prefix.
    """

    def __init__(self, app: "WSGIApplication", clubs: OpenClubs) -> None:
        self._app = app
        self._clubs = clubs

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Any:
        match = _PREFIX.fullmatch(environ.get("PATH_INFO", ""))
        with ExitStack() as lease:
            if match and (club := self._take(match[1], environ)):
                lease.callback(self._clubs.give_back, club.slug, club)
                environ[CLUB] = club
                environ["SCRIPT_NAME"] = environ.get("SCRIPT_NAME", "") + paths.prefix(club.slug)
                environ["PATH_INFO"] = match[2] or "/"
                answer = self._app(environ, start_response)
                # The club stays open until a stream has ended.
                whole = isinstance(answer, list)
                return answer if whole else ClosingIterator(answer, lease.pop_all().close)
        if self._clubs.home and CLUB_ERROR not in environ:
            environ[CLUB] = self._clubs.home
        return self._app(environ, start_response)

    def _take(self, slug: str, environ: "WSGIEnvironment") -> OpenClub | None:
        try:
            return self._clubs.take(slug)
        except NoSuchClub:
            return None
        except StoreError as error:
            environ[CLUB_ERROR] = error
            return None


class Shortcut:
    """Answers the most frequent requests of phones at a table without Flask, and passes everything else on.

    Flask answers a phone's first request. As long as the same cookies come with requests for the same page, this
    middleware answers them: it looks up the phone's permissions and the game's version, and fills in the cached page.
    Anything unusual goes on to Flask, so that each rule is implemented only there. See docs/why/shortcut.md.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._wsgi_app = app.wsgi_app

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Any:
        club = environ.get(CLUB)
        answer = None
        if club and REFUSED_HOST not in environ:
            if environ["REQUEST_METHOD"] == "GET":
                answer = self._page(club, environ)
            elif environ["REQUEST_METHOD"] == "POST" and HAS_MORE in environ:
                answer = record_quickly(club, environ)
        if answer is None:
            return self._wsgi_app(environ, start_response)
        status, headers, body = answer
        start_response(status, headers)
        return [body]

    def _page(self, club: "OpenClub", environ: "WSGIEnvironment") -> Answer | None:
        """Return the response with the page of a game, or 304. None if Flask must answer."""
        match = _PAGE.fullmatch(environ.get("PATH_INFO", ""))
        if match is None or environ.get("QUERY_STRING") or "HTTP_X_SCOREPAD_KEEP" in environ:
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
        if is_over or loaded.conflicts or _NEVER.search(encodings):
            return None
        viewer = Viewer(phone.id, phone.player or 0, Permission.SCORE in shape.allowed)
        if club.presence.record_page_view(loaded.id, viewer, shape.kind):
            club.hub.notify(loaded.id)
        mark = club.presence.mark(loaded.id, loaded.version)
        etag = f'W/"{etag_of(mark, visitor.whose)}"'
        headers = [("ETag", etag), ("Vary", "Accept-Encoding, Cookie"), *visitor.headers]
        if etag in environ.get("HTTP_IF_NONE_MATCH", ""):
            return "304 NOT MODIFIED", headers, b""
        is_gzipped = "gzip" in encodings
        body = self._filled(club, environ, visitor, loaded, mark, is_gzipped=is_gzipped)
        packed = [("Content-Encoding", "gzip")] if is_gzipped else []
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
        is_gzipped: bool,
    ) -> bytes:
        page, shape = LIVE_PAGES[visitor.shape.kind], visitor.shape
        kept = club.pages.find(loaded.id, shape, mark)
        try:
            own = page.all_own(loaded, visitor.phone, shape.root) if kept else None
        except NotRendered:
            own = None
        if kept is None or own is None:
            kept, own = page.rendered(self._app, environ, club, visitor, loaded, mark)
        return kept.fill(texts_of(own, loaded, mark, visitor.form_token), is_gzipped=is_gzipped)
