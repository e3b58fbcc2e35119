"""Bring the league's tables up to date with the log: games with their sums and streaks, then ratings.

The computation holds no lock. Rows are written for a few games at a time, and only if the data that they were computed
from is unchanged; otherwise those games stay stale and are recomputed. It can stop at any point: the next `catch_up`
continues from there.
"""

import json
import logging
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress

from sqlite_utils import Database

from scorepad.league.facts import GameFacts, StoredGame
from scorepad.league.game_facts import game_facts
from scorepad.scoring.cells import CellValue, parse_value
from scorepad.store.clock import read_days
from scorepad.store.connections import Connections
from scorepad.store.errors import Damaged
from scorepad.store.facts import CellName
from scorepad.store.file.parsing import parse_all
from scorepad.store.people import merged_ids, people_version
from scorepad.store.results import readings, tables
from scorepad.store.results.long_writes import much_room, without_garbage, writing
from scorepad.store.results.rating import RatingReplay
from scorepad.store.results.write import FactsChange, write_games

READING = 14
"""The version of this code. Raise it when games are read differently: every club then recomputes its results."""

PART = 100
"""Games that are read, computed and written at a time. A tap waits while they are written."""

PART_OF_ALL = 1_000
"""The part size when all games are recomputed: each sum is then written once for more games."""

# NOT INDEXED: SQLite would otherwise read the whole index of games for a few new entries.
_CHANGED = "SELECT DISTINCT game FROM entry NOT INDEXED WHERE seq > ?1"
_AMONG = "game IN (SELECT value FROM json_each(?))"
_ALL = "SELECT id FROM game WHERE ?1 = 0"

Version = tuple[int, ...]

Report = Callable[[str, int, int], None]
"""Called after each part with "games" or "ratings", the number of games done, and the total."""


def is_fresh(db: Database) -> bool:
    """Whether the tables include all entries."""
    (seq,) = db.conn.execute("SELECT seq FROM league_state").fetchone()
    return seq == _latest(db) and is_settled(db)


def is_settled(db: Database) -> bool:
    """Whether the tables are complete: right for one moment of the log, even if not the latest."""
    reading, unrated, is_stale = db.conn.execute(
        "SELECT reading, unrated, EXISTS (SELECT 1 FROM league_stale) FROM league_state"
    ).fetchone()
    return reading == READING and unrated is None and not is_stale


def version(db: Database) -> Version:
    """Changes whenever any figure, name or season changes."""
    seq, turn = db.conn.execute("SELECT seq, turn FROM league_state").fetchone()
    return seq, turn, people_version(db)


def _latest(db: Database) -> int:
    return int(db.conn.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()[0])


def catch_up(connections: Connections, report: Report | None = None, most: int | None = None) -> None:
    """Bring everything up to date, `most` games at a time (default: PART)."""
    with connections.reading() as db:
        if is_fresh(db):
            return
    try:
        _bring_up(connections, report, most or PART)
    except readings.DamagedReading:
        # Without its old reading, a game cannot be subtracted from the sums.
        rebuild(connections, report)


def _bring_up(connections: Connections, report: Report | None, most: int) -> None:
    _mark_changed_games(connections)
    done = 0
    while games := _stale_games(connections):
        for start in range(0, len(games), most):
            part = games[start : start + most]
            with without_garbage():
                _work_out(connections, part)
            done += len(part)
            if report:
                with connections.reading() as db:
                    left = count_stale(db)
                report("games", done, done + left)
    replay = RatingReplay(connections)
    while replay.next_part():
        if report:
            report("ratings", replay.done, replay.done + replay.left())


def rebuild(connections: Connections, report: Report | None = None) -> None:
    """Drop all figures and recompute them. A game whose cells are unchanged is not scored again."""
    with writing(connections) as db:
        tables.empty(db)
    with much_room(connections):
        catch_up(connections, report, PART_OF_ALL)


def _mark_changed_games(connections: Connections) -> None:
    """Mark the games with new entries as stale."""
    with writing(connections) as db:
        seq, reading = db.conn.execute("SELECT seq, reading FROM league_state").fetchone()
        if reading != READING:
            tables.empty(db)
            seq = 0
        changed = _CHANGED if seq else _ALL
        db.conn.execute(f"INSERT OR IGNORE INTO league_stale (game) {changed}", (seq,))
        db.conn.execute("UPDATE league_state SET seq = ?, reading = ?", (_latest(db), READING))


def count_stale(db: Database) -> int:
    """Return the number of games that are still to be read."""
    return int(db.conn.execute("SELECT count(*) FROM league_stale").fetchone()[0])


def _stale_games(connections: Connections) -> list[int]:
    """Return the games to read again, in the order of play: extending a streak is quicker than correcting it."""
    with connections.reading() as db:
        rows = db.conn.execute(
            "SELECT stale.game FROM league_stale AS stale LEFT JOIN game ON game.id = stale.game"
            " ORDER BY game.created_at, stale.game"
        )
        return [row[0] for row in rows]


def _work_out(connections: Connections, games: list[int]) -> None:
    """Compute and write these games. Those that change meanwhile stay stale."""
    with connections.reading() as db:
        seq, people, merged = _latest(db), people_version(db), merged_ids(db)
    try:
        with connections.reading() as db:
            days = read_days(db, games)
            sources = readings.sources(db, games, days, READING)
            facts = readings.kept(db, games, sources)
            stored = _stored_games(db, [game for game in games if game not in facts])
    except Damaged:
        sources, facts = {}, {}
        stored = _readable_games(connections, games)
    read = {game: _facts(stored.get(game), merged) for game in games if game not in facts}
    with writing(connections) as db:
        if people_version(db) == people:
            _write_part(db, facts | read, read, sources, seq)


def _facts(stored: StoredGame | None, merged: Mapping[int, int]) -> GameFacts | None:
    """Return the facts of a game. A game that cannot be read, for any reason, must not stop others from counting."""
    if stored is None:
        return None
    try:
        return game_facts(stored, merged)
    except Exception:
        logging.getLogger(__name__).exception("Game %d cannot be read and does not count.", stored.game)
        return None


def _readable_games(connections: Connections, games: list[int]) -> dict[int, StoredGame]:
    """Return the games that can be read: a damaged game must not stop others from counting."""
    stored: dict[int, StoredGame] = {}
    for game in games:
        with suppress(Damaged), connections.reading() as db:
            stored |= _stored_games(db, [game])
    return stored


def _stored_games(db: Database, games: list[int]) -> dict[int, StoredGame]:
    if not games:
        return {}
    ids = json.dumps(games)
    cells: dict[int, dict[CellName, CellValue]] = {game: {} for game in games}
    seqs: dict[int, dict[CellName, int]] = {game: {} for game in games}
    rows = db.conn.execute(
        "SELECT game, round, place, field, value, seq FROM cell"
        " WHERE game IN (SELECT value FROM json_each(?)) AND value <> 'null'",
        (ids,),
    ).fetchall()
    values = parse_all([row[4] for row in rows])
    for (game, number, place, field, _, seq), value in zip(rows, values, strict=True):
        if (parsed := parse_value(value)) is not None:
            cells[game][number, place, field] = parsed
        seqs[game][number, place, field] = seq
    return {game: StoredGame(game, day, cells[game], seqs[game]) for game, day in read_days(db, games).items()}


def _write_part(
    db: Database, facts: Mapping[int, GameFacts | None], read: Collection[int], sources: Mapping[int, str], seq: int
) -> None:
    """Write these games, except those with entries after `seq`, which stay stale. Save the readings of `read`."""
    games = json.dumps(list(facts))
    stale = {row[0] for row in db.conn.execute(f"SELECT game FROM league_stale WHERE {_AMONG}", (games,))}
    stale -= {row[0] for row in db.conn.execute(_CHANGED, (seq,))}
    current = {game: of_game for game, of_game in facts.items() if game in stale}
    db.conn.execute(f"DELETE FROM league_stale WHERE {_AMONG}", (json.dumps(list(current)),))
    written = readings.written(db, current)
    write_games(db, [FactsChange(written.get(game), of_game) for game, of_game in current.items()])
    readings.save(db, {game: of_game for game, of_game in current.items() if game in read}, sources)
