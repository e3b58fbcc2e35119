"""Clients of the API, with or without a token, and the kinds of guests that it distinguishes."""

import json
from dataclasses import dataclass, field

from flask import Flask

from scorepad.play.nights import NightTerms, terms_document
from scorepad.store import Role
from scorepad.store.tokens import TokenRole
from scorepad.web.api.openapi import ROUTES
from scorepad.web.app.permissions import COOKIE, REQUIRED, Permission
from tests.web.driving import Visitor

ROOT = "/api/v1"


@dataclass
class Program:
    """A client with or without a token. A browser also has the cookie of a phone."""

    app: Flask
    text: str = ""
    cookie: str = ""
    headers: dict = field(default_factory=dict)

    def ask(self, address, method="GET", body=None, headers=None, prefix="", **query):
        """Send a request, and return the response."""
        client = self.app.test_client()
        if self.cookie:
            client.set_cookie(COOKIE, self.cookie)
        own = {"Authorization": f"Bearer {self.text}"} if self.text else {}
        data = {} if body is None else {"data": body if isinstance(body, str | bytes) else json.dumps(body)}
        if data:
            own["Content-Type"] = "application/json"
        more = {"query_string": query} if query else {}
        return client.open(prefix + ROOT + address, method=method, headers=own | (headers or {}), **data, **more)

    def get(self, address, **query):
        """Get a document."""
        answer = self.ask(address, **query)
        assert answer.status_code == 200, answer.text
        return answer.json

    def post(self, address, body, key=None, **query):
        """Post a document, and return the status and document of the response."""
        headers = {"Idempotency-Key": key} if key else {}
        answer = self.ask(address, "POST", body, headers, **query)
        return answer.status_code, answer.json


def program(visitor, may=TokenRole.READ, **terms):
    """A program with a new token."""
    made = visitor.access.tokens.new("Test", may, **{"per_minute": 6000} | terms)
    return Program(visitor.app, made.text)


OPEN, WATCH, BET, READ_GAME, SCORE, READ, OWN = Permission
GUESTS = {
    "no token": None,
    "a wrong token": None,
    "a revoked token": None,
    "a token that has ended": None,
    "another club's token": None,
    "the owner's cookie": None,
    "a scorer's cookie": None,
    "a watcher's cookie": None,
    "a stranger's cookie": None,
    "a feed's token": frozenset(),
    "a reader's token": {OPEN, WATCH, READ_GAME, READ},
    "a token for this game": {OPEN, WATCH, READ_GAME, SCORE},
    "a token for another game": {OPEN},
    "a token for all games": {OPEN, WATCH, READ_GAME, SCORE, READ},
    "a manager's token": {*Permission},
}
"""All kinds of guests, with what they may do; None if the API does not know them (401)."""


def guests(app, elsewhere, game):
    """A program for each of `GUESTS`; `elsewhere` is the application of another club."""
    from datetime import date

    owner = Visitor(app)
    other = owner.begin().game
    plan_night(owner.club)
    tokens = owner.access.tokens
    revoked = tokens.new("Revoked", TokenRole.READ)
    tokens.revoke(revoked.token.id)
    right = program(owner).text
    texts = {
        "a wrong token": right[:-1] + ("0" if right[-1] != "0" else "1"),
        "a revoked token": revoked.text,
        "a token that has ended": tokens.new("Old", TokenRole.READ, ends=date(2020, 1, 1)).text,
        "another club's token": program(Visitor(elsewhere)).text,
        "a feed's token": program(owner, TokenRole.FEED).text,
        "a reader's token": right,
        "a token for this game": program(owner, TokenRole.SCORE, game=game).text,
        "a token for another game": program(owner, TokenRole.SCORE, game=other).text,
        "a token for all games": program(owner, TokenRole.SCORE).text,
        "a manager's token": program(owner, TokenRole.MANAGE).text,
    }
    phones = {
        "the owner's cookie": owner,
        "a scorer's cookie": Visitor(app, Role.SCORER, game),
        "a watcher's cookie": Visitor(app, Role.WATCHER, game),
    }
    cookies = {who: visitor.token for who, visitor in phones.items()}
    cookies["a stranger's cookie"] = "0" * 32
    return {who: Program(app, texts.get(who, ""), cookies.get(who, "")) for who in GUESTS}


def plan_night(club):
    """Plan the night that `requests` asks for."""
    people = tuple(person.id for person in club.people.everyone()[:4])
    club.nights.add(terms_document(NightTerms(rules="partnership", people=people)), key="night")


def requests(game):
    """A valid request for every route: endpoint, method, address, and the arguments of `Program.ask`."""
    parts = {"game": game, "number": 1, "night": 1, "person": 1, "slug": "partnership"}
    for route in ROUTES:
        address = route.path
        for name, kind in route.arguments:
            address = address.replace(f"<{kind}:{name}>", str(parts[name]))
        query = {of.name: of.example for of in route.parameters if of.is_required and not of.is_header}
        headers = {
            of.name: f"{route.endpoint} {of.example}" for of in route.parameters if of.is_required and of.is_header
        }
        yield route, address, {"method": route.method, "body": route.example, "headers": headers, **query}


MAY_REFUSE = {"api.rematch", "api.undo", "api.redo"}
"""Routes that answer 409 to a guest who may use them: the game is not over, or there is nothing to take back."""


def expected(who, route):
    """The expected status of the response to a guest; instead of 200 it may be 409, see `MAY_REFUSE`."""
    may = GUESTS[who]
    if route.is_public:
        return 200
    return 401 if may is None else 200 if REQUIRED[route.endpoint] in may else 403
