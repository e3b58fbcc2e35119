"""Choices for which a table may type any list of numbers, such as the opening minimum of each round."""

import re
from functools import lru_cache

from scorepad.rules.model import Choice, Option
from scorepad.rules.read import LARGEST

EXAMPLE = "90,120,200"

MAX = 50
"""The most numbers in a list."""

_LIST = re.compile(r"[0-9]{1,7}( *, *[0-9]{1,7})*")


def numbers_in(text: str) -> tuple[int, ...]:
    """Return the numbers of a list such as "90,120,200"; empty for other text or too large numbers."""
    if len(text) > MAX * 10 or not _LIST.fullmatch(text):
        return ()
    numbers = tuple(int(part) for part in text.split(","))
    return numbers if len(numbers) <= MAX and max(numbers) <= LARGEST else ()


def option_of(choice: Choice, value: str) -> Option | None:
    """Return the option with this value, listed or typed; None if there is no such option."""
    listed = next((option for option in choice.options if option.value == value), None)
    if listed is not None or not choice.typed:
        return listed
    return _minimums(value)


@lru_cache(maxsize=256)
def _minimums(value: str) -> Option | None:
    """Return the option of opening minimums by round; the last number also holds for all later rounds."""
    numbers = numbers_in(value)
    if not numbers:
        return None
    steps = [
        {"from": number, "minimum": minimum, "books": [], "players": []}
        for number, minimum in enumerate(numbers, start=1)
    ]
    return Option(value, ", ".join(f"{number:,}" for number in numbers), (), (), {"opening.steps": steps}, {})
