"""Rule sets as plain data: written back, addressed by dotted paths, compared, and traced to their sources."""

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Any

from scorepad.rules.model import RuleSet
from scorepad.rules.read import WORD_FOR_NONE, Fault, RulesError, addresses, key_of
from scorepad.rules.words import Provenance

Document = dict[str, Any]

NOT_RULES = ("schema", "slug", "name", "summary", "document", "parent", "notes", "provenance")
"""Keys that say which rule set it is; two sets may differ in them and still play the same."""


def to_document(rules: RuleSet) -> Document:
    """The rule set as plain data; reading it again gives an equal rule set."""
    return _plain(rules, WORD_FOR_NONE)  # type: ignore[no-any-return]  # a dataclass always gives a dict


def _plain(value: Any, none: str) -> Any:
    if value is None:
        return none
    if is_dataclass(value):
        return {
            key_of(item): _plain(
                getattr(value, item.name), item.metadata.get("none", WORD_FOR_NONE)
            )
            for item in fields(value)
        }
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _plain(inner, none) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(inner, none) for inner in value]
    return value


def walk(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every path of a document with the plain value that stands there; empty lists and tables count as values."""
    if isinstance(data, Mapping) and data:
        for key, value in data.items():
            yield from walk(value, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list) and data:
        for name, item in zip(addresses(data), data, strict=True):
            yield from walk(item, f"{path}.{name}")
    else:
        yield path, data


@dataclass(frozen=True, slots=True)
class Difference:
    """One path at which two rule sets differ; None where one of them has nothing there."""

    path: str
    ours: Any
    theirs: Any


def diff(ours: RuleSet, theirs: RuleSet) -> tuple[Difference, ...]:
    """What differs between two rule sets as they are played, in the order of the first."""
    a, b = _values(ours), _values(theirs)
    paths = [*a, *(path for path in b if path not in a)]
    return tuple(
        Difference(path, a.get(path), b.get(path)) for path in paths if a.get(path) != b.get(path)
    )


def _values(rules: RuleSet) -> dict[str, Any]:
    document = to_document(rules)
    return dict(walk({key: value for key, value in document.items() if key not in NOT_RULES}))


def patched(
    document: Document, changes: Mapping[str, Any], additions: Mapping[str, Any]
) -> Document:
    """A copy of a document with values put at dotted paths and items added to lists.

    Raises RulesError naming every path that is not there.
    """
    result = copy.deepcopy(document)
    faults = []
    for path, value in changes.items():
        if not _put(result, path, value):
            faults.append(Fault(path, "is set by a choice, but there is no such rule."))
    for path, items in additions.items():
        target = _at(result, path)
        if not isinstance(target, list) or not isinstance(items, list | tuple):
            faults.append(Fault(path, "is added to by a choice, but it is not a list of rules."))
        else:
            target.extend(copy.deepcopy(list(items)))
    if faults:
        raise RulesError(tuple(faults))
    return result


def _put(document: Document, path: str, value: Any) -> bool:
    parent, _, key = path.rpartition(".")
    target = _at(document, parent) if parent else document
    if isinstance(target, dict) and key in target:
        target[key] = copy.deepcopy(value)
        return True
    if isinstance(target, list) and key in addresses(target):
        target[addresses(target).index(key)] = copy.deepcopy(value)
        return True
    return False


def _at(data: Any, path: str) -> Any:
    """What stands at a path, or None; a list's item may have a name with a dot in it (`threes.red.held`)."""
    if not path:
        return data
    if isinstance(data, Mapping):
        head, _, rest = path.partition(".")
        return _at(data[head], rest) if head in data else None
    if isinstance(data, list):
        for name, item in zip(addresses(data), data, strict=True):
            if path == name or path.startswith(name + "."):
                return _at(item, path[len(name) + 1 :])
    return None


def paths(document: Document) -> frozenset[str]:
    """Every path that stands in a document, with every beginning of one (`threes.red` for `threes.red.held`)."""
    found: set[str] = set()
    for path, _ in walk(document):
        parts = path.split(".")
        found.update(".".join(parts[:end]) for end in range(1, len(parts) + 1))
    return frozenset(found)


def provenance(rules: RuleSet, path: str, parent: RuleSet | None = None) -> Provenance:
    """Where the value at `path` comes from.

    `parent` is the rule set that a table's own rules were made from: what differs from it is "your table".
    The longest listed path that covers `path` decides; what no list covers is the document's own.
    """
    if parent is not None and _values(rules).get(path) != _values(parent).get(path):
        return Provenance.TABLE
    best, found = -1, Provenance.SOURCE
    listed = (
        (Provenance.REPORTED, rules.provenance.reported),
        (Provenance.ASSUMED, rules.provenance.assumed),
    )
    for status, ones in listed:
        for one in ones:
            if (path == one or path.startswith(one + ".")) and len(one) > best:
                best, found = len(one), status
    return found
