"""Who keeps score on this phone: asked once, kept beside its passes, and written beside everything it records."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import g

from scorepad.store import Club, Phone
from scorepad.web.clubs import current_access
from scorepad.web.doors import this_phone
from scorepad.web.typing_in import clean_text

NOBODY = 0
"""The scorer of a phone that was not told who keeps score."""

_DEVICE = re.compile(r"[0-9a-f]{8}\.([0-9]{1,15})")


@dataclass(frozen=True, slots=True)
class Scorer:
    """Who keeps score on a phone; the name is "" where somebody would not say."""

    id: int
    name: str


def device() -> str:
    """What is written beside an entry: the phone's own word, and the id of who keeps score on it.

    Only for requests that record something: nobody records anything on a phone that was not let in.
    """
    phone = this_phone()
    assert phone is not None
    return f"{phone.word}.{phone.player or NOBODY}"


def scorer(club: Club, names: Mapping[int, str]) -> Scorer | None:
    """Who keeps score on this phone, None while it was not asked. `names` are those already at hand."""
    phone = this_phone()
    if phone is None or phone.player is None:
        return None
    player = phone.player
    return Scorer(player, names.get(player) or club.player_names([player]).get(player, ""))


def keeps_score(player: int) -> None:
    """From now on this person keeps score on this phone; `NOBODY` is an answer too."""
    phone = this_phone()
    assert phone is not None
    current_access().belongs_to(phone.id, player)
    g.pop("phone")


def named_player(club: Club, text: str, near: Iterable[int], key: str) -> int:
    """The id of the person of that name, whatever its case and accents; a new person where there is none.

    Of several the one who is `near`, at this table. Raises BadName with a sentence.
    """
    name = clean_text(text)
    found = [player.id for player in club.players_named(name)]
    at_hand = [player for player in found if player in set(near)]
    return (at_hand or found or [club.add_player(name, key=key).id])[0]


def player_of(device_text: str | None) -> int:
    """Who kept score on the phone an entry came from; `NOBODY` where that is not known."""
    found = _DEVICE.fullmatch(device_text or "")
    return int(found[1]) if found else NOBODY


def is_from(device_text: str | None, phone: Phone | None) -> bool:
    """Whether an entry came from that phone."""
    return phone is not None and (device_text or "").partition(".")[0] == phone.word


def is_own(device_text: str | None, phone: Phone) -> bool:
    """Whether an entry came from that phone, or from another of whoever keeps score on it."""
    return is_from(device_text, phone) or (
        bool(phone.player) and player_of(device_text) == phone.player
    )


def who(device_text: str | None, names: Mapping[int, str]) -> str:
    """The name of who kept score on the phone an entry came from, "" where that is not known."""
    return names.get(player_of(device_text), "")
