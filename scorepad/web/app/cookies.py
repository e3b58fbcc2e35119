"""The cookies of a club: their names, and functions to find, set and delete them. All but one are HttpOnly.

Browsers send the cookies of a host to every port of it. So a name ends in the id of this installation: two Scorepads on
one machine, or Scorepad beside another Flask program, do not overwrite each other's cookies. Over https, the home
club's cookies have the prefix __Host-: a browser accepts them only from this host, never from another host of the same
domain. A club at /c/<slug> has a path and cannot use the prefix; its cookie names end in its slug instead.
"""

import hashlib
import hmac
import re
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from flask import current_app, request
from werkzeug.wrappers import Response as AnyResponse

from scorepad.web.app.current import g
from scorepad.web.app.permissions import COOKIE

PHONE, SESSION, FAREWELL = COOKIE, "scorepad_session", "scorepad_farewell"
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
