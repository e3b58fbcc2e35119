"""The device text beside an entry: which phone recorded it, and who kept score on it."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from scorepad.play.parse_form import clean_text
from scorepad.store import Club, Phone

NO_PLAYER = 0
"""The scorer of a phone on which no one said who keeps score."""

_DEVICE = re.compile(r"[0-9a-f]{8}\.([0-9]{1,15})")


def device_of(phone: Phone) -> str:
    """Return the device text for what a phone records: its own id and that of its scorer."""
    return f"{phone.label}.{phone.player or NO_PLAYER}"


@lru_cache(maxsize=1024)
def read_device(device: str | None) -> tuple[str, int]:
    """Return the phone that an entry came from, by its label, and the id of who kept score on it, or NO_PLAYER."""
    text = device or ""
    match = _DEVICE.fullmatch(text)
    return text.partition(".")[0], int(match[1]) if match else NO_PLAYER


def player_of(device: str | None) -> int:
    """Return the id of the person who kept score on the phone an entry came from, or NO_PLAYER."""
    return read_device(device)[1]


def is_from(device: str | None, phone: Phone | None) -> bool:
    """Return whether an entry came from that phone."""
    return phone is not None and read_device(device)[0] == phone.label


def scorer_name(device: str | None, names: Mapping[int, str]) -> str:
    """Return the name of the person who kept score on the phone an entry came from, "" if unknown."""
    return names.get(player_of(device), "")


def find_or_add_player(club: Club, text: str, near: Iterable[int], key: str) -> int:
    """Return the id of the person with that name, in any case and with any accents; add one if there is none.

    Of several, the one who is `near`, at this table, comes first. Raises BadName with a sentence.
    """
    name = clean_text(text)
    matches = [player.id for player in club.people.named(name)]
    at_table = [player for player in matches if player in set(near)]
    return (at_table or matches or [club.people.add(name, key=key).id])[0]
