"""What stands before every page: the secret key, headers, sessions that do not age, and what a request may be."""

import os
import secrets
import stat
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from flask import Flask, Request, Response, abort, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.routing import BaseConverter

from scorepad.store import StoreError

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
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
        self._signer = URLSafeSerializer(secret, salt="scorepad-session")

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The session of a request; an empty one where the cookie is missing or was tampered with."""
        cookie = request.cookies.get(self.get_cookie_name(app))
        return SecureCookieSession(_signed(self._signer, cookie) if cookie else {})

    def get_signing_serializer(self, app: Flask) -> Any:
        """The serializer that `save_session` writes with."""
        return self._signer


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
        if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
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
    app.before_request(_only_forms)
    app.after_request(_headers)


def _only_forms() -> None:
    # No page of ours sends a file; one in a form's place would be passed over in silence.
    if request.method == "POST" and (request.mimetype not in FORMS or request.files):
        abort(415)


def _headers(response: Response) -> Response:
    response.headers.extend(HEADERS)
    if "Cache-Control" not in response.headers:
        response.headers.set("Cache-Control", "private, no-cache")
    return response
