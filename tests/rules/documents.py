"""Rule documents for tests: the frozen one with every key, and small changes to it."""

import copy
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from scorepad.rules import RulesError, from_document, preset, to_document
from scorepad.rules.document import NOT_RULES, walk

Document = dict[str, Any]
EVERY_RULE = tomllib.loads(Path(__file__).with_name("schema-1.toml").read_text("utf-8"))


def _at(document: Any, path: str) -> tuple[Any, Any]:
    """Return the table or list that holds the value at a path, and its key or position."""
    *steps, last = path.split(".")
    for step in steps:
        document = document[int(step) - 1 if isinstance(document, list) else step]
    return document, int(last) - 1 if isinstance(document, list) else last


def key_paths(value: Any, path: str = "") -> Iterator[str]:
    """Yield the paths of all keys and list positions in a document."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value, start=1)
    for key, inner in pairs:
        yield f"{path}{key}"
        if isinstance(inner, dict | list):
            yield from key_paths(inner, f"{path}{key}.")


def without(path: str) -> Document:
    """Return the document with every rule except one key."""
    document = copy.deepcopy(EVERY_RULE)
    target, key = _at(document, path)
    del target[key]
    return document


def changed(changes: Mapping[str, Any], base: Document = EVERY_RULE) -> Document:
    """Return a copy with values set at paths of keys and list positions (from 1). One past the end adds an item."""
    document = copy.deepcopy(base)
    for path, value in changes.items():
        target, key = _at(document, path)
        if isinstance(target, list) and key == len(target):
            target.append(value)
        else:
            target[key] = value
    return document


@cache
def values(slug: str) -> Mapping[str, Any]:
    """Return the values of a preset's rules by path, without its choices."""
    document = to_document(preset(slug))
    rules = {key: value for key, value in document.items() if key not in (*NOT_RULES, "choices")}
    return dict(walk(rules))


def numbers(slug: str) -> list[str]:
    return [path for path, value in values(slug).items() if type(value) is int]


def faults(document: object) -> list[tuple[str, str]]:
    """Return the path and message of every fault in a document."""
    try:
        from_document(document)
    except RulesError as error:
        return [(fault.path, fault.message) for fault in error.faults]
    return []
