"""Rule documents for tests: the frozen one with every key, and small changes to it."""

import copy
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorepad.rules import RulesError, from_document

Document = dict[str, Any]
EVERY_RULE = tomllib.loads(Path(__file__).with_name("schema-1.toml").read_text("utf-8"))


def without(path: str) -> Document:
    """The document with every rule, but for one key."""
    document = copy.deepcopy(EVERY_RULE)
    *steps, last = path.split(".")
    target: Any = document
    for step in steps:
        target = target[int(step)] if isinstance(target, list) else target[step]
    del target[int(last) if isinstance(target, list) else last]
    return document


def changed(changes: Mapping[str, Any], base: Document = EVERY_RULE) -> Document:
    """A copy with values put at paths of keys and list positions; a position one past the end adds an item."""
    document = copy.deepcopy(base)
    for path, value in changes.items():
        *steps, last = path.split(".")
        target: Any = document
        for step in steps:
            target = target[int(step)] if isinstance(target, list) else target[step]
        if isinstance(target, list) and int(last) == len(target):
            target.append(value)
        else:
            target[int(last) if isinstance(target, list) else last] = value
    return document


def faults(document: object) -> list[tuple[str, str]]:
    """Path and sentence of everything wrong with a document; empty where nothing is."""
    try:
        from_document(document)
    except RulesError as error:
        return [(fault.path, fault.message) for fault in error.faults]
    return []
