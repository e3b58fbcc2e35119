"""The evenings of everyone in a season that counts only the best of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorepad.league.standings import Row
from scorepad.standings.figures import evening_text
from scorepad.web.people.people_view import Competitor, PeopleView

MOST_LEFT_OUT = 10
"""Evenings listed that do not count."""


@dataclass(frozen=True, slots=True)
class ListedEvenings:
    """Which evenings of a competitor count, each as day (ISO) and text, and which do not."""

    competitor: Competitor
    counted: list[tuple[str, str]]
    left_out: list[tuple[str, str]]
    more: int


def listed_evenings(rows: Iterable[Row], people: PeopleView) -> list[ListedEvenings]:
    """The evenings of everyone in these rows."""
    listed = []
    for row in rows:
        if best := row.standing.best:
            counted, left_out = (
                [(evening.day, evening_text(best.figure, evening.value)) for evening in evenings]
                for evenings in (best.counted, best.left_out[:MOST_LEFT_OUT])
            )
            more = len(best.left_out) - len(left_out)
            competitor = people.competitor(row.standing.competitor)
            listed.append(ListedEvenings(competitor, counted, left_out, more))
    return listed
