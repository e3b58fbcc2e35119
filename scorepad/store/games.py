"""Reads games: the list of them, their cells and their log. `Club` has these methods."""

import json
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from sys import intern
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorepad.scoring.cells import PLACE, TABLE
from scorepad.scoring.game.agreement import BINNED, WHOLE_GAME
from scorepad.store.checks import LARGEST_ID, MAX_ROUNDS, clamp_id
from scorepad.store.connections import Reader
from scorepad.store.errors import Damaged
from scorepad.store.facts import JSON, BegunGame, Cell, CellName, LoggedEntry, OpenConflict
from scorepad.store.file.parsing import OPTIONAL, Column, check_row, parse_all, parse_json

# A cell repeats the value of its entry: if they differ, one of them is damaged.
_CELLS = """
    SELECT cell.game, cell.round, cell.place, cell.field,
      cell.value, cell.seq, entry.device, entry.at
    FROM cell LEFT JOIN entry ON entry.seq = cell.seq AND entry.value = cell.value AND entry.status = 'applied'
      AND entry.game = cell.game AND entry.round = cell.round
      AND entry.place = cell.place AND entry.field = cell.field
    WHERE cell.game IN (SELECT value FROM json_each(:games))
      AND cell.round BETWEEN :first AND :last
      AND (:fields IS NULL OR cell.field IN (SELECT value FROM json_each(:fields)))
    ORDER BY cell.game, cell.round, cell.place, cell.field"""

_GAMES = """
    SELECT id, created_at, (SELECT coalesce(max(seq), 0) FROM entry WHERE entry.game = game.id)
    FROM game
    WHERE substr(created_at, 1, 10)
        BETWEEN :first AND coalesce((SELECT substr(created_at, 1, 10) FROM game WHERE id = :before), :last)
      AND (substr(created_at, 1, 10), id)
        < (coalesce((SELECT substr(created_at, 1, 10) FROM game WHERE id = :before), :last), :before)
      AND (:all OR :binned = EXISTS (
          SELECT 1 FROM cell
          WHERE cell.game = game.id AND cell.round = :round AND cell.place = :place
            AND cell.field = :field AND cell.value = 'true'))
    ORDER BY substr(created_at, 1, 10) DESC, id DESC LIMIT :limit"""


ALL_DAYS = ("", "9999-99-99")
"""Before the first day, and after the last."""


class GameReader(Reader):
    """Reads games. An unknown game is empty, not an error."""

    def exists(self, game: int) -> bool:
        """Whether there is such a game, in the bin or not."""
        with self.reading() as db:
            row = db.conn.execute("SELECT 1 FROM game WHERE id = ?", (clamp_id(game),)).fetchone()
        return row is not None

    def begun(self, game: int) -> str:
        """When a game began (UTC), "" for an unknown one."""
        with self.reading() as db:
            row = db.conn.execute("SELECT created_at FROM game WHERE id = ?", (clamp_id(game),)).fetchone()
        return str(row[0]) if row else ""

    def games_with_key(self, ending: str) -> list[int]:
        """The ids of the games whose keys end with `ending`, in order."""
        sql = "SELECT id FROM game WHERE substr(key, -length(:ending)) = :ending ORDER BY id"
        with self.reading() as db:
            return [int(game) for (game,) in db.conn.execute(sql, {"ending": ending})]

    def keys_of(self, games: Iterable[int]) -> dict[int, str]:
        """The random keys of games, which stay the same when the club moves to another host."""
        sql = "SELECT id, key FROM game WHERE id IN (SELECT value FROM json_each(?))"
        with self.reading() as db:
            return dict(db.conn.execute(sql, (json.dumps([clamp_id(game) for game in games]),)).fetchall())

    def cells(self, game: int) -> dict[CellName, Cell]:
        """The cells of a game: (round, place, field) → cell."""
        return self.cells_of([game])[game]

    def cells_of(
        self, games: Iterable[int], *, round: int | None = None, fields: Collection[str] | None = None
    ) -> dict[int, dict[CellName, Cell]]:
        """The cells of several games in one query, or only those of one round or of some fields. Raises Damaged."""
        cells: dict[int, dict[CellName, Cell]] = {game: {} for game in games}
        query = {
            "games": json.dumps([clamp_id(game) for game in cells]),
            "fields": None if fields is None else json.dumps(list(fields)),
            **round_range(round),
        }
        with self.reading() as db:
            rows = db.conn.execute(_CELLS, query).fetchall()
        values = parse_all([row[4] for row in rows])
        for row, value in zip(rows, values, strict=True):
            game, in_round, place, name, _, *rest = check_row(row, int, int, str, str, str, int, OPTIONAL, str)
            # Every round and every game has the same few places and fields.
            cells[game][in_round, intern(place), intern(name)] = Cell(value, *rest)
        return cells

    def readable_cells(
        self, games: Sequence[int], *, round: int | None = None, fields: Collection[str] | None = None
    ) -> dict[int, dict[CellName, Cell]]:
        """Like `cells_of`, but a damaged game has no cells. Raises Damaged if there are several games, all damaged."""
        try:
            return self.cells_of(games, round=round, fields=fields)
        except Damaged:
            readable: dict[int, dict[CellName, Cell]] = {}
            for game in games:
                with suppress(Damaged):
                    readable |= self.cells_of([game], round=round, fields=fields)
            if len(games) > 1 and not readable:
                raise
        return {game: readable.get(game, {}) for game in games}

    def table_values(self, game: int, fields: Collection[str]) -> dict[tuple[int, str], JSON]:
        """A few fields of a game's table: (round, field) → value, without blanks.

        Every tap needs these, and this is faster than `cells_of`.
        """
        marks = ", ".join("?" * len(fields))
        with self.reading() as db:
            rows = db.conn.execute(
                "SELECT round, field, value FROM cell"
                f" WHERE game = ? AND place = ? AND value <> 'null' AND field IN ({marks})",
                (clamp_id(game), TABLE, *fields),
            )
            return {(in_round, name): parse_json(text) for in_round, name, text in rows}

    def games(
        self,
        *,
        limit: int,
        before: int | None = None,
        binned: bool | None = False,
        fields: Collection[str] | None = None,
        days: tuple[str, str] = ALL_DAYS,
    ) -> list[BegunGame]:
        """A page of games with their cells of round 0, or only those of `fields`; a damaged game has none.

        Newest day first, and within a day the highest id first. `binned` True lists the games in the bin, None all
        games. For the next page, pass the last game's id as `before`. `days` are the first and the last day (ISO, UTC).
        """
        query = {
            "before": LARGEST_ID if before is None else clamp_id(before),
            "first": days[0],
            "last": days[1],
            "all": binned is None,
            "binned": binned is True,
            "round": WHOLE_GAME,
            "place": TABLE,
            "field": BINNED,
            "limit": max(0, clamp_id(limit)),
        }
        with self.reading() as db:
            rows = [check_row(row, int, str, int) for row in db.conn.execute(_GAMES, query)]
            cells = self.readable_cells([row[0] for row in rows], round=WHOLE_GAME, fields=fields)
        return [BegunGame(game, at, seq, cells[game]) for game, at, seq in rows]

    def latest_seq(self, game: int | None = None) -> int:
        """The latest seq of a game, or of the whole club; 0 if there are no entries."""
        sql = "SELECT coalesce(max(seq), 0) FROM entry"
        with self.reading() as db:
            if game is None:
                return int(db.conn.execute(sql).fetchone()[0])
            return int(db.conn.execute(f"{sql} WHERE game = ?", (clamp_id(game),)).fetchone()[0])


def round_range(round: int | None) -> dict[str, int]:
    """The first and the last round of a query: one round, or all of them for None."""
    if round is None:
        return {"first": 0, "last": LARGEST_ID}
    return {"first": clamp_id(round), "last": clamp_id(round)}


# Reads the log of entries: history, open conflicts, earlier values. `Club` has these methods.


_COLUMNS = """entry.seq, entry.key, entry.game, entry.round, entry.place, entry.field, entry.value,
      entry.base, entry.status, entry.device, entry.at"""

_TYPES: tuple[Column, ...] = (int, str, int, int, str, str, str, (int, *OPTIONAL), str, OPTIONAL, str)
"""The types of these columns."""

_HISTORY = f"SELECT {_COLUMNS} FROM entry WHERE game = ? AND seq > ? ORDER BY seq LIMIT ?"

_NEWEST_FIRST = f"""
    SELECT {_COLUMNS}
    FROM entry WHERE game = :game AND seq < :before AND round BETWEEN :first AND :last
    ORDER BY seq DESC LIMIT :limit"""

_NEWS = f"""
    SELECT people_version.version, {_COLUMNS}
    FROM people_version LEFT JOIN entry ON entry.game = ? AND entry.seq >= ?
    WHERE people_version.id = 1 ORDER BY entry.seq"""

_VERSIONS = """
    SELECT ids.value, (SELECT coalesce(max(seq), 0) FROM entry WHERE game = ids.value),
      (SELECT version FROM people_version)
    FROM json_each(?) AS ids"""

_BASES = """
    SELECT seq, key, value FROM entry
    WHERE seq IN (SELECT value FROM json_each(:bases) WHERE type = 'integer')
       OR key IN (SELECT value FROM json_each(:bases) WHERE type = 'text')"""

# SQLite uses the partial index of conflicts only with the +, which its condition has too.
_OPEN = f"""
    SELECT {_COLUMNS}
    FROM entry LEFT JOIN cell USING (game, round, place, field)
    WHERE entry.game = ? AND +entry.status = 'conflict' AND entry.seq > coalesce(cell.seq, 0)
    ORDER BY entry.seq"""

_SEEN_SINCE = """
    SELECT value FROM entry
    WHERE game = ? AND round = ? AND place = ? AND field = ? AND status = 'applied' AND seq <= ?
    ORDER BY seq DESC LIMIT 1"""

_AGREED = """
    SELECT base FROM entry WHERE game = ? AND seq > ? AND status = 'same' AND typeof(base) = 'text'"""

_OF_FORMS = f"""
    SELECT {_COLUMNS}
    FROM json_each(?) AS form CROSS JOIN entry
      ON entry.key = form.value OR entry.key > form.value || ':' AND entry.key < form.value || ';'
    WHERE +entry.game = ? ORDER BY entry.seq"""


class GameNews(NamedTuple):
    """The version of a game (see `LogReader.game_version`), and its entries since an earlier version, in order.

    `has_known` is False if the file does not have the earlier version: an older copy has replaced it.
    """

    version: tuple[int, int]
    entries: tuple[LoggedEntry, ...]
    has_known: bool


class LogReader(Reader):
    """Reads the log. An unknown game has no entries."""

    def game_version(self, game: int) -> tuple[int, int]:
        """The latest seq of a game and the version of the club's people. A page is current while neither changes."""
        return self.game_versions([game])[game]

    def game_versions(self, games: Collection[int]) -> dict[int, tuple[int, int]]:
        """The versions of several games in one query."""
        ids = json.dumps([clamp_id(game) for game in games])
        with self.reading() as db:
            rows = db.conn.execute(_VERSIONS, (ids,)).fetchall()
        return {game: (seq, people) for game, (_, seq, people) in zip(games, rows, strict=True)}

    def news(self, game: int, known: tuple[int, int]) -> GameNews | None:
        """What was recorded in a game since the version `known`, and its version now. None if nothing changed."""
        with self.reading() as db:
            rows = db.conn.execute(_NEWS, (game, known[0])).fetchall()
        people, *first = rows[0]
        has_known = first[0] == known[0]
        if has_known and len(rows) == 1 and people == known[1]:
            return None
        entries = tuple([_logged(row[1:]) for row in rows[has_known:] if row[1] is not None])
        return GameNews((rows[-1][1] or 0, people), entries, has_known)

    def changed_games(self, since: int, limit: int) -> list[tuple[int, int]]:
        """Up to `limit` games with entries after `since`, each with its latest seq, in the order of these."""
        with self.reading() as db:
            return db.conn.execute(
                "SELECT game, max(seq) AS latest FROM entry WHERE seq > ? GROUP BY game ORDER BY latest LIMIT ?",
                (since, limit),
            ).fetchall()

    def history(self, game: int, *, since: int = 0, limit: int = 1_000) -> list[LoggedEntry]:
        """A game's entries after seq `since`, in order. For the next page, `since` is the last one's seq."""
        query = (clamp_id(game), clamp_id(since), max(0, clamp_id(limit)))
        with self.reading() as db:
            return [_logged(row) for row in db.conn.execute(_HISTORY, query)]

    def log(self, game: int, *, before: int | None = None, round: int | None = None, limit: int) -> list[LoggedEntry]:
        """A game's entries, newest first, of all rounds or one. For the next page, `before` is the last one's seq."""
        query = {
            "game": clamp_id(game),
            "before": LARGEST_ID if before is None else clamp_id(before),
            "limit": max(0, clamp_id(limit)),
            **round_range(round),
        }
        with self.reading() as db:
            return [_logged(row) for row in db.conn.execute(_NEWEST_FIRST, query)]

    def values_before(self, entries: Collection[LoggedEntry]) -> dict[int, JSON]:
        """The value each applied entry replaced: seq of the entry → value, None for a blank."""
        # An applied entry's base is the entry that it replaced, or one with the same value.
        applied = {entry.seq: entry.base for entry in entries if entry.status == "applied"}
        bases = [base for base in applied.values() if base is not None]
        values: dict[int | str, JSON] = {}
        with self.reading() as db:
            for seq, key, text in db.conn.execute(_BASES, {"bases": json.dumps(bases)}):
                values[seq] = values[key] = parse_json(text)
        return {seq: None if base is None else values.get(base) for seq, base in applied.items()}

    def form_entries(self, game: int, forms: Collection[str]) -> list[LoggedEntry]:
        """The entries of these forms in a game, in order: their key is the form's key, or begins with it and ":"."""
        with self.reading() as db:
            rows = db.conn.execute(_OF_FORMS, (json.dumps(list(forms)), clamp_id(game)))
            return [_logged(row) for row in rows]

    def open_conflicts(self, game: int) -> list[OpenConflict]:
        """The unsettled conflicts of a game, in order: at most one for each phone and cell.

        A conflict is settled once its cell has a newer value. If a phone replaced its own refused value, only its last
        value counts, and that one not if it equals the cell's.
        """
        with self.reading() as db:
            rows = db.conn.execute(_OPEN, (clamp_id(game),)).fetchall()
            if not rows:
                return []
            refused = {entry.key: entry for entry in map(_logged, rows)}
            agreed = db.conn.execute(_AGREED, (clamp_id(game), rows[0][0]))
            replaced = {entry.base for entry in refused.values() if entry.base != entry.key}
            replaced |= {row[0] for row in agreed}
            return [
                OpenConflict(entry, _seen(db, refused, entry))
                for entry in refused.values()
                if entry.key not in replaced
            ]


def _seen(db: Database, refused: dict[str, LoggedEntry], entry: LoggedEntry) -> JSON:
    """The value the phone last saw in the cell, before its first refused entry."""
    # The file of a club may contain an entry that is based on itself, or on a later one.
    while isinstance(entry.base, str) and (before := refused.get(entry.base)) and before.seq < entry.seq:
        entry = before
    if isinstance(entry.base, str):
        row = db.conn.execute("SELECT value FROM entry WHERE key = ?", (entry.base,)).fetchone()
    else:
        cell = (entry.game, entry.round, entry.place, entry.field)
        row = db.conn.execute(_SEEN_SINCE, (*cell, entry.base or 0)).fetchone()
    value: JSON = parse_json(row[0]) if row else None
    return value


def _logged(row: tuple[Any, ...]) -> LoggedEntry:
    seq, key, game, round, place, field, text, *rest = check_row(row, *_TYPES)
    if not PLACE.fullmatch(place) or round > MAX_ROUNDS:
        raise Damaged
    return LoggedEntry(seq, key, game, round, place, field, parse_json(text), *rest)
