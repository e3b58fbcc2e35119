"""Read records, streaks and badges: `Club.league.records` has these methods."""

import json
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from sqlite_utils import Database

from scorepad.league.facts import CompetitorKey, is_partnership, members
from scorepad.league.game_facts import LEVELS, STREAKS, RecordCode
from scorepad.store.connections import Reader
from scorepad.store.results.rows import GAME, EarnedBadge, RecordHolder, Streak, played_game
from scorepad.store.results.tables import LEVEL_REACHED

STREAK = "streak"
"""The code of the badge for games won in a row."""

DEED = "SELECT ord FROM league_badge WHERE who = ?1 AND code = '{code}' ORDER BY ord LIMIT 1 OFFSET {level} - 1"
"""SQL for the game in which a person earned a badge's deed for the {level}th time."""

RUN = f"SELECT ord FROM league_played WHERE who = ?1 AND run = {'{level}'} AND {LEVEL_REACHED} ORDER BY ord LIMIT 1"
"""SQL for the game in which a person first won {level} games in a row."""


def _highest(code: str, levels: Sequence[int], game: str) -> str:
    """Return SQL for the highest level of a badge that a person reached. SQLite stops at the first with a game."""
    games = [(level, game.format(code=code, level=level)) for level in levels[::-1]]
    each = " UNION ALL ".join(
        [f"SELECT '{code}' AS code, {level} AS level, ({order}) AS ord" for level, order in games]
    )
    return f"SELECT * FROM (SELECT * FROM ({each}) WHERE ord IS NOT NULL LIMIT 1)"


_BADGES = " UNION ALL ".join(
    [*(_highest(code, levels, DEED) for code, levels in LEVELS.items()), _highest(STREAK, STREAKS, RUN)]
)
"""All levels in one statement: a statement for each took 10% of the time of a player's page."""

_COUNT = """
    SELECT '{code}', (
      SELECT count(*) FROM (SELECT 1 FROM league_badge WHERE who = ?1 AND code = '{code}' LIMIT {most}))"""
_COUNTS = " UNION ALL ".join(_COUNT.format(code=code, most=levels[-1]) for code, levels in LEVELS.items())
"""How many games of a person include each deed, counted up to the badge's last level."""

FEW = 300
"""The most games of a competitor that are all read for the best. Of more, even in a club of 100,000 games, the best of
a year is found within some hundred candidates."""

_BEST_OF_FEW = """
    SELECT played.ord FROM league_played AS played JOIN league_game AS game ON game.ord = played.ord
    WHERE played.who = ?3 AND played.kind = ?1 AND played.games = 1
      AND EXISTS (SELECT 1 FROM league_feat WHERE kind = ?1 AND code = ?2)
    ORDER BY json_extract(game.sides, '$[' || (played.team - 1) || '][1]') DESC, played.ord LIMIT 1"""

_BEST_OF_MANY = """
    WITH RECURSIVE years(year) AS (
      SELECT min(year) FROM league_feat WHERE kind = ?1 AND code = ?2
      UNION ALL
      SELECT (SELECT min(year) FROM league_feat WHERE kind = ?1 AND code = ?2 AND year > years.year)
      FROM years WHERE year IS NOT NULL)
    SELECT (
      SELECT json_array(-value, ord) FROM league_feat
      WHERE kind = ?1 AND code = ?2 AND year = years.year AND {of_team}
      ORDER BY value DESC, ord LIMIT 1)
    FROM years"""

_OF_PARTNERSHIP = "people IN (SELECT value FROM json_each(?3))"
_OF_PERSON = "',' || people || ',' GLOB ?3"

Days = tuple[str, str]
"""The first and the last day of a range (ISO)."""


class Records(Reader):
    """Records, streaks and badges. Use `Club.league.records`."""

    def best(self, kind: int, code: str, limit: int, days: Days | None = None) -> list[RecordHolder]:
        """Return the best of a kind of game by a `RecordCode`, of all time or of some days.

        Each year is read from its best down, so a season reads only its own years.
        """
        with self.reading() as db:
            rows = [
                row
                for year in _years(db, kind, code, days)
                for row in _best_of_year(db, (kind, code, year), limit, days)
            ]
        return _holders(rows, limit)

    def highest_game(self, kind: int, competitor: CompetitorKey, games: int) -> RecordHolder | None:
        """Return the game of a kind in which this competitor's team scored most; None where the lowest total wins.

        `games` is how many of the kind they played: few are all read, of many each year is read from its best down.
        """
        with self.reading() as db:
            order = _order_of_few(db, kind, competitor) if games <= FEW else _order_of_many(db, kind, competitor)
            if order is None:
                return None
            row = db.conn.execute(f"SELECT {GAME} FROM league_game AS game WHERE ord = ?", (order,)).fetchone()
        game = played_game(row)
        side = next(side for side in game.sides if set(members(competitor)) <= set(side.people))
        return RecordHolder(side.total, side.people, 0, game)

    def longest_streaks(self, group: str, limit: int) -> list[Streak]:
        """Return the longest winning streaks of "people" or "partnerships", one for each, with its last game.

        Equal streaks are in the order in which they were reached; within one game, the lower id comes first.
        """
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT streak.run, streak.who, {GAME}"
                " FROM league_streak AS streak JOIN league_game AS game ON game.ord = streak.ord"
                " WHERE streak.partners = ? AND streak.run > 0"
                " ORDER BY streak.run DESC, streak.ord, CAST(streak.who AS INTEGER) LIMIT ?",
                (group == "partnerships", limit),
            )
            return [Streak(length, who, played_game(game)) for length, who, *game in rows]

    def streaks_of(self, competitor: CompetitorKey) -> tuple[int, int]:
        """Return a competitor's longest winning streak, and the current streak (negative: games not won)."""
        with self.reading() as db:
            longest, current = db.conn.execute(
                "SELECT run, current FROM league_streak WHERE who = ?", (competitor,)
            ).fetchone() or (0, 0)
        return longest, current

    def badges(self, person: CompetitorKey) -> list[EarnedBadge]:
        """Return a person's badges, each at the highest level reached, with the game that earned it."""
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT code, level, {GAME} FROM ({_BADGES}) AS badge JOIN league_game AS game USING (ord)", (person,)
            )
            return [EarnedBadge(code, level, played_game(game)) for code, level, *game in rows]

    def badge_counts(self, person: CompetitorKey) -> dict[str, int]:
        """Return a person's progress with each badge: games with its deed (up to the last level), longest streak."""
        with self.reading() as db:
            counts = dict(db.conn.execute(_COUNTS, (person,)).fetchall())
        return counts | {STREAK: self.streaks_of(person)[0]}


def _order_of_few(db: Database, kind: int, competitor: CompetitorKey) -> int | None:
    """Return the order of a competitor's best game, the earlier of equal ones, from all their games."""
    row = db.conn.execute(_BEST_OF_FEW, (kind, RecordCode.GAME, competitor)).fetchone()
    return row and int(row[0])


def _order_of_many(db: Database, kind: int, competitor: CompetitorKey) -> int | None:
    """Return the order of a competitor's best game, the earlier of equal ones, from the candidates of each year."""
    if is_partnership(competitor):
        # The people of a team are in the order of their seats.
        orders = [",".join(map(str, order)) for order in permutations(members(competitor))]
        sql, teams = _BEST_OF_MANY.format(of_team=_OF_PARTNERSHIP), json.dumps(orders)
    else:
        sql, teams = _BEST_OF_MANY.format(of_team=_OF_PERSON), f"*,{competitor},*"
    years = db.conn.execute(sql, (kind, RecordCode.GAME, teams))
    best = min((json.loads(row[0]) for row in years if row[0]), default=None)
    return best and int(best[1])


def _years(db: Database, kind: int, code: str, days: Days | None) -> Iterator[str]:
    """Yield the years with candidates for this record."""
    first, last = (days[0][:4], days[1][:4]) if days else ("", "9999")
    while True:
        row = db.conn.execute(
            "SELECT year FROM league_feat WHERE kind = ? AND code = ? AND year >= ? LIMIT 1", (kind, code, first)
        ).fetchone()
        if row is None or row[0] > last:
            return
        yield row[0]
        first = row[0] + " "


def _holders(rows: list[tuple[Any, ...]], limit: int) -> list[RecordHolder]:
    """Return the best of these candidates."""
    rows.sort(key=lambda row: (-row[0], row[1], row[2]))
    return [
        RecordHolder(value, tuple(map(int, team.split(","))), round_number, played_game(game))
        for value, _, _, round_number, team, *game in rows[:limit]
    ]


def _best_of_year(db: Database, record: tuple[int, str, str], limit: int, days: Days | None) -> list[tuple[Any, ...]]:
    """Return the best candidates of a year."""
    return db.conn.execute(
        f"SELECT feat.value, feat.ord, feat.at, feat.round, feat.people, {GAME}"
        " FROM league_feat AS feat JOIN league_game AS game ON game.ord = feat.ord"
        " WHERE feat.kind = ? AND feat.code = ? AND feat.year = ? AND game.day BETWEEN ? AND ?"
        " ORDER BY feat.value DESC, feat.ord, feat.at LIMIT ?",
        (*record, *(days or ("", "9999")), limit),
    ).fetchall()
