"""Read places, the stored rows of the league's tables: `Club.league.places` has these methods.

Pages do not read a whole table. They read rows from an index, starting at a value.
"""

import json
import struct
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, groupby
from operator import itemgetter
from typing import Generic, TypeVar

from sqlite_utils import Database

from scorepad.league.facts import FIGURES, LAST_GAME, CompetitorKey, Tally, members, order_of
from scorepad.league.periods import Period
from scorepad.league.ratings import Rating, rating_of
from scorepad.league.standings import BestEvenings, Evening, Figure
from scorepad.store.connections import Connections, Reader
from scorepad.store.people import people_version
from scorepad.store.results.catch_up import Version, is_settled
from scorepad.store.results.rating import ratings_before
from scorepad.store.results.sums import LAST_DAY
from scorepad.store.results.tables import ALL_KINDS, NO_FIGURE, ORDERS, PEOPLE_SIZE

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


# Read what each evening of a season was worth for everyone: `Club.league.evening_values` has these methods.
#
# The values are read from the games of the season, and cached until any figure changes.


SUMMED = {Figure.WINS: "share", Figure.BOOKS: "books"}
"""The columns whose sum is the value of an evening. For other figures, the value is the rating gained on it."""

_PLAYED = """
    SELECT ord >> 32, who, {value} FROM league_played
    WHERE ord BETWEEN ? AND ? AND (who GLOB '*-*') <> ? GROUP BY 1, 2 HAVING sum(games) > 0 ORDER BY 1"""
_RATED = "SELECT ord >> 32, teams, ratings FROM league_rating WHERE ord BETWEEN ? AND ? ORDER BY ord"

OfEveryone = dict[CompetitorKey, list[Evening]]


@dataclass(frozen=True, slots=True)
class EveningsOf:
    """The evenings to read: of people or partnerships, between two days (ISO), by one figure."""

    size: int
    first: str
    last: str | None
    figure: Figure

    @property
    def orders(self) -> tuple[int, int]:
        return order_of(self.first, 0), order_of(self.last or LAST_DAY, LAST_GAME)


class EveningValues(Reader):
    """The values of everyone's evenings in the days of a season."""

    def __init__(self, connections: Connections) -> None:
        """Use `Club.league.evening_values`."""
        super().__init__(connections)
        self._kept = FigureCache[tuple[EveningsOf, int], dict[CompetitorKey, BestEvenings]]()

    def best(self, asked: EveningsOf, most: int) -> dict[CompetitorKey, BestEvenings]:
        """Return everyone's evenings by day; the best `most` count. Cached until any figure changes."""
        with self.reading() as db:
            kept = self._kept.at(db)
            if (asked, most) not in kept:
                everyone = _read(db, asked).items()
                kept[asked, most] = {who: BestEvenings(evenings, most, asked.figure) for who, evenings in everyone}
        return kept[asked, most]


def _read(db: Database, asked: EveningsOf) -> OfEveryone:
    value = f"sum({SUMMED[asked.figure]})" if asked.figure in SUMMED else "0"
    played = db.conn.execute(_PLAYED.format(value=value), (*asked.orders, asked.size == PEOPLE_SIZE)).fetchall()
    values = played if asked.figure in SUMMED else _gains(db, asked, played)
    everyone: OfEveryone = {}
    for day, who, of_day in values:
        everyone.setdefault(who, []).append(Evening(_iso(day), of_day))
    return everyone


def _iso(day: int) -> str:
    text = str(day)
    return f"{text[:4]}-{text[4:6]}-{text[6:]}"


def _gains(
    db: Database, asked: EveningsOf, played: list[tuple[int, CompetitorKey, int]]
) -> Iterator[tuple[int, CompetitorKey, int]]:
    """Yield the rating that each competitor gained on each day, as displayed."""
    people = {person for _, who, _ in played for person in members(who)}
    before = {person: ratings_before(db, person, asked.orders[0], 1) for person in people}
    now = {person: ratings[0] for person, ratings in before.items() if ratings}
    of_day = {day: [who for _, who, _ in rows] for day, rows in groupby(played, key=itemgetter(0))}
    rated = {day: list(games) for day, games in groupby(db.conn.execute(_RATED, asked.orders), key=itemgetter(0))}
    for day in sorted({*of_day, *rated}):
        eve = dict(now)
        for _, teams, ratings in rated.get(day, ()):
            now |= _ratings_in(teams, ratings)
        for who in of_day.get(day, ()):
            yield day, who, rating_of(members(who), now).shown - rating_of(members(who), eve).shown


def _ratings_in(teams: str, ratings: bytes | None) -> dict[int, Rating]:
    """Return everyone's ratings after a game, empty if it is not rated yet."""
    people = [person for team in json.loads(teams)[0] for person in team]
    values = struct.iter_unpack("<2d", ratings or b"")
    return {person: Rating(*value) for person, value in zip(people, values, strict=False)}


MAX_KEPT = 1_000
"""Values in one cache. A club of 100,000 games has 34,680 partnerships, each with figures of several years."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class FigureCache(Generic[Key, Value]):
    """A cache for one kind of value. Threads that read different versions of the figures never share values."""

    def __init__(self) -> None:
        self._kept: tuple[Version | None, dict[Key, Value]] = None, {}

    def at(self, db: Database, most: int = MAX_KEPT) -> dict[Key, Value]:
        """Return the values for the figures that `db` reads. Emptied when a figure changes, and at `most` values."""
        moment = moment_of(db) if is_settled(db) else None
        kept = self._kept
        if moment is None or moment != kept[0] or len(kept[1]) >= most:
            # Assign once and return the local: another thread may store other figures' values meanwhile.
            self._kept = kept = moment, {}
        return kept[1]


def moment_of(db: Database) -> Version:
    """Return a value that changes with any figure, name or season, but not with the entries of a game in play."""
    turn, people = db.conn.execute("SELECT turn, people FROM league_state").fetchone()
    return turn, people, people_version(db)
