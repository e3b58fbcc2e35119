"""The fields of a posted form, without Flask, and the taps that its buttons stand for."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from scorepad.scoring.game.record import CHECKED
from scorepad.scoring.place import Place, parse_place

MOST_COUNT = 99
"""The most of anything that a count holds."""

CHECK_NAME = re.compile(rf"team[1-9]\.{CHECKED}")
"""The names of the marks that a team's counts were checked."""

_STEP = re.compile(r"(?P<name>[A-Za-z0-9_.]{1,60})(?P<by>[+-])1")


@dataclass(frozen=True, slots=True)
class FormData:
    """An immutable form. A name may come more than once; `get` gives its first text."""

    fields: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, fields: Mapping[str, Iterable[str]]) -> Self:
        """Build a form from the texts under each name."""
        return cls({name: tuple(texts) for name, texts in fields.items()})

    def get(self, name: str, default: str = "") -> str:
        """Return the first text under a name."""
        return next(iter(self.fields.get(name, ())), default)

    def getlist(self, name: str) -> tuple[str, ...]:
        """Return every text under a name, in the order they came."""
        return self.fields.get(name, ())

    def __contains__(self, name: str) -> bool:
        return name in self.fields

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def with_texts(self, texts: Mapping[str, str]) -> Self:
        """Return a copy in which each of these names has one text."""
        return type(self)({**self.fields, **{name: (text,) for name, text in texts.items()}})

    def without(self, names: Iterable[str]) -> Self:
        """Return a copy without these names."""
        left_out = set(names)
        return type(self)({name: t for name, t in self.fields.items() if name not in left_out})


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap on − or +, or on a mark: the name of the input it moves, and by how much."""

    name: str
    by: int

    def moved(self, number: int, least: int = 0, most: int = MOST_COUNT) -> str:
        """Return the input's text after the tap; never past its ends."""
        return str(min(max(number + self.by, least), most))


def tap_of(step: str) -> Tap | None:
    """Return the tap of a button such as "team1.clean+1"; None for any other text."""
    match = _STEP.fullmatch(step)
    return Tap(match["name"], 1 if match["by"] == "+" else -1) if match else None


def check_of(step: str) -> tuple[Place, bool] | None:
    """Return the team that a button marks as checked (True) or not checked; None for any other button."""
    tap = tap_of(step)
    if tap is None or not CHECK_NAME.fullmatch(tap.name):
        return None
    return parse_place(tap.name.partition(".")[0]), tap.by > 0
