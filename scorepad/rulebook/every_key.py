"""Fill in the keys of a document that a file may leave out."""

import copy
import typing
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from scorepad.rules.document import Document, plain
from scorepad.rules.model import RuleSet
from scorepad.rules.read import WORD_FOR_NONE, key_of


def with_every_key(document: Document) -> Document:
    """Return a copy of a complete document with every key. The document may be inconsistent."""
    return _filled(RuleSet, document)  # type: ignore[no-any-return]  # A table gives a dict.


def _filled(kind: Any, value: Any) -> Any:
    if typing.get_origin(kind) is tuple and isinstance(value, list):
        return [_filled(typing.get_args(kind)[0], item) for item in value]
    if not is_dataclass(kind) or not isinstance(value, Mapping):
        return copy.deepcopy(value)
    keys = {key: (inner, absent) for key, inner, absent in _keys(typing.cast(type, kind))}
    stated = {key: _filled(keys[key][0], inner) if key in keys else inner for key, inner in value.items()}
    left_out = {key: copy.deepcopy(absent[0]) for key, (_, absent) in keys.items() if absent and key not in value}
    return stated | left_out


@cache
def _keys(cls: type) -> list[tuple[str, Any, list[Any]]]:
    """Return each key with its type, and a list of its default, which is empty if the key is required."""
    hints = typing.get_type_hints(cls)
    return [
        (
            key_of(item),
            hints[item.name],
            [plain(item.metadata["absent"], item.metadata.get("none", WORD_FOR_NONE), every_key=True)]
            if "absent" in item.metadata
            else [],
        )
        for item in fields(cls)
    ]
