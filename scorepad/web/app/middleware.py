"""WSGI middleware: check the host name, and find the club of a request.

Both only write into the request's environment. `security` answers the requests that they refuse.
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
from scorepad.live.open_clubs import NoSuchClub, OpenClub, OpenClubs
from scorepad.store import StoreError
from scorepad.web.app.health import Health, HealthAnswer
from scorepad.web.app.hosts import LONGEST, host_name, is_known, own_names

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

REFUSED_HOST = "scorepad.refused_host"
"""Key in the environment: a host name that Scorepad does not answer to; "" for a malformed Host header."""
CLUB = "scorepad.club"
"""Key in the environment: the OpenClub of the request. Missing if there is no club."""
CLUB_ERROR = "scorepad.club_error"
"""Key in the environment: a StoreError that Flask must report, such as a club that could not be opened."""

_BEFORE_PROXY = "werkzeug.proxy_fix.orig"
_PREFIX = re.compile(rf"{paths.PREFIX}({paths.SLUG})(/.*)?", re.DOTALL)
_PROXYS_PATH = re.compile(r"(/[A-Za-z0-9._~-]{1,60}){1,5}")


def install(app: Flask, clubs: OpenClubs, hosts: Iterable[str], proxies: int) -> None:
    """Wrap the application, which answers to `hosts` and to this machine's own names.

    `proxies` is the number of reverse proxies in front, whose X-Forwarded headers are trusted; 0 ignores the headers.
    """
    names = frozenset(own_names().union(hosts))
    wsgi_app: WSGIApplication = ClubMiddleware(app.wsgi_app, clubs)
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
