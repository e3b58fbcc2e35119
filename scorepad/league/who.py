"""People and partnerships under one key: "3" is a person, "3-17" two who play together, ids ascending."""

import re
from collections.abc import Iterable

Who = str

_WHO = re.compile(r"[1-9][0-9]{0,8}(?:-[1-9][0-9]{0,8}){0,3}")


def key_of(people: Iterable[int]) -> Who:
    """The key of these people together; the order and repetitions do not matter."""
    return "-".join(str(person) for person in sorted(set(people)))


def members(who: Who) -> tuple[int, ...]:
    """The people behind a key, ids ascending."""
    return tuple(int(part) for part in who.split("-"))


def read_key(text: str) -> Who | None:
    """The key somebody wrote into an address, in its one right spelling; None for what is none."""
    if not _WHO.fullmatch(text):
        return None
    people = members(text)
    return key_of(people) if len(set(people)) == len(people) else None


def is_partnership(who: Who) -> bool:
    """Whether it is more than one person."""
    return "-" in who
