"""The names of a club's people, and who appears in tables."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from scorepad.league.competitors import CompetitorKey, competitor_key, members, parse_competitor
from scorepad.store import SOMEBODY, Club, Forgotten, NoSuchPerson, Player

FORGOTTEN = "This person’s name was removed from the club. Their games and points stay."
UNKNOWN = "This club has no person with this number."


@dataclass(frozen=True)
class ClubPeople:
    """All people of a club by id, read once."""

    people: dict[int, Player]

    @classmethod
    def of(cls, club: Club) -> Self:
        return cls({player.id: player for player in club.people.everyone()})

    def name(self, people: Iterable[int]) -> str:
        """Return the joined names of people: "Anna & Bob"."""
        return " & ".join(self._name(person) for person in people) or "Unknown"

    def name_of(self, key: CompetitorKey) -> str:
        return self.name(members(key))

    def _name(self, person: int) -> str:
        player = self.people.get(person)
        return SOMEBODY if player is None or player.forgotten else player.name

    def has_name(self, person: int) -> bool:
        """Whether the club knows the person and has not forgotten them."""
        player = self.people.get(person)
        return player is not None and not player.forgotten

    def is_guest(self, person: int) -> bool:
        return self.has_name(person) and self.people[person].guest

    def is_ranked(self, key: CompetitorKey) -> bool:
        """Whether tables list this person or partnership: guests and forgotten people are left out."""
        return self._unranked is None or not self._unranked.search(key)

    @cached_property
    def _unranked(self) -> re.Pattern[str] | None:
        """Matches the keys that no table lists. A regex is fast enough to check every partnership of a club."""
        ids = [
            str(player.id)
            for player in self.people.values()
            if player.guest or player.forgotten or player.merged_into is not None
        ]
        return re.compile(rf"\b(?:{'|'.join(ids)})\b") if ids else None

    def current_key(self, text: str) -> CompetitorKey:
        """Return the key from a URL, ids ascending, with merged people replaced by whom they were merged into.

        Raises NoSuchPerson and Forgotten.
        """
        key = parse_competitor(text)
        if key is None:
            raise NoSuchPerson(UNKNOWN)
        return competitor_key(self._current_id(person) for person in members(key))

    def _current_id(self, person: int) -> int:
        player = self.people.get(person)
        if player is not None and player.merged_into is not None:
            player = self.people.get(player.merged_into)
        if player is None:
            raise NoSuchPerson(UNKNOWN)
        if player.forgotten:
            raise Forgotten(FORGOTTEN)
        return player.id
