"""The people of the club as pages show them: names, colours, addresses, and who stands in the league's tables."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Blueprint, url_for
from werkzeug.routing import RequestRedirect

from scorepad.league.competitors import CompetitorKey, competitor_key, is_partnership, members, parse_competitor
from scorepad.store import SOMEBODY, Club, Forgotten, NoSuchPerson, Player
from scorepad.web.app.current import g

COLOURS = ("Blue", "Orange", "Green", "Purple", "Red", "Teal", "Brown", "Pink")
"""The names of the colours, by number from 1; `tokens.css` has them as `--person-1`…"""

FORGOTTEN = "This person asked to be forgotten. Their games and points stay, without a name."
UNKNOWN = "This club has no person with this number."


@dataclass(frozen=True, slots=True)
class Competitor:
    """A person or a partnership on a page. `colours` has one number a person; `address` is None without a page."""

    key: CompetitorKey
    name: str
    colours: tuple[int, ...]
    address: str | None


@dataclass(frozen=True)
class PeopleView:
    """All people of a club, read once for a page."""

    people: dict[int, Player]

    @classmethod
    def of(cls, club: Club) -> "PeopleView":
        return cls({player.id: player for player in club.people.everyone()})

    def name(self, people: Iterable[int]) -> str:
        """The names of people as one: "Anna & Bob"."""
        return " & ".join(self._name(person) for person in people) or "Unknown"

    def name_of(self, key: CompetitorKey) -> str:
        return self.name(members(key))

    def _name(self, person: int) -> str:
        player = self.people.get(person)
        return SOMEBODY if player is None or player.forgotten else player.name

    def competitor(self, key: CompetitorKey) -> Competitor:
        return self.team(members(key))

    def team(self, people: Iterable[int]) -> Competitor:
        """People who play together, or one alone, in this order."""
        ids = tuple(people)
        key = "-".join(map(str, sorted(ids)))
        colours = tuple(self.people[person].colour for person in ids if person in self.people)
        return Competitor(key, self.name(ids), colours, self._address(key) if ids else None)

    def _address(self, key: CompetitorKey) -> str | None:
        if not all(self.has_name(person) for person in members(key)):
            return None
        if is_partnership(key):
            return url_for("partnerships.show", who=key)
        return url_for("players.show", person=int(key))

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
        """Matches the keys that no table lists. A regex, because a table asks about every partnership there is."""
        ids = [
            str(player.id)
            for player in self.people.values()
            if player.guest or player.forgotten or player.merged_into is not None
        ]
        return re.compile(rf"\b(?:{'|'.join(ids)})\b") if ids else None

    def current_key(self, text: str) -> CompetitorKey:
        """The key in an address, ids ascending, with merged people replaced by whom they were merged into.

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


def people_view() -> PeopleView:
    """The people of the club of this request."""
    return PeopleView.of(g.club.store)


def person_here(number: int, endpoint: str, **values: Any) -> Player:
    """The person of an address. Redirects to the same page of the person they were merged into.

    Raises NoSuchPerson and Forgotten, which the application answers.
    """
    player = g.club.store.people.person(number)
    if player.merged_into is not None:
        moved = RequestRedirect(url_for(endpoint, person=player.merged_into, **values))
        moved.code = 303
        raise moved
    if player.forgotten:
        raise Forgotten(FORGOTTEN)
    return player


def install(pages: Blueprint) -> None:
    """Give templates the names of the colours."""
    pages.record(lambda state: state.app.jinja_env.globals.update(colours=COLOURS))
