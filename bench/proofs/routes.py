"""An address for every route of the application, as it lists them itself."""

from flask import Flask

from tests.web.guests import addresses_of

WORDS = {
    "slug": "partnership",
    "file": "scorepad.css",
    "filename": "scorepad.css",
    "name": "scorepad.css",
    "export": "jsonl",
    "place": "seat1",
    "field": "left",
    "who": "1-2",
    "part": "games",
    "leaf": "records",
    "as_": "png",
    "token": "0" * 32,
    "ending": "csv",
}
"""Values for the variables of a route; 1 for every other."""


def addresses(app: Flask, method: str = "") -> list[str]:
    """Return an address for each route, or only for routes that accept `method`."""
    names = {name for rule in app.url_map.iter_rules() for name in rule.arguments}
    routes = addresses_of(app, {name: WORDS.get(name, 1) for name in names})
    return sorted({address for _, address, methods in routes if method in methods or not method})
