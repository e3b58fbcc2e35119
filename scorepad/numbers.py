"""Whole numbers as people and browsers write them. All parts read numbers here, so that all accept the same digits."""

import re

MAX_DIGITS = 6
"""The most digits of typed points. No table plays for more."""

MAX_COUNT = 99
"""The largest number that a count accepts."""

LONGEST_SUM = 200
"""The most characters of a typed sum."""

_MOST = 10**15 - 1
"""Larger than every id, and exact in JSON, SQLite and JavaScript."""

_POINTS = re.compile("[0-9]{1,3}([.,'’ \u00a0\u202f])[0-9]{3}(?:\\1[0-9]{3})*|[0-9]+")
"""Matches whole points. Between thousands may be the mark of any region: 3.280 can only be 3280."""


class NotANumber(ValueError):
    """Typed text that is not a number. The message is a sentence for the person who typed it."""


def whole_number(text: str, least: int = 0, most: int = _MOST) -> int | None:
    """Return the number from `least` to `most` that ASCII digits write; None for any other text."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else None
    return number if number is not None and least <= number <= most else None


def typed_count(text: str) -> int:
    """Return a count from 0 to `MAX_COUNT`. Raises NotANumber."""
    if not (text.isascii() and text.isdigit()):
        raise NotANumber("Type a whole number such as 2, or 0 for none.")
    if len(text.lstrip("0")) > 2:
        raise NotANumber(f"Too many: at most {MAX_COUNT}.")
    return int(text.lstrip("0") or "0")


def typed_points(text: str) -> int:
    """Return the points of typed text: "410", "1,200", "1.200" or "120+85+40".

    Raises NotANumber for anything else, for digits of other scripts, and for numbers with more than `MAX_DIGITS`.
    """
    if len(text) > LONGEST_SUM:
        raise NotANumber(f"That is too long. Type a number of at most {MAX_DIGITS} digits.")
    parts = [part.strip(" \t\u00a0\u202f") for part in text.strip().rstrip("+").split("+")]
    return sum(_points(part) for part in parts)


def typed_adjustment(text: str) -> int:
    """Return the points of an adjustment: like `typed_points`, but a sign may come first. Raises NotANumber."""
    bare = text.strip()
    sign = -1 if bare[:1] in ("-", "−", "–") else 1
    return sign * typed_points(bare[1:] if bare[:1] in ("-", "−", "–", "+") else bare)


def _points(part: str) -> int:
    if not _POINTS.fullmatch(part):
        raise NotANumber("Type points as a number such as 410, or a sum such as 120+85+40.")
    digits = re.sub("[^0-9]", "", part)
    if len(digits.lstrip("0")) > MAX_DIGITS:
        raise NotANumber(f"That number is too large. Type at most {MAX_DIGITS} digits.")
    return int(digits)
