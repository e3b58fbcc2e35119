"""Validates and parses the content of a club's file."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from scorepad.store.errors import Damaged
from scorepad.store.facts import JSON

StoredRow: TypeAlias = tuple[Any, ...]
Column: TypeAlias = type | tuple[type, ...]

_LONG = 2_000
"""A longer text, in characters, is a rule set that many games share, not a count or a name."""

OPTIONAL = (str, type(None))
"""The types of a text column that may be NULL."""


def check_row(row: StoredRow, *columns: Column) -> StoredRow:
    """Return a row unchanged. Raises Damaged if a value has the wrong type, which SQLite does not check on reading."""
    if not _fits(tuple(map(type, row)), columns):
        raise Damaged
    return row


def check_columns(row: Mapping[str, Any], columns: Mapping[str, Column]) -> StoredRow:
    """Return these columns of a row. Raises Damaged if one is missing or has a value of the wrong type."""
    try:
        return check_row(tuple([row[name] for name in columns]), *columns.values())
    except KeyError:
        raise Damaged from None


@lru_cache(maxsize=1_000)
def _fits(types: tuple[type, ...], columns: tuple[Column, ...]) -> bool:
    return len(types) == len(columns) and all(map(issubclass, types, columns))


def parse_json(text: str) -> JSON:
    """Parse a value from the club's file. Raises Damaged if the store cannot have written it.

    Equal long texts share one parsed value, which must not be changed.
    """
    value: JSON = _shared(text) if type(text) is str and len(text) > _LONG else _decoded(text)
    return value


def parse_all(texts: Sequence[str]) -> list[JSON]:
    """Parse many values as one document, which is faster. Long ones are shared, as in `parse_json`. Raises Damaged."""
    try:
        if max(map(len, texts), default=0) > _LONG:
            return _parse_with_long(texts)
        values: list[JSON] = _decoded(f"[{','.join(texts)}]")
    except TypeError:
        raise Damaged from None
    if len(values) != len(texts):
        raise Damaged
    return values


def _parse_with_long(texts: Sequence[str]) -> list[JSON]:
    short = parse_all([text if len(text) <= _LONG else "null" for text in texts])
    return [value if len(text) <= _LONG else parse_json(text) for text, value in zip(texts, short, strict=True)]


@lru_cache(maxsize=64)
def _shared(text: str) -> Any:
    return _decoded(text)


def _decoded(text: str) -> Any:
    try:
        value = _decode(text)
        if "\\u" in text:
            # A lone surrogate in a text breaks the page that shows it.
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, TypeError, RecursionError):
        raise Damaged from None
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number of the store.")


_decode = json.JSONDecoder(parse_constant=_refuse_constant).decode
