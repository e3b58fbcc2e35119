"""Checks and parses what the club's file holds."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from scorepad.store.errors import Damaged
from scorepad.store.facts import JSON

Row: TypeAlias = tuple[Any, ...]
Column: TypeAlias = type | tuple[type, ...]

_LONG = 2_000
"""Characters from which on a text is a rule set, the same in many games, and no count or name."""

OPTIONAL = (str, type(None))
"""A column of texts that may be empty."""


def check_row(row: Row, *columns: Column) -> Row:
    """Return a row as it is. Raises Damaged if a column has a value of another type, which SQLite does not look at."""
    if not _fits(tuple(map(type, row)), columns):
        raise Damaged
    return row


def check_columns(row: Mapping[str, Any], columns: Mapping[str, Column]) -> Row:
    """Return these columns of a row. Raises Damaged if one is missing, or has a value of another type."""
    try:
        return check_row(tuple([row[name] for name in columns]), *columns.values())
    except KeyError:
        raise Damaged from None


@lru_cache(maxsize=1_000)
def _fits(types: tuple[type, ...], columns: tuple[Column, ...]) -> bool:
    return len(types) == len(columns) and all(map(issubclass, types, columns))


def parse_json(text: str) -> JSON:
    """Parse a value that the club's file holds. Raises Damaged if the store cannot have written it.

    All who parse the same long text share one value, which no one may change.
    """
    value: JSON = _shared(text) if type(text) is str and len(text) > _LONG else _decoded(text)
    return value


def parse_all(texts: Sequence[str]) -> list[JSON]:
    """Parse many values as one document, which is quicker. Long ones are shared, as by `parse_json`. Raises Damaged."""
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
            # Half a character in a text breaks the page that shows it.
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, TypeError, RecursionError):
        raise Damaged from None
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number of the store.")


_decode = json.JSONDecoder(parse_constant=_refuse_constant).decode
