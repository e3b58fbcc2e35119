"""Correct places: everyone's figures of all time and of each season, with an index for each order of a table.

They are corrected after the games have been written, once for each competitor in these games.
"""

import json

from sqlite_utils import Database

from scorepad.league.facts import members
from scorepad.store.connections import Connections
from scorepad.store.results.long_writes import writing
from scorepad.store.results.sums import FIGURE_NAMES, SUMS
from scorepad.store.results.tables import ALL_KINDS, NO_FIGURE, PARTNERSHIP_SIZE, PEOPLE_SIZE

PART = 1_000
"""Competitors whose places are corrected in one transaction."""

_UNLISTED = "SELECT id FROM player WHERE guest OR forgotten OR merged_into IS NOT NULL"
_STORED = f"""
    FROM json_each(?1) AS due
    CROSS JOIN (SELECT 3 AS span, '' AS start UNION ALL SELECT 4, CAST(season AS TEXT) FROM league_season) AS range
    CROSS JOIN league_tally AS tally
      ON tally.size = iif(instr(due.value, '-'), {PARTNERSHIP_SIZE}, {PEOPLE_SIZE})
     AND tally.span = range.span AND tally.start = range.start AND tally.who = due.value"""
_ADD_OF_KIND = f"""
    INSERT INTO league_place
    SELECT who, size, tally.span, tally.start, kind, {FIGURE_NAMES}, share * 1.0 / games,
      coalesce(points * 1.0 / rounds, {NO_FIGURE}) {_STORED}
    WHERE tally.games > 0"""
_ADD_OF_ALL = f"""
    INSERT INTO league_place
    SELECT who, size, tally.span, tally.start, {ALL_KINDS}, {SUMS}, sum(share) * 1.0 / sum(games),
      coalesce(sum(points) * 1.0 / sum(rounds), {NO_FIGURE}) {_STORED}
    GROUP BY who, size, tally.span, tally.start
    HAVING sum(games) > 0"""


def update_unlisted(db: Database) -> None:
    """Queue the places of everyone who plays with a person who became unlisted (such as a guest), or listed again."""
    now = {row[0] for row in db.conn.execute(_UNLISTED)}
    before = {row[0] for row in db.conn.execute("SELECT person FROM league_unlisted")}
    changed = now ^ before
    if not changed:
        return
    rows = db.conn.execute("SELECT DISTINCT who FROM league_tally WHERE size <> 0 AND span = 3")
    due = [who for (who,) in rows if not changed.isdisjoint(members(who))]
    db.conn.executemany("INSERT OR IGNORE INTO league_due (who) VALUES (?)", [(who,) for who in due])
    db.conn.execute("DELETE FROM league_unlisted")
    db.conn.executemany("INSERT INTO league_unlisted (person) VALUES (?)", [(person,) for person in now])


def correct_part(connections: Connections) -> int:
    """Correct the places of the next PART competitors. Return how many there were."""
    with connections.reading() as db:
        if db.conn.execute("SELECT 1 FROM league_due LIMIT 1").fetchone() is None:
            return 0
    with writing(connections) as db:
        due = [row[0] for row in db.conn.execute("SELECT who FROM league_due ORDER BY who LIMIT ?", (PART,))]
        unlisted = {row[0] for row in db.conn.execute("SELECT person FROM league_unlisted")}
        listed = json.dumps([who for who in due if unlisted.isdisjoint(members(who))])
        ends = {"first": due[0], "last": due[-1]} if due else {"first": "", "last": ""}
        db.conn.executemany("DELETE FROM league_place WHERE who = ?", [(who,) for who in due])
        db.conn.execute(_ADD_OF_KIND, (listed,))
        db.conn.execute(_ADD_OF_ALL, (listed,))
        db.conn.execute("DELETE FROM league_due WHERE who BETWEEN :first AND :last", ends)
        return len(due)
