"""Validates entries before anything is written. The error messages are meant for users."""

import json
import re
from collections.abc import Iterable

from scorepad.scoring import names
from scorepad.scoring.cells import PLACE
from scorepad.store.errors import BadEntry, BadName, NoSuchGame
from scorepad.store.facts import JSON, Entry

LONGEST_VALUE = 200_000
"""Characters of JSON in one value: ten times a complete rule set."""

DEEPEST_VALUE = 20
MAX_ROUNDS = 9_999
LARGEST_ID = 2**63 - 1
"""The largest integer of SQLite."""

_KEY = re.compile(r"[!-~]{1,200}")
_FIELD = re.compile(r"[!-~]{1,100}")
_DEVICE = re.compile(r"[ -~]{1,100}")

_TOO_DEEP = f"A value may hold lists in lists {DEEPEST_VALUE} deep, not deeper."

_to_json = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def canonical(value: JSON) -> str:
    """The JSON text of a value; equal values have equal texts. Raises BadEntry."""
    try:
        text = _to_json(value)
        text.encode()
    except RecursionError:
        raise BadEntry(_TOO_DEEP) from None
    except UnicodeEncodeError:
        raise BadEntry("The value has half a character in it (a lone surrogate).") from None
    except (TypeError, ValueError) as error:
        raise BadEntry(f"The value cannot be written as JSON: {error}.") from None
    # Shorter texts have too few brackets.
    if len(text) > 2 * DEEPEST_VALUE and _is_too_deep(value, DEEPEST_VALUE):
        raise BadEntry(_TOO_DEEP)
    if len(text) > LONGEST_VALUE:
        raise BadEntry(f"The value is {len(text):,} characters long; {LONGEST_VALUE:,} is the most.")
    return text


def _is_too_deep(value: JSON, left: int) -> bool:
    if isinstance(value, dict):
        inside: Iterable[JSON] = value.values()
    elif isinstance(value, list | tuple):
        inside = value
    else:
        return False
    return left == 0 or any(_is_too_deep(item, left - 1) for item in inside)


def check_entry(entry: Entry) -> str:
    """Return the JSON text of an entry's value. Raises BadEntry or NoSuchGame if it can never be recorded."""
    check_key(entry.key)
    if type(entry.game) is not int or not 0 < entry.game <= LARGEST_ID:
        raise NoSuchGame(f"There is no game {_shown(entry.game)}.")
    if type(entry.round) is not int or not 0 <= entry.round <= MAX_ROUNDS:
        raise BadEntry(f"A round is a number from 0 to {MAX_ROUNDS:,}, not {_shown(entry.round)}.")
    if not _fits(PLACE, entry.place):
        raise BadEntry(f"A place is table, team1… or seat1…, not {_shown(entry.place)}.")
    if not _fits(_FIELD, entry.field):
        raise BadEntry(f"A field is 1 to 100 plain characters without spaces, not {_shown(entry.field)}.")
    if entry.device is not None and not _fits(_DEVICE, entry.device):
        raise BadEntry(f"A device is 1 to 100 plain characters, not {_shown(entry.device)}.")
    if entry.base is not None:
        _check_base(entry.base)
    return canonical(entry.value)


def check_key(key: object) -> None:
    """Raise BadEntry unless it is a key: 1 to 200 plain characters without spaces."""
    if not _fits(_KEY, key):
        raise BadEntry(f"A key is 1 to 200 plain characters without spaces, not {_shown(key)}.")


def check_seen(seen: object) -> None:
    """Raise BadEntry unless it is a seq, or None."""
    if seen is not None and (type(seen) is not int or seen < 0):
        raise BadEntry(f"What a page has seen is an entry's number, not {_shown(seen)}.")


def _check_base(base: object) -> None:
    if type(base) is int and 0 <= base <= LARGEST_ID:
        return
    if not _fits(_KEY, base):
        raise BadEntry(f"A base is an entry's number or its key, not {_shown(base)}.")


def clamp_id(number: int) -> int:
    """An id from a URL, clamped to the integers of SQLite."""
    return max(-LARGEST_ID, min(number, LARGEST_ID))


def _fits(pattern: re.Pattern[str], text: object) -> bool:
    return isinstance(text, str) and pattern.fullmatch(text) is not None


def _shown(value: object) -> str:
    """A value as short plain ASCII, which every terminal can show."""
    try:
        text = ascii(value)
    except ValueError:
        return "a number of thousands of digits"
    return text if len(text) <= 60 else f"{text[:57]}…"


def clean_name(name: str) -> str:
    """A person's name in the form that is stored. Raises BadName."""
    if not isinstance(name, str):
        raise BadName("A name is a text.")
    try:
        return names.clean_name(name)
    except names.BadName as error:
        raise BadName(str(error)) from None
