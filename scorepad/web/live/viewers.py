"""What a phone looks at, and what others see of it."""

from enum import StrEnum
from typing import NamedTuple


class PageKind(StrEnum):
    """What a phone looks at."""

    TABLE = "table"
    COUNT = "count"
    CORRECT = "correct"
    """The sheet of a finished round: a phone that looks at it is not counting."""
    BOARD = "board"


class Viewer(NamedTuple):
    """A phone by its id, its scorer (0 if unknown), and whether it may keep score."""

    phone: int
    player: int
    may_score: bool


class PresentPhone(NamedTuple):
    """A phone that is here, as pages show it."""

    player: int
    scores: bool
    counting: bool
