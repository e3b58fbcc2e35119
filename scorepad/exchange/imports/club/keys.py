"""Check the keys of a line: all present, of the right type, and no others."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from scorepad.store import StoreError
from scorepad.store.checks import canonical
from scorepad.store.exports import LineKind, Type

LARGEST = 10**12
"""The largest number of an entry. A page can follow a club's entries for long after it: its forms take 15 digits."""

LARGEST_ID = 999_999_999
"""The largest number of a game, a person, a season or an import, as in the URLs of pages."""

LONGEST_TEXT = 1_000
_DEVICE = re.compile(r"[0-9a-f]{8}(\.[0-9]{1,15})?")


def check(line: LineKind, document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a line's columns. Raises ValueError with a message for people."""
    keys = document.keys() - {"line"}
    if missing := [key for key in line.keys if key not in keys]:
        raise ValueError(f"A line “{line.name}” needs {', '.join(missing)}.")
    if unknown := sorted(keys - line.keys.keys()):
        raise ValueError(f"A line “{line.name}” has no {', '.join(unknown)[:60]!r}.")
    values: dict[str, Any] = {}
    for key, kind in line.keys.items():
        try:
            values[line.column(key)] = _CHECKS[kind](document[key])
        except (ValueError, StoreError) as error:
            raise ValueError(f"{key}: {error}") from None
    return values


def number(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise ValueError(f"it is a whole number from 0 to {LARGEST:,}.")
    return value


def text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise ValueError(f"it is a text of at most {LONGEST_TEXT:,} characters.")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError("it has half a character in it.") from None
    return value


def _yes(value: Any) -> int:
    if not isinstance(value, bool):
        raise ValueError("it is true or false.")
    return int(value)


def device(value: Any) -> str | None:
    if value is not None and not (isinstance(value, str) and _DEVICE.fullmatch(value)):
        raise ValueError(
            "it is eight hexadecimal digits for a phone, with a point and a person’s id after them if known, or null."
        )
    return value


def base(value: Any) -> int | str | None:
    return value if value is None else (text(value) if isinstance(value, str) else number(value))


_CHECKS: dict[Type, Callable[[Any], Any]] = {
    "number": number,
    "text": text,
    "yes": _yes,
    "json": canonical,
    "device": device,
    "base": base,
    "optional number": lambda value: value if value is None else number(value),
    "optional text": lambda value: value if value is None else text(value),
}
