"""Send the API requests that schemathesis generates from its OpenAPI document: no 500, and every answer as described.

Every route gets generated addresses, parameters and bodies, valid and invalid ones, from a program that may do
everything, in one process. tests/web/api/test_openapi.py is the short form of this proof.
"""

import re
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from bench.proofs.common import arguments, verdict
from scorepad.store.tokens import TokenRole
from scorepad.web import create_app
from scorepad.web.api import changes
from scorepad.web.api.entrance import LIMITS
from scorepad.web.api.routes import ROUTES, Route
from tests.web.api.programs import program
from tests.web.driving import Visitor
from tests.web.league.tiny_league import play_tiny_league

DRAWN, SHORT = 500, 10
"""Requests for each route."""

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(DRAWN, SHORT, "requests that schemathesis draws from the OpenAPI document, for each route")
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="scorepad-proof-") as folder:
        app = create_app(Path(folder), is_serving=True)
        with closing(app.extensions["scorepad.clubs"]):
            owner = Visitor(app)
            play_tiny_league(owner)
            owner.begin()
            token = program(owner, TokenRole.MANAGE, per_minute=6000).text
            LIMITS.wait = lambda whose, per_minute: 0  # type: ignore[method-assign]  # this sends far more
            # Each stream ends after its initial events.
            changes.SECONDS_BETWEEN_CHECKS = 0
            changes.Follower.may_go_on = lambda follower: False  # type: ignore[method-assign]
            schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
            asked_for = sum(_ask(schema, route, token, asked.count, asked.seed, faults) for route in ROUTES)
    return verdict("schemas", {"requests": asked_for, "routes": len(ROUTES)}, faults)


def _ask(schema: Any, route: Route, token: str, count: int, chosen: int, faults: list[str]) -> int:
    """Send a route `count` requests. Return the number that were sent."""
    operation = schema[re.sub(r"<\w+:(\w+)>", r"{\1}", route.path)][route.method]
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
    times = 0

    @seed(chosen)
    @given(case=operation.as_strategy())
    @settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    def attempt(case: Any) -> None:
        nonlocal times
        times += 1
        case.call_and_validate(headers=headers, checks=CHECKS)

    try:
        attempt()
    except (FailureGroup, AssertionError) as error:
        faults.append(f"{route.method} {route.path}: {error}")
    return times


if __name__ == "__main__":
    raise SystemExit(main())
