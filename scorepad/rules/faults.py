"""Faults of a document, helpers for their messages, and how paths name the items of a list."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from difflib import get_close_matches
from itertools import islice

_MAX_WRITTEN = 5
"""The most items or keys of a value that a message repeats."""

_NAMING = ("color", "place", "code", "key", "value")
"""The keys that name an item."""

_MAX_COMPARED = 100
_LONGEST_COMPARED = 60


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a document: a dotted path and a sentence."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class RulesError(ValueError):
    """Raised for a rule document that cannot be used. `faults` has every fault in it."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


def suggest(word: str, choices: Iterable[str]) -> str:
    """Return a hint to append to a sentence: " Did you mean “clean”?" or a list of the choices.

    Finding near names takes long for many or long ones, so only the first hundred of at most 60 letters are compared.
    """
    names = [name for name in map(str, islice(choices, _MAX_COMPARED)) if len(name) <= _LONGEST_COMPARED]
    close = [name for name in names if name.lower() == word.lower()]
    close = close or get_close_matches(word[:_LONGEST_COMPARED], names, n=1, cutoff=0.6)
    if close:
        return f" Did you mean “{close[0]}”?"
    return f" Choose from: {', '.join(names)}." if names else ""


def quote(value: object, limit: int = 40) -> str:
    """Return a value in quotes for a message: at most `limit` characters, all of them printable."""
    text = value if isinstance(value, str) else _written(value)
    text = "".join(c if c.isprintable() else "�" for c in text[: limit + 1])
    return f"“{text[:limit]}…”" if len(text) > limit else f"“{text}”"


def _written(value: object) -> str:
    """Return a value as a rule file writes it."""
    try:
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, Mapping):
            keys = ", ".join(f"{key} = …" for key in list(value)[:_MAX_WRITTEN])
            return f"{{ {keys} }}" if keys else "{}"
        if isinstance(value, list | tuple):
            return f"[{', '.join(map(_written, value[:_MAX_WRITTEN]))}]"
        return f'"{value}"' if isinstance(value, str) else str(value)
    except (ValueError, RecursionError):  # thousands of digits, or lists in lists in lists
        return "…"


def item_names(items: Sequence[object]) -> list[str]:
    """Return the names of a list's items in paths, in order. The items are of a document or of the model.

    An item is named by its code, key or value, threes by colour and place, anything else by its position from 1. If
    several share a name, the last keeps it and the earlier ones get a number: `red.laid(1)`, `red.laid`.
    """
    names = [_item_name(item, at) for at, item in enumerate(items, start=1)]
    last = {name: at for at, name in enumerate(names)}
    if len(last) == len(names):
        return names
    counts: Counter[str] = Counter()
    result = []
    for at, name in enumerate(names):
        counts[name] += 1
        result.append(name if at == last[name] else f"{name}({counts[name]})")
    return result


def _item_name(item: object, position: int) -> str:
    if isinstance(item, (str, int)):
        return str(position)
    if is_dataclass(item):
        item = {key: getattr(item, key, None) for key in _NAMING}
    if isinstance(item, Mapping):
        if isinstance(item.get("color"), str) and isinstance(item.get("place"), str):
            return f"{item['color']}.{item['place']}"[:60]
        for name in _NAMING[2:]:
            if isinstance(item.get(name), str):
                return str(item[name])[:60]
    return str(position)
