"""A table's own rules: a parent, and the differences from it.

`complete` applies the differences to the parent; `differences` does the reverse and finds the fewest. The document has
the keys of `OwnRules`. Its paths are those of a complete document, such as `books.clean.points`.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Annotated, Any

from scorepad.rules.document import (
    NAMES,
    NOT_RULES,
    Document,
    changed_paths,
    copied,
    paths,
    place_of,
    put,
    remove_at,
    to_document,
    value_at,
    walk,
    with_sources,
)
from scorepad.rules.faults import Fault, RulesError, item_names, quote, suggest
from scorepad.rules.keys import Key, keys_of
from scorepad.rules.model import RuleSet
from scorepad.rules.read import DEEPEST, Reader, first_faults, refuse_long, refuse_oversized

# ---- Messages for paths that the parent does not have: what exists there, and what may be meant

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


# ---- Own rules as a complete document

Find = Callable[[str], RuleSet]
"""Returns the rule set with a slug. Raises RulesError for an unknown slug."""

DIFFERENCES = ("set", "add", "remove")
"""The keys that mark a document as own rules. A complete rule set has none of them."""

RULES = tuple(key.name for key in keys_of(RuleSet) if key.name not in NOT_RULES and not key.is_optional)
"""The required keys of a complete rule set that state its rules."""

MAX_PARENTS = 20
"""The most parents in a chain of own rules that are based on each other."""

_UNNAMED = "own-rules"

_ADD = " New items go under “add”."

_POSITIONS = "Positions are those of the parent’s list, whatever else is removed."

Place = tuple[Any, Any]
"""A table or list, and the key or position of a value in it."""

Places = Mapping[str, Place | None]
"""Where the paths of own rules are in the parent; None for a path that it does not have."""


@dataclass(frozen=True, slots=True)
class OwnRules:
    """Own rules as written in a file. Absent keys change nothing; an empty slug is derived from the name."""

    schema: int
    name: str
    parent: str
    slug: Annotated[str, Key(absent="")]
    summary: Annotated[str, Key(absent="")]
    document: Annotated[str, Key(absent="")]
    notes: Annotated[tuple[str, ...], Key(absent=())]
    set: Annotated[Mapping[str, Any], Key(absent={})]
    add: Annotated[Mapping[str, Any], Key(absent={})]
    remove: Annotated[tuple[str, ...], Key(absent=())]


def is_own(data: Mapping[str, Any]) -> bool:
    """Whether a document holds own rules: it has differences, or names a parent and states few rules."""
    if any(key in data for key in DIFFERENCES):
        return True
    return data.get("parent") not in (None, "", "none") and sum(key in data for key in RULES) * 2 < len(RULES)


def complete(data: Mapping[str, Any], find: Find) -> tuple[Document, list[Fault]]:
    """Return the complete document that own rules describe, and every fault in their differences.

    A faulty difference leaves the parent's value in place. Raises RulesError if the own rules cannot be read or their
    parent cannot be found.
    """
    refuse_oversized(data)
    reader = Reader()
    own = reader.table(OwnRules, data, "")
    if reader.faults:
        raise RulesError(tuple(_in_own_words(reader.faults)))
    try:
        parent = find(own.parent)
    except RulesError as error:
        raise RulesError(tuple(Fault("parent", fault.message) for fault in error.faults)) from None
    document, faults = _laid_over(to_document(parent, every_key=True), own)
    return document | _names(own, parent), faults


def with_moving_positions(data: Mapping[str, Any], parent: RuleSet) -> Document:
    """Return the rules that own rules meant to Scorepad 1.0: each removal moved the positions after it."""
    document = to_document(parent, every_key=True)
    for path in data.get("remove", ()):
        remove_at(document, path)
    for path, items in data.get("add", {}).items():
        list(_added(document, path, items))
    for path, value in _assignments(data.get("set", {})):
        put(document, path, value)
    return document


def _in_own_words(faults: Iterable[Fault]) -> Iterator[Fault]:
    for fault in faults:
        if fault.path in RULES:
            wanted = f'a rule goes under “set”: a line [set], and below it “"{fault.path}. …" = …”.'
            yield Fault(fault.path, wanted)
        elif "missing;" in fault.message:
            yield Fault(fault.path, "is missing: own rules need a name and a parent.")
        else:
            yield fault


def _names(own: OwnRules, parent: RuleSet) -> Document:
    """Return the keys that name the rules. The parent's notes may no longer be true, so they are dropped."""
    return {
        "slug": own.slug or slug_of(own.name),
        "name": own.name,
        "summary": own.summary or usual_summary(parent),
        "parent": parent.slug,
        "notes": list(own.notes),
        "document": own.document or parent.document,
    }


def usual_summary(parent: RuleSet) -> str:
    return f"{parent.name[:400]}, with rules of your own."


def left_behind(data: Mapping[str, Any], find: Find, faults: Iterable[Fault]) -> Iterator[Fault]:
    """Yield the faults of own rules. All faults that name the same removed book become one fault."""
    names = _removed_names(data, find)
    behind: dict[str, list[str]] = {}
    for fault in faults:
        path = names.get(fault.path.rpartition(".")[2])
        if path and fault.path.split(".")[-2] in NAMES:
            behind.setdefault(path, []).append(fault.path)
        else:
            yield fault
    for path, places in behind.items():
        yield Fault(f"remove.{path}", f"these still refer to it: {', '.join(places)}. Remove or change them too.")


def _removed_names(data: Mapping[str, Any], find: Find) -> dict[str, str]:
    """Map the code of each removed book, and each need it counts for, to the book's path."""
    parent = to_document(find(str(data["parent"])))
    names: dict[str, str] = {}
    for path in map(str, data.get("remove", ())):
        book = value_at(parent, path) if path.startswith("books.") else None
        if isinstance(book, Mapping):
            names |= dict.fromkeys((book["code"], *book["counts_for"]), path)
    return names


def slug_of(name: str) -> str:
    """Return a slug for a name: "Our Thursday table" is "our-thursday-table"."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).lstrip("-0123456789")[:60].rstrip("-") or _UNNAMED


def _laid_over(parent: Document, own: OwnRules) -> tuple[Document, list[Fault]]:
    """Apply the differences. Every path is looked up in the parent before anything moves.

    So `remove = ["opening.steps.2", "opening.steps.3"]` removes the parent's second and third, and a position under
    “set” means the parent's too. A path that the parent does not have may name something that “add” adds.
    """
    changes = dict(_assignments(own.set))
    for path in (*own.remove, *own.add, *changes):
        refuse_long(path)
    document = copied(parent)
    places = {path: place_of(document, path) for path in (*own.remove, *changes)}
    removed = frozenset(own.remove)
    kept = {path: value for path, value in changes.items() if not _head_in(path, removed, itself=True)}
    gone: dict[int, set[int]] = {}
    added = [(path, items, value_at(document, path)) for path, items in own.add.items()]
    faults = first_faults(
        chain(
            _no_rules(own),
            _ambiguous(own.set),
            _lost(own, changes),
            _removed(document, own.remove, places, gone),
            (fault for path, items, target in added for fault in _added(document, path, items, target)),
            _assigned(document, kept, places, gone),
        )
    )
    sources = parent["provenance"]
    changed = changed_paths(document, parent)
    return with_sources(document, sources | {"own": list(dict.fromkeys([*sources["own"], *changed]))}), faults


def _head_in(path: str, paths: Collection[str], *, itself: bool = False) -> str:
    """Return the first part of a path that is one of these paths, "" if none is."""
    heads = (path[:at] for at, letter in enumerate(path) if letter == ".")
    return next((head for head in (*heads, *([path] if itself else ())) if head in paths), "")


def _lost(own: OwnRules, changes: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for each path that is removed twice, or changed although something around it is removed."""
    removed = {*own.remove}
    for key, listed in (("remove", own.remove), ("add", own.add), ("set", changes)):
        for path in listed:
            if head := _head_in(path, removed, itself=key != "remove"):
                yield Fault(f"{key}.{path[:80]}", f"{quote(head, 80)} is removed. {_POSITIONS}")
    for path, count in Counter(own.remove).items():
        if count > 1:
            yield Fault(f"remove.{path[:80]}", f"is removed twice. {_POSITIONS}")


def _removed(document: Document, listed: Iterable[str], places: Places, gone: dict[int, set[int]]) -> Iterator[Fault]:
    """Remove items and names. `gone` gets the removed positions of each list, by the identity of the list."""
    lists: dict[int, list[Any]] = {}
    for path in dict.fromkeys(listed):
        place = places[path]
        if place is None:
            yield Fault(f"remove.{path[:80]}", no_such_rule(document, path))
        elif isinstance(place[0], list):
            lists[id(place[0])] = place[0]
            gone.setdefault(id(place[0]), set()).add(place[1])
        elif path.partition(".")[0] not in NOT_RULES and not remove_at(document, path):
            message = "cannot be removed: every rule set needs it. Give it another value under “set”."
            yield Fault(f"remove.{path[:80]}", message)
    for key, items in lists.items():
        items[:] = [item for at, item in enumerate(items) if at not in gone[key]]


def _assigned(document: Document, changes: Document, places: Places, gone: Mapping[int, set[int]]) -> Iterator[Fault]:
    """Set new values at their places in the parent."""
    done: set[str] = set()
    for path, value in changes.items():
        place = places[path]
        if place is None or _head_in(path, done):
            place = place_of(document, path)
        elif removed := gone.get(id(place[0])):
            place = (place[0], place[1] - sum(at < place[1] for at in removed))
        done.add(path)
        if path.partition(".")[0] in NOT_RULES:
            continue
        if place is None:
            yield Fault(f"set.{path[:80]}", no_such_rule(document, path, _ADD))
        elif isinstance(place[0][place[1]], Mapping) and not isinstance(value, Mapping):
            yield Fault(f"set.{path[:80]}", several_values(document, path, value))
        else:
            place[0][place[1]] = copied(value)


def _no_rules(own: OwnRules) -> Iterator[Fault]:
    """Yield a fault for each difference in a key that is not a rule, such as the name or the provenance."""
    for key, listed in (("set", own.set), ("add", own.add), ("remove", own.remove)):
        for path in listed:
            head = str(path).partition(".")[0]
            if head in NOT_RULES:
                wrong = f"“{head}” is not a rule. A name, slug, summary, document and notes go on lines of their own."
                yield Fault(f"{key}.{path[:80]}", wrong)


def _added(document: Document, path: str, items: Any, target: Any = None) -> Iterator[Fault]:
    """Add items to a list of rules, or keys to a table such as the needs for going out."""
    target, at = value_at(document, path) if target is None else target, f"add.{path[:80]}"
    if isinstance(target, list) and isinstance(items, list | tuple):
        target.extend(copied(list(items)))
    elif isinstance(target, dict) and isinstance(items, Mapping):
        for key, item in items.items():
            if key in target:
                yield Fault(f"{at}.{key[:60]}", "already exists. Change it under “set”.")
            target.setdefault(key, copied(item))
    elif target is None:
        yield Fault(at, no_such_rule(document, path))
    elif not isinstance(target, dict | list):
        yield Fault(at, "is a single value. Change it under “set”.")
    else:
        wanted = "a list: [{ … }]" if isinstance(target, list) else "a table: { … }"
        more = f" Or write [[add.{path}]] above it." if isinstance(target, list) and isinstance(items, Mapping) else ""
        yield Fault(at, f"{quote(items)} is not {wanted}.{more}")


def _assignments(changes: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each path and its new value.

    A table changes only the keys it names, so `"books.clean" = { points = 700 }` and `books.clean.points = 700`, which
    TOML parses as nested tables, mean the same. Tables of `NAMES` are replaced as a whole.
    """
    for key, value in changes.items():
        path = f"{before}.{key}" if before else str(key)
        above, _, last = path.rpartition(".")
        if isinstance(value, Mapping) and not (above and last in NAMES):
            yield from _assignments(value, path)
        else:
            yield path, value


def _ambiguous(changes: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault for each table of `NAMES` whose path has no quotes: it may mean one name or all of them."""
    for path, value in _assignments(changes):
        if isinstance(value, Mapping) and path not in changes:
            name = next(iter(value), "clean")
            yield Fault(
                f"set.{path[:80]}",
                f'put the path in quotes: “"{path}.{name}" = …” changes one of them, “"{path}" = {{ … }}” all.',
            )


# ---- The fewest differences between a rule set and its parent


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
    if _whole_rules(parent, result) == rules:
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
    if document["document"] != parent.document:
        names["document"] = document["document"]
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


def _whole_rules(parent: RuleSet, changes: Differences) -> Document | None:
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
