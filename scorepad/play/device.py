"""The device text beside an entry: which phone recorded it, and who kept score on it."""

import re
from collections.abc import Mapping
from functools import lru_cache

from scorepad.store import Phone

NO_PLAYER = 0
"""The scorer of a phone on which no one said who keeps score."""

_DEVICE = re.compile(r"[0-9a-f]{8}\.([0-9]{1,15})")


@lru_cache(maxsize=1024)
def read_device(device: str | None) -> tuple[str, int]:
    """Return the phone that an entry came from, by its label, and the id of who kept score on it, or NO_PLAYER."""
    text = device or ""
    match = _DEVICE.fullmatch(text)
    return text.partition(".")[0], int(match[1]) if match else NO_PLAYER


def player_of(device: str | None) -> int:
    """Return the id of the person who kept score on the phone an entry came from, or NO_PLAYER."""
    return read_device(device)[1]


@lru_cache(maxsize=4096)
def is_from(device: str | None, phone: Phone | None) -> bool:
    """Return whether an entry came from that phone."""
    return phone is not None and read_device(device)[0] == phone.label


def scorer_name(device: str | None, names: Mapping[int, str]) -> str:
    """Return the name of the person who kept score on the phone an entry came from, "" if unknown."""
    return names.get(player_of(device), "")
