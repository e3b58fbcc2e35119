"""Reads what the league keeps of two: with whom and against whom somebody played, and how it went."""

from sqlite_utils import Database

from scorepad.league.facts import WHOLE
from scorepad.league.who import Who, members
from scorepad.store.results.reading import GAME, played_game
from scorepad.store.results.rows import Met, Pair

_PAIR = "other, games, wins, ties, share"


def pairs(db: Database, who: Who, *, together: bool) -> list[Pair]:
    """Everybody with whom, or against whom, somebody played. A partnership's others are partnerships."""
    rows = db.conn.execute(
        f"SELECT {_PAIR} FROM league_pair WHERE who = ? AND together = ?", (who, together)
    )
    return [Pair(*row) for row in rows]


def pair(db: Database, who: Who, other: Who, *, together: bool) -> Pair:
    """How somebody did with, or against, one other; nothing but zeros where they never met."""
    row = db.conn.execute(
        f"SELECT {_PAIR} FROM league_pair WHERE who = ? AND together = ? AND other = ?",
        (who, together, other),
    ).fetchone()
    return Pair(*row) if row else Pair(other, 0, 0, 0, 0)


def met(db: Database, who: Who, other: Who, *, together: bool, limit: int) -> list[Met]:
    """The last meetings of two, the last first, from the side of `who`."""
    one, two, turned = _in_order(who, other)
    rows = db.conn.execute(
        f"SELECT {GAME}, meeting.share, meeting.run"
        " FROM league_meeting AS meeting JOIN league_game AS game ON game.ord = meeting.ord"
        " WHERE one = ? AND other = ? AND together = ? ORDER BY meeting.ord DESC LIMIT ?",
        (one, two, together, limit),
    )
    return [_turned(Met(played_game(row[:6]), *row[6:]), turned and not together) for row in rows]


def longest_runs(db: Database, who: Who, other: Who) -> tuple[int, int]:
    """How many meetings each of two won in a row at most: `who`, then `other`."""
    one, two, turned = _in_order(who, other)
    most, least = db.conn.execute(
        "SELECT (SELECT max(run) FROM league_meeting WHERE one = ?1 AND other = ?2 AND together = 0),"
        " (SELECT min(run) FROM league_meeting WHERE one = ?1 AND other = ?2 AND together = 0)",
        (one, two),
    ).fetchone()
    first, second = max(most or 0, 0), max(-(least or 0), 0)
    return (second, first) if turned else (first, second)


def _in_order(who: Who, other: Who) -> tuple[Who, Who, bool]:
    """The two as their meetings are kept, and whether that is the other way round."""
    if members(who) < members(other):
        return who, other, False
    return other, who, True


def _turned(one: Met, turned: bool) -> Met:
    return Met(one.game, WHOLE - one.share, -one.run) if turned else one
