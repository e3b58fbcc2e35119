"""Code that runs before and after every request, and sessions that do not expire.

Every request passes `_before_request`: it sets the club, the phone, its permissions and its form in `g`, or answers
immediately.
"""

from collections.abc import Mapping
from functools import lru_cache
from hmac import compare_digest
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response, abort, current_app, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError, CSRFProtect
from itsdangerous import BadSignature, URLSafeSerializer

from scorepad.play.form_data import FormData, Submission
from scorepad.web.app import answers, cookies, errors, forms, middleware, problems, refusals, uploads
from scorepad.web.app.current import Current, g
from scorepad.web.app.headers import headers_for
from scorepad.web.app.permissions import REQUIRED, permissions_of
from scorepad.web.app.templates import csrf_token

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from scorepad.store import Phone

FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")

_CSRF = CSRFProtect()
"""Checks the token of a form once the form may be read, not before every request; see docs/why/csrf.md."""


def install(app: Flask) -> None:
    app.app_ctx_globals_class = Current
    app.session_interface = AgelessSessions(str(app.secret_key))
    app.response_class = SafeResponse
    _CSRF.init_app(app)
    app.before_request(_before_request)
    app.after_request(_after_request)


def _before_request() -> ResponseReturnValue | None:
    if (name := request.environ.get(middleware.REFUSED_HOST)) is not None:
        return errors.unknown_host(name)
    if request.endpoint in ("asset", "favicon"):
        return None
    if request.blueprint in refusals.HOST_PAGES:
        return _enter_host_page()
    if answer := _find_club():
        return answer
    if request.routing_exception is not None or request.method == "OPTIONS":
        return None
    if request.blueprint == "api":
        return None  # `api.entrance` checks it next
    found = cookies.find(cookies.PHONE, g.club.cookie_suffix, _phone)
    g.token, g.phone = found or ("", None)
    g.allowed = permissions_of(g.phone, (request.view_args or {}).get("game"))
    if REQUIRED.get(request.endpoint or "") not in g.allowed:
        return refusals.refuse_phone()
    return None if request.method in ("GET", "HEAD") else _read_form()


def _phone(token: str) -> "tuple[str, Phone] | None":
    phone = g.club.access.phone(token)
    return (token, phone) if phone else None


def _enter_host_page() -> ResponseReturnValue | None:
    """Enter a page of an open house. It belongs to no club, so it has no club prefix and needs no phone."""
    if (club := request.environ.get(middleware.CLUB)) and club.slug:
        abort(404)
    g.phone = None
    return None if request.method in ("GET", "HEAD", "OPTIONS") else _read_form()


def _find_club() -> ResponseReturnValue | None:
    """Set `g.club`, or return the answer to a request for no club. A host of many clubs has no club at "/"."""
    if error := request.environ.get(middleware.CLUB_ERROR):
        raise error
    if club := request.environ.get(middleware.CLUB):
        g.club = club
        return None
    return refusals.no_club()


def _read_form() -> ResponseReturnValue | None:
    """Read the form of a POST into `g.form`. Call it only after the permission check."""
    if request.mimetype not in FORM_TYPES:
        abort(415)
    # Nothing would bound the read of a form of unknown length.
    if (length := request.content_length) is None:
        abort(411)
    is_upload = request.endpoint in forms.UPLOADS and request.mimetype == "multipart/form-data"
    if is_upload and (refusal := uploads.read_upload(length)):
        return refusal
    if uploads.UNFINISHED in request.environ:
        sentence = "It took too long. Nothing was saved. Send it again."
        return errors.page(408, "The form did not arrive", sentence)
    if set(request.files) - forms.FILES.get(request.endpoint or "", set()):
        abort(415)
    token_holds, data = _has_token(), FormData.of(request.form.to_dict(flat=False))
    g.form = Submission.of(data, token_holds=token_holds, phone=g.phone)
    if not token_holds and request.endpoint not in forms.CHECKS_TOKEN_ITSELF:
        raise forms.StaleForm
    return None


def _has_token() -> bool:
    """Return whether the form's token belongs to this session. Most come from a page of this process, unchanged."""
    if "csrf_token" in session and compare_digest(request.form.get("csrf_token", "").encode(), csrf_token().encode()):
        return True
    try:
        _CSRF.protect()
    except CSRFError:
        forms.offer_new_token()
        return False
    return True


def _after_request(response: Response) -> Response:
    if request.blueprint == "api":
        problems.with_cors(response)
    if g.get("phone"):
        cookies.rename_phone_token(response)
    if response.status_code in (200, 304):
        response = answers.compress(response)
    elif response.status_code == 303 and request.method == "POST" and forms.MORE in request.headers and "club" in g:
        # The script does not want the page to which the 303 leads.
        recorded = g.club.store.latest_seq((request.view_args or {}).get("game"))
        response = current_app.response_class(status=204, headers={forms.MORE: "kept", forms.ENTRY: str(recorded)})
    return response


class SafeResponse(Response):
    """A response with the common headers, added without Werkzeug's checks, and in one piece unless it is a stream.

    The server sends a list together with its headers. A body sent after the headers waits until the phone has
    acknowledged them, which some phones delay by 40 ms.
    """

    def get_app_iter(self, environ: "WSGIEnvironment") -> Any:
        body: Any = super().get_app_iter(environ)
        if self.is_streamed or self.direct_passthrough:
            return body
        whole = [b"".join(body)]
        body.close()
        return whole

    def get_wsgi_response(self, environ: "WSGIEnvironment") -> Any:
        body, status, headers = super().get_wsgi_response(environ)
        own = dict(headers)
        usual = headers_for(environ["wsgi.url_scheme"], is_kept="Cache-Control" in own)
        return body, status, [*headers, *((name, text) for name, text in usual if name not in own)]


class AgelessSessions(SecureCookieSessionInterface):
    """Sessions signed without a timestamp. A home server's clock may step back, which would end every session."""

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return the session of a request; an empty one if its cookie is missing or was tampered with."""
        slug, suffix = _slug_and_suffix(request)
        signer = _signer(self._secret, slug)
        content = cookies.find(cookies.SESSION, suffix, lambda text: _signed(signer, text) or None)
        return SecureCookieSession(content or {})

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie if the session has changed."""
        if session.accessed or session.modified:
            if "Vary" in response.headers:
                response.vary.add("Cookie")
            else:
                response.headers["Vary"] = "Cookie"
        slug, suffix = _slug_and_suffix(request)
        if session.modified or cookies.has_earlier_name(cookies.SESSION, suffix):
            text = _signer(self._secret, slug).dumps(dict(session))
            cookies.put(response, cookies.SESSION, suffix, str(text))


def _slug_and_suffix(request: Request) -> tuple[str, str]:
    club = request.environ.get(middleware.CLUB)
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
