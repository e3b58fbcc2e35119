"""Which page a phone has open, and what others see of the phone."""

from enum import StrEnum
from typing import NamedTuple


class PageKind(StrEnum):
    """The page that a phone has open."""

    TABLE = "table"
    COUNT = "count"
    CORRECT = "correct"
    """The sheet of a finished round. A phone that has it open is not counting."""
    BOARD = "board"


class Viewer(NamedTuple):
    """A phone: its id, its scorer's player id (0 if unknown), and whether it may keep score."""

    phone: int
    player: int
    may_score: bool


class PresentPhone(NamedTuple):
    """A phone that is present, as pages show it."""

    player: int
    scores: bool
    counting: bool
