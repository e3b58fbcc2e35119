"""What every request passes: its host name and its club are checked first, then its phone, permissions and form.

`HostMiddleware` and `ClubMiddleware` only write into the request's environment. `_before_request` sets the club, the
phone, its permissions and its form in `g`, or answers immediately, also what the middleware refused.
"""

import re
from collections.abc import Iterable
from contextlib import ExitStack
from hmac import compare_digest
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, abort, current_app, request, session
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError, CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wsgi import ClosingIterator

from scorepad import paths
from scorepad.addresses import HEALTH
from scorepad.live.open_clubs import NoSuchClub, OpenClub, OpenClubs
from scorepad.play.form_data import FormData, Submission
from scorepad.store import StoreError
from scorepad.web.app import answers, cookies, errors, forms, language, problems, refusals, uploads
from scorepad.web.app.current import CLUB, Current, g
from scorepad.web.app.headers import headers_for
from scorepad.web.app.health import Health, HealthAnswer
from scorepad.web.app.hosts import LONGEST, host_name, is_known, own_names
from scorepad.web.app.permissions import REQUIRED, permissions_of

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

REFUSED_HOST = "scorepad.refused_host"
"""Key in the environment: a host name that Scorepad does not answer to; "" for a malformed Host header."""
CLUB_ERROR = "scorepad.club_error"
"""Key in the environment: a StoreError that Flask must report, such as a club that could not be opened."""

FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")

_CSRF = CSRFProtect()
"""Checks the token of a form once the form may be read, not before every request; see docs/why/csrf.md."""


_PREFIX = re.compile(rf"{paths.PREFIX}({paths.SLUG})(/.*)?", re.DOTALL)
_PROXYS_PATH = re.compile(r"(/[A-Za-z0-9._~-]{1,60}){1,5}")


# Before Flask: the host name, and the club of a request


def install_middleware(app: Flask, clubs: OpenClubs, hosts: Iterable[str], proxies: int) -> None:
    """Wrap the application, which answers to `hosts` and to this machine's own names.

    `proxies` is the number of reverse proxies in front, whose X-Forwarded headers are trusted; 0 ignores the headers.
    """
    names = frozenset(own_names().union(hosts))
    wsgi_app: WSGIApplication = ClubMiddleware(app.wsgi_app, clubs)
    wsgi_app = HostMiddleware(wsgi_app, names, HealthAnswer(Health(app.config["HOME"], clubs)))
    if proxies:
        # Only the proxy that cuts a path off says so, and the others pass it on.
        wsgi_app = ProxyFix(wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies, x_prefix=1)
    app.wsgi_app = wsgi_app  # type: ignore[method-assign]


class HostMiddleware:
    """Mark requests for a host name that is not ours. Health checks are answered under any name.

    Otherwise another site could point its name at this machine and read the pages (DNS rebinding).
    """

    def __init__(self, app: "WSGIApplication", names: frozenset[str], health: "WSGIApplication") -> None:
        self._app = app
        self._names = names
        self._health = health

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Any:
        if environ.get("PATH_INFO") == HEALTH:
            return self._health(environ, start_response)
        hosts = [environ.get("HTTP_HOST", "")]
        if before := environ.get(refusals.BEFORE_PROXY):
            if environ["wsgi.url_scheme"] not in ("http", "https"):
                environ["wsgi.url_scheme"] = before["wsgi.url_scheme"]
            # Not every proxy removes a forged X-Forwarded-Prefix, and this is the start of every link.
            path = environ.get("SCRIPT_NAME", "").rstrip("/")
            environ["SCRIPT_NAME"] = path if _PROXYS_PATH.fullmatch(path) else ""
            # A request that bypasses the proxy can forge X-Forwarded-Host, so check the original name too.
            hosts.append(before.get("HTTP_HOST") or "")
        for host in hosts:
            name = host_name(host[: LONGEST + 1])
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
                lease.callback(self._clubs.give_back, club.slug, club)
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


# In Flask: the phone, its permissions, its form and the CSRF token, before every view


def install(app: Flask) -> None:
    app.app_ctx_globals_class = Current
    app.session_interface = cookies.AgelessSessions(str(app.secret_key))
    app.response_class = SafeResponse
    _CSRF.init_app(app)
    app.before_request(_before_request)
    app.after_request(_after_request)


def _before_request() -> ResponseReturnValue | None:
    language.begin()
    if (name := request.environ.get(REFUSED_HOST)) is not None:
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
    g.token, g.phone = cookies.find_phone() or ("", None)
    g.allowed = permissions_of(g.phone, (request.view_args or {}).get("game"))
    if REQUIRED.get(request.endpoint or "") not in g.allowed:
        return refusals.refuse_phone()
    return None if request.method in ("GET", "HEAD") else _read_form()


def _enter_host_page() -> ResponseReturnValue | None:
    """Enter a page of an open house. It belongs to no club, so it has no club prefix and needs no phone."""
    if (club := request.environ.get(CLUB)) and club.slug:
        abort(404)
    g.phone = None
    return None if request.method in ("GET", "HEAD", "OPTIONS") else _read_form()


def _find_club() -> ResponseReturnValue | None:
    """Set `g.club`, or return the answer to a request for no club. A host of many clubs has no club at "/"."""
    if error := request.environ.get(CLUB_ERROR):
        raise error
    if club := request.environ.get(CLUB):
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
    sent = request.form.get("csrf_token", "").encode()
    if "csrf_token" in session and compare_digest(sent, cookies.csrf_token().encode()):
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
