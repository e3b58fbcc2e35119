"""Try every route of the API with every method as every kind of guest: all but those in a table change nothing."""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, closing

from flask import Flask

from scorepad import paths
from scorepad.web.api.routes import ROUTES
from tests.web.api.programs import GUESTS, MAY_REFUSE, expected, guests, requests
from tests.web.driving import Visitor
from tests.web.guests import PRIVATE, Files, begin, play

Club = Callable[[], AbstractContextManager[Flask]]

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE")


def run(club: Club) -> tuple[dict[str, int], list[str]]:
    """Return the figures and the faults."""
    faults: list[str] = []
    tries = refused = 0
    with club() as elsewhere, club() as app, ExitStack() as stack:
        play(table := begin(Visitor(app)))
        everyone = guests(app, elsewhere, table.game)
        file = stack.enter_context(closing(Files([app.config["HOME"] / paths.CLUB])))
        before = file.rows()
        for who in sorted(GUESTS, key=lambda name: len(GUESTS[name] or ())):
            for route, address, request in requests(table.game):
                # Another route may have the same address, and is tried with its own methods.
                others = {other.method for other in ROUTES if other.path == route.path} - {route.method}
                for method in METHODS:
                    if method in others or (method == "HEAD" and "GET" in others):
                        continue
                    usual = {route.method, "HEAD" if route.method == "GET" else route.method}
                    wanted = expected(who, route) if method in usual else 405
                    with everyone[who].ask(address, **{**request, "method": method}) as answer:
                        status, text = answer.status_code, answer.text if wanted != 200 else ""
                    tries, refused = tries + 1, refused + (wanted != 200)
                    if status == 409 and route.endpoint in MAY_REFUSE:
                        status = 200
                    if status != wanted or any(word in text for word in PRIVATE):
                        faults.append(f"{who} was answered {status}: {method} {address}")
                    if wanted != 200 and file.rows() != before:
                        faults.append(f"{who} could {method} {address}")
                    if wanted == 200:
                        # Reading the league updates its stored figures.
                        before = file.rows()
    return {"guests of the API": len(GUESTS), "tries of the API": tries, "of those refused": refused}, faults
