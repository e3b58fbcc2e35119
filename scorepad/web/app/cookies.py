"""The cookies of a club: their names, and how they are set and dropped. Every one is out of reach of scripts.

Over https the home club's have the prefix __Host-: a browser then takes them from this very host only, never from a
neighbour below the same domain. A club at /c/<slug> has a path and cannot have it; its names end in its slug instead.
"""

from functools import lru_cache

from flask import request
from werkzeug.wrappers import Response as AnyResponse

from scorepad.web.access.permissions import COOKIE
from scorepad.web.app.current import g

PREFIX = "__Host-"
SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie. A form that waits on a phone must find its token again, even weeks later."""


CLEAR_SITE = {"Clear-Site-Data": '"cache"'}
"""The header by which a browser drops the answers in its own cache. With "storage" it would also drop what every club
of the same address keeps there, also forms not sent yet: `kept.js` deletes the pages of one club."""


@lru_cache(maxsize=1024)
def names(name: str, suffix: str, root: str, is_secure: bool) -> tuple[str, ...]:
    """Return the names of a cookie: the one to set, then one that was given out before and is still good.

    `root` is the prefix of the club.
    """
    if is_secure and not suffix and not root:
        return PREFIX + name, name
    return (name + suffix,)


def put(response: AnyResponse, name: str, suffix: str, value: str) -> None:
    """Set a cookie for this club. It takes the place of one under the earlier name."""
    new, *earlier = names(name, suffix, request.script_root, request.is_secure)
    response.set_cookie(
        new,
        value,
        # Browsers prefer max_age to a date, which a home server's clock may have wrong.
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
    """Make this phone forget its token."""
    suffix = g.club.cookie_suffix
    _delete(response, list(names(COOKIE, suffix, request.script_root, request.is_secure)))
