"""Respond with a JSON document, or 304 if the client has it already; parse the JSON body of a request."""

import hashlib
from typing import Any

from flask import Response, current_app, request

from scorepad.scoring.answers import to_json
from scorepad.scoring.documents import one_document
from scorepad.web.api.problems import ApiError, Fault
from scorepad.web.app.current import g

MEDIA_TYPE = "application/json"


def answer(document: Any, status: int = 200) -> Response:
    """Return a response with a document, or 304 if the client has it already."""
    return conditional(to_json(document), MEDIA_TYPE, status)


def conditional(text: str, media_type: str, status: int = 200) -> Response:
    """Return a response with a text and its ETag, or 304 if the client has it already."""
    response = current_app.response_class(text, status, mimetype=media_type)
    if status == 200 and request.method in ("GET", "HEAD"):
        etag = hashlib.sha256(text.encode()).hexdigest()[:32]
        if request.if_none_match.contains_weak(etag):
            response = current_app.response_class(status=304)
        response.set_etag(etag, weak=True)
    return response


def body() -> Any:
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


def as_object(data: Any, keys: tuple[str, ...]) -> dict[str, Any]:
    """Return `data` if it is a JSON object with no other keys than `keys`. Raises ApiError."""
    if not isinstance(data, dict):
        raise ApiError(422, "The body must be a JSON object.")
    faults: list[Fault] = [
        {"pointer": f"/{key[:60]}", "detail": f"There is no such key here. The keys are: {', '.join(keys)}."}
        for key in data
        if key not in keys
    ]
    if faults:
        raise ApiError(422, "The body has keys that are not known.", faults)
    return data
