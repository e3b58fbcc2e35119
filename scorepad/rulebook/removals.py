"""Remove an item from a draft with everything that refers to it, or undo one difference."""

import copy
from typing import Any

from scorepad.rulebook import opening_groups
from scorepad.rulebook.form import MISSING, at_parent, find_value
from scorepad.rules.document import Document, put, remove_at, value_at
from scorepad.rules.item_names import item_names


def remove(document: Document, path: str) -> bool:
    """Remove an item of a list. Return whether there was one."""
    if not isinstance(value_at(document, path), dict) or path == "opening.steps.1":
        return False
    if path.startswith("opening.steps."):
        opening_groups.drop(document, int(path.rpartition(".")[2]) - 1)
        return True
    if not remove_at(document, path):
        return False
    if path.startswith("books."):
        _forget_book(document)
    return True


def _forget_book(document: Document) -> None:
    """Drop every mention of kinds of book that are gone: needs, conditions, openings, sets of books."""
    codes = {book["code"] for book in document["books"]}
    needs = {need for book in document["books"] for need in book["counts_for"]}
    for case in document["going_out"]["cases"]:
        _keep(case["needs"], needs)
    for key in ("threes", "otherwise"):
        document[key] = [rule for rule in document[key] if _keeps_its_condition(rule["when"], codes | needs)]
    for step in document["opening"]["steps"]:
        step["books"] = [name for name in step["books"] if name in codes | needs]
    for combination in document["combinations"]:
        _keep(combination["books"], codes | needs)
    document["combinations"] = [combination for combination in document["combinations"] if combination["books"]]


def _keeps_its_condition(when: Document, names: set[str]) -> bool:
    """Drop unknown names from a condition. Return whether any of it is left, or nothing was dropped."""
    before = copy.deepcopy(when)
    for key in ("has", "lacks"):
        _keep(when[key], names)
    asks = when["went_out"] != "either" or when["opened"] != "either" or when["has"] or when["lacks"]
    return bool(asks) or when == before


def _keep(counts: dict[str, int], names: set[str]) -> None:
    for name in [name for name in counts if name not in names]:
        del counts[name]


def restore(document: Document, parent: Document, path: str) -> bool:
    """Restore the parent's value at a path: change it, put it back or remove it. Return whether that was possible."""
    now, before = find_value(document, path), find_value(parent, at_parent(document, parent, path))
    if now == before:
        return True
    if now is not MISSING and before is not MISSING:
        if path == "opening.by":
            # Starts by round make no sense as totals, so restore the steps too.
            document["opening"]["steps"] = copy.deepcopy(parent["opening"]["steps"])
        return put(document, path, before)
    if now is not MISSING:
        return remove(document, path) or remove_at(document, path)
    return before is not MISSING and _put_back(document, parent, path, before)


def _put_back(document: Document, parent: Document, path: str, item: Any) -> bool:
    """Put an item or a name back where the parent has it."""
    above = next((head for head in _heads(path) if value_at(parent, head) is not None), "")
    holder, old = value_at(document, above), value_at(parent, above)
    if isinstance(holder, dict):
        holder[path[len(above) + 1 :]] = copy.deepcopy(item)
    elif isinstance(holder, list) and isinstance(old, list):
        before = item_names(old)[: item_names(old).index(path[len(above) + 1 :])]
        at = max((n + 1 for n, name in enumerate(item_names(holder)) if name in before), default=0)
        holder.insert(at, copy.deepcopy(item))
    else:
        return False
    return True


def _heads(path: str) -> list[str]:
    parts = path.split(".")
    return [".".join(parts[:end]) for end in range(len(parts) - 1, 0, -1)]
