"""Reads records, streaks and badges: `Club.league.records` has these methods."""

from collections.abc import Iterator
from typing import Any

from sqlite_utils import Database

from scorepad.league.badges import LEVELS, STREAKS
from scorepad.league.competitors import CompetitorKey
from scorepad.store.connections import Reader
from scorepad.store.results.rows import GAME, EarnedBadge, RecordHolder, Streak, played_game
from scorepad.store.results.tables import LEVEL_REACHED

STREAK = "streak"
"""The code of the badge for games won in a row."""

Days = tuple[str, str]
"""The first and the last day of a range (ISO)."""


class Records(Reader):
    """Records, streaks and badges. Use `Club.league.records`."""

    def best(self, kind: int, code: str, limit: int, days: Days | None = None) -> list[RecordHolder]:
        """The best of a kind of game by a `RecordCode`, of all time or of some days.

        Each year is read from its best down, so a season costs its own years only.
        """
        with self.reading() as db:
            rows = [
                row
                for year in _years(db, kind, code, days)
                for row in _best_of_year(db, (kind, code, year), limit, days)
            ]
        rows.sort(key=lambda row: (-row[0], row[1], row[2]))
        return [
            RecordHolder(
                value=value,
                people=tuple(int(person) for person in people.split(",")),
                round=round_number,
                game=played_game(game),
            )
            for value, _, _, round_number, people, *game in rows[:limit]
        ]

    def longest_streaks(self, group: str, limit: int) -> list[Streak]:
        """The longest winning streaks of "people" or "partnerships", one each, with its last game.

        Of equal ones the streak that was reached first comes first, within one game that of the lower id.
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
        """A competitor's longest winning streak, and the current streak (below zero: games not won)."""
        with self.reading() as db:
            longest, current = db.conn.execute(
                "SELECT run, current FROM league_streak WHERE who = ?", (competitor,)
            ).fetchone() or (0, 0)
        return longest, current

    def badges(self, person: CompetitorKey) -> list[EarnedBadge]:
        """A person's badges, each level with the game that earned it."""
        with self.reading() as db:
            deeds = [_nth_deed(db, person, code, level) for code, levels in LEVELS.items() for level in levels]
            streaks = [_streak_reached(db, person, level) for level in STREAKS]
        return [badge for badge in (*deeds, *streaks) if badge]


def _years(db: Database, kind: int, code: str, days: Days | None) -> Iterator[str]:
    """The years with candidates for this record."""
    first, last = (days[0][:4], days[1][:4]) if days else ("", "9999")
    while True:
        row = db.conn.execute(
            "SELECT year FROM league_feat WHERE kind = ? AND code = ? AND year >= ? LIMIT 1", (kind, code, first)
        ).fetchone()
        if row is None or row[0] > last:
            return
        yield row[0]
        first = row[0] + " "


def _best_of_year(db: Database, record: tuple[int, str, str], limit: int, days: Days | None) -> list[tuple[Any, ...]]:
    return db.conn.execute(
        f"SELECT feat.value, feat.ord, feat.at, feat.round, feat.people, {GAME}"
        " FROM league_feat AS feat JOIN league_game AS game ON game.ord = feat.ord"
        " WHERE feat.kind = ? AND feat.code = ? AND feat.year = ? AND game.day BETWEEN ? AND ?"
        " ORDER BY feat.value DESC, feat.ord, feat.at LIMIT ?",
        (*record, *(days or ("", "9999")), limit),
    ).fetchall()


def _nth_deed(db: Database, person: CompetitorKey, code: str, level: int) -> EarnedBadge | None:
    row = db.conn.execute(
        f"SELECT {GAME} FROM league_badge AS badge JOIN league_game AS game ON game.ord = badge.ord"
        " WHERE badge.who = ? AND badge.code = ? ORDER BY badge.ord LIMIT 1 OFFSET ?",
        (person, code, level - 1),
    ).fetchone()
    return EarnedBadge(code, level, played_game(row)) if row else None


def _streak_reached(db: Database, person: CompetitorKey, level: int) -> EarnedBadge | None:
    row = db.conn.execute(
        f"SELECT {GAME} FROM league_played AS played JOIN league_game AS game ON game.ord = played.ord"
        f" WHERE played.who = ? AND played.run = ? AND played.{LEVEL_REACHED} ORDER BY played.ord LIMIT 1",
        (person, level),
    ).fetchone()
    return EarnedBadge(STREAK, level, played_game(row)) if row else None
