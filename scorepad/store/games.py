"""Reads games: the list of them, and the cells of each. `Club` has these methods."""

import json
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from sys import intern

from scorepad.scoring.cells import TABLE
from scorepad.scoring.game.agreement import BINNED, WHOLE_GAME
from scorepad.store.checks import LARGEST_ID, clamp_id
from scorepad.store.connections import Reader
from scorepad.store.errors import Damaged
from scorepad.store.facts import JSON, Cell, CellName, GameRow
from scorepad.store.file.parsing import OPTIONAL, check_row, parse_all, parse_json

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
    ) -> list[GameRow]:
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
        return [GameRow(game, at, seq, cells[game]) for game, at, seq in rows]

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
