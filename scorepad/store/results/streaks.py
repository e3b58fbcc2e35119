"""Corrects stored streaks after a change: walks on from the changed game until a stored streak is right again."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlite_utils import Database

from scorepad.league.competitors import CompetitorKey, is_partnership
from scorepad.league.streaks import next_streak

_PAGE = 50

_WHERE = {"league_played": "who = ? AND games = 1", "league_meeting": "one = ? AND other = ? AND together = ?"}


class StreakRows(NamedTuple):
    """The rows that one streak runs through: the table, and the start of their key."""

    table: str
    key: tuple[str | bool, ...]


def correct_streaks(db: Database, rows: StreakRows, changed: Iterable[int]) -> None:
    """Correct the streaks in these rows, after games at these orders came, went or changed."""
    for order in sorted(set(changed)):
        _correct_from(db, rows, order)


def store_longest(db: Database, competitor: CompetitorKey) -> None:
    """Store a competitor's longest winning streak at the game where it was reached first, if there is one."""
    db.conn.execute("DELETE FROM league_streak WHERE who = ?", (competitor,))
    db.conn.execute(
        "INSERT INTO league_streak (who, partners, run, ord)"
        " SELECT who, ?, run, ord FROM league_played WHERE who = ? AND run > 0"
        " ORDER BY run DESC, ord LIMIT 1",
        (is_partnership(competitor), competitor),
    )


def _correct_from(db: Database, rows: StreakRows, changed: int) -> None:
    table, key = rows
    where = _WHERE[table]
    before = db.conn.execute(
        f"SELECT run FROM {table} WHERE {where} AND ord < ? ORDER BY ord DESC LIMIT 1", (*key, changed)
    ).fetchone()
    streak, start = (before[0] if before else 0), changed
    while True:
        page = db.conn.execute(
            f"SELECT ord, share, run FROM {table} WHERE {where} AND ord >= ? ORDER BY ord LIMIT ?", (*key, start, _PAGE)
        ).fetchall()
        for order, share, stored in page:
            streak = next_streak(streak, share)
            if streak == stored and order > changed:
                return
            if streak != stored:
                update = f"UPDATE {table} SET run = ? WHERE {where} AND ord = ?"
                db.conn.execute(update, (streak, *key, order))
        if len(page) < _PAGE:
            return
        start = page[-1][0] + 1
