"""Mends runs after a change: walks on from the changed game until what stands there is right again."""

from collections.abc import Iterable

from sqlite_utils import Database

from scorepad.league.runs import next_run
from scorepad.league.who import Who, is_partnership

Line = tuple[str, tuple[str | bool, ...]]
"""Games whose runs hang together: the table, and what its key begins with."""

_PAGE = 50

_KEYS = {
    "league_played": "who = ? AND games = 1",
    "league_meeting": "one = ? AND other = ? AND together = ?",
}


def mend_runs(db: Database, line: Line, changed: Iterable[int]) -> None:
    """Make the runs of one line right, where games at these places of the order came, went or changed."""
    for order in sorted(set(changed)):
        _mend_from(db, line, order)


def mend_streak(db: Database, who: Who) -> None:
    """Keep the longest run of games somebody won, where it was reached first; nothing where nothing was won."""
    db.conn.execute("DELETE FROM league_streak WHERE who = ?", (who,))
    db.conn.execute(
        "INSERT INTO league_streak (who, partners, run, ord)"
        " SELECT who, ?, run, ord FROM league_played WHERE who = ? AND run > 0"
        " ORDER BY run DESC, ord LIMIT 1",
        (is_partnership(who), who),
    )


def _mend_from(db: Database, line: Line, order: int) -> None:
    table, key = line
    where = _KEYS[table]
    row = db.conn.execute(
        f"SELECT run FROM {table} WHERE {where} AND ord < ? ORDER BY ord DESC LIMIT 1",
        (*key, order),
    ).fetchone()
    run, at = (row[0] if row else 0), order
    while True:
        page = db.conn.execute(
            f"SELECT ord, share, run FROM {table} WHERE {where} AND ord >= ? ORDER BY ord LIMIT ?",
            (*key, at, _PAGE),
        ).fetchall()
        for there, share, standing in page:
            run = next_run(run, share)
            if run == standing and there > order:
                return
            if run != standing:
                db.conn.execute(
                    f"UPDATE {table} SET run = ? WHERE {where} AND ord = ?", (run, *key, there)
                )
        if len(page) < _PAGE:
            return
        at = page[-1][0] + 1
