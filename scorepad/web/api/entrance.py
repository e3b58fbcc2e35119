"""Checks for every API request: its token, permission, rate limit and body.

Cookies are ignored here, so other sites cannot abuse a browser's cookies, and no CSRF token is needed.
"""

import threading
import time
from contextlib import suppress

from flask import current_app, request
from werkzeug.datastructures import WWWAuthenticate

from scorepad.store import WHOLE_CLUB, Pass, Phone, Role, StoreError
from scorepad.store.tokens import Token, TokenRole
from scorepad.web.app.current import g
from scorepad.web.app.freshness import today
from scorepad.web.app.permissions import REQUIRED, Permission
from scorepad.web.app.problems import ApiError
from scorepad.web.app.uploads import UNFINISHED

PUBLIC = frozenset({"api.openapi"})
"""Endpoints that need no token, because they reveal nothing about a club."""

QUESTIONS = frozenset({"api.score", "api.can_go_out", "api.can_open"})
"""Endpoints of POST that change nothing, so pages of any site may use them."""

_READ = frozenset({Permission.OPEN, Permission.WATCH, Permission.READ_GAME, Permission.READ})
_SCORE = frozenset({Permission.OPEN, Permission.WATCH, Permission.READ_GAME, Permission.SCORE})


def enter() -> None:
    """Check a request, and set its token, permissions and body in `g`. Raises ApiError."""
    endpoint = request.endpoint or ""
    if request.method == "OPTIONS":
        # A browser asks what pages of another site may send, without a token.
        origin = request.headers.get("Origin", "")
        g.may_post = endpoint in QUESTIONS or g.club.access.tokens.is_origin(origin, today())
        return
    if endpoint not in PUBLIC:
        g.api_token = token = _token()
        _check_rate(token)
        note_use(token)
        g.allowed = permissions_of(token, (request.view_args or {}).get("game"))
        if REQUIRED.get(endpoint) not in g.allowed:
            raise ApiError(403, _refusal(token))
        _check_origin(token, endpoint)
    if request.method == "POST":
        g.body = _body()


def valid_token(text: str) -> Token | None:
    """Return the token with this text, unless it is revoked or expired."""
    token = g.club.access.tokens.find(text)
    return token if token and not token.revoked and not token.has_ended(today()) else None


def note_use(token: Token) -> None:
    """Record that a token was used. A full disk must not prevent reading, so errors are ignored."""
    with suppress(StoreError):
        g.club.access.tokens.note_use(token)


def _token() -> Token:
    header = request.headers.get("Authorization", "")
    kind, _, text = header.partition(" ")
    if not header:
        raise _unauthorized("This needs a token: send it in the header Authorization: Bearer scorepad_…")
    if kind.lower() != "bearer":
        raise _unauthorized("Send the token as Authorization: Bearer scorepad_…", "invalid_request")
    token = g.club.access.tokens.find(text.strip())
    if token is None:
        raise _unauthorized("This club has no such token. Its owner can make one on the page “Phones”, under Programs.")
    if token.revoked:
        raise _unauthorized("The owner of this club has revoked this token.")
    if token.has_ended(today()):
        raise _unauthorized(f"This token ended on {token.ends}. The owner of this club can make a new one.")
    if token.may is TokenRole.FEED:
        raise ApiError(403, "This token can only read the feed, not use the API.")
    return token


def _unauthorized(detail: str, error: str = "invalid_token") -> ApiError:
    about: dict[str, str | None] = {"realm": "Scorepad"}
    if request.headers.get("Authorization"):
        about["error"] = error
    return ApiError(401, detail, headers={"WWW-Authenticate": WWWAuthenticate("bearer", about).to_header()})


def _check_rate(token: Token) -> None:
    if wait := LIMITS.wait((g.club.slug, token.id), token.per_minute):
        detail = f"This token may send {token.per_minute} requests a minute. Wait {wait} seconds."
        raise ApiError(429, detail, headers={"Retry-After": str(wait)})


def permissions_of(token: Token, game: int | None) -> frozenset[Permission]:
    """Return what a token allows, in a game or in the club as a whole."""
    if token.may is TokenRole.MANAGE:
        return frozenset(Permission)
    if token.may is TokenRole.READ:
        return _READ
    if token.may is TokenRole.FEED:
        return frozenset()
    if token.game == WHOLE_CLUB:
        return _SCORE | _READ
    return _SCORE if game == token.game else frozenset({Permission.OPEN})


def program_phone() -> Phone:
    """Return the program of this request as a phone, whose label marks what it records."""
    token = g.api_token
    owns = {Pass(Role.OWNER, WHOLE_CLUB)} if token.may is TokenRole.MANAGE else ()
    return Phone(0, token.label, None, token.made_at, dismissed=False, passes=frozenset(owns))


def _refusal(token: Token) -> str:
    if token.may is TokenRole.READ:
        return "This token may only read. Keeping score needs one that may do that."
    if token.game == WHOLE_CLUB:
        return "This token may read and keep score. Beginning games and changing the club needs one that may do that."
    return f"This token may only read and keep score of game {token.game}."


def _check_origin(token: Token, endpoint: str) -> None:
    """Raise ApiError if a page of another site records with a token whose owner did not name that site."""
    origin = request.headers.get("Origin", "")
    if request.method != "POST" or endpoint in QUESTIONS or origin in ("", token.origin):
        return
    if origin != request.host_url.rstrip("/"):
        raise ApiError(
            403, f"Pages of {origin[:200]} may not record with this token: its owner did not name that site."
        )


def _body() -> bytes:
    """Return the body of a request. Raises ApiError if it is too long, too slow, or of unknown length."""
    length = request.content_length
    if length is None:
        raise ApiError(411, "Send the header Content-Length with the length of the body.")
    if length > current_app.config["MAX_CONTENT_LENGTH"]:
        raise ApiError(413, "A request may have at most 64 kilobytes.")
    if UNFINISHED in request.environ:
        raise ApiError(408, "The body took too long to arrive. Nothing was saved.")
    return request.get_data()


# The rate limit: how many requests each token sends per minute

MINUTE = 60.0


class RateLimits:
    """Counts the requests of each token in its current minute. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._minutes: dict[tuple[str, int], tuple[float, int]] = {}

    def wait(self, key: tuple[str, int], per_minute: int) -> int:
        """Count a request. Return 0, or the seconds to wait if it exceeds the limit."""
        now = time.monotonic()
        with self._lock:
            began, count = self._minutes.get(key, (now, 0))
            if now - began >= MINUTE:
                self._minutes = {key: minute for key, minute in self._minutes.items() if now - minute[0] < MINUTE}
                began, count = now, 0
            if count >= per_minute:
                return max(1, int(began + MINUTE - now) + 1)
            self._minutes[key] = (began, count + 1)
            return 0


LIMITS = RateLimits()
"""The rate limits of this process. A restart resets them, as a minute does."""
