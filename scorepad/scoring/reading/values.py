"""Reads plain data value by value, and notes every fault with its path. Knows types, not the game."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorepad.rules.model import RuleSet
from scorepad.rules.read import nearest, quoted
from scorepad.scoring.model import NONE, Counts, Level, Problem, Quantity
from scorepad.scoring.names import BadName, clean_name
from scorepad.scoring.quantity import NAMES

MOST_COUNTED = 1_000_000
"""No count in a document is larger; no table holds so many cards."""

MOST_POINTS = 1_000_000_000
"""Points that may stand in one place; far beyond any table, and far from what Python cannot write down."""

_ABSENT: Any = object()


class Reading:
    """One document being read, with the problems found so far; every method gives a usable value."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.problems: list[Problem] = []

    def fault(self, code: str, path: str, **facts: object) -> None:
        """Notes an error."""
        self.problems.append(Problem(code, Level.ERROR, path, facts))

    def wrong(self, path: str, value: object, wanted: str) -> None:
        """Notes a value of the wrong type."""
        self.fault("wrong_type", path, value=quoted(value), wanted=wanted)

    def known(self, data: Mapping[str, Any], keys: frozenset[str], path: str) -> None:
        """Notes every key that does not belong here."""
        if not data.keys() <= keys:
            for key in data:
                if key not in keys:
                    self.unknown(f"{path}.{key[:60]}" if path else key[:60], key, sorted(keys))

    def unknown(self, path: str, name: object, known: Sequence[str]) -> None:
        """Notes a name that is not known, with the nearest that is."""
        word = name if isinstance(name, str) else ""
        self.fault("unknown_name", path, name=quoted(name), hint=nearest(word, known))

    def whole(self, data: Mapping[str, Any], key: str, path: str, default: int | None) -> int:
        """A whole number of any sign; an error when it is missing and `default` is None."""
        value = data.get(key, _ABSENT)
        if type(value) is int:
            return value
        at = f"{path}.{key}" if path else key
        if value is not _ABSENT:
            self.wrong(at, value, "a whole number")
        elif default is None:
            self.fault("missing_key", at)
        return default or 0

    def ranged(
        self, data: Mapping[str, Any], key: str, bounds: tuple[int, int], default: int | None
    ) -> int:
        """A whole number within bounds, at the top of the document."""
        before = len(self.problems)
        value = self.whole(data, key, "", default)
        if len(self.problems) == before and key in data and not bounds[0] <= value <= bounds[1]:
            self.fault("bad_value", key, least=bounds[0], most=bounds[1])
        return value

    def flag(self, data: Mapping[str, Any], key: str, path: str, default: bool | None) -> bool:
        """True or false; an error when it is missing and `default` is None."""
        value = data.get(key, _ABSENT)
        if isinstance(value, bool):
            return value
        at = f"{path}.{key}" if path else key
        if value is not _ABSENT:
            self.wrong(at, value, "true or false")
        elif default is None:
            self.fault("missing_key", at)
        return bool(default)

    def word(self, data: Mapping[str, Any], key: str, words: Sequence[str], needed: bool) -> str:
        """One of the words, or "" where it is absent or wrong."""
        value = data.get(key, _ABSENT)
        if isinstance(value, str) and value in words:
            return str(value)
        if value is not _ABSENT:
            self.wrong(key, value, " or ".join(f"“{one}”" for one in words))
        elif needed:
            self.fault("missing_key", key)
        return ""

    def counts(self, value: object, path: str, known: Mapping[str, Any] | Sequence[str]) -> Counts:
        """Names with numbers of 0 or more; anything else is an error at its own path."""
        if not isinstance(value, dict):
            self.wrong(path, value, "an object of names and numbers")
            return NONE
        for name, count in value.items():
            if name not in known:
                self.unknown(f"{path}.{name[:60]}", name, list(known))
            elif type(count) is not int or count < 0:
                self.wrong(f"{path}.{name}", count, "a whole number of 0 or more")
            elif count > MOST_COUNTED:
                self.fault("bad_value", f"{path}.{name}", least=0, most=MOST_COUNTED)
        return value

    def quantity(self, value: object, path: str) -> Quantity:
        """Points of 0 or more, or cards by name."""
        if type(value) is int and value >= 0:
            if value > MOST_POINTS:
                self.fault("bad_value", path, least=0, most=MOST_POINTS)
            return value
        if isinstance(value, dict):
            return self.counts(value, path, NAMES)
        self.wrong(path, value, "points of 0 or more, or an object of cards")
        return 0

    def text(self, value: object, path: str, longest: int, what: str = "name") -> str:
        """Text a person typed, cleaned, or "" where it cannot be kept."""
        if not isinstance(value, str):
            self.wrong(path, value, "text")
            return ""
        try:
            return clean_name(value, longest, what)
        except BadName as error:
            self.fault("bad_text", path, sentence=str(error))
            return ""
