"""The cookies of a club, with its sessions and their CSRF tokens. All but one are HttpOnly.

Browsers send the cookies of a host to every port of it. So a name ends in the id of this installation: two Scorepads on
one machine, or Scorepad beside another Flask program, do not overwrite each other's cookies. Over https, the home
club's cookies have the prefix __Host-: a browser accepts them only from this host, never from another host of the same
domain. A club at /c/<slug> has a path and cannot use the prefix; its cookie names end in its slug instead.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from flask import Flask, Request, Response, current_app, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import generate_csrf
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response as AnyResponse

from scorepad.language.words import said
from scorepad.web.app.current import CLUB, g
from scorepad.web.app.permissions import COOKIE

if TYPE_CHECKING:
    from scorepad.store import Phone

PHONE, SESSION, FAREWELL, LANGUAGE = COOKIE, "scorepad_session", "scorepad_farewell", "scorepad_language"
"""`FAREWELL` is for scripts: a phone that is sent away receives this word. Nothing else can make it delete anything."""
PREFIX = "__Host-"
SECONDS = 400 * 24 * 3600
"""The longest that browsers keep a cookie. A form waiting on a phone needs its session even weeks later."""

_FIRST_NAMES = {PHONE: PHONE, SESSION: "session"}
"""The names in Scorepad 1.0, which had no id. Another program may use them too."""

CLEAR_SITE = {"Clear-Site-Data": '"cache"'}
"""Makes a browser clear its HTTP cache. "storage" would also delete the data of every other club at this address,
including unsent forms, so `kept.js` deletes the cached pages of one club instead."""

T = TypeVar("T")


@lru_cache(maxsize=64)
def installation(secret: str) -> str:
    """Return the id of an installation, which is in the names of its cookies."""
    return hashlib.sha256(f"cookies of {secret}".encode()).hexdigest()[:8]


def name_of(cookie: str, secret: str, suffix: str = "", *, is_host: bool = False) -> str:
    """Return the name of a club's cookie. `is_host` is true for the home club's over https."""
    return f"{PREFIX if is_host else ''}{cookie}.{installation(secret)}{suffix}"


def find(cookie: str, suffix: str, read: Callable[[str], T | None]) -> T | None:
    """Return what `read` returns for a cookie of this request; None if there is none, or if it is not ours.

    One with an earlier name is accepted too: without an id, or with that of an earlier secret key; over https, also the
    one from http.
    """
    current = _current(cookie, suffix)
    earlier = _earlier(cookie, suffix)
    names = [name for name in request.cookies if name != current and earlier.fullmatch(name)]
    for name in (current, *names):
        text = request.cookies.get(name)
        if text and (content := read(text)) is not None:
            if name != current:
                _renamed()[cookie] = (name, text)
            return content
    return None


def find_phone() -> "tuple[str, Phone] | None":
    """Return the token and the phone of this request; None if it has none that is known."""
    return find(PHONE, g.club.cookie_suffix, _phone)


def _phone(token: str) -> "tuple[str, Phone] | None":
    phone = g.club.access.phone(token)
    return (token, phone) if phone else None


def rename_phone_token(response: AnyResponse) -> None:
    """Give the phone's cookie its name, if this request sent it with an earlier one."""
    if has_earlier_name(PHONE, g.club.cookie_suffix):
        set_phone_token(response, _renamed()[PHONE][1])


def has_earlier_name(cookie: str, suffix: str) -> bool:
    """Return whether this request sent a cookie with a name that nothing needs any more. http still needs its own."""
    name, _ = _renamed().get(cookie, ("", ""))
    return bool(name) and name.startswith(PREFIX) == _current(cookie, suffix).startswith(PREFIX)


def farewell_word(phone: int) -> str:
    """Return the word that only a phone of this club knows, and its server."""
    text = f"scorepad-farewell|{g.club.slug}|{phone}"
    return hmac.new(str(current_app.secret_key).encode(), text.encode(), "sha256").hexdigest()[:32]


def put(response: AnyResponse, cookie: str, suffix: str, value: str) -> None:
    """Set a cookie for this club, and delete the one with an earlier name."""
    response.set_cookie(
        _current(cookie, suffix),
        value,
        # Browsers prefer max_age to a date, and a home server's clock may be wrong.
        max_age=SECONDS,
        path=request.script_root or "/",
        secure=request.is_secure,
        httponly=cookie != FAREWELL,
        samesite="Lax",
    )
    _delete_renamed(response, cookie)


def set_phone_token(response: AnyResponse, token: str) -> None:
    """Set this phone's token cookie, and the word that it receives when it is sent away."""
    suffix = g.club.cookie_suffix
    put(response, PHONE, suffix, token)
    if phone := g.club.access.phone(token):
        put(response, FAREWELL, suffix, farewell_word(phone.id))


def language() -> str:
    """Return the code of the language that this phone chose; "" if it chose none."""
    return request.cookies.get(_current(LANGUAGE, _slug_and_suffix(request)[1]), "")


def keep_language(response: AnyResponse, code: str) -> None:
    """Keep the language that this phone chose; "" forgets it."""
    suffix = _slug_and_suffix(request)[1]
    if code:
        put(response, LANGUAGE, suffix, code)
    else:
        _delete(response, _current(LANGUAGE, suffix))


def drop_phone_token(response: AnyResponse) -> None:
    """Delete this phone's token cookie."""
    _delete(response, _current(PHONE, g.club.cookie_suffix))
    _delete_renamed(response, PHONE)


def _renamed() -> dict[str, tuple[str, str]]:
    """Return the cookies of this request that have an earlier name: that name and the text, by cookie."""
    if "renamed" not in g:
        g.renamed = {}
    return g.renamed


def _delete_renamed(response: AnyResponse, cookie: str) -> None:
    if renamed := _renamed().pop(cookie, None):
        _delete(response, renamed[0])


def _delete(response: AnyResponse, name: str) -> None:
    path, secure = request.script_root or "/", request.is_secure
    response.delete_cookie(name, path=path, secure=secure, httponly=True, samesite="Lax")


def _current(cookie: str, suffix: str) -> str:
    is_host = request.is_secure and not suffix and not request.script_root
    return name_of(cookie, str(current_app.secret_key), suffix, is_host=is_host)


@lru_cache(maxsize=1024)
def _earlier(cookie: str, suffix: str) -> re.Pattern[str]:
    return re.compile(rf"({PREFIX})?({cookie}\.[0-9a-f]{{8}}|{_FIRST_NAMES[cookie]}){re.escape(suffix)}")


# The session: one that does not expire, and the CSRF token of its forms


def csrf_token() -> str:
    """Return the CSRF token of this request. It is signed once per session, because signing is slow."""
    if "csrf_token" not in session:
        generate_csrf()  # begins the session
    g.csrf_token = _token_of(session["csrf_token"], str(current_app.secret_key))
    return g.csrf_token


@lru_cache(maxsize=1024)
def _token_of(of_session: str, secret_key: str) -> str:
    return str(generate_csrf(secret_key))


class AgelessSessions(SecureCookieSessionInterface):
    """Sessions signed without a timestamp. A home server's clock may step back, which would end every session."""

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return the session of a request; an empty one if its cookie is missing or was tampered with."""
        slug, suffix = _slug_and_suffix(request)
        signer = _signer(self._secret, slug)
        content = find(SESSION, suffix, lambda text: _signed(signer, text) or None)
        return SecureCookieSession(content or {})

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie if the session has changed, and give that of the phone its name."""
        if g.get("phone"):
            rename_phone_token(response)
        if session.accessed or session.modified:
            if "Vary" in response.headers:
                response.vary.add("Cookie")
            else:
                response.headers["Vary"] = "Cookie"
        if session.modified and (flashes := session.get("_flashes")):
            # They are shown by the next page, and JSON would keep their English.
            session["_flashes"] = [(kind, said(message)) for kind, message in flashes]
        slug, suffix = _slug_and_suffix(request)
        if session.modified or has_earlier_name(SESSION, suffix):
            text = _signer(self._secret, slug).dumps(dict(session))
            put(response, SESSION, suffix, str(text))


def _slug_and_suffix(request: Request) -> tuple[str, str]:
    club = request.environ.get(CLUB)
    return (club.slug, club.cookie_suffix) if club else ("", "")


@lru_cache(maxsize=1024)
def _signer(secret: str, slug: str) -> URLSafeSerializer:
    """Return the signer of one club's sessions, which makes them invalid in other clubs."""
    return URLSafeSerializer(secret, salt="|".join(filter(None, ("scorepad-session", slug))))


LONGEST_COOKIE = 4096
"""Characters of the longest cookie that browsers keep. Longer ones are not cached, which would fill the memory."""


def _signed(signer: URLSafeSerializer, cookie: str) -> Mapping[str, Any]:
    """Return the content of a cookie; empty if we did not sign it, or if it is too long."""
    return _checked(signer, cookie) if len(cookie) <= LONGEST_COOKIE else MappingProxyType({})


@lru_cache(maxsize=1024)
def _checked(signer: URLSafeSerializer, cookie: str) -> Mapping[str, Any]:
    try:
        data = signer.loads(cookie)
    except BadSignature:
        data = {}
    return MappingProxyType(data if isinstance(data, dict) else {})
