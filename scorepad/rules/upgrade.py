"""Bring rule documents of older schemas up to the next. Each function changes no document that it is given."""

import copy
from collections.abc import Iterator
from typing import Any

Document = dict[str, Any]


def from_schema_1(document: Document) -> Document:
    """Return a document of schema 2: it says where threes in hand or unfinished books are rewarded on purpose.

    A document with faults keeps them, for the reader to tell.
    """
    result = copy.deepcopy(document) | {"schema": 2}
    for rule in _tables(result.get("threes")):
        pays = [step.get("points") for step in _tables(rule.get("pays"))]
        if rule.get("place") == "held" and any(isinstance(points, int) and points > 0 for points in pays):
            rule["reward"] = True
    for book in _tables(result.get("books")):
        if isinstance(book.get("unfinished"), int) and book["unfinished"] > 0:
            book["reward"] = True
    return result


def _tables(items: object) -> Iterator[dict[str, Any]]:
    yield from (item for item in items if isinstance(item, dict)) if isinstance(items, list) else ()
