"""Reads places, the stored rows of tables: `Club.league.places` has these methods.

A table is never read as a whole. Its rows come from an index, from a value on.
"""

from dataclasses import dataclass
from datetime import date

from scorepad.league.competitors import CompetitorKey
from scorepad.league.facts import FIGURES, Tally
from scorepad.league.spans import Span
from scorepad.store.connections import Reader
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

    def compared(self, ranking: Ranking, value: float) -> tuple[int, int, int]:
        """How many have the figure, how many of them a lower value, and how many do not have the figure."""
        figure = ORDERS[ranking.figure]
        with self.reading() as db:
            count, lower, missing = db.conn.execute(
                f"SELECT count(*), sum({figure} < ?6), sum({figure} <= ?7) {_OF}", (*ranking.values, value, NO_FIGURE)
            ).fetchone()
        return (count - missing, lower - missing, missing) if count else (0, 0, 0)

    def nth(self, ranking: Ranking, number: int, *, lowest_first: bool = False) -> float | None:
        """The value of a row, counted from 0, None beyond the end."""
        figure = ORDERS[ranking.figure]
        way = "ASC" if lowest_first else "DESC"
        with self.reading() as db:
            row = db.conn.execute(
                f"SELECT {figure} {_OF} ORDER BY {figure} {way} LIMIT 1 OFFSET ?", (*ranking.values, number)
            ).fetchone()
        return row[0] if row else None

    def equals(self, ranking: Ranking, value: float) -> list[Row]:
        """Everyone with exactly this value, in no order."""
        figure = ORDERS[ranking.figure]
        with self.reading() as db:
            rows = db.conn.execute(f"{_ROWS} AND {figure} = ?", (*ranking.values, value))
            return [(who, Tally._make(figures)) for who, *figures in rows]

    def beyond(self, ranking: Ranking, value: float, limit: int, *, upwards: bool = False) -> list[float]:
        """The next values below (or above) a value, from there on, each as often as it occurs."""
        figure = ORDERS[ranking.figure]
        compared, way = (">", "ASC") if upwards else ("<", "DESC")
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT {figure} {_OF} AND {figure} {compared} ? ORDER BY {figure} {way} LIMIT ?",
                (*ranking.values, value, limit),
            )
            return [row[0] for row in rows]

    def spaced(self, ranking: Ranking, low: float, step: float) -> list[float]:
        """Values from `low` up, each at least a step above the one before."""
        figure = ORDERS[ranking.figure]
        with self.reading() as db:
            rows = db.conn.execute(
                "WITH RECURSIVE step (value) AS (SELECT ?6 UNION ALL"
                f" SELECT (SELECT min({figure}) {_OF} AND {figure} >= step.value + ?7)"
                " FROM step WHERE step.value IS NOT NULL)"
                " SELECT value FROM step WHERE value IS NOT NULL",
                (*ranking.values, low, step),
            )
            return [row[0] for row in rows]
