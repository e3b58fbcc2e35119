"""People and partnerships as pages of the league show them: names, colours, addresses, and who stands in tables."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from flask import url_for

from scorepad.league.who import Who, is_partnership, members
from scorepad.store import SOMEBODY, Club, Player
from scorepad.web.clubs import current_club


@dataclass(frozen=True, slots=True)
class Shown:
    """Somebody on a page: the key, the name, the colours (1 to 8, one a person), the address or None."""

    who: Who
    name: str
    colours: tuple[int, ...]
    address: str | None


@dataclass(frozen=True)
class Whos:
    """Everybody of a club, read once for a page."""

    people: dict[int, Player]

    @classmethod
    def of(cls, club: Club) -> "Whos":
        """Everybody as they are now."""
        return cls({one.id: one for one in club.people.everyone()})

    def name(self, people: Iterable[int]) -> str:
        """The names of people as one: "Anna & Bob"."""
        return " & ".join(self._name(person) for person in people) or "Nobody known"

    def name_of(self, who: Who) -> str:
        """The name that goes with a key."""
        return self.name(members(who))

    def _name(self, person: int) -> str:
        found = self.people.get(person)
        return SOMEBODY if found is None or found.forgotten else found.name

    def shown(self, people: Iterable[int]) -> Shown:
        """People who play together, or one alone, in this order."""
        there = tuple(people)
        who = "-".join(map(str, sorted(there)))
        colours = tuple(self.people[one].colour for one in there if one in self.people)
        return Shown(who, self.name(there), colours, self._address(who) if there else None)

    def of_key(self, who: Who) -> Shown:
        """Somebody by key."""
        return self.shown(members(who))

    def _address(self, who: Who) -> str | None:
        people = [self.people.get(one) for one in members(who)]
        if any(one is None or one.forgotten for one in people):
            return None
        if is_partnership(who):
            return url_for("partners.show", who=who)
        return url_for("players.show", person=int(who))

    def stands(self, who: Who) -> bool:
        """Whether somebody stands in tables: nobody with a guest or somebody forgotten among them does."""
        return self._absent is None or not self._absent.search(who)

    @cached_property
    def _absent(self) -> re.Pattern[str] | None:
        """Finds who stands in no table in a key; None where all do. A table asks it of every partnership there is."""
        everyone = self.people.values()
        absent = [
            str(one.id)
            for one in everyone
            if one.guest or one.forgotten or one.merged_into is not None
        ]
        return re.compile(rf"\b(?:{'|'.join(absent)})\b") if absent else None


def whos() -> Whos:
    """Everybody of the club of this request."""
    return Whos.of(current_club())
