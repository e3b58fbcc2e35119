"""Read one year of a person or partnership: `Club.league.years` has these methods.

The cost of a read grows with the games of the year: the competitor's, or the club's.
"""

import json
from dataclasses import dataclass

from scorepad.league.facts import CompetitorKey, members, order_of
from scorepad.league.game_facts import LEVELS, STREAKS
from scorepad.league.periods import Period
from scorepad.league.ratings import Rating, rating_of
from scorepad.league.year import Played
from scorepad.store.connections import Reader
from scorepad.store.results.rating import rating_in
from scorepad.store.results.records import DEED, RUN, STREAK
from scorepad.store.results.rows import GAME, EarnedBadge, PlayedGame, played_game
from scorepad.store.results.sums import CLUB, size_of

_RUNS = """
    SELECT who, run FROM (
      SELECT who, ord, min(run, row_number() OVER (PARTITION BY who ORDER BY ord)) AS run FROM league_played
      WHERE ord BETWEEN ? AND ? AND games = 1 AND instr(who, '-') = 0)
    WHERE run > 0 ORDER BY run DESC, ord, CAST(who AS INTEGER)"""
"""Every run of a person within some games. A run that began before them is cut at their first game."""

_LEVEL = "SELECT '{code}' AS code, {level} AS level, ({order}) AS ord"
_BADGES = (*((code, levels, DEED) for code, levels in LEVELS.items()), (STREAK, STREAKS, RUN))
_LEVELS = " UNION ALL ".join(
    _LEVEL.format(code=code, level=level, order=game.format(code=code, level=level))
    for code, levels, game in _BADGES
    for level in levels
)
"""Every level of every badge with the game in which a person reached it."""


_PLAYED = """
    SELECT DISTINCT start FROM json_each(?) AS year
    CROSS JOIN league_tally ON size = ? AND span = ? AND start = year.value AND who = ? WHERE games > 0"""
"""The years with a game. CROSS makes SQLite look up each year, instead of reading everyone's years."""


@dataclass(frozen=True, slots=True)
class YearGame:
    """A game of a year, as one competitor played it, with their rating after it if it was rated."""

    game: PlayedGame
    played: Played
    rating: Rating | None


class Years(Reader):
    """The years of competitors. Use `Club.league.years`."""

    def with_games(self, competitor: CompetitorKey = CLUB) -> list[int]:
        """Return the years in which a competitor, or the club, is credited with a game."""
        with self.reading() as db:
            # With min and max in one SELECT, SQLite would read every game.
            first, last = db.conn.execute(
                "SELECT (SELECT min(ord) FROM league_game), (SELECT max(ord) FROM league_game)"
            ).fetchone()
            if first is None:
                return []
            years = range(int(_day_of(first)[:4]), int(_day_of(last)[:4]) + 1)
            rows = db.conn.execute(
                _PLAYED, (json.dumps([f"{year:04}" for year in years]), size_of(competitor), Period.YEAR, competitor)
            )
            return sorted(int(row[0]) for row in rows)

    def games(self, competitor: CompetitorKey, year: int) -> list[YearGame]:
        """Return the games of a year that a competitor is credited with, in the order of play."""
        own = members(competitor)
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT {GAME}, played.team, rating.teams, rating.ratings"
                " FROM league_played AS played JOIN league_game AS game ON game.ord = played.ord"
                " LEFT JOIN league_rating AS rating ON rating.ord = played.ord"
                " WHERE played.who = ? AND played.games = 1 AND played.ord BETWEEN ? AND ? ORDER BY played.ord",
                (competitor, *_orders(year)),
            ).fetchall()
        games = []
        for *columns, team, teams, ratings in rows:
            game = played_game(columns)
            rated = None if ratings is None else {person: rating_in(person, teams, ratings) for person in own}
            played = Played(game.day, game.kind, team, game.sides)
            games.append(YearGame(game, played, rating_of(own, rated) if rated else None))
        return games

    def longest_runs(self, year: int) -> dict[CompetitorKey, int]:
        """Return each person's longest winning run within a year, longest first; of equal ones, the first reached."""
        with self.reading() as db:
            runs: dict[CompetitorKey, int] = {}
            for person, run in db.conn.execute(_RUNS, _orders(year)):
                runs.setdefault(person, run)
            return runs

    def badges(self, person: CompetitorKey, year: int) -> list[EarnedBadge]:
        """Return the levels of badges that a person reached in a year, in the order of play."""
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT code, level, {GAME} FROM ({_LEVELS}) AS badge JOIN league_game AS game USING (ord)"
                " WHERE ord BETWEEN ?2 AND ?3 ORDER BY ord",
                (person, *_orders(year)),
            )
            return [EarnedBadge(code, level, played_game(game)) for code, level, *game in rows]


def _orders(year: int) -> tuple[int, int]:
    """Return the lowest and the highest order that a game of a year can have."""
    return order_of(f"{year:04}-01-01", 0), order_of(f"{year + 1:04}-01-01", 0) - 1


def _day_of(order: int) -> str:
    """Return the day of an order, as YYYYMMDD."""
    return f"{order >> 32:08}"
