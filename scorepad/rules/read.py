"""Reads plain data into the dataclasses of `model.py`, naming every fault at once.

It knows types and words, not the game: what makes sense as rules is `check.py`'s business.
"""

import types
import typing
from collections.abc import Mapping
from dataclasses import Field, dataclass, fields, is_dataclass
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from typing import Any

WORD_FOR_NONE = "any"
"""The word that says "no limit", unless a field's metadata names another one."""

LARGEST = 1_000_000
"""No number in a rule document is larger than this, either way."""

LONGEST = 500
"""No text in a rule document is longer than this."""

_MISSING = object()


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a document: where (a dotted path) and a sentence."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class RulesError(ValueError):
    """A rule document that cannot be used; `faults` holds all that is wrong with it."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


def nearest(word: str, known: typing.Iterable[str]) -> str:
    """A hint such as " Did you mean `clean`?", or a list of what is known, ready to follow a sentence."""
    names = [str(name) for name in known]
    close = get_close_matches(word[:60], names, n=1, cutoff=0.6)
    if close:
        return f" Did you mean “{close[0]}”?"
    return f" Known here: {', '.join(names)}." if names else ""


def quoted(value: object, limit: int = 40) -> str:
    """A value as it may be shown inside a message: never longer than `limit`, nothing unprintable."""
    text = value if isinstance(value, str) else _written(value)
    text = "".join(c if c.isprintable() else "�" for c in text[: limit + 1])
    return f"“{text[:limit]}…”" if len(text) > limit else f"“{text}”"


def _written(value: object) -> str:
    try:
        return repr(value)
    except (ValueError, RecursionError):  # thousands of digits, or lists in lists in lists
        return "…"


def join(path: str, key: str) -> str:
    """The path of `key` beneath `path`."""
    return f"{path}.{key}" if path else key


def key_of(item: Field[Any]) -> str:
    """The key a dataclass field has in a document."""
    return str(item.metadata.get("key", item.name))


@cache
def _shape(cls: type) -> tuple[tuple[str, str, Any, str], ...]:
    hints = typing.get_type_hints(cls)
    return tuple(
        (key_of(item), item.name, hints[item.name], item.metadata.get("none", WORD_FOR_NONE))
        for item in fields(cls)
    )


class Reader:
    """Collects faults while it reads one document."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, path: str, message: str) -> object:
        """Notes a fault; what it returns stands for "no value" and is never kept."""
        self.faults.append(Fault(path, message))
        return _MISSING

    def table(self, cls: type, data: object, path: str) -> Any:
        """An instance of the dataclass `cls` from a mapping; on any fault, a value that must not be used."""
        if not isinstance(data, Mapping):
            return self.fault(path, f"{quoted(data)} is not a table of values.")
        shape = _shape(cls)
        known = [key for key, *_ in shape]
        for key in data:
            if key not in known:
                self.fault(
                    join(path, str(key)[:60]), f"this rule is not known.{nearest(str(key), known)}"
                )
        before = len(self.faults)
        values: dict[str, Any] = {}
        for key, name, kind, none in shape:
            if key not in data:
                self.fault(join(path, key), "is missing; every value has to be stated.")
            else:
                values[name] = self.value(kind, data[key], join(path, key), none)
        if len(self.faults) > before or _MISSING in values.values():
            return _MISSING
        return cls(**values)

    def value(self, kind: Any, data: object, path: str, none: str) -> Any:
        """`data` as the type `kind` asks for."""
        origin = typing.get_origin(kind)
        if origin is types.UnionType:
            return self._optional(kind, data, path, none)
        if origin is tuple:
            return self._items(typing.get_args(kind)[0], data, path, none)
        if origin is Mapping:
            return self._mapping(typing.get_args(kind)[1], data, path, none)
        if is_dataclass(kind):
            return self.table(typing.cast(type, kind), data, path)
        return data if kind is Any else self._plain(kind, data, path)

    def _optional(self, kind: Any, data: object, path: str, none: str) -> Any:
        if data == none:
            return None
        inner = next(arg for arg in typing.get_args(kind) if arg is not type(None))
        if inner is int and (isinstance(data, bool) or not isinstance(data, int)):
            return self.fault(
                path, f"{quoted(data)} is neither a whole number nor the word “{none}”."
            )
        return self.value(inner, data, path, none)

    def _items(self, kind: Any, data: object, path: str, none: str) -> Any:
        if not isinstance(data, list | tuple):
            return self.fault(path, f"{quoted(data)} is not a list.")
        names = addresses(data)
        return tuple(
            self.value(kind, item, join(path, name), none)
            for name, item in zip(names, data, strict=True)
        )

    def _mapping(self, kind: Any, data: object, path: str, none: str) -> Any:
        if not isinstance(data, Mapping):
            return self.fault(path, f"{quoted(data)} is not a table of values.")
        return types.MappingProxyType(
            {str(k): self.value(kind, v, join(path, str(k)[:60]), none) for k, v in data.items()}
        )

    def _plain(self, kind: Any, data: object, path: str) -> Any:
        if kind is bool:
            return data if isinstance(data, bool) else self.fault(path, _not(data, "true or false"))
        if kind is int:
            return self._number(data, path)
        if not isinstance(data, str):
            return self.fault(path, _not(data, "text in quotes"))
        if issubclass(kind, StrEnum):
            return self._word(kind, data, path)
        if len(data) > LONGEST or not all(c.isprintable() for c in data):
            return self.fault(path, f"must be printable text of at most {LONGEST} characters.")
        return data

    def _number(self, data: object, path: str) -> Any:
        if isinstance(data, bool) or not isinstance(data, int):
            return self.fault(path, _not(data, "a whole number"))
        if abs(data) > LARGEST:
            return self.fault(path, f"is larger than any rule needs; {LARGEST:,} is the most.")
        return data

    def _word(self, kind: type[StrEnum], data: str, path: str) -> Any:
        if data in kind.__members__.values():
            return kind(data)
        return self.fault(path, f"{quoted(data)} is not a rule known here.{nearest(data, kind)}")


def _not(data: object, wanted: str) -> str:
    return f"{quoted(data)} is not {wanted}."


def addresses(items: typing.Sequence[object]) -> list[str]:
    """How a list's items are named in paths, in order.

    By code, key or value where they have one, threes by colour and place, else by number from 0. Where two
    items share a name, the last keeps it and the earlier ones are numbered: `red.laid(1)`, `red.laid`.
    """
    names = [_address(item, number) for number, item in enumerate(items)]
    return [
        name if name not in names[at + 1 :] else f"{name}({names[: at + 1].count(name)})"
        for at, name in enumerate(names)
    ]


def _address(item: object, number: int) -> str:
    if isinstance(item, Mapping):
        if isinstance(item.get("color"), str) and isinstance(item.get("place"), str):
            return f"{item['color']}.{item['place']}"[:60]
        for name in ("code", "key", "value"):
            if isinstance(item.get(name), str):
                return str(item[name])[:60]
    return str(number)
