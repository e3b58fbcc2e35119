"""Brings the league's tables to what the log says now: which games changed, what they say, the runs, the ratings.

Everything is worked out with no lock held. Only the rows of a few games at a time are written, each time after a look
whether what they were worked out from still stands; where it does not, the games stay stale and are taken up again.
Nothing is ever half right for long: whoever stops in the middle, the next one goes on from there.
"""

import json
import logging
from collections.abc import Callable, Mapping
from datetime import datetime, tzinfo
from typing import Any

from sqlite_utils import Database

from scorepad.league.facts import GameFacts, Told
from scorepad.league.game_facts import game_facts
from scorepad.store import players
from scorepad.store.connections import Connections
from scorepad.store.facts import CellName
from scorepad.store.results import tables
from scorepad.store.results.putting import put
from scorepad.store.results.rating import Replaying

READING = 1
"""How games are read. Raised when they are read otherwise, so that an older club's results are worked out anew."""

PART = 100
"""Games that are read, worked out and written at a time."""

# Not by the index of games, which would be read from end to end for the few entries that are new.
_CHANGED = "SELECT DISTINCT game FROM entry NOT INDEXED WHERE seq > ?1"
_ALL = "SELECT id FROM game WHERE ?1 = 0"

Report = Callable[[str, int, int], None]
"""Told of "games" or "ratings", after every few: how many games are done, of how many."""


def is_fresh(db: Database) -> bool:
    """Whether the tables say what the log says."""
    seq = db.conn.execute("SELECT seq FROM league_state").fetchone()[0]
    return seq == _latest(db) and is_settled(db)


def is_settled(db: Database) -> bool:
    """Whether the tables are whole: they say what the log said at one moment, if perhaps not the last."""
    reading, unrated = db.conn.execute("SELECT reading, unrated FROM league_state").fetchone()
    if reading != READING or unrated is not None:
        return False
    return db.conn.execute("SELECT 1 FROM league_stale LIMIT 1").fetchone() is None


def mark(db: Database) -> tuple[int, int, int]:
    """What changes whenever the tables do: how far the log was read, the turn, and the version of people."""
    seq, turn = db.conn.execute("SELECT seq, turn FROM league_state").fetchone()
    return seq, turn, players.version(db)


def _latest(db: Database) -> int:
    return int(db.conn.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()[0])


def catch_up(connections: Connections, zone: tzinfo | None, report: Report | None = None) -> None:
    """Bring everything up to date. `zone` says when a day begins, the machine's own where None."""
    with connections.reading() as db:
        if is_fresh(db):
            return
    _note_changes(connections)
    done = 0
    while part := _work_out(connections, zone):
        done += part
        if report:
            report("games", done, done + _stale(connections))
    replaying = Replaying(connections)
    while replaying.go_on():
        if report:
            report("ratings", replaying.done, replaying.done + replaying.left())


def rebuild(connections: Connections, zone: tzinfo | None, report: Report | None = None) -> None:
    """Throw everything away and work it out anew."""
    with connections.writing() as db:
        tables.empty(db)
    catch_up(connections, zone, report)


def _note_changes(connections: Connections) -> None:
    """Mark the games in which anything was recorded since the last time."""
    with connections.writing() as db:
        seq, reading = db.conn.execute("SELECT seq, reading FROM league_state").fetchone()
        if reading != READING:
            tables.empty(db)
            seq = 0
        changed = _CHANGED if seq else _ALL
        db.conn.execute(f"INSERT OR IGNORE INTO league_stale (game) {changed}", (seq,))
        db.conn.execute("UPDATE league_state SET seq = ?, reading = ?", (_latest(db), READING))


def _stale(connections: Connections) -> int:
    with connections.reading() as db:
        return int(db.conn.execute("SELECT count(*) FROM league_stale").fetchone()[0])


def _work_out(connections: Connections, zone: tzinfo | None) -> int:
    """Work out the next few stale games; how many there were."""
    with connections.reading() as db:
        games = [
            row[0]
            for row in db.conn.execute(
                "SELECT game FROM league_stale ORDER BY game LIMIT ?", (PART,)
            )
        ]
        seen, people, person_of = _latest(db), players.version(db), players.canonical(db)
        told = _told(db, games, zone)
    facts = {game: _facts(told.get(game), person_of) for game in games}
    if games:
        with connections.writing() as db:
            if players.version(db) == people:
                _keep(db, facts, seen)
    return len(games)


def _facts(told: Told | None, person_of: Mapping[int, int]) -> GameFacts | None:
    """What a game says. One that cannot be read, however it came about, must not keep all others out of the league."""
    if told is None:
        return None
    try:
        return game_facts(told, person_of)
    except Exception:
        logging.getLogger(__name__).exception(
            "Game %d cannot be read and does not count.", told.game
        )
        return None


def _told(db: Database, games: list[int], zone: tzinfo | None) -> dict[int, Told]:
    asked = json.dumps(games)
    begun = dict(
        db.conn.execute(
            "SELECT id, created_at FROM game WHERE id IN (SELECT value FROM json_each(?))", (asked,)
        ).fetchall()
    )
    cells: dict[int, dict[CellName, Any]] = {game: {} for game in games}
    seqs: dict[int, dict[CellName, int]] = {game: {} for game in games}
    rows = db.conn.execute(
        "SELECT game, round, place, field, value, seq FROM cell"
        " WHERE game IN (SELECT value FROM json_each(?)) AND value <> 'null'",
        (asked,),
    ).fetchall()
    values = json.loads(f"[{','.join(row[4] for row in rows)}]")
    for (game, number, place, field, _, seq), value in zip(rows, values, strict=True):
        cells[game][number, place, field] = value
        seqs[game][number, place, field] = seq
    return {game: Told(game, _day(at, zone), cells[game], seqs[game]) for game, at in begun.items()}


def _day(at: str, zone: tzinfo | None) -> str:
    return datetime.fromisoformat(at).astimezone(zone).date().isoformat()


def _keep(db: Database, facts: dict[int, GameFacts | None], seen: int) -> None:
    changed = {row[0] for row in db.conn.execute(_CHANGED, (seen,))}
    for game, one in facts.items():
        still = db.conn.execute("DELETE FROM league_stale WHERE game = ?", (game,)).rowcount
        if still and game not in changed:
            put(db, game, one)
        elif still:
            db.conn.execute("INSERT INTO league_stale (game) VALUES (?)", (game,))
