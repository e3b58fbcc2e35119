"""Competitors: a person ("3") or a partnership ("3-17", two or more people who play together, ids ascending)."""

import re
from collections.abc import Iterable

CompetitorKey = str

_COMPETITOR = re.compile(r"[1-9][0-9]{0,8}(?:-[1-9][0-9]{0,8}){0,3}")


def competitor_key(people: Iterable[int]) -> CompetitorKey:
    """Return the key of these people, who may be in any order and repeated."""
    return "-".join(str(person) for person in sorted(set(people)))


def members(competitor: CompetitorKey) -> tuple[int, ...]:
    """Return the ids of a competitor's people, ascending."""
    return tuple(int(part) for part in competitor.split("-"))


def parse_competitor(text: str) -> CompetitorKey | None:
    """Parse a competitor from a URL, with ids in any order; None if the text is not one."""
    if not _COMPETITOR.fullmatch(text):
        return None
    people = members(text)
    return competitor_key(people) if len(set(people)) == len(people) else None


def is_partnership(competitor: CompetitorKey) -> bool:
    return "-" in competitor
