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

from scorepad.store.tokens import TokenRole
from scorepad.web.api import changes
from scorepad.web.api.openapi import ROUTES, document
from tests.web.api.programs import program, requests
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
    all_games = program(begun.visitor, TokenRole.SCORE)
    components = {"components": document()["components"]}
    for route, address, request in requests(begun.game):
        if route.media_type != "application/json":
            continue
        answer = all_games.ask(address, **request)
        operation = document()["paths"][re.sub(r"<\w+:(\w+)>", r"{\1}", route.path)][route.method.lower()]
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        validator_for(schema | components).validate(answer.json)


@pytest.fixture(scope="module")
def schema(app):
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)


@pytest.fixture(scope="module")
def token(app):
    return program(Visitor(app), TokenRole.SCORE).text


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
