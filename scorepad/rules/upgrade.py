"""Upgrade rule documents to the next schema. The functions never change the document they are given."""

import copy
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

Document = dict[str, Any]

_PATHS = ("reported", "assumed", "set", "add")
"""Keys whose lists or tables contain paths."""


def from_schema_1(document: Document) -> Document:
    """Return the document in schema 2.

    Schema 2 marks rewards for threes in hand and unfinished books, and its paths count list items from 1. Faults are
    left for the reader to report.
    """
    result = copy.deepcopy(document) | {"schema": 2}
    options = (option for choice in _tables(result.get("choices")) for option in _tables(choice.get("options")))
    for holder in (*_tables([result.get("provenance")]), *options):
        holder.update({key: _from_one(holder[key]) for key in _PATHS if key in holder})
    for rule in _tables(result.get("threes")):
        pays = [step.get("points") for step in _tables(rule.get("pays"))]
        if rule.get("place") == "held" and any(isinstance(points, int) and points > 0 for points in pays):
            rule["reward"] = True
    for book in _tables(result.get("books")):
        if isinstance(book.get("unfinished"), int) and book["unfinished"] > 0:
            book["reward"] = True
    return result


def _from_one(listed: object) -> object:
    """Return a list of paths, or a table with paths as keys, whose positions in lists count from 1 instead of 0."""
    if isinstance(listed, Mapping):
        return {_path_from_one(str(path)): value for path, value in listed.items()}
    if isinstance(listed, list):
        return [_path_from_one(path) if isinstance(path, str) else path for path in listed]
    return listed


def _path_from_one(path: str) -> str:
    steps = path.split(".")
    for at, (before, step) in enumerate(pairwise(steps), start=1):
        # Cards and options are named, not counted: the card "10", and a target of "6000".
        if step.isdecimal() and len(step) < 4 and before not in ("cards", "options"):
            steps[at] = str(int(step) + 1)
    return ".".join(steps)


def _tables(items: object) -> Iterator[dict[str, Any]]:
    yield from (item for item in items if isinstance(item, dict)) if isinstance(items, list) else ()
