"""Read plain data into the dataclasses of `model.py`, and collect every fault.

This module knows types and words, not the game: `check.py` decides what makes sense as rules.
"""

import re
import types
import typing
from collections.abc import Collection, Iterable, Mapping
from dataclasses import is_dataclass
from enum import StrEnum
from itertools import islice
from typing import Any

from scorepad.language.words import label
from scorepad.rules.faults import Fault, RulesError, item_names, quote, suggest
from scorepad.rules.keys import keys_of
from scorepad.rules.model import LARGEST

LONGEST = 500
"""The longest text in a rule document, in characters."""

LONGEST_PATH = LONGEST + 100
"""The longest key of a table, and the longest path, in characters. A name in a path may be as long as a text."""

DEEPEST = 20
"""The most levels of nested tables. The presets have eight. Far beyond this, Python would raise RecursionError."""

MAX_ITEMS = 1_000
"""The most items of a list, and the most keys of a table. Everything in a preset has about 600 paths."""

MAX_TABLES = 100
"""The most tables in a list: kinds of books, opening minimums, cases. No preset has ten of any."""

MAX_FAULTS = 100
"""The most faults of one kind that are collected. Each takes time to explain, and no one reads more."""

_MORE = Fault("", "More is wrong than is listed here. Correct this first.")

_SHORT = 30
"""Messages spell out how to write a value that is shorter than this many characters."""

_LONG_NUMBER = 12
"""Text of this many characters or more is never taken for a number."""

_MAX_WRITTEN = 5
"""The most keys of a table that a message repeats."""


LABELS = ("label", "plural", "singular")
"""The attributes whose text names a thing. Those of presets have translations."""


def join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def refuse_oversized(data: object) -> None:
    """Raise RulesError for data with too many levels, items or letters in a key, before anything in it is looked up.

    Every file, link, form and stored document passes here: what strangers send must not cost more than it is long.
    """
    level = [data]
    for _ in range(DEEPEST):
        for value in level:
            if isinstance(value, Mapping):
                for key in value:
                    refuse_long(str(key))
            inside = _within(value)
            has_tables = isinstance(inside, (list, tuple)) and any(isinstance(item, Mapping) for item in inside)
            most = MAX_TABLES if has_tables else MAX_ITEMS
            if len(inside) > most:
                raise RulesError((Fault("", f"has {len(inside):,} items in one place, and {most:,} are the most."),))
        level = [inner for value in level for inner in _within(value)]
    if level:
        raise RulesError((Fault("", "is nested too deeply for a rule set."),))


def refuse_long(path: str) -> None:
    if len(path) > LONGEST_PATH:
        raise RulesError((Fault("", f"{quote(path)} is too long: a path has at most {LONGEST_PATH} letters."),))


def _within(value: object) -> Collection[object]:
    if isinstance(value, (str, int)):
        return ()
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, (list, tuple)) else ()


def first_faults(faults: Iterable[Fault]) -> list[Fault]:
    """Return at most `MAX_FAULTS` faults, and a last one that says if there are more."""
    listed = list(islice(faults, MAX_FAULTS + 1))
    return listed if len(listed) <= MAX_FAULTS else [*listed[:MAX_FAULTS], _MORE]


class Reader:
    """Reads one document and collects its faults."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, path: str, message: str, kind: Any = None) -> Any:
        """Add a fault, and return a placeholder of the type `kind` so that reading can continue.

        Raises RulesError once there are more than `MAX_FAULTS`.
        """
        self.faults.append(Fault(path, message))
        if len(self.faults) > MAX_FAULTS:
            raise RulesError((*self.faults[:MAX_FAULTS], _MORE))
        return _stand_in(kind)

    def table(self, cls: type, data: object, path: str) -> Any:
        """Return an instance of the dataclass `cls`, with placeholders for values that could not be read."""
        if not isinstance(data, Mapping):
            return self.fault(path, f"{quote(data)} is not a table of keys and values: {_example(cls)}.", cls)
        keys = keys_of(cls)
        names = [key.name for key in keys]
        for name in data:
            if name not in names:
                message = f"this rule does not exist.{suggest(str(name), names)}"
                self.fault(join(path, str(name)[:60]), message)
        values: dict[str, Any] = {}
        for key in keys:
            if key.name in data:
                read = self.value(key.hint, data[key.name], join(path, key.name), key.none)
                values[key.attribute] = label(read) if key.attribute in LABELS and isinstance(read, str) else read
            else:
                values[key.attribute] = key.absent if key.is_optional else _stand_in(key.hint)
        self._missing([key.name for key in keys if key.name not in data and not key.is_optional], path)
        return cls(**values)

    def _missing(self, keys: list[str], path: str) -> None:
        if len(keys) == 1:
            self.fault(join(path, keys[0]), "is missing; a rule set states every value.")
        elif keys:
            named = f"{', '.join(map(quote, keys[:-1]))} and {quote(keys[-1])}"
            self.fault(path, f"{named} are missing; a rule set states every value.")

    def value(self, kind: Any, data: object, path: str, none: str) -> Any:
        """Return `data` as the type `kind`."""
        if kind is Any:
            return data
        if isinstance(kind, type):
            return self.table(kind, data, path) if is_dataclass(kind) else self._plain(kind, data, path)
        origin = typing.get_origin(kind)
        if origin is types.UnionType:
            return self._optional(kind, data, path, none)
        if origin is tuple:
            return self._items(typing.get_args(kind)[0], data, path, none)
        if origin is Mapping:
            return self._mapping(typing.get_args(kind)[1], data, path, none)
        raise TypeError(kind)

    def _optional(self, kind: Any, data: object, path: str, none: str) -> Any:
        if data == none:
            return None
        inner = next(arg for arg in typing.get_args(kind) if arg is not type(None))
        if inner is int and (isinstance(data, bool) or not isinstance(data, int)):
            return self.fault(path, f"{quote(data)} is neither a whole number nor the word “{none}”.", kind)
        return self.value(inner, data, path, none)

    def _items(self, kind: Any, data: object, path: str, none: str) -> Any:
        if not isinstance(data, list | tuple):
            is_word = isinstance(kind, type) and issubclass(kind, str)
            is_short = is_word and type(data) in (str, int) and len(quote(data)) in range(_SHORT)
            right = f'["{data}"]' if is_short and quote(data) != "“…”" else f"[{_example(kind)}]"
            return self.fault(path, f"{quote(data)} is not a list: {right}.", tuple)
        return tuple(
            self.value(kind, item, join(path, name), none) for name, item in zip(item_names(data), data, strict=True)
        )

    def _mapping(self, kind: Any, data: object, path: str, none: str) -> Any:
        if not isinstance(data, Mapping):
            return self.fault(path, f"{quote(data)} is not a table of keys and values: {{ … = … }}.", Mapping)
        return types.MappingProxyType(
            {str(k): self.value(kind, v, join(path, str(k)[:60]), none) for k, v in data.items()}
        )

    def _plain(self, kind: Any, data: object, path: str) -> Any:
        if kind is bool:
            return (
                data if isinstance(data, bool) else self.fault(path, _not(data, "true or false") + _truth(data), kind)
            )
        if kind is int:
            return self._number(data, path)
        if not isinstance(data, str):
            right = f' Write "{data}".' if type(data) is int and abs(data) <= LARGEST else _yes_or_no(kind, data)
            return self.fault(path, _not(data, "text in quotes") + right, kind)
        if issubclass(kind, StrEnum):
            return self._word(kind, data, path)
        if len(data) > LONGEST or not all(c.isprintable() for c in data):
            return self.fault(path, f"must be printable text of at most {LONGEST} characters.", kind)
        return data

    def _number(self, data: object, path: str) -> Any:
        if isinstance(data, str) and len(data) < _LONG_NUMBER and data.strip("-+").isdecimal():
            return self.fault(path, f"{quote(data)} is text. Write the number without quotes: {data}.", int)
        if isinstance(data, bool) or not isinstance(data, int):
            is_whole = isinstance(data, float) and data.is_integer() and abs(data) <= LARGEST
            right = f" Write {int(data)}." if is_whole else _thousands(data) or _first_number(data)  # type: ignore[call-overload]  # It is a float.
            return self.fault(path, _not(data, "a whole number") + right, int)
        if abs(data) > LARGEST:
            return self.fault(path, f"is too large; the maximum is {LARGEST:,}.", int)
        return data

    def _word(self, kind: type[StrEnum], data: str, path: str) -> Any:
        if data in kind.__members__.values():
            return kind(data)
        return self.fault(path, f"{quote(data)} is not one of the words for this rule.{suggest(data, kind)}", kind)


def _example(kind: Any) -> str:
    """Return how to write an item of a list."""
    if not is_dataclass(kind):
        return " … "
    keys = ", ".join(f"{key.name} = …" for key in keys_of(kind)[:_MAX_WRITTEN])
    return f"{{ {keys} }}"


def _stand_in(kind: Any) -> Any:
    """Return a placeholder of a type for a value that cannot be read."""
    origin = typing.get_origin(kind) or kind
    if origin in (types.UnionType, None, Any):
        return None
    if origin is Mapping:
        return types.MappingProxyType({})
    if is_dataclass(origin):
        part = typing.cast(type, kind)
        return part(**{key.attribute: _stand_in(key.hint) for key in keys_of(part)})
    if issubclass(origin, StrEnum):
        return next(iter(origin))
    return origin()


def _thousands(data: object) -> str:
    """Return what to write for a number with a dot as thousands separator."""
    is_dotted = isinstance(data, float) and 1 <= abs(data) < 1000 and (data * 1000).is_integer()
    return f" Write {int(data * 1000)}, if you mean thousands." if is_dotted else ""  # type: ignore[operator]


def _first_number(data: object) -> str:
    """Return what to write for a text that begins with a number: "500 points"."""
    number = re.match(r"-?\d{1,7}(?![\d.,])", data.strip()) if isinstance(data, str) else None
    return f" Write {number[0]}, without quotes." if number else ""


def _not(data: object, wanted: str) -> str:
    return f"{quote(data)} is not {wanted}."


def _yes_or_no(kind: type, data: object) -> str:
    """Return what to write for true or false where the words are yes and no."""
    word = {True: "yes", False: "no"}[data] if isinstance(data, bool) else ""
    return f' Write "{word}".' if issubclass(kind, StrEnum) and word in kind.__members__.values() else ""


def _truth(data: object) -> str:
    """Return what to write for a word such as “yes”, which means true."""
    words = {"yes": "true", "true": "true", "no": "false", "false": "false"}
    right = words.get(data.lower()) if isinstance(data, str) else None
    return f" Write {right}, without quotes." if right else ""
