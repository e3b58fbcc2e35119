"""Read recent games, the ratings after them, and days of play: `Club.league.recent` has these methods.

The cost of a read grows with its result, not with the number of games.
"""

import json
from collections.abc import Iterable

from scorepad.league.facts import LAST_GAME, CompetitorKey, order_of
from scorepad.league.ratings import Rating
from scorepad.store.connections import Reader
from scorepad.store.results.rating import ratings_before

_AFTER_ALL = 1 << 62

_COUNT = """
    SELECT who.value, (SELECT count(*) FROM (
      SELECT 1 FROM league_played WHERE who = who.value AND ord < ?2 AND games = 1 LIMIT ?3))
    FROM json_each(?1) AS who"""
_SHARES = """
    SELECT share FROM league_played WHERE who = ? AND ord BETWEEN ? AND ? AND games = 1 ORDER BY ord DESC LIMIT ?"""


def after_day(day: str | None) -> int:
    """Return an order that is higher than those of all games up to a day (ISO); of all games if None."""
    return _AFTER_ALL if day is None else order_of(day, LAST_GAME) + 1


class Recent(Reader):
    """The last games of competitors. `until` is a last day (ISO), None if there is none."""

    def count_games(self, competitors: Iterable[CompetitorKey], until: str | None, most: int) -> dict[str, int]:
        """Return how many games each competitor is credited with, counting up to `most`."""
        keys = json.dumps(list(competitors))
        with self.reading() as db:
            return dict(db.conn.execute(_COUNT, (keys, after_day(until), most)).fetchall())

    def shares(self, who: CompetitorKey, first: str | None, until: str | None, limit: int) -> list[int]:
        """Return the share of the win in each of the last `limit` games since the day `first`, oldest first."""
        start = order_of(first, 0) if first else 0
        with self.reading() as db:
            rows = db.conn.execute(_SHARES, (who, start, after_day(until) - 1, limit)).fetchall()
        return [share for (share,) in reversed(rows)]

    def ratings(self, person: int, until: str | None, limit: int) -> list[Rating]:
        """Return a person's ratings after their last rated games, oldest first."""
        with self.reading() as db:
            return ratings_before(db, person, after_day(until), limit)[::-1]

    def last_day(self, first: str | None, until: str | None) -> str | None:
        """Return the last day of play (ISO) since the day `first`, None if there is none."""
        with self.reading() as db:
            row = db.conn.execute(
                "SELECT day FROM league_game WHERE ord < ? ORDER BY ord DESC LIMIT 1", (after_day(until),)
            ).fetchone()
        return row[0] if row and row[0] >= (first or "") else None
