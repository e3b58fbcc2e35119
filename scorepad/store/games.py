"""Reads games: their cells, their list, their history. Every connection here is reading."""

import json
from collections.abc import Collection, Iterable
from typing import Any

from sqlite_utils import Database

from scorepad.store.checks import LARGEST_ID
from scorepad.store.facts import (
    BINNED,
    JSON,
    TABLE,
    WHOLE_GAME,
    Cell,
    CellName,
    GameRow,
    LoggedEntry,
)

_CELLS = """
    SELECT cell.game, cell.round, cell.place, cell.field,
      cell.value, cell.seq, entry.device, entry.at
    FROM cell JOIN entry ON entry.seq = cell.seq
    WHERE cell.game IN (SELECT value FROM json_each(:games))
      AND cell.round BETWEEN :first AND :last
      AND (:fields IS NULL OR cell.field IN (SELECT value FROM json_each(:fields)))
    ORDER BY cell.game, cell.round, cell.place, cell.field"""

_GAMES = """
    SELECT id, created_at, (SELECT coalesce(max(seq), 0) FROM entry WHERE entry.game = game.id)
    FROM game
    WHERE id < :before
      AND (:kept AND :binned OR :binned = EXISTS (
          SELECT 1 FROM cell
          WHERE cell.game = game.id AND cell.round = :round AND cell.place = :place
            AND cell.field = :field AND cell.value = 'true'))
    ORDER BY id DESC LIMIT :limit"""

_HISTORY = """
    SELECT seq, key, game, round, place, field, value, base, status, device, at
    FROM entry WHERE game = ? AND seq > ? ORDER BY seq LIMIT ?"""

_NEWEST = """
    SELECT seq, key, game, round, place, field, value, base, status, device, at
    FROM entry WHERE game = :game AND seq < :before AND round BETWEEN :first AND :last
    ORDER BY seq DESC LIMIT :limit"""

_BASES = """
    SELECT seq, key, value FROM entry
    WHERE seq IN (SELECT value FROM json_each(:bases) WHERE type = 'integer')
       OR key IN (SELECT value FROM json_each(:bases) WHERE type = 'text')"""

_MARKS = """
    SELECT (SELECT coalesce(max(seq), 0) FROM entry WHERE game = ?),
      (SELECT version FROM people_version)"""

_MARKS_OF = """
    SELECT asked.value, (SELECT coalesce(max(seq), 0) FROM entry WHERE game = asked.value),
      (SELECT version FROM people_version)
    FROM json_each(?) AS asked"""


def within_ids(number: int) -> int:
    """A number SQLite can compare: one from a forged address is cut to its largest."""
    return max(-LARGEST_ID, min(number, LARGEST_ID))


def exists(db: Database, game: int) -> bool:
    """Whether the club has this game, binned or not."""
    return db.execute("SELECT 1 FROM game WHERE id = ?", (within_ids(game),)).fetchone() is not None


def cells_of(
    db: Database, games: Iterable[int], round: int | None, fields: Collection[str] | None
) -> dict[int, dict[CellName, Cell]]:
    """The cells of several games in one query; an unknown game has none."""
    found: dict[int, dict[CellName, Cell]] = {game: {} for game in games}
    asked = {
        "games": json.dumps([within_ids(game) for game in found]),
        "fields": None if fields is None else json.dumps(list(fields)),
        **_rounds(round),
    }
    rows = db.execute(_CELLS, asked).fetchall()
    # One document is read sooner than many small ones.
    values = json.loads(f"[{','.join(row[4] for row in rows)}]")
    for (game, in_round, place, name, _, *rest), value in zip(rows, values, strict=True):
        found[game][in_round, place, name] = Cell(value, *rest)
    return found


def _rounds(round: int | None) -> dict[str, int]:
    """One round, or all of them."""
    if round is None:
        return {"first": 0, "last": LARGEST_ID}
    return {"first": within_ids(round), "last": within_ids(round)}


def table_values(db: Database, game: int, fields: Collection[str]) -> dict[tuple[int, str], JSON]:
    """What stands in these fields at a game's table: (round, field) → value, blanks left out.

    Sooner than `cells_of` by the time a tap should take, since it asks for no more than it was asked.
    """
    marks = ", ".join("?" * len(fields))
    rows = db.conn.execute(
        "SELECT round, field, value FROM cell"
        f" WHERE game = ? AND place = ? AND value <> 'null' AND field IN ({marks})",
        (within_ids(game), TABLE, *fields),
    )
    return {(in_round, name): json.loads(text) for in_round, name, text in rows}


def games(
    db: Database,
    *,
    limit: int,
    before: int | None,
    binned: bool | None,
    fields: Collection[str] | None,
) -> list[GameRow]:
    """A page of games, newest first, each with its cells of the whole game."""
    asked = {
        "before": LARGEST_ID if before is None else within_ids(before),
        "kept": binned is None,
        "binned": binned is not False,
        "round": WHOLE_GAME,
        "place": TABLE,
        "field": BINNED,
        "limit": max(0, within_ids(limit)),
    }
    rows = db.execute(_GAMES, asked).fetchall()
    cells = cells_of(db, [row[0] for row in rows], WHOLE_GAME, fields)
    return [GameRow(game, at, seq, cells[game]) for game, at, seq in rows]


def history(db: Database, game: int, since: int, limit: int) -> list[LoggedEntry]:
    """What was recorded for a game after `since`, in order, conflicts and all."""
    asked = (within_ids(game), within_ids(since), max(0, within_ids(limit)))
    return [_logged(*row) for row in db.execute(_HISTORY, asked)]


def log(
    db: Database, game: int, *, before: int | None, round: int | None, limit: int
) -> list[LoggedEntry]:
    """What was recorded for a game, newest first, conflicts and all."""
    asked = {
        "game": within_ids(game),
        "before": LARGEST_ID if before is None else within_ids(before),
        "limit": max(0, within_ids(limit)),
        **_rounds(round),
    }
    return [_logged(*row) for row in db.execute(_NEWEST, asked)]


def replaced(db: Database, entries: Collection[LoggedEntry]) -> dict[int, JSON]:
    """By the seq of each applied entry, what it replaced: its base is what stood there, or says the same."""
    applied = {entry.seq: entry.base for entry in entries if entry.status == "applied"}
    bases = [base for base in applied.values() if base is not None]
    found: dict[int | str, JSON] = {}
    for seq, key, text in db.execute(_BASES, {"bases": json.dumps(bases)}):
        found[seq] = found[key] = json.loads(text)
    return {seq: None if base is None else found.get(base) for seq, base in applied.items()}


def _logged(
    seq: int, key: str, game: int, round: int, place: str, field: str, text: str, *rest: Any
) -> LoggedEntry:
    return LoggedEntry(seq, key, game, round, place, field, json.loads(text), *rest)


def latest_seq(db: Database, game: int | None) -> int:
    """The seq of the latest entry of a game, or of the whole club; 0 if there is none."""
    if game is None:
        row = db.conn.execute("SELECT max(seq) FROM entry").fetchone()
    else:
        row = db.conn.execute(
            "SELECT max(seq) FROM entry WHERE game = ?", (within_ids(game),)
        ).fetchone()
    return row[0] or 0


def marks(db: Database, game: int) -> tuple[int, int]:
    """The seq of a game's latest entry, and the version of the club's people, in one question."""
    row: tuple[int, int] = db.conn.execute(_MARKS, (within_ids(game),)).fetchone()
    return row


def marks_of(db: Database, games: Collection[int]) -> dict[int, tuple[int, int]]:
    """The marks of several games by their numbers."""
    asked = json.dumps([within_ids(game) for game in games])
    return {game: (seq, people) for game, seq, people in db.conn.execute(_MARKS_OF, (asked,))}
