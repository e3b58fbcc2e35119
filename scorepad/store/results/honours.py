"""Reads records, streaks and badges from the league's tables."""

from collections.abc import Iterator
from typing import Any

from sqlite_utils import Database

from scorepad.league.badges import LEVELS, STREAKS
from scorepad.league.who import Who
from scorepad.store.results.reading import GAME, played_game
from scorepad.store.results.rows import Earned, Held, Streak

STREAK = "streak"


def records(
    db: Database, kind: int, code: str, limit: int, days: tuple[str, str] | None
) -> list[Held]:
    """The best of one kind of game, of all time or between two days (ISO), both included.

    Read a year at a time from the best down, so that a season costs its own years and no others.
    """
    found = [
        one
        for year in _years(db, kind, code, days)
        for one in _of_year(db, kind, code, year, limit, days)
    ]
    found.sort(key=lambda row: (-row[0], row[1], row[2]))
    return [
        Held(row[0], tuple(int(one) for one in row[4].split(",")), row[3], played_game(row[5:]))
        for row in found[:limit]
    ]


def _years(db: Database, kind: int, code: str, days: tuple[str, str] | None) -> Iterator[str]:
    """The years in which there is anything of it."""
    first, last = (days[0][:4], days[1][:4]) if days else ("", "9999")
    while True:
        row = db.conn.execute(
            "SELECT year FROM league_feat WHERE kind = ? AND code = ? AND year >= ? LIMIT 1",
            (kind, code, first),
        ).fetchone()
        if row is None or row[0] > last:
            return
        yield row[0]
        first = row[0] + " "


def _of_year(
    db: Database, kind: int, code: str, year: str, limit: int, days: tuple[str, str] | None
) -> list[tuple[Any, ...]]:
    first, last = days or ("", "9999")
    return db.conn.execute(
        f"SELECT feat.value, feat.ord, feat.at, feat.round, feat.people, {GAME}"
        " FROM league_feat AS feat JOIN league_game AS game ON game.ord = feat.ord"
        " WHERE feat.kind = ? AND feat.code = ? AND feat.year = ? AND game.day BETWEEN ? AND ?"
        " ORDER BY feat.value DESC, feat.ord, feat.at LIMIT ?",
        (kind, code, year, first, last, limit),
    ).fetchall()


def streaks(db: Database, *, partnerships: bool, limit: int) -> list[Streak]:
    """The longest runs of won games, everybody's first longest, each with its last game.

    Of equals the one reached earlier comes first, in one game that of the lower id.
    """
    rows = db.conn.execute(
        f"SELECT streak.run, streak.who, {GAME}"
        " FROM league_streak AS streak JOIN league_game AS game ON game.ord = streak.ord"
        " WHERE streak.partners = ?"
        " ORDER BY streak.run DESC, streak.ord, CAST(streak.who AS INTEGER) LIMIT ?",
        (partnerships, limit),
    )
    return [Streak(run, who, played_game(game)) for run, who, *game in rows]


def best_run(db: Database, who: Who) -> tuple[int, int]:
    """Somebody's longest run of won games, and the one that stands now (below zero: not won)."""
    row = db.conn.execute(
        "SELECT (SELECT run FROM league_streak WHERE who = ?1),"
        " (SELECT run FROM league_played WHERE who = ?1 AND games = 1 ORDER BY ord DESC LIMIT 1)",
        (who,),
    ).fetchone()
    return row[0] or 0, row[1] or 0


def badges(db: Database, who: Who) -> list[Earned]:
    """The badges somebody earned, each level with the game that earned it."""
    deeds = [
        one
        for code, levels in LEVELS.items()
        for level in levels
        if (one := _nth(db, who, code, level))
    ]
    runs = [one for level in STREAKS if (one := _streak(db, who, level))]
    return deeds + runs


def _nth(db: Database, who: Who, code: str, level: int) -> Earned | None:
    row = db.conn.execute(
        f"SELECT {GAME} FROM league_badge AS badge JOIN league_game AS game ON game.ord = badge.ord"
        " WHERE badge.who = ? AND badge.code = ? ORDER BY badge.ord LIMIT 1 OFFSET ?",
        (who, code, level - 1),
    ).fetchone()
    return Earned(code, level, played_game(row)) if row else None


def _streak(db: Database, who: Who, level: int) -> Earned | None:
    row = db.conn.execute(
        f"SELECT {GAME} FROM league_played AS played JOIN league_game AS game ON game.ord = played.ord"
        " WHERE played.who = ? AND played.run = ? ORDER BY played.ord LIMIT 1",
        (who, level),
    ).fetchone()
    return Earned(STREAK, level, played_game(row)) if row else None
