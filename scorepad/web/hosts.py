"""Which names the pages answer to, so that no other site can point its own name at this machine and read along.

A browser sends a page's cookies and shows its answers to whatever name it was opened by. Numbers cannot be pointed
elsewhere; of names only those that are this machine's own, or were told in `SCOREPAD_HOSTS`, are answered.
"""

import ipaddress
import re
import socket
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flask import Flask, request
from werkzeug.middleware.proxy_fix import ProxyFix

from scorepad import environment
from scorepad.web import errors

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

REFUSED = "scorepad.name"
"""Where a request's environment has the name that is not ours, "" for what is no name at all."""

LOCAL = "scorepad.local"
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::([0-9]{1,5}))?", re.IGNORECASE)
_LONGEST = 260
_BEFORE_PROXY = "werkzeug.proxy_fix.orig"


def install(app: Flask, environ: Mapping[str, str]) -> None:
    """Looks at the name of every request first. Raises SettingError for a setting that cannot be used.

    Behind `SCOREPAD_PROXIES` reverse proxies, what they say of the phone, the scheme and the name is believed; without
    any, nobody's word is.
    """
    known = frozenset(own_names() | set(environment.hosts(environ)))
    app.before_request(_refuse)
    app.wsgi_app = ByName(app.wsgi_app, known)  # type: ignore[method-assign]
    if count := environment.proxies(environ):
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]


class ByName:
    """Marks what was asked for by a name that is not ours, and takes that name away: Flask stumbles over some."""

    def __init__(self, app: "WSGIApplication", known: frozenset[str]) -> None:
        """`app` finds such a name at `REFUSED`."""
        self._app = app
        self._known = known

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Any:
        """Answers a request."""
        asked = [environ.get("HTTP_HOST", "")]
        if before := environ.get(_BEFORE_PROXY):
            # What stood here before the proxy's word took its place: whoever reaches us past the proxy wrote both.
            asked.append(before.get("HTTP_HOST") or "")
        for host in asked:
            name = name_of(host)
            if name is None or not is_known(name, self._known):
                environ[REFUSED] = name or ""
                environ["HTTP_HOST"] = "localhost"
                break
        return self._app(environ, start_response)


def _refuse() -> tuple[str, int] | None:
    """The page for a name that is not ours; nothing for ours."""
    name = request.environ.get(REFUSED)
    if name is None:
        return None
    if not name:
        return errors.page(
            400,
            "That request does not say where it goes",
            "Its Host header is missing or malformed.",
        )
    return errors.page(
        421,
        f"Scorepad is not called {name} here",
        "Open it at the address that scorepad serve printed. If this name is really this machine's, whoever "
        f"started Scorepad can allow it: set SCOREPAD_HOSTS={name} and start it again.",
    )


def own_names() -> set[str]:
    """What this machine is called besides its numbers, in small letters."""
    try:
        name = socket.gethostname().rstrip(".").lower()
    except OSError:
        name = ""
    own = {name, f"{name.partition('.')[0]}.local"} if name else set()
    return {"localhost", "*.localhost", LOCAL} | own


@lru_cache(maxsize=256)
def name_of(host: str) -> str | None:
    """The name or number of a `Host` header, in small letters and without its port; None where it is malformed."""
    found = _HOST.fullmatch(host) if len(host) <= _LONGEST else None
    if found is None or (found[2] and int(found[2]) > 65535):
        return None
    name = found[1].lower().removesuffix(".")
    labels = name.split(".")
    if name.startswith("["):
        return name if is_number(name) else None
    return name if all(labels) else None


def is_number(name: str) -> bool:
    """Whether this is an IP address, an IPv6 one in brackets: whoever has that has come to this machine itself."""
    bare = name.removeprefix("[").removesuffix("]")
    try:
        version = ipaddress.ip_address(bare).version
    except ValueError:
        return False
    return (version == 6) == name.startswith("[")


def is_known(name: str, known: frozenset[str]) -> bool:
    """Whether the pages answer to a name: it is a number, or one of `known`, of which `*.x` is every name beneath x."""
    if is_number(name) or name in known:
        return True
    parts = name.split(".")
    return any(f"*.{'.'.join(parts[at:])}" in known for at in range(1, len(parts)))
