"""The games of a day that are in no figure: those that are not over, and those that do not count."""

from collections.abc import Sequence
from datetime import date, timedelta

from scorepad.store import Damaged, GameRow
from scorepad.store.clock import day_of
from scorepad.web.app.current import g
from scorepad.web.games.game_list import ListedGame, list_rows

MOST = 60
"""How many games of a day are looked at, beside those that count."""


def other_games(day: str, counted: Sequence[int]) -> list[ListedGame]:
    """The games of a day (ISO) that do not count, or not yet; none of the bin."""
    club, here = g.club.store, date.fromisoformat(day)
    # By the clock of the club a day begins up to a day before or after that of UTC.
    a_day = timedelta(days=1)
    around = max(here, date.min + a_day) - a_day, min(here, date.max - a_day) + a_day
    rows = club.games(limit=MOST + len(counted), fields=(), days=(str(around[0]), str(around[1])))
    return list_rows(club, [row for row in rows if row.id not in counted and _day_of(row) == day])


def _day_of(row: GameRow) -> str:
    try:
        return day_of(row.created_at, g.club.store.clock.zone())
    except Damaged:
        return ""
