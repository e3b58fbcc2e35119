"""Compute the fewest differences between a rule set and its parent. `own.py` does the reverse and applies them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorepad.rules.document import NOT_RULES, Document, to_document
from scorepad.rules.faults import RulesError
from scorepad.rules.item_names import item_names
from scorepad.rules.model import RuleSet
from scorepad.rules.own import DIFFERENCES, complete, with_moving_positions


@dataclass(frozen=True, slots=True)
class Differences:
    """New values by path, new items by the path of their list or table, and the paths of removed items."""

    set: dict[str, Any] = field(default_factory=dict)
    add: dict[str, Any] = field(default_factory=dict)
    remove: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.set) + len(self.remove) + sum(map(len, self.add.values()))

    @property
    def document(self) -> Document:
        """The difference keys of an own-rules document. “set” is always present, to mark the document as one."""
        stated = {"set": self.set, "add": self.add, "remove": self.remove}
        return {key: value for key, value in stated.items() if value or key == "set"}


def differences(parent: RuleSet, document: Document) -> Differences:
    """Return what a complete document, with every key, changes in the rules of `parent`."""
    before = to_document(parent, every_key=True)
    rules = {key: value for key, value in document.items() if key not in NOT_RULES}
    result = compared(before, rules)
    if _laid_over(parent, result) == rules:
        return result
    # Names with dots, or items that share a name, make paths ambiguous. Replace whole lists instead.
    coarse = Differences()
    for key, value in rules.items():
        _replace(key, before[key], value, coarse)
    return coarse


def compared(before: Document, after: Document) -> Differences:
    """Return what differs between two documents, value by value. The documents need not be consistent."""
    result = Differences()
    for key, value in after.items():
        if key not in NOT_RULES:
            _compare(key, before[key], value, result)
    return result


def own_document(parent: RuleSet, document: Document) -> Document:
    """Return a complete document as own rules: its names, its parent, and the fewest differences."""
    names = {key: document[key] for key in ("schema", "slug", "name", "summary", "notes")}
    return names | {"parent": parent.slug} | differences(parent, document).document


def with_same_positions(data: Mapping[str, Any], parent: RuleSet, *, moving: bool = False) -> Document:
    """Return own rules that mean the same whether or not a removal moves the positions after it.

    Until Scorepad 1.0 it did (`moving`), and clubs have versions that were saved so. What is saved now means the same
    in both readings, so no version needs to say which of them it was written for.
    """
    if not data.get("remove"):
        return dict(data)
    (now, faults), before = complete(data, lambda _: parent), with_moving_positions(data, parent)
    if not faults and all(now[key] == before[key] for key in before if key not in NOT_RULES):
        return dict(data)
    kept = {key: value for key, value in data.items() if key not in DIFFERENCES}
    return kept | differences(parent, before if moving else now).document


def _laid_over(parent: RuleSet, changes: Differences) -> Document | None:
    own = {"schema": parent.schema, "name": parent.name, "parent": parent.slug, **changes.document}
    try:
        whole, faults = complete(own, lambda _: parent)
    except RulesError:
        return None
    return None if faults else {key: value for key, value in whole.items() if key not in NOT_RULES}


def _compare(path: str, before: Any, after: Any, result: Differences) -> None:
    if before == after:
        return
    if path == "choices" and _have_other_effects(before, after):
        # The keys of an option’s `set` are paths, so no path leads inside it.
        result.set[path] = after
    elif isinstance(before, Mapping) and isinstance(after, Mapping):
        _compare_tables(path, before, after, result)
    elif isinstance(before, list) and isinstance(after, list) and _are_named(before, after):
        _compare_items(path, before, after, result)
    else:
        result.set[path] = after


def _have_other_effects(before: list[Document], after: list[Document]) -> bool:
    """Whether an option in both lists of choices sets or adds something different."""
    old, new = (
        {(c["key"], o["value"]): (o["set"], o["add"]) for c in choices for o in c["options"]}
        for choices in (before, after)
    )
    return any(old.get(name, effect) != effect for name, effect in new.items())


def _compare_tables(path: str, before: Mapping[str, Any], after: Mapping[str, Any], result: Differences) -> None:
    result.remove.extend(f"{path}.{key}" for key in before if key not in after)
    if added := {key: value for key, value in after.items() if key not in before}:
        result.add[path] = added
    for key, value in after.items():
        if key in before:
            _compare(f"{path}.{key}", before[key], value, result)


def _are_named(before: list[Any], after: list[Any]) -> bool:
    """Whether items can be changed by name: those that remain keep their order, and new ones come last."""
    if not all(isinstance(item, Mapping) for item in (*before, *after)):
        return False
    old, new = item_names(before), item_names(after)
    if old == new:
        return True
    # Positions, and the numbers of items that share a name, change when another item is removed.
    is_moving = any(name.isdigit() or name.endswith(")") for name in (*old, *new))
    stay = [name for name in old if name in new]
    return not is_moving and new[: len(stay)] == stay


def _compare_items(path: str, before: list[Any], after: list[Any], result: Differences) -> None:
    old, new = (dict(zip(item_names(items), items, strict=True)) for items in (before, after))
    result.remove.extend(f"{path}.{name}" for name in old if name not in new)
    if added := [item for name, item in new.items() if name not in old]:
        result.add[path] = added
    for name, item in new.items():
        if name in old:
            _compare(f"{path}.{name}", old[name], item, result)


def _replace(path: str, before: Any, after: Any, result: Differences) -> None:
    """Set each list or value that differs, as a whole. The keys of its tables are fixed."""
    if isinstance(before, Mapping):
        for key, value in after.items():
            _replace(f"{path}.{key}", before[key], value, result)
    elif before != after:
        result.set[path] = after
