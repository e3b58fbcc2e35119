"""The cookies of a club: their names, and functions to set and delete them. All of them are HttpOnly.

Over https, the home club's cookies have the prefix __Host-: a browser accepts them only from this host, never from
another host of the same domain. A club at /c/<slug> has a path and cannot use the prefix; its cookie names end in its
slug instead.
"""

from functools import lru_cache

from flask import request
from werkzeug.wrappers import Response as AnyResponse

from scorepad.web.access.permissions import COOKIE
from scorepad.web.app.current import g

PREFIX = "__Host-"
SECONDS = 400 * 24 * 3600
"""The longest that browsers keep a cookie. A form waiting on a phone needs its session even weeks later."""


CLEAR_SITE = {"Clear-Site-Data": '"cache"'}
"""Makes a browser clear its HTTP cache. "storage" would also delete the data of every other club at this address,
including unsent forms, so `kept.js` deletes the stored pages of one club instead."""


@lru_cache(maxsize=1024)
def names(name: str, suffix: str, root: str, is_secure: bool) -> tuple[str, ...]:
    """Return the names of a cookie: the current one, then an earlier one that is still accepted.

    `root` is the prefix of the club.
    """
    if is_secure and not suffix and not root:
        return PREFIX + name, name
    return (name + suffix,)


def put(response: AnyResponse, name: str, suffix: str, value: str) -> None:
    """Set a cookie for this club, and delete the one with the earlier name."""
    new, *earlier = names(name, suffix, request.script_root, request.is_secure)
    response.set_cookie(
        new,
        value,
        # Browsers prefer max_age to a date, and a home server's clock may be wrong.
        max_age=SECONDS,
        path=request.script_root or "/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    _delete(response, [name for name in earlier if name in request.cookies])


def _delete(response: AnyResponse, names: list[str]) -> None:
    for name in names:
        path, secure = request.script_root or "/", request.is_secure
        response.delete_cookie(name, path=path, secure=secure, httponly=True, samesite="Lax")


def set_phone_token(response: AnyResponse, token: str) -> None:
    put(response, COOKIE, g.club.cookie_suffix, token)


def drop_phone_token(response: AnyResponse) -> None:
    """Delete this phone's token cookie."""
    suffix = g.club.cookie_suffix
    _delete(response, list(names(COOKIE, suffix, request.script_root, request.is_secure)))
