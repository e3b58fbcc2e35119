"""The OpenAPI document matches the application: every route, every response, and no 500 for requests drawn from it."""

import re

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from jsonschema_rs import validator_for
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from scorepad.exchange.documents.schema import closed
from scorepad.scoring import documents
from scorepad.store.tokens import TokenRole
from scorepad.web.api import changes
from scorepad.web.api.openapi import ROUTES, document
from tests.web.api.programs import MAY_REFUSE, plan_night, program, requests
from tests.web.driving import Visitor

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 12
HEALTH = list(HealthCheck)


def test_it_has_every_route_of_the_application(app):
    described = {(method.upper(), path) for path, operations in document()["paths"].items() for method in operations}
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith("api.")]
    routed = {
        (method, re.sub(r"<\w+:(\w+)>", r"{\1}", rule.rule.removeprefix("/api/v1")))
        for rule in rules
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    assert described == routed
    assert all(operation["tags"] for operations in document()["paths"].values() for operation in operations.values())
    assert len({route.endpoint for route in ROUTES}) == len(ROUTES)


def test_every_good_answer_has_its_schema(begun):
    manager = program(begun.visitor, TokenRole.MANAGE)
    plan_night(begun.visitor.club)
    # A program must accept keys that are new. Our own answers have no key that the document does not list.
    components = {"components": {"schemas": closed(document()["components"]["schemas"])}}
    for route, address, request in requests(begun.game):
        if route.media_type != "application/json":
            continue
        answer = manager.ask(address, **request)
        if route.endpoint in MAY_REFUSE:
            assert answer.status_code in (200, 409)
            continue
        operation = document()["paths"][re.sub(r"<\w+:(\w+)>", r"{\1}", route.path)][route.method.lower()]
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        validator_for(schema | components).validate(answer.json)


def test_every_key_of_a_question_is_described():
    described = document()["components"]["schemas"]
    for name, keys in {
        "RoundToScore": documents.ROUND_KEYS,
        "SentTeam": documents.TEAM_KEYS,
        "OutToCheck": documents.OUT_KEYS,
        "OpeningToCheck": documents.OPENING_KEYS,
        "SentMeld": documents.MELD_KEYS,
    }.items():
        assert {*described[name]["properties"]} == keys, name


def test_what_is_read_may_get_new_keys_and_what_is_sent_may_not():
    schemas = document()["components"]["schemas"]
    sent = {name for name, schema in schemas.items() if schema.get("additionalProperties") is False}
    bodies = {
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for operations in document()["paths"].values()
        for operation in operations.values()
        if "requestBody" in operation
    }
    answers = {
        ref for operations in document()["paths"].values() for operation in operations.values()
        for ref in re.findall(r"schemas/(\w+)", str(operation["responses"]))
    }  # fmt: skip
    assert bodies <= sent
    assert answers.isdisjoint(sent)
    assert len(sent) < len(schemas) / 2


def test_no_name_of_a_client_would_be_declared_twice():
    """Generators name a type after an operation with one of these endings, and after a schema or a key of it.

    orval 7 declares `StandingsBy` for the parameter `by` of an operation `standings`, and for the key `by` of a schema
    `Standings` (TS2451).
    """

    def pascal(*words):
        return "".join(part[:1].upper() + part[1:] for word in words for part in re.split(r"[^A-Za-z0-9]", word))

    of_schemas = set(document()["components"]["schemas"])
    of_schemas |= {
        pascal(name, key)
        for name, schema in document()["components"]["schemas"].items()
        for key in schema["properties"]
    }
    for operations in document()["paths"].values():
        for operation in operations.values():
            endings = ("", "params", "body", "result", "error", *(of["name"] for of in operation["parameters"]))
            names = {pascal(operation["operationId"], ending) for ending in endings}
            assert names.isdisjoint(of_schemas), operation["operationId"]


def test_a_stream_is_described_as_a_text():
    for address in ("/changes", "/games/{game}/changes"):
        content = document()["paths"][address]["get"]["responses"]["200"]["content"]
        assert content["text/event-stream"]["schema"]["type"] == "string"


@pytest.fixture(scope="module")
def schema(app):
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)


@pytest.fixture(scope="module")
def token(app):
    return program(Visitor(app), TokenRole.MANAGE).text


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.endpoint)
def test_whatever_is_drawn_from_it_is_answered_as_it_says(schema, token, route, monkeypatch):
    # Each stream ends at once.
    monkeypatch.setattr(changes.Follower, "may_go_on", lambda follower: False)
    operation = schema[re.sub(r"<\w+:(\w+)>", r"{\1}", route.path)][route.method]

    @given(case=operation.as_strategy())
    @settings(max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=HEALTH)
    def attempt(case):
        case.call_and_validate(headers=headers, checks=CHECKS)

    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
    attempt()
