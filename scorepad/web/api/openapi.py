"""The OpenAPI 3.1 document of the API, generated from its routes and their documents, and the page that shows it.

Importing this module declares every route.
"""

import json
import re
from functools import cache
from typing import Any

from flask import render_template, request
from markupsafe import Markup

from scorepad import __version__
from scorepad.exchange.documents.schema import REFERENCE, closed, schema_of
from scorepad.web.api import changes, games, league, manage, nights, rules  # noqa: F401  # they declare their routes
from scorepad.web.api.routes import ROUTES, Parameter, Route, route
from scorepad.web.app.problems import MEDIA_TYPE, ROOT, Problem

_TITLES = {
    304: "Nothing has changed",
    400: "The request cannot be read",
    401: "A valid token is needed",
    403: "The token may not do that",
    404: "There is no such thing",
    408: "The body took too long",
    409: "Someone else changed the same cell",
    410: "The person was forgotten",
    411: "The length of the body is needed",
    413: "The body is too long",
    415: "The body is not JSON",
    422: "The body cannot be used",
    429: "Too many requests a minute",
    503: "Not just now",
}
_TAGS = {
    "games": "Games",
    "manage": "Beginning and changing",
    "league": "Standings and players",
    "nights": "Nights of many tables",
    "rules": "Rules",
    "changes": "Streams",
    "openapi": "This document",
}
"""Headings of routes, by the modules that declare them, in the order of the document."""

_OF_TOKENS, _OF_BODIES = (401, 403, 429, 503), (408, 411, 413, 415)


@route("GET", "/openapi.json", answer=dict, is_public=True)
def openapi() -> Any:
    """Show this document. It needs no token."""
    return document() | {"servers": [{"url": f"{request.script_root}{ROOT}"}]}


@cache
def document() -> dict[str, Any]:
    """Return the document. Cached, so do not modify it."""
    named: dict[str, Any] = {}
    sent: dict[str, Any] = {}
    schema_of(Problem, named)
    paths: dict[str, Any] = {}
    modules = list(_TAGS)
    for declared in sorted(ROUTES, key=lambda declared: modules.index(_module(declared))):
        path = re.sub(r"<\w+:(\w+)>", r"{\1}", declared.path)
        paths.setdefault(path, {})[declared.method.lower()] = _operation(declared, named, sent)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Scorepad",
            "version": __version__,
            "description": "Games, standings and rules of a Hand and Foot club, for other programs. "
            "The owner of a club makes a token under Phones, Programs. docs/api.md has examples.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": ROOT}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": dict(sorted((named | closed(sent)).items())),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "bearerFormat": "scorepad_…"}},
        },
    }


def _operation(declared: Route, named: dict[str, Any], sent: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": declared.operation_id,
        "tags": [_TAGS[_module(declared)]],
        "summary": declared.summary,
        "description": declared.about,
        "parameters": [*map(_path_parameter, declared.arguments), *map(_parameter, declared.parameters)],
        "responses": _answers(declared, named),
    }
    if declared.is_public:
        operation["security"] = []
    if declared.body:
        content = {"schema": schema_of(declared.body, sent), "example": declared.example}
        operation["requestBody"] = {"required": True, "content": {"application/json": content}}
    return operation


def _module(declared: Route) -> str:
    return declared.view.__module__.rpartition(".")[2]


def _path_parameter(argument: tuple[str, str]) -> dict[str, Any]:
    name, kind = argument
    schema = {"type": "integer", "minimum": 1, "maximum": 10**9 - 1} if kind == "number" else {"type": "string"}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _parameter(parameter: Parameter) -> dict[str, Any]:
    about: dict[str, Any] = {
        "name": parameter.name,
        "in": "header" if parameter.is_header else "query",
        "description": parameter.about,
        "required": parameter.is_required,
        "schema": parameter.schema,
    }
    return about if parameter.example is None else about | {"example": parameter.example}


def _answers(declared: Route, named: dict[str, Any]) -> dict[str, Any]:
    schema = {"type": "object"} if declared.answer is dict else schema_of(declared.answer, named)
    answers: dict[str, Any] = {"200": {"description": "Done", "content": {declared.media_type: {"schema": schema}}}}
    if declared.method == "GET" and declared.media_type == "application/json":
        answers["304"] = {"description": _TITLES[304]}
    statuses = {400, *declared.problems}
    if not declared.is_public:
        statuses |= {*_OF_TOKENS}
    if declared.body:
        statuses |= {*_OF_BODIES, 422}
    for status in sorted(statuses):
        content = {MEDIA_TYPE: {"schema": {"$ref": f"{REFERENCE}Problem"}}}
        answers[str(status)] = {"description": _TITLES[status], "content": content}
    return answers


def show() -> str:
    """Show the document as a page."""
    described = document()
    operations: dict[str, list[tuple[str, str, dict[str, Any]]]] = {heading: [] for heading in _TAGS.values()}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            operations[operation["tags"][0]].append((method.upper(), ROOT + path, operation))
    return render_template(
        "api/reference.html", info=described["info"], operations=operations, schemas=described["components"]["schemas"]
    )


def in_words(schema: dict[str, Any]) -> Markup:
    """Say what values a schema allows: "integer from 1 to 100". A named schema is a link to its table."""
    if reference := schema.get("$ref"):
        name = reference.removeprefix(REFERENCE)
        return Markup('<a href="#{0}">{0}</a>').format(name)
    if options := schema.get("anyOf"):
        return Markup(" or ").join(map(in_words, options))
    if words := schema.get("enum"):
        return Markup(" or ").join(Markup("<code>{}</code>").format(json.dumps(word)) for word in words)
    if "const" in schema:
        return Markup("<code>{}</code>").format(json.dumps(schema["const"]))
    kinds = schema.get("type", "anything")
    if kinds == "array":
        return Markup("list of {}").format(in_words(schema.get("items", {})))
    if isinstance(values := schema.get("additionalProperties"), dict):
        return Markup("object of {} by name").format(in_words(values))
    least = f" from {schema['minimum']:,}" if "minimum" in schema else ""
    most = f"{' to' if least else ' of at most'} {schema['maximum']:,}" if "maximum" in schema else ""
    bounds = least + most
    longest = f" of at most {schema['maxLength']:,} characters" if "maxLength" in schema else ""
    return Markup.escape((kinds if isinstance(kinds, str) else " or ".join(kinds)) + bounds + longest)
