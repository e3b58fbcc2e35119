"""The people of the club as pages show them: names, colours, addresses, and who stands in the league's tables."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, url_for
from werkzeug.routing import RequestRedirect

from scorepad.league.competitors import CompetitorKey, is_partnership, members
from scorepad.standings.people import FORGOTTEN, ClubPeople
from scorepad.store import Forgotten, Player
from scorepad.web.app.current import g

COLOURS = ("Blue", "Orange", "Green", "Purple", "Red", "Teal", "Brown", "Pink")
"""The names of the colours, by number from 1; `tokens.css` has them as `--person-1`…"""


@dataclass(frozen=True, slots=True)
class Competitor:
    """A person or a partnership on a page. `colours` has one number a person, `marks` the style classes of their marks;
    `address` is None without a page.
    """

    key: CompetitorKey
    name: str
    colours: tuple[int, ...]
    address: str | None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class PeopleView(ClubPeople):
    """All people of a club with colours and addresses, read once for a page."""

    def competitor(self, key: CompetitorKey) -> Competitor:
        return self.team(members(key))

    def team(self, people: Iterable[int]) -> Competitor:
        """People who play together, or one alone, in this order."""
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
    """The style classes of a person's mark: each colour has a shape, every second eight people a hole in it."""
    return f"dot colour-{player.colour}{' ringed' if player.is_ringed else ''}"


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
    """Give templates the names of the colours, and the marks."""
    pages.record(lambda state: state.app.jinja_env.globals.update(colours=COLOURS, person_mark=mark_of))
