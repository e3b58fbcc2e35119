"""Read places, the stored rows of the league's tables: `Club.league.places` has these methods.

Pages do not read a whole table. They read rows from an index, starting at a value.
"""

import json
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain

from sqlite_utils import Database

from scorepad.league.facts import FIGURES, CompetitorKey, Tally
from scorepad.league.periods import Period
from scorepad.store.connections import Connections, Reader
from scorepad.store.results.figure_cache import FigureCache
from scorepad.store.results.sums import LAST_DAY
from scorepad.store.results.tables import ALL_KINDS, NO_FIGURE, ORDERS

_FIGURES = ", ".join(FIGURES)
_OF = "FROM league_place WHERE size = ?1 AND span = ?2 AND start = ?3 AND kind = ?4 AND games >= ?5"
_ROWS = f"SELECT who, {_FIGURES} {_OF}"

CompetitorTally = tuple[CompetitorKey, Tally]
Scope = tuple[int, str]
"""The days of stored places: the span, and its start."""

ALL_TIME: Scope = (Period.ALL, "")


@dataclass(frozen=True, slots=True)
class Ranking:
    """A stored table: people or partnerships, the days and the kind of game, the figure, and the minimum of games."""

    size: int
    scope: Scope
    figure: str
    kind: int = ALL_KINDS
    least: int = 1

    @property
    def values(self) -> tuple[object, ...]:
        return self.size, *self.scope, self.kind, max(self.least, 1)


class Places(Reader):
    """The stored rows of tables, ordered by their figure. Competitors without the figure come last."""

    def __init__(self, connections: Connections) -> None:
        """Use `Club.league.places`."""
        super().__init__(connections)
        self._kept = FigureCache[Ranking, Sequence[float]]()

    def season(self, season: int, first: date, last: date | None) -> Scope | None:
        """Return the scope of a season with these days, None if its places are not stored."""
        with self.reading() as db:
            row = db.conn.execute(
                "SELECT 1 FROM league_season WHERE season = ? AND first = ? AND last = ?",
                (season, first.isoformat(), last.isoformat() if last else LAST_DAY),
            ).fetchone()
        return (Period.SEASON, str(season)) if row else None

    def value(self, ranking: Ranking, who: CompetitorKey) -> float | None:
        """Return the value of a competitor's figure, None if they are not in the table."""
        figure = ORDERS[ranking.figure]
        with self.reading() as db:
            row = db.conn.execute(f"SELECT {figure} {_OF} AND who = ?", (*ranking.values, who)).fetchone()
        return row[0] if row else None

    def count(self, ranking: Ranking, above: float = NO_FIGURE * 10) -> int:
        """Return how many competitors have a value higher than `above`; by default, all of them."""
        figure = ORDERS[ranking.figure]
        with self.reading() as db:
            return int(
                db.conn.execute(f"SELECT count(*) {_OF} AND {figure} > ?", (*ranking.values, above)).fetchone()[0]
            )

    def busiest(self, ranking: Ranking) -> int:
        """Return the most games of any competitor in the table, ignoring its minimum; 0 if it is empty."""
        values = replace(ranking, least=1).values
        with self.reading() as db:
            return int(db.conn.execute(f"SELECT coalesce(max(games), 0) {_OF}", values).fetchone()[0])

    def tallies(self, ranking: Ranking, competitors: Iterable[CompetitorKey]) -> dict[CompetitorKey, Tally]:
        """Return the figures of those of these competitors who are in the table."""
        keys = json.dumps(list(competitors))
        with self.reading() as db:
            rows = db.conn.execute(f"{_ROWS} AND who IN (SELECT value FROM json_each(?6))", (*ranking.values, keys))
            return {who: Tally._make(figures) for who, *figures in rows}

    def everyone(self, ranking: Ranking) -> list[CompetitorTally]:
        """Return everyone in the table, unordered."""
        with self.reading() as db:
            return [(who, Tally._make(figures)) for who, *figures in db.conn.execute(_ROWS, ranking.values)]

    def fewest(self, ranking: Ranking, below: int, limit: int) -> list[CompetitorTally]:
        """Return up to `limit` competitors with fewer than `below` games, most games first, ignoring the minimum."""
        with self.reading() as db:
            rows = db.conn.execute(
                f"{_ROWS} AND games < ?6 ORDER BY games DESC, who DESC LIMIT ?7",
                (*replace(ranking, least=1).values, below, limit),
            )
            return [(who, Tally._make(figures)) for who, *figures in rows]

    def equals(self, ranking: Ranking, value: float) -> list[CompetitorTally]:
        """Return everyone with exactly this value, unordered."""
        figure = ORDERS[ranking.figure]
        with self.reading() as db:
            rows = db.conn.execute(f"{_ROWS} AND {figure} = ?", (*ranking.values, value))
            return [(who, Tally._make(figures)) for who, *figures in rows]

    def rows(
        self, ranking: Ranking, value: float, limit: int, *, upwards: bool = False
    ) -> list[tuple[float, CompetitorTally]]:
        """Return the next `limit` rows below (or above) a value, nearest first, and all that tie with the last one."""
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
        """Return all values of each table, lowest first. Cached until any figure changes."""
        with self.reading() as db:
            kept = self._kept.at(db)
            for ranking in rankings:
                if ranking not in kept:
                    kept[ranking] = _all_values(db, ranking)
        return [kept[ranking] for ranking in rankings]

    def kinds_of(self, who: CompetitorKey) -> set[int]:
        """Return the kinds of game whose all-time tables include a competitor."""
        with self.reading() as db:
            rows = db.conn.execute(
                "SELECT kind FROM league_place WHERE who = ? AND span = ? AND start = ?", (who, *ALL_TIME)
            )
            return {row[0] for row in rows}


def _all_values(db: Database, ranking: Ranking) -> Sequence[float]:
    figure = ORDERS[ranking.figure]
    rows = db.conn.execute(f"SELECT {figure} {_OF} AND {figure} > ?6 ORDER BY {figure}", (*ranking.values, NO_FIGURE))
    return array("d", chain.from_iterable(rows))
