"""Read what each evening of a season was worth for everyone: `Club.league.evening_values` has these methods.

The values are read from the games of the season, and cached until any figure changes.
"""

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from sqlite_utils import Database

from scorepad.league.facts import LAST_GAME, CompetitorKey, members, order_of
from scorepad.league.ratings import Rating, rating_of
from scorepad.league.standings import BestEvenings, Evening, Figure
from scorepad.store.connections import Connections, Reader
from scorepad.store.results.figure_cache import FigureCache
from scorepad.store.results.rating import ratings_before
from scorepad.store.results.sums import LAST_DAY
from scorepad.store.results.tables import PEOPLE_SIZE

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
