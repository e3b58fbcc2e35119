"""The games of a day that are in no figure: unfinished games, and games that do not count."""

from collections.abc import Sequence
from datetime import date, timedelta

from scorepad.web.app.current import g
from scorepad.web.games.game_list import ListedGame, list_rows

MAX = 60
"""How many games of a day are read in addition to those that count."""


def other_games(day: str, counted: Sequence[int]) -> list[ListedGame]:
    """Return the games of a day (ISO) that do not count, or not yet. Games in the bin are left out."""
    club, here = g.club.store, date.fromisoformat(day)
    # A day by the club's clock can begin up to a day before or after the UTC day.
    a_day = timedelta(days=1)
    around = max(here, date.min + a_day) - a_day, min(here, date.max - a_day) + a_day
    rows = club.games(limit=MAX + len(counted), fields=(), days=(str(around[0]), str(around[1])))
    days = club.clock.days_of_games([row.id for row in rows])
    return list_rows(club, [row for row in rows if row.id not in counted and days.get(row.id) == day])
