"""What stands before every page: the secret key, headers, sessions that do not age, and what a request may be."""

import os
import secrets
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.routing import BaseConverter

from scorepad import places
from scorepad.store import StoreError
from scorepad.web.openclubs import own_name, slug_in

_UNUSED = """
    accelerometer autoplay camera display-capture encrypted-media geolocation gyroscope hid idle-detection local-fonts
    magnetometer microphone midi payment picture-in-picture publickey-credentials-create publickey-credentials-get
    serial usb xr-spatial-tracking
""".split()  # noqa: SIM905  # a line each would be longer than what they are for
"""What browsers can do of which no page of ours has any use."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(
        # The board keeps a television awake, and fills it.
        ["screen-wake-lock=(self)", "fullscreen=(self)", *(f"{one}=()" for one in _UNUSED)]
    ),
}

ONLY_HTTPS = {"Strict-Transport-Security": "max-age=31536000"}
"""What is said only where it holds: on plain http browsers take no notice of it, and rightly."""

SESSION_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie at all: what waits on a phone must find its token again, weeks later too."""

KEY_BYTES = 32


class Number(BaseConverter):
    """A number in an address: ASCII digits, no leading zero, small enough for every use."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)


class AgelessSessions(SecureCookieSessionInterface):
    """Sessions signed without a time, since a home server's clock may step back and void every open form."""

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def get_cookie_name(self, app: Flask) -> str:
        """The name of the cookie of this request's club."""
        return own_name(super().get_cookie_name(app), request.environ)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The session of a request; an empty one where the cookie is missing or was tampered with."""
        cookie = request.cookies.get(self.get_cookie_name(app))
        signer = _signer(self._secret, slug_in(request.environ))
        return SecureCookieSession(_signed(signer, cookie) if cookie else {})

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Sends the cookie again where the session has changed, for this club alone.

        Its age is said in seconds, which browsers believe before a date: a home server's clock may stand in 1970.
        """
        if session.accessed or session.modified:
            response.vary.add("Cookie")
        if session.modified:
            signer = _signer(self._secret, slug_in(request.environ))
            response.set_cookie(
                self.get_cookie_name(app),
                str(signer.dumps(dict(session))),
                max_age=SESSION_SECONDS,
                path=request.script_root or "/",
                secure=request.is_secure,
                httponly=True,
                samesite="Lax",
            )


@lru_cache(maxsize=1024)
def _signer(secret: str, slug: str) -> URLSafeSerializer:
    """What signs the sessions of one club: those of another are worth nothing, although a browser may send them."""
    return URLSafeSerializer(secret, salt="|".join(filter(None, ("scorepad-session", slug))))


@lru_cache(maxsize=1024)
def _signed(signer: URLSafeSerializer, cookie: str) -> Mapping[str, Any]:
    """What a cookie says, empty if we did not sign it. Without an age, the same cookie always says the same."""
    try:
        data = signer.loads(cookie)
    except BadSignature:
        data = {}
    return MappingProxyType(data if isinstance(data, dict) else {})


def secret_key(home: Path) -> str:
    """The key that signs cookies and forms, made on the first start, readable by its owner alone.

    Raises StoreError when the file cannot be read or others can read it.
    """
    path = home / "secret-key"
    try:
        _make(path)
        if places.is_open_to_others(path):
            raise StoreError(f"{path} can be read by others. Make it private: chmod 600 {path}")
        key = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"The secret key {path} cannot be used: {error}.") from None
    if len(key) < KEY_BYTES:
        raise StoreError(f"The secret key {path} is too short. Delete the file; a new one is made.")
    return key


def _make(path: Path) -> None:
    """Writes a new key whole or not at all, also when two processes start at once."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_hex(KEY_BYTES))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:
        # A disk without hard links, such as a memory stick: two first starts at once are too rare to refuse it.
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def install(app: Flask) -> None:
    """Puts the guard before and behind every page."""
    app.session_interface = AgelessSessions(str(app.secret_key))
    app.after_request(_headers)


def _headers(response: Response) -> Response:
    response.headers.extend(HEADERS)
    if request.is_secure:
        response.headers.extend(ONLY_HTTPS)
    if "Cache-Control" not in response.headers:
        response.headers.set("Cache-Control", "private, no-cache")
    return response
