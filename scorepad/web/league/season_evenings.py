"""The evenings of everyone in a season that counts only the best ones."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorepad.league.figures import evening_text
from scorepad.league.standings import RankedStanding
from scorepad.web.people.people_view import Competitor, PeopleView

MAX_LEFT_OUT = 10
"""The most evenings listed that do not count."""


@dataclass(frozen=True, slots=True)
class ListedEvenings:
    """The evenings of a competitor that count and that do not, each as day (ISO) and text; `more` are not listed."""

    competitor: Competitor
    counted: list[tuple[str, str]]
    left_out: list[tuple[str, str]]
    more: int


def listed_evenings(rows: Iterable[RankedStanding], people: PeopleView) -> list[ListedEvenings]:
    """Return the evenings of everyone in these rows."""
    listed = []
    for row in rows:
        if best := row.standing.best:
            counted, left_out = (
                [(evening.day, evening_text(best.figure, evening.value)) for evening in evenings]
                for evenings in (best.counted, best.left_out[:MAX_LEFT_OUT])
            )
            more = len(best.left_out) - len(left_out)
            competitor = people.competitor(row.standing.competitor)
            listed.append(ListedEvenings(competitor, counted, left_out, more))
    return listed
