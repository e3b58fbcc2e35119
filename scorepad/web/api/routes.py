"""The routes of the API, declared once for validation and for the OpenAPI document; JSON in and out.

`app/addresses.py` names the view of each path.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from flask import Response, current_app, request

from scorepad.exchange.documents.schema import faults_in
from scorepad.league.table_request import read_day
from scorepad.numbers import whole_number
from scorepad.scoring.answers import to_json
from scorepad.scoring.documents import json_pointer, one_document
from scorepad.store.tokens import StoredResponse
from scorepad.web.app.current import g
from scorepad.web.app.problems import MEDIA_TYPE as PROBLEM
from scorepad.web.app.problems import ApiError, Fault

MAX_FAULTS = 100
"""The most faults of a body that an answer lists."""

LONGEST = 200
"""Characters of the longest parameter."""

Value = str | int | list[str]
Query = Mapping[str, Value]
"""The parameters that a request sent."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a route, in the query string unless it is a header."""

    name: str
    about: str
    kind: Literal["text", "number", "day", "word", "words"] = "text"
    words: tuple[str, ...] = ()
    """The allowed values; empty if any text is allowed."""
    largest: int = 10**9 - 1
    is_required: bool = False
    example: str | int | None = None
    is_header: bool = False

    def read(self, text: str) -> str | int:
        """Return the value of a text. Raises ValueError with a sentence that says what would be right."""
        if len(text) > LONGEST:
            raise ValueError(f"This is too long: {LONGEST} letters are the most.")
        if self.kind == "number":
            number = whole_number(text, 1, self.largest)
            if number is None:
                raise ValueError(f"Give a whole number from 1 to {self.largest}.")
            return number
        if self.kind == "day" and read_day(text) is None:
            raise ValueError("Give a day as year, month and day, such as 2026-03-31.")
        if self.words and text not in self.words:
            raise ValueError(f"Give one of: {', '.join(self.words)}.")
        return text

    @property
    def schema(self) -> dict[str, Any]:
        """Its JSON Schema."""
        if self.kind == "number":
            return {"type": "integer", "minimum": 1, "maximum": self.largest}
        if self.kind == "day":
            return {"type": "string", "format": "date"}
        if self.kind == "words":
            return {"type": "array", "items": {"type": "string", "maxLength": LONGEST}, "maxItems": 20}
        return {"type": "string", "enum": list(self.words)} if self.words else {"type": "string", "maxLength": LONGEST}


@dataclass(frozen=True, slots=True)
class Route:
    """A route of the API. `answer` is the type of its document, `problems` are the error statuses it may return."""

    method: str
    path: str
    view: Callable[..., Any]
    summary: str
    about: str
    answer: Any
    parameters: tuple[Parameter, ...] = ()
    body: Any = None
    problems: tuple[int, ...] = ()
    media_type: str = "application/json"
    is_public: bool = False
    example: Any = None
    operation: str = ""
    """The name of its function in generated clients; default: get_ and the name of the view. It differs from every
    schema by more than its case, or some generators would declare a name twice."""

    @property
    def operation_id(self) -> str:
        return self.operation or f"get_{self.view.__name__}"

    @property
    def endpoint(self) -> str:
        return f"api.{self.view.__name__}"

    @property
    def arguments(self) -> list[tuple[str, str]]:
        """The names of the path's variables, with their converters."""
        return [(name, kind) for kind, name in re.findall(r"<(\w+):(\w+)>", self.path)]


ROUTES: list[Route] = []


def route(method: str, path: str, **about: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare a route. Its view gets the variables of the path, and `query` if the route has parameters."""

    def declare(view: Callable[..., Any]) -> Callable[..., Any]:
        text = " ".join((view.__doc__ or "").split())
        declared = Route(method, path, view, text.partition(". ")[0].rstrip("."), text, **about)
        ROUTES.append(declared)

        def answer(**url: Any) -> Any:
            query = read_query(declared)
            result = view(**url, query=query) if declared.parameters else view(**url)
            return result if isinstance(result, Response) else conditional(to_json(result), MEDIA_TYPE)

        return answer

    return declare


def read_query(declared: Route) -> dict[str, Value]:
    """Return the parameters of this request. Raises ApiError with every fault."""
    known = {parameter.name: parameter for parameter in declared.parameters if not parameter.is_header}
    faults: list[Fault] = [
        {"parameter": name[:60], "detail": f"This address has no such parameter. It has: {', '.join(known) or 'none'}."}
        for name in request.args
        if name not in known
    ]
    values: dict[str, Value] = {}
    for name, parameter in known.items():
        texts = request.args.getlist(name)
        try:
            if parameter.kind == "words":
                values[name] = [str(parameter.read(text)) for text in texts]
            elif len(texts) > 1:
                raise ValueError("This was sent twice. Send it once.")
            elif texts:
                values[name] = parameter.read(texts[0])
            elif parameter.is_required:
                raise ValueError("This is needed.")
        except ValueError as error:
            faults.append({"parameter": name, "detail": f"{error} {parameter.about}"})
    if faults:
        raise ApiError(400, "The address has parameters that cannot be used.", faults)
    return values


# Requests that record: each has a key, and sent again it gets the same answer

LONGEST_KEY = 200

KEY = Parameter(
    "Idempotency-Key",
    "A text that you choose, new for each request. The same key and body sent again get the same answer.",
    is_required=True,
    is_header=True,
    example="3f9d-round-2",
)


def request_key() -> str:
    """Return the key of this request. Raises ApiError."""
    key = request.headers.get(KEY.name, "")
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        error: Fault = {"parameter": KEY.name, "detail": f"{KEY.about} It has 1 to {LONGEST_KEY} letters."}
        raise ApiError(400, "This needs the header Idempotency-Key.", [error])
    return key


def record_once(what: object, record: Callable[[str], tuple[int, str]]) -> Response:
    """Return the stored answer to this request, or call `record` with its key, and store the status and body.

    `what` names what it changes: a key belongs to one request.
    """
    key, wanted = request_key(), hashlib.sha256(f"{what}\n".encode() + g.body).hexdigest()
    responses, token = g.club.access.tokens.responses, g.api_token.id
    with responses.lock(token, key):
        response = responses.find(token, key)
        if response is None:
            response = responses.keep(token, key, StoredResponse(wanted, *record(key)))
    if response.request != wanted:
        error: Fault = {"parameter": KEY.name, "detail": "This key was used with another body before. Use a new one."}
        raise ApiError(422, "The Idempotency-Key was used for another request.", [error])
    return Response(response.body, response.status, mimetype=PROBLEM if response.status >= 400 else MEDIA_TYPE)


# JSON documents: responses, and the bodies of requests

MEDIA_TYPE = "application/json"


def conditional(text: str, media_type: str) -> Response:
    """Return a response with a text and its ETag, or 304 if the client has it already."""
    response = current_app.response_class(text, mimetype=media_type)
    if request.method in ("GET", "HEAD"):
        etag = hashlib.sha256(text.encode()).hexdigest()[:32]
        if request.if_none_match.contains_weak(etag):
            response = current_app.response_class(status=304)
        response.set_etag(etag, weak=True)
    return response


def json_body() -> Any:
    """Return the parsed JSON body of this request. Raises ApiError."""
    if request.mimetype != MEDIA_TYPE:
        raise ApiError(415, "Send JSON, with the header Content-Type: application/json.")
    try:
        text = g.body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ApiError(400, f"The body is not UTF-8 text: byte {error.start} does not fit.") from None
    document = one_document(text)
    if document.fault:
        raise ApiError(400, document.fault)
    return document.data


def checked_body(kind: Any) -> Any:
    """Return the JSON body of this request, which has the type of its schema. Raises ApiError with every fault."""
    data = json_body()
    if found := faults_in(data, kind):
        faults: list[Fault] = [{"pointer": json_pointer(*place), "detail": text} for place, text in found[:MAX_FAULTS]]
        raise ApiError(422, "The body has keys or values that cannot be used.", faults)
    return data


def as_object(data: Any, keys: tuple[str, ...]) -> dict[str, Any]:
    """Return `data` if it is a JSON object with no other keys than `keys`. Raises ApiError."""
    if not isinstance(data, dict):
        raise ApiError(422, "The body must be a JSON object.")
    faults: list[Fault] = [
        {"pointer": json_pointer(key), "detail": f"There is no such key here. The keys are: {', '.join(keys)}."}
        for key in data
        if key not in keys
    ]
    if faults:
        raise ApiError(422, "The body has keys that are not known.", faults)
    return data
