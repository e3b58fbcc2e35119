"""Read plain data value by value, and collect every error with its path. This module knows types, not the game."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorepad.rules.faults import quote, suggest
from scorepad.rules.model import RuleSet
from scorepad.rules.words import ALL_CARDS
from scorepad.scoring.model import NONE, Counts, Level, Problem, Quantity
from scorepad.scoring.names import LONGEST_TEAM, BadName, clean_name

MAX_COUNTED = 1_000_000
"""The largest count in a document; no table has so many cards."""

MAX_POINTS = 1_000_000_000
"""The most points of one packet in a document."""

_ABSENT: Any = object()


class DocumentReader:
    """Reads one document and collects its problems. Every method returns a usable value, even after an error."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.problems: list[Problem] = []

    def error(self, code: str, path: str, **facts: object) -> None:
        self.problems.append(Problem(code, Level.ERROR, path, facts))

    def wrong_type(self, path: str, value: object, wanted: str) -> None:
        self.error("wrong_type", path, value=quote(value), wanted=wanted)

    def unknown_name(self, path: str, name: object, choices: Sequence[str]) -> None:
        word = name if isinstance(name, str) else ""
        self.error("unknown_name", path, name=quote(name), hint=suggest(word, choices))

    def check_keys(self, data: Mapping[str, Any], keys: frozenset[str], path: str) -> None:
        """Add an error for every key that is not one of `keys`."""
        if not data.keys() <= keys:
            for key in data:
                if key not in keys:
                    at = f"{path}.{key[:60]}" if path else key[:60]
                    self.unknown_name(at, key, sorted(keys))

    def integer(self, data: Mapping[str, Any], key: str, path: str, default: int | None) -> int:
        """Return a whole number, positive or negative. Without a default the key is required."""
        value = data.get(key, _ABSENT)
        if type(value) is int:
            return value
        at = f"{path}.{key}" if path else key
        if value is not _ABSENT:
            self.wrong_type(at, value, "a whole number")
        elif default is None:
            self.error("missing_key", at)
        return default or 0

    def integer_between(self, data: Mapping[str, Any], key: str, bounds: tuple[int, int], default: int | None) -> int:
        """Return a whole number within bounds, from the top level of the document."""
        before = len(self.problems)
        value = self.integer(data, key, "", default)
        if len(self.problems) == before and key in data and not bounds[0] <= value <= bounds[1]:
            self.error("bad_value", key, least=bounds[0], most=bounds[1])
        return value

    def boolean(self, data: Mapping[str, Any], key: str, path: str, default: bool | None) -> bool:
        """Return true or false. Without a default the key is required."""
        value = data.get(key, _ABSENT)
        if isinstance(value, bool):
            return value
        at = f"{path}.{key}" if path else key
        if value is not _ABSENT:
            self.wrong_type(at, value, "true or false")
        elif default is None:
            self.error("missing_key", at)
        return bool(default)

    def word(self, data: Mapping[str, Any], key: str, words: Sequence[str], required: bool) -> str:
        """Return one of the words, or "" if it is absent or wrong."""
        value = data.get(key, _ABSENT)
        if isinstance(value, str) and value in words:
            return str(value)
        if value is not _ABSENT:
            self.wrong_type(key, value, " or ".join(f"“{word}”" for word in words))
        elif required:
            self.error("missing_key", key)
        return ""

    def counts(self, value: object, path: str, names: Sequence[str]) -> Counts:
        """Return counts of 0 or more, by name."""
        if not isinstance(value, dict):
            self.wrong_type(path, value, "an object of names and numbers")
            return NONE
        for name, count in value.items():
            if name not in names:
                self.unknown_name(f"{path}.{name[:60]}", name, names)
            elif type(count) is not int or count < 0:
                self.wrong_type(f"{path}.{name}", count, "a whole number of 0 or more")
            elif count > MAX_COUNTED:
                self.error("bad_value", f"{path}.{name}", least=0, most=MAX_COUNTED)
        return value

    def quantity(self, value: object, path: str) -> Quantity:
        """Return points of 0 or more, or cards by name."""
        if type(value) is int and value >= 0:
            if value > MAX_POINTS:
                self.error("bad_value", path, least=0, most=MAX_POINTS)
            return value
        if isinstance(value, dict):
            return self.counts(value, path, ALL_CARDS)
        self.wrong_type(path, value, "points of 0 or more, or an object of cards")
        return 0

    def text(self, value: object, path: str, longest: int = LONGEST_TEAM, noun: str = "name") -> str:
        """Return cleaned text, or "" if it is not allowed."""
        if not isinstance(value, str):
            self.wrong_type(path, value, "text")
            return ""
        try:
            return clean_name(value, longest, noun)
        except BadName as error:
            self.error("bad_text", path, sentence=str(error))
            return ""
