"""Messages for paths of own rules that the parent does not have: what exists there, and what may be meant."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from scorepad.rules.document import NOT_RULES, Document, paths, value_at, walk
from scorepad.rules.faults import quote, suggest
from scorepad.rules.item_names import item_names
from scorepad.rules.read import DEEPEST

_PRICES = (".points", ".minimum")
"""Suffixes of the paths that a single number is most likely meant for."""

MAX_SHOWN = 20
"""The most names that a sentence lists."""


def no_such_rule(document: Document, path: str, new: str = "") -> str:
    """Return a sentence for a path that does not exist. `new` is a sentence that says where new items of a list go."""
    steps = path.split(".", DEEPEST)
    depth = next(n for n in range(len(steps) - 1, -1, -1) if value_at(document, ".".join(steps[:n])) is not None)
    before, wanted, holder = ".".join(steps[:depth]), steps[depth], value_at(document, ".".join(steps[:depth]))
    dotted = re.sub(r"\s*[./\\>:]+\s*|\s+", ".", path)
    if dotted != path and value_at(document, dotted) is not None:
        return f"this rule does not exist. Did you mean {quote(dotted, 80)}?"
    if not before:
        return f"this rule does not exist.{suggest(wanted, [name for name in document if name not in NOT_RULES])}"
    if holder == []:
        return f'{quote(before, 80)} is empty in the parent. Write it in full: “"{before}" = [ … ]” under “set”.'
    if before == "cards" and "3" in wanted:
        return f"{quote(before)} has no {quote(wanted)}. Threes have rules of their own, such as “threes.red.held”."
    labels = dict(_labels_in(holder))
    hint = suggest(wanted, [*labels]) or _by_label(wanted, labels)
    if "Choose from" in hint:
        hint = _by_label(wanted, labels) or _further_down(document, before, ".".join(steps[depth:])) or _choices(labels)
        hint += new if isinstance(holder, list) and "Choose" in hint else ""
    return f"{quote(before, 80)} has no {quote(wanted)}.{hint}"


def several_values(document: Document, path: str, value: Any) -> str:
    """Return a sentence for own rules that set a single value at a path with several."""
    table = value_at(document, path)
    below = [inner for inner, old in walk(table, path) if type(old) is type(value) and inner.endswith(_PRICES)]
    below += [f"{path}.{key}" for key, old in table.items() if type(old) is type(value)]
    example = f" Did you mean “{below[0]}”?" if below else f" Choose from: {', '.join(table)}."
    return f"has several values, and {quote(value)} is only one.{example}"


def suggest_labeled(wanted: str, labels: Mapping[str, str]) -> str:
    """Return a hint like `suggest`, with the label of each name."""
    hint = suggest(wanted, labels)
    return hint if "Choose from" not in hint else _by_label(wanted, labels) or _choices(labels)


def _labels_in(holder: Any) -> Iterator[tuple[str, str]]:
    """Yield the names in a list or table, each with its label."""
    if isinstance(holder, Mapping):
        yield from ((str(name), "") for name in holder)
    elif isinstance(holder, list):
        for name, item in zip(item_names(holder), holder, strict=True):
            yield name, _label(item) if isinstance(item, Mapping) else ""


def _label(item: Mapping[str, Any]) -> str:
    if "players" in item and "teams" in item:
        return f"{item['players']} players in {item['teams']} teams"
    if "minimum" in item:
        return f"from {item['from']}"
    return str(item.get("many") or item.get("label") or "")


def _by_label(wanted: str, labels: Mapping[str, str]) -> str:
    """Return a hint if exactly one label has this word: “clean” for “red” if clean books are called red."""
    names = [name for name, label in labels.items() if wanted.lower() in label.lower().split()]
    return f" Did you mean “{names[0]}” ({labels[names[0]]})?" if len(names) == 1 else ""


def _further_down(document: Document, before: str, rest: str) -> str:
    """Return a hint to the nearest path below `before` that ends in `rest`."""
    straight = f"{before}.{rest}"
    below = (path for path in paths(document) if path.startswith(f"{before}.") and path.endswith(f".{rest}"))
    below = (path for path in below if path != straight)
    path = min(below, key=lambda path: (path.count("."), path), default="")
    return f" Did you mean “{path}”?" if path else ""


def _choices(labels: Mapping[str, str]) -> str:
    shown = [f"{name[:60]} ({label[:60]})" if label else name[:60] for name, label in labels.items()]
    return f" Choose from: {', '.join(shown[:MAX_SHOWN])}." if shown else ""
