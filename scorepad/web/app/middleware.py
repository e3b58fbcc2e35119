"""WSGI middleware: which host names Scorepad answers to, and which club a request is for.

Both only write into the request's environment. `security` answers what they refuse.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable
from contextlib import ExitStack
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wsgi import ClosingIterator

from scorepad import paths
from scorepad.store import StoreError
from scorepad.web.app.open_clubs import NoSuchClub, OpenClub, OpenClubs

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

REFUSED_HOST = "scorepad.refused_host"
"""Key in the environment: a host name that Scorepad does not answer to; "" for a malformed Host header."""
CLUB = "scorepad.club"
"""Key in the environment: the OpenClub of the request. Missing where there is no club."""
CLUB_ERROR = "scorepad.club_error"
"""Key in the environment: the StoreError that kept the club from being opened."""

LOCAL = "scorepad.local"
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::([0-9]{1,5}))?", re.IGNORECASE)
_LONGEST = 260
_BEFORE_PROXY = "werkzeug.proxy_fix.orig"
_PREFIX = re.compile(rf"{paths.PREFIX}({paths.SLUG})(/.*)?", re.DOTALL)


def install(app: Flask, clubs: OpenClubs, hosts: Iterable[str], proxies: int) -> None:
    """Wrap the application, which answers to `hosts` beside this machine's own names.

    Behind `proxies` reverse proxies, Scorepad believes their X-Forwarded headers; with 0 it ignores those headers.
    """
    names = frozenset(own_names().union(hosts))
    wsgi_app: WSGIApplication = ClubMiddleware(app.wsgi_app, clubs)
    wsgi_app = HostMiddleware(wsgi_app, names)
    if proxies:
        wsgi_app = ProxyFix(wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)
    app.wsgi_app = wsgi_app  # type: ignore[method-assign]


class HostMiddleware:
    """Mark requests for a host name that is not ours.

    Otherwise another site could point its name at this machine, and a browser would send it the pages' cookies.
    """

    def __init__(self, app: "WSGIApplication", names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Any:
        hosts = [environ.get("HTTP_HOST", "")]
        if before := environ.get(_BEFORE_PROXY):
            # A request that bypasses the proxy can forge X-Forwarded-Host, so check the original name too.
            hosts.append(before.get("HTTP_HOST") or "")
        for host in hosts:
            name = host_name(host)
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
                lease.callback(self._clubs.give_back, club.slug)
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


def own_names() -> set[str]:
    """The names of this machine, in lower case."""
    try:
        name = socket.gethostname().rstrip(".").lower()
    except OSError:
        name = ""
    own = {name, f"{name.partition('.')[0]}.local"} if name else set()
    return {"localhost", "*.localhost", LOCAL} | own


@lru_cache(maxsize=256)
def host_name(host: str) -> str | None:
    """Return the name or IP address of a Host header, in lower case and without its port. None if it is malformed."""
    match = _HOST.fullmatch(host) if len(host) <= _LONGEST else None
    if match is None or (match[2] and int(match[2]) > 65535):
        return None
    name = match[1].lower().removesuffix(".")
    if name.startswith("["):
        return name if is_ip_address(name) else None
    return name if all(name.split(".")) else None


def is_ip_address(name: str) -> bool:
    """Return whether a name is an IP address, IPv6 in brackets. No other site can point an address at us."""
    bare = name.removeprefix("[").removesuffix("]")
    try:
        version = ipaddress.ip_address(bare).version
    except ValueError:
        return False
    return (version == 6) == name.startswith("[")


@lru_cache(maxsize=256)
def is_known(name: str, names: frozenset[str]) -> bool:
    """Return whether a name is an IP address or one of `names`, where `*.x` stands for every name below x."""
    if is_ip_address(name) or name in names:
        return True
    labels = name.split(".")
    return any(f"*.{'.'.join(labels[start:])}" in names for start in range(1, len(labels)))
