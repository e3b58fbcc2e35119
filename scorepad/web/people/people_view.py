"""The people of the club as pages show them: names, colours, URLs, and who is in the league's tables."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, url_for
from werkzeug.routing import RequestRedirect

from scorepad.league.club_names import FORGOTTEN, ClubPeople
from scorepad.league.facts import CompetitorKey, is_partnership, members
from scorepad.store import Forgotten, Player
from scorepad.web.app.current import g

COLOURS = ("Blue", "Orange", "Green", "Purple", "Red", "Teal", "Brown", "Pink")
"""The names of the colours, numbered from 1; `tokens.css` defines them as `--person-1`…"""


@dataclass(frozen=True, slots=True)
class Competitor:
    """A person or a partnership on a page. `colours` has one number a person, `marks` their CSS classes; `address` is
    the URL of their page, None if they have none.
    """

    key: CompetitorKey
    name: str
    colours: tuple[int, ...]
    address: str | None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class PeopleView(ClubPeople):
    """All people of a club with colours and URLs, read once per page."""

    def competitor(self, key: CompetitorKey) -> Competitor:
        return self.team(members(key))

    def team(self, people: Iterable[int]) -> Competitor:
        """Return these people, or one alone, as a competitor, in this order."""
        ids = tuple(people)
        key = "-".join(map(str, sorted(ids)))
        players = [self.people[person] for person in ids if person in self.people]
        colours, marks = tuple(player.colour for player in players), tuple(map(mark_of, players))
        return Competitor(key, self.name(ids), colours, self._address(key) if ids else None, marks)

    def _address(self, key: CompetitorKey) -> str | None:
        if not all(self.has_name(person) for person in members(key)):
            return None
        if is_partnership(key):
            return url_for("partnerships.show", who=key)
        return url_for("players.show", person=int(key))


def mark_of(player: Player) -> str:
    """Return the CSS classes of a person's mark: a shape for each colour, ringed for every second group of eight."""
    return f"dot colour-{player.colour}{' ringed' if player.is_ringed else ''}"


def people_view() -> PeopleView:
    """Return the people of the request's club."""
    return PeopleView.of(g.club.store)


def person_here(number: int, endpoint: str, **values: Any) -> Player:
    """Return the person with this number. Redirects to the same page of the person they were merged into.

    Raises NoSuchPerson and Forgotten, which the application's error handlers answer.
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
    """Register the names of the colours and the marks as template globals."""
    pages.record(lambda state: state.app.jinja_env.globals.update(colours=COLOURS, person_mark=mark_of))
