"""Adds each competitor's evenings to the standings of a season in which only the best evenings count."""

from dataclasses import replace

from scorepad.league.best_evenings import BestEvenings
from scorepad.league.standings import Standing
from scorepad.store import Season
from scorepad.store.league import League
from scorepad.store.results.places import EveningsOf
from scorepad.store.results.sums import size_of


def with_evenings(league: League, standings: list[Standing], season: Season) -> list[Standing]:
    """Return the standings with each competitor's evenings in the season."""
    last = season.last_day.isoformat() if season.last_day else None
    everyone: dict[str, BestEvenings] = {}
    for size in {size_of(standing.competitor) for standing in standings}:
        asked = EveningsOf(size, season.first_day.isoformat(), last, season.figure)
        everyone |= league.evening_values.best(asked, season.best or 0)
    none = BestEvenings((), 0, season.figure)
    return [replace(standing, best=everyone.get(standing.competitor, none)) for standing in standings]
