"""Read evenings, which are days with games that count: `Club.league.evenings` has these methods."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.league.facts import GameFacts
from scorepad.league.periods import Period
from scorepad.store.connections import Reader
from scorepad.store.results import readings
from scorepad.store.results.tables import CLUB_SIZE

MAX_GAMES = 100
"""Games of one day that are read."""

_DAYS = (
    "SELECT start, sum(games) FROM league_tally WHERE size = ? AND span = ? AND games > 0 AND start {beyond} ?"
    " GROUP BY start ORDER BY start {way} LIMIT ?"
)
_BEFORE, _AFTER = _DAYS.format(beyond="<", way="DESC"), _DAYS.format(beyond=">", way="ASC")
_GAMES = "SELECT game FROM league_game WHERE ord >= ? AND ord < ? ORDER BY ord LIMIT ?"


@dataclass(frozen=True, slots=True)
class EveningRow:
    """A day (ISO) and how many of its games count."""

    day: str
    games: int


class Evenings(Reader):
    """The evenings of a club. Use `Club.league.evenings`."""

    def before(self, day: str, limit: int) -> list[EveningRow]:
        """Return the last evenings before a day, latest first."""
        return self._read(_BEFORE, day, limit)

    def after(self, day: str, limit: int) -> list[EveningRow]:
        """Return the first evenings after a day, earliest first."""
        return self._read(_AFTER, day, limit)

    def last(self) -> str | None:
        """Return the latest evening (ISO), None if no game counts yet."""
        rows = self.before("9999-12-31", 1)
        return rows[0].day if rows else None

    def games(self, day: str) -> list[GameFacts]:
        """Return the games of a day that count, in the order of play."""
        first = int(day.replace("-", "")) << 32
        with self.reading() as db:
            numbers = [row[0] for row in db.conn.execute(_GAMES, (first, first + (1 << 32), MAX_GAMES))]
            facts = readings.readable(db, numbers)
            return [facts[number] for number in numbers if number in facts]

    def _read(self, query: str, day: str, limit: int) -> list[EveningRow]:
        with self.reading() as db:
            values: Sequence[object] = (CLUB_SIZE, Period.DAY, day, limit)
            return [EveningRow(*row) for row in db.conn.execute(query, values)]
