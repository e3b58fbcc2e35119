"""Competitors: a person ("3") or a partnership ("3-17", two or more people who play together, ids ascending)."""

import re
from collections.abc import Iterable

CompetitorKey = str

_COMPETITOR = re.compile(r"[1-9][0-9]{0,8}(?:-[1-9][0-9]{0,8}){0,3}")


def competitor_key(people: Iterable[int]) -> CompetitorKey:
    """The key of these people, in any order and with repeats."""
    return "-".join(str(person) for person in sorted(set(people)))


def members(competitor: CompetitorKey) -> tuple[int, ...]:
    """The people of a competitor, ids ascending."""
    return tuple(int(part) for part in competitor.split("-"))


def parse_competitor(text: str) -> CompetitorKey | None:
    """The competitor in a web address, with ids in any order; None if it is no competitor."""
    if not _COMPETITOR.fullmatch(text):
        return None
    people = members(text)
    return competitor_key(people) if len(set(people)) == len(people) else None


def is_partnership(competitor: CompetitorKey) -> bool:
    return "-" in competitor
