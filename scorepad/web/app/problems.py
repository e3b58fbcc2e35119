"""API errors as application/problem+json (RFC 9457). Each says what is wrong, where, and what would be right."""

import json
import os
from collections.abc import Mapping, Sequence
from typing import Annotated, NotRequired, TypedDict

from flask import Response, current_app, request
from werkzeug.exceptions import HTTPException
from werkzeug.http import HTTP_STATUS_CODES

from scorepad.play.game import UnreadableGame
from scorepad.rules import RulesError
from scorepad.store import Forgotten, NoSuchGame, NoSuchNight, NoSuchPerson, StoreError
from scorepad.web.app.current import g

ROOT = "/api/v1"
MEDIA_TYPE = "application/problem+json"

SENTENCES = {
    400: "The request cannot be read.",
    403: "This token may not do that.",
    404: "There is nothing at this address. GET /api/v1/openapi.json lists every address.",
    405: "This address does not accept that method. The header Allow lists those it accepts.",
    413: "A request may have at most 64 kilobytes.",
    415: "Send JSON, with the header Content-Type: application/json.",
    500: "Something went wrong in Scorepad. Nothing was partly saved.",
    503: "The club's file cannot be used just now. Nothing was partly saved: send the request again.",
}


class Fault(TypedDict):
    """One thing that is wrong, and where."""

    detail: Annotated[str, "What is wrong, and what would be right"]
    pointer: NotRequired[Annotated[str, "Where in the body, as a JSON Pointer (RFC 6901); empty: the whole body"]]
    parameter: NotRequired[Annotated[str, "Which parameter of the address or header of the request"]]


class Problem(TypedDict):
    """What is wrong with a request (RFC 9457)."""

    type: Annotated[str, "about:blank: the status says what kind of problem it is"]
    title: str
    status: int
    detail: str
    errors: NotRequired[list[Fault]]
    confirm: NotRequired[Annotated[str, "Send this as confirm to finish the round although of these warnings"]]


class ApiError(Exception):
    """An error that is sent as problem details."""

    def __init__(
        self,
        status: int,
        detail: str,
        errors: Sequence[Fault] = (),
        headers: Mapping[str, str] | None = None,
        confirm: str = "",
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.errors = list(errors)
        self.headers = dict(headers or {})
        self.confirm = confirm


def without_home(text: str) -> str:
    """Return a sentence without the path of the instance folder, so that it does not reveal where files are stored."""
    return text.replace(f"{current_app.config['HOME']}{os.sep}", "")


def is_api() -> bool:
    """Whether this request is for the API."""
    return request.path == ROOT or request.path.startswith(f"{ROOT}/")


def problem_body(error: ApiError) -> str:
    """Return the JSON of an error."""
    problem: Problem = {
        "type": "about:blank",
        "title": HTTP_STATUS_CODES.get(error.status, "Error"),
        "status": error.status,
        "detail": error.detail,
    }
    if error.errors:
        problem["errors"] = error.errors
    if error.confirm:
        problem["confirm"] = error.confirm
    return json.dumps(problem, ensure_ascii=False)


def answer(error: Exception) -> Response:
    """Return the response to an error in an API request."""
    problem = _problem(error)
    response = current_app.response_class(problem_body(problem), problem.status, mimetype=MEDIA_TYPE)
    response.headers.update(problem.headers)
    return with_cors(response)


def with_cors(response: Response) -> Response:
    """Let pages of any origin read responses. This is safe because a token is needed and cookies are ignored.

    `api.entrance` decides whether they may also send a POST.
    """
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After"
    if request.method == "OPTIONS":
        methods = "GET, HEAD, POST" if g.get("may_post") else "GET, HEAD"
        response.headers["Access-Control-Allow-Methods"] = methods
        response.headers["Access-Control-Allow-Headers"] = (
            "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID"
        )
        response.headers["Access-Control-Max-Age"] = "86400"
    return response


def _problem(error: Exception) -> ApiError:
    match error:
        case ApiError():
            return error
        case HTTPException():
            status = error.code or 500
            headers = {name: text for name, text in error.get_headers() if name in ("Allow", "Retry-After")}
            return ApiError(status, SENTENCES.get(status, SENTENCES[400 if status < 500 else 500]), headers=headers)
        case Forgotten():
            return ApiError(410, str(error))
        case NoSuchGame() | NoSuchNight() | NoSuchPerson():
            return ApiError(404, str(error))
        case RulesError():
            return ApiError(503, f"The rules of this game cannot be read: {error.faults[0]}")
        case UnreadableGame():
            current_app.logger.error("game %s cannot be read", error, exc_info=error.__cause__)
            return ApiError(503, "This game is damaged and cannot be read. All others can.")
        case StoreError():
            current_app.logger.error("store: %s", error, exc_info=error.__cause__)
            return ApiError(503, f"{without_home(str(error))} {SENTENCES[503]}", headers={"Retry-After": "5"})
    current_app.logger.error("unforeseen", exc_info=error)
    return ApiError(500, SENTENCES[500])
