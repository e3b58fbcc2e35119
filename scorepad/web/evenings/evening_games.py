"""The games of a day that are in no figure: those that are not over, and those that do not count."""

from collections.abc import Sequence

from scorepad.store import Damaged, GameRow
from scorepad.store.clock import day_of
from scorepad.web.app.current import g
from scorepad.web.games.game_list import ListedGame, list_rows

AROUND = 30
"""How many games around those of the day are looked at, or the latest ones: later games have higher numbers."""


def other_games(day: str, counted: Sequence[int]) -> list[ListedGame]:
    """The games of a day (ISO) that do not count, or not yet; none of the bin."""
    club = g.club.store
    before = max(counted) + AROUND // 2 if counted else None
    rows = club.games(limit=AROUND + len(counted), before=before, fields=())
    return list_rows(club, [row for row in rows if row.id not in counted and _day_of(row) == day])


def _day_of(row: GameRow) -> str:
    try:
        return day_of(row.created_at, g.club.store.clock.zone())
    except Damaged:
        return ""
