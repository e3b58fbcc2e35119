"""Reads places, the stored rows of tables: `Club.league.places` has these methods.

A table is never read as a whole. Its rows come from an index, from a value on.
"""

import json
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain

from sqlite_utils import Database

from scorepad.league.competitors import CompetitorKey
from scorepad.league.facts import FIGURES, Tally
from scorepad.league.spans import Span
from scorepad.store.connections import Connections, Reader
from scorepad.store.results.kept import Kept
from scorepad.store.results.sums import LAST_DAY
from scorepad.store.results.tables import ALL_KINDS, NO_FIGURE, ORDERS

_FIGURES = ", ".join(FIGURES)
_OF = "FROM league_place WHERE size = ?1 AND span = ?2 AND start = ?3 AND kind = ?4 AND games >= ?5"
_ROWS = f"SELECT who, {_FIGURES} {_OF}"

Row = tuple[CompetitorKey, Tally]
Scope = tuple[int, str]
"""The days of stored places: the span, and its start."""

ALL_TIME: Scope = (Span.ALL, "")


@dataclass(frozen=True, slots=True)
class Ranking:
    """A stored table: people or partnerships, over which days and kinds, by which figure, with how many games."""

    size: int
    scope: Scope
    figure: str
    kind: int = ALL_KINDS
    least: int = 1

    @property
    def values(self) -> tuple[object, ...]:
        return self.size, *self.scope, self.kind, max(self.least, 1)


class Places(Reader):
    """The stored rows of tables, by the value of their figure. Those without the figure come last."""

    def __init__(self, connections: Connections) -> None:
        """Use `Club.league.places`."""
        super().__init__(connections)
        self._kept = Kept[Ranking, Sequence[float]]()

    def season(self, number: int, first: date, last: date | None) -> Scope | None:
        """The scope of a season with these days, None if its places are not stored."""
        with self.reading() as db:
            row = db.conn.execute(
                "SELECT 1 FROM league_season WHERE season = ? AND first = ? AND last = ?",
                (number, first.isoformat(), last.isoformat() if last else LAST_DAY),
            ).fetchone()
        return (Span.SEASON, str(number)) if row else None

    def value(self, ranking: Ranking, who: CompetitorKey) -> float | None:
        """The value of a competitor's figure, None if they are not in the table."""
        figure = ORDERS[ranking.figure]
        with self.reading() as db:
            row = db.conn.execute(f"SELECT {figure} {_OF} AND who = ?", (*ranking.values, who)).fetchone()
        return row[0] if row else None

    def count(self, ranking: Ranking, above: float = NO_FIGURE * 10) -> int:
        """How many have a higher value."""
        figure = ORDERS[ranking.figure]
        with self.reading() as db:
            return int(
                db.conn.execute(f"SELECT count(*) {_OF} AND {figure} > ?", (*ranking.values, above)).fetchone()[0]
            )

    def busiest(self, ranking: Ranking) -> int:
        """The most games that anyone in the table has, whatever its least number; 0 if it is empty."""
        values = replace(ranking, least=1).values
        with self.reading() as db:
            return int(db.conn.execute(f"SELECT coalesce(max(games), 0) {_OF}", values).fetchone()[0])

    def tallies(self, ranking: Ranking, competitors: Iterable[CompetitorKey]) -> dict[CompetitorKey, Tally]:
        """The figures of these competitors, without those who are not in the table."""
        keys = json.dumps(list(competitors))
        with self.reading() as db:
            rows = db.conn.execute(f"{_ROWS} AND who IN (SELECT value FROM json_each(?6))", (*ranking.values, keys))
            return {who: Tally._make(figures) for who, *figures in rows}

    def everyone(self, ranking: Ranking) -> list[Row]:
        """Everyone in the table, in no order."""
        with self.reading() as db:
            return [(who, Tally._make(figures)) for who, *figures in db.conn.execute(_ROWS, ranking.values)]

    def fewest(self, ranking: Ranking, below: int, limit: int) -> list[Row]:
        """So many of those with fewer games than `below`, most games first."""
        with self.reading() as db:
            rows = db.conn.execute(
                f"{_ROWS} AND games < ?6 ORDER BY games DESC, who DESC LIMIT ?7",
                (*replace(ranking, least=1).values, below, limit),
            )
            return [(who, Tally._make(figures)) for who, *figures in rows]

    def equals(self, ranking: Ranking, value: float) -> list[Row]:
        """Everyone with exactly this value, in no order."""
        figure = ORDERS[ranking.figure]
        with self.reading() as db:
            rows = db.conn.execute(f"{_ROWS} AND {figure} = ?", (*ranking.values, value))
            return [(who, Tally._make(figures)) for who, *figures in rows]

    def rows(self, ranking: Ranking, value: float, limit: int, *, upwards: bool = False) -> list[tuple[float, Row]]:
        """So many rows below (or above) a value, from there on, each with its value, and all who equal the last one."""
        figure = ORDERS[ranking.figure]
        beyond, upto, way = (">", "<=", "ASC") if upwards else ("<", ">=", "DESC")
        end = -NO_FIGURE * 10 if upwards else NO_FIGURE * 10
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT {figure}, who, {_FIGURES} {_OF} AND {figure} {beyond} ?6 AND {figure} {upto} coalesce("
                f"(SELECT {figure} {_OF} AND {figure} {beyond} ?6 ORDER BY {figure} {way} LIMIT 1 OFFSET ?7), ?8)"
                f" ORDER BY {figure} {way}",
                (*ranking.values, value, max(limit, 1) - 1, end),
            )
            return [(of_row, (who, Tally._make(figures))) for of_row, who, *figures in rows]

    def values(self, rankings: Sequence[Ranking]) -> list[Sequence[float]]:
        """All values of each table, the lowest first. They are kept until any figure changes."""
        with self.reading() as db:
            kept = self._kept.at(db)
            for ranking in rankings:
                if ranking not in kept:
                    kept[ranking] = _all_values(db, ranking)
        return [kept[ranking] for ranking in rankings]

    def kinds_of(self, who: CompetitorKey) -> set[int]:
        """The kinds of game in whose tables of all time a competitor is."""
        with self.reading() as db:
            rows = db.conn.execute(
                "SELECT kind FROM league_place WHERE who = ? AND span = ? AND start = ?", (who, *ALL_TIME)
            )
            return {row[0] for row in rows}


def _all_values(db: Database, ranking: Ranking) -> Sequence[float]:
    figure = ORDERS[ranking.figure]
    rows = db.conn.execute(f"SELECT {figure} {_OF} AND {figure} > ?6 ORDER BY {figure}", (*ranking.values, NO_FIGURE))
    return array("d", chain.from_iterable(rows))
