"""Every key of a rule set's model, by a path in which `*` stands for any item or name: `books.*.points`."""

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, StrEnum
from functools import cache, lru_cache
from typing import Any

from scorepad.rules.model import RuleSet
from scorepad.rules.read import LONGEST_PATH, WORD_FOR_NONE, key_of


class Kind(Enum):
    """What a key holds."""

    NUMBER = "a number"
    YES_NO = "true or false"
    WORD = "one word of a list"
    TEXT = "a text"
    SOME = "several names of a list"
    NUMBERS = "several numbers"
    OTHER = "something that has no input"


@dataclass(frozen=True, slots=True)
class Key:
    """A key: what it holds, its words, and the word that replaces a number ("" if none does).

    `is_counted` marks a number in a table whose keys the rule set defines, such as the needs for going out.
    """

    path: str
    kind: Kind
    words: tuple[str, ...] = ()
    none: str = ""
    is_counted: bool = False


@cache
def model_keys() -> Mapping[str, Key]:
    return {key.path: key for key in _keys_of(RuleSet, "")}


def _keys_of(cls: type, before: str) -> Iterator[Key]:
    hints = typing.get_type_hints(cls)
    for item in fields(cls):
        yield from _keys(hints[item.name], f"{before}{key_of(item)}", item.metadata.get("none", WORD_FOR_NONE))


def _keys(kind: Any, path: str, none: str) -> Iterator[Key]:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if is_dataclass(kind):
        yield from _keys_of(typing.cast(type, kind), f"{path}.")
    elif origin is tuple and is_dataclass(inner[0]):
        yield from _keys_of(typing.cast(type, inner[0]), f"{path}.*.")
    elif origin is Mapping:
        yield Key(f"{path}.*", Kind.NUMBER if inner[1] is int else Kind.OTHER, is_counted=True)
    elif origin is types.UnionType:
        yield Key(path, Kind.NUMBER if inner[0] is int else Kind.TEXT, none=none)
    elif origin is tuple:
        words = tuple(map(str, inner[0])) if issubclass(inner[0], StrEnum) else ()
        yield Key(path, Kind.NUMBERS if inner[0] is int else Kind.SOME, words)
    elif isinstance(kind, type) and issubclass(kind, StrEnum):
        yield Key(path, Kind.WORD, tuple(str(word) for word in kind))
    else:
        yield Key(path, {int: Kind.NUMBER, bool: Kind.YES_NO, str: Kind.TEXT}[kind])


def pattern_of(path: str) -> str:
    """Return the path of a value with a `*` for each item and name in it; "" if no key of the model has it."""
    return _pattern_of(path) if len(path) <= LONGEST_PATH else ""


@lru_cache(maxsize=4096)
def _pattern_of(path: str) -> str:
    # The name of an item may have dots, so that “choices.*.label” also matches an answer of a choice.
    return max((pattern for pattern in model_keys() if _matches(path, pattern)), key=len, default="")


def _matches(path: str, pattern: str) -> bool:
    """Whether a path matches a pattern. The name of an item may have a dot: `threes.red.held`."""
    head, star, rest = pattern.partition(".*")
    if not star:
        return path == pattern
    if not path.startswith(f"{head}."):
        return False
    parts = path[len(head) + 1 :].split(".")
    if not rest:
        return True
    return any(_matches(".".join(parts[end:]), rest[1:]) for end in range(1, len(parts)))
