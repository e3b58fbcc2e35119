"""The place of a cell: the table, a team or a seat."""

import re
from enum import StrEnum
from functools import lru_cache
from typing import Self

PLACE = re.compile(r"table|(team|seat)([1-9][0-9]?)")
"""Matches the text of any place."""


class PlaceKind(StrEnum):
    """What a place is."""

    TABLE = "table"
    TEAM = "team"
    SEAT = "seat"


class Place(str):
    """The table, a team or a seat; teams and seats count from 1.

    A place is its own text ("table", "team1", "seat3"), so it can be a key of the store and a part of JSON.
    """

    __slots__ = ("kind", "number")

    kind: PlaceKind
    number: int

    @staticmethod
    @lru_cache(maxsize=32)
    def team(number: int) -> "Place":
        return parse_place(f"team{number}")

    @staticmethod
    @lru_cache(maxsize=64)
    def seat(number: int) -> "Place":
        return parse_place(f"seat{number}")

    @classmethod
    def _of(cls, kind: PlaceKind, number: int) -> Self:
        place = cls(f"{kind}{number}" if number else kind)
        place.kind, place.number = kind, number
        return place


@lru_cache(maxsize=512)
def parse_place(text: str) -> Place:
    """Return the place with this text. Raises ValueError for any other text."""
    if text == PlaceKind.TABLE:
        return TABLE
    match = PLACE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text} is not a place: a place is table, team1, team2, … or seat1, seat2, …")
    return Place._of(PlaceKind(match[1]), int(match[2]))


TABLE = Place._of(PlaceKind.TABLE, 0)
