"""The evenings of everyone in a season that counts only the best of them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorepad.league.evenings import BestEvenings
from scorepad.league.standings import Row, Standing
from scorepad.store import Season
from scorepad.store.results.evenings import EveningsOf
from scorepad.store.results.sums import size_of
from scorepad.web.app.current import g
from scorepad.web.league.figures import evening_text
from scorepad.web.people.people_view import Competitor, PeopleView

MOST_LEFT_OUT = 10
"""Evenings listed that do not count."""


def with_evenings(standings: list[Standing], season: Season) -> list[Standing]:
    """The same with the evenings of a season that counts the best ones."""
    league, last = g.club.store.league, season.last_day.isoformat() if season.last_day else None
    everyone: dict[str, BestEvenings] = {}
    for size in {size_of(standing.competitor) for standing in standings}:
        asked = EveningsOf(size, season.first_day.isoformat(), last, season.figure)
        everyone |= league.evenings.best(asked, season.best or 0)
    none = BestEvenings((), 0, season.figure)
    return [replace(standing, best=everyone.get(standing.competitor, none)) for standing in standings]


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
