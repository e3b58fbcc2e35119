"""People, teams and rule sets, as other documents contain them."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, TypedDict

from scorepad.league.club_names import ClubPeople
from scorepad.league.facts import CompetitorKey, members


class Person(TypedDict):
    """A person. Someone who was forgotten has no name of their own."""

    id: int
    name: str


class Competitor(TypedDict):
    """A person, or people who play together."""

    key: Annotated[str, "The person's id, or the ids of the partners, ascending: 3, or 3-17"]
    name: str
    people: list[Person]


class RuleSetName(TypedDict):
    """A rule set by name."""

    slug: str
    name: str


class Kind(TypedDict):
    """A kind of game: the same rules, at tables of the same size. Points can be compared within one kind."""

    id: int
    name: str
    rules: Annotated[str, "The slug of its rule set"]
    players: int
    teams: int
    decks: int
    games: Annotated[int, "Finished games of this kind"]


def persons(ids: Iterable[int], people: ClubPeople) -> list[Person]:
    return [{"id": person, "name": people.name([person])} for person in ids]


def competitor(key: CompetitorKey, people: ClubPeople) -> Competitor:
    """Build the document of a person or partnership from its key."""
    return {"key": key, "name": people.name_of(key), "people": persons(members(key), people)}


def number(value: Fraction | float | None) -> float | None:
    """Return a figure as a float rounded to four decimal places."""
    return None if value is None else round(float(value), 4)
