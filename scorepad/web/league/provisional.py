"""The people listed below a table, as a page shows them."""

from dataclasses import dataclass

from scorepad.league.tables import PlayedGames, Table, provisional
from scorepad.web.people.people_view import Competitor, PeopleView


@dataclass(frozen=True, slots=True)
class Provisional:
    """Someone with few games: "3 games, about 1,540"."""

    competitor: Competitor
    text: str


@dataclass(frozen=True, slots=True)
class ProvisionalList:
    """Competitors with a provisional rating who are not in the table, most games first."""

    rows: list[Provisional]
    has_more: bool


def provisional_list(table: Table, games: PlayedGames, people: PeopleView) -> ProvisionalList:
    """Return the list below a table."""
    rows, has_more = provisional(table, games, people)
    return ProvisionalList([Provisional(people.competitor(row.key), row.text) for row in rows], has_more)
