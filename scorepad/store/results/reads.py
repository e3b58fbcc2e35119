"""Read sums, recent games, meetings, evenings and years: `Club.league` has these readers. All are queries.

Those that read many games are remembered in memory until a figure changes.
"""

import json
import struct
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, islice
from operator import itemgetter
from typing import Generic, NamedTuple, TypeVar

from sqlite_utils import Database

from scorepad.league.facts import FIGURES, LAST_GAME, WHOLE, CompetitorKey, GameFacts, members, next_streak, order_of
from scorepad.league.game_facts import LEVELS, STREAKS
from scorepad.league.periods import Part
from scorepad.league.ratings import Rating, rating_of
from scorepad.league.standings import BestEvenings, Evening, Figure
from scorepad.league.year import OwnGame, RatedResult
from scorepad.scoring.cells import TABLE
from scorepad.scoring.game.agreement import IMPORTED, WHOLE_GAME
from scorepad.store.clock import Days, days_of
from scorepad.store.connections import Connections, Reader
from scorepad.store.people import people_version
from scorepad.store.results import readings
from scorepad.store.results.catch_up import Version, is_settled
from scorepad.store.results.rating import parsed, rating_in, ratings_before
from scorepad.store.results.rows import GAME, EarnedBadge, Meeting, PairTotals, PlayedGame, played_game
from scorepad.store.results.tables import CLUB, PEOPLE_SIZE, first_change_since, size_of
from scorepad.store.results.write import DEEDS

LAST_DAY = "9999-12-31"
_AFTER_ALL = 1 << 62

# ---- Values that are remembered


MAX_KEPT = 1_000
"""Values in one cache."""

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

    def get(self, db: Database, key: Key, compute: Callable[[], Value], most: int = MAX_KEPT) -> Value:
        """Return a value for the figures that `db` reads, computed if it is not remembered."""
        kept = self.at(db, most)
        if key not in kept:
            kept[key] = compute()
        return kept[key]


def moment_of(db: Database) -> Version:
    """Return a value that changes with any figure, name or season, but not with the entries of a game in play."""
    (turn,) = db.conn.execute("SELECT turn FROM league_state").fetchone()
    return turn, people_version(db)


# ---- Sums, of which those of years and of all time are stored


_NAMES = ", ".join(FIGURES)
_OF_YEARS = f"SELECT {{sign}} AS sign, who, kind, {_NAMES} FROM league_tally WHERE size = ? AND year {{years}}"
_OF_GAMES = f"SELECT {{sign}} AS sign, who, kind, {_NAMES} FROM league_played WHERE size = ? AND ord BETWEEN ? AND ?"

SUMS = ", ".join(f"sum(sign * {name})" for name in FIGURES)


PLACED_BY = {
    Figure.WINS: "sum(sign * share)",
    Figure.SHARE: "sum(sign * share) * 1.0 / sum(sign * games)",
    Figure.POINTS: "sum(sign * points) * 1.0 / sum(sign * rounds)",
    Figure.BOOKS: "sum(sign * books)",
    Figure.GAMES: "sum(sign * games)",
}
"""The figures that follow from sums. Their numbers are those of `scorepad.league.standings`."""


def rows_of(size: int, parts: Iterable[Part], competitors: Sequence[str] = ()) -> tuple[str, list[object]]:
    """Return SQL that selects `sign`, `who`, `kind` and figures of these parts, and its parameters.

    `competitors` may be one JSON list, to which the rows are limited.
    """
    among = " AND who IN (SELECT value FROM json_each(?))" * len(competitors)
    queries: list[str] = []
    values: list[object] = []
    for sign, first, last in parts:
        if len(first) > len("2026"):
            queries.append(_OF_GAMES.format(sign=sign) + among)
            values += [size, order_of(first, 0), order_of(last, LAST_GAME), *competitors]
        elif first == last:
            # The rows of one year are already in the order of their competitors.
            queries.append(_OF_YEARS.format(sign=sign, years="= ?") + among)
            values += [size, first, *competitors]
        else:
            queries.append(_OF_YEARS.format(sign=sign, years="BETWEEN ? AND ?") + among)
            values += [size, first, last, *competitors]
    return " UNION ALL ".join(queries), values


# ---- The last games of competitors: `Club.league.recent`


_COUNT = """
    SELECT who.value, (SELECT count(*) FROM (
      SELECT 1 FROM league_played WHERE who = who.value AND ord < ?2 AND games = 1 LIMIT ?3))
    FROM json_each(?1) AS who"""
_SHARES = """
    SELECT share FROM league_played WHERE who = ? AND ord BETWEEN ? AND ? AND games = 1 ORDER BY ord DESC LIMIT ?"""


def after_day(day: str | None) -> int:
    """Return an order that is higher than those of all games up to a day (ISO); of all games if None."""
    return _AFTER_ALL if day is None else order_of(day, LAST_GAME) + 1


class Recent(Reader):
    """The last games of competitors. `until` is a last day (ISO), None if there is none."""

    def count_games(self, competitors: Iterable[CompetitorKey], until: str | None, most: int) -> dict[str, int]:
        """Return how many games each competitor is credited with, counting up to `most`."""
        keys = json.dumps(list(competitors))
        with self.reading() as db:
            return dict(db.conn.execute(_COUNT, (keys, after_day(until), most)).fetchall())

    def shares(self, who: CompetitorKey, first: str | None, until: str | None, limit: int) -> list[int]:
        """Return the share of the win in each of the last `limit` games since the day `first`, oldest first."""
        start = order_of(first, 0) if first else 0
        with self.reading() as db:
            rows = db.conn.execute(_SHARES, (who, start, after_day(until) - 1, limit)).fetchall()
        return [share for (share,) in reversed(rows)]

    def ratings(self, person: int, until: str | None, limit: int) -> list[Rating]:
        """Return a person's ratings after their last rated games, oldest first."""
        with self.reading() as db:
            return ratings_before(db, person, after_day(until), limit)[::-1]

    def last_day(self, first: str | None, until: str | None) -> str | None:
        """Return the last day of play (ISO) since the day `first`, None if there is none."""
        with self.reading() as db:
            row = db.conn.execute(
                "SELECT day FROM league_game WHERE ord < ? ORDER BY ord DESC LIMIT 1", (after_day(until),)
            ).fetchone()
        return row[0] if row and row[0] >= (first or "") else None


# ---- How two competitors did with and against each other: `Club.league.meetings`


_SHARE = f"CASE WHEN own.ahead < other.ahead THEN {WHOLE} WHEN own.ahead = other.ahead THEN {WHOLE // 2} ELSE 0 END"
"""The share of a meeting, as parts of `WHOLE`: whose team is ahead, whoever won the game."""

_PAIRS = f"""
    SELECT who, count(*), sum(share = {WHOLE}), sum(share > 0 AND share < {WHOLE}), sum(share) FROM (
      SELECT other.who, {{}} AS share
      FROM league_played AS own INDEXED BY league_played_who
      CROSS JOIN league_played AS other ON other.ord = own.ord AND other.size = own.size
      WHERE own.who = ? AND own.games = 1 AND other.games = 1 AND {{}})
    GROUP BY who"""
_PARTNERS = _PAIRS.format("own.share", "other.team = own.team AND other.who <> own.who")
_OPPONENTS = _PAIRS.format(_SHARE, "other.team <> own.team")
_MEETINGS = f"""
    SELECT own.ord, {_SHARE}
    FROM league_played AS own INDEXED BY league_played_who
    CROSS JOIN league_played AS other ON other.ord = own.ord AND other.size = own.size AND other.who = ?
    WHERE own.who = ? AND own.games = 1 AND other.games = 1 AND other.team <> own.team
    ORDER BY own.ord"""


class Meetings(Reader):
    """Meetings of people, and of partnerships. Use `Club.league.meetings`."""

    def __init__(self, connections: Connections) -> None:
        """Use `Club.league.meetings`."""
        super().__init__(connections)
        self._kept = FigureCache[tuple[str, CompetitorKey], dict[CompetitorKey, PairTotals]]()

    def partners(self, person: CompetitorKey, least: int = 1) -> list[PairTotals]:
        """Return everyone who played in a person's team in at least `least` games, unordered."""
        return [pair for pair in self._pairs(_PARTNERS, person).values() if pair.games >= least]

    def always_with(self, person: CompetitorKey, games: int) -> list[CompetitorKey]:
        """Return people with exactly `games` games, all of them in this person's team, by id."""
        always = [pair.other for pair in self.partners(person) if pair.games == games]
        with self.reading() as db:
            rows = db.conn.execute(
                "SELECT who FROM league_tally WHERE size = ? AND year = '' AND who IN (SELECT value FROM json_each(?))"
                " GROUP BY who HAVING sum(games) = ?",
                (PEOPLE_SIZE, json.dumps(always), games),
            ).fetchall()
        return sorted((who for (who,) in rows), key=int)

    def opponents(self, competitor: CompetitorKey, least: int = 1) -> list[PairTotals]:
        """Return everyone a competitor met at least `least` times, unordered. Partnerships meet partnerships."""
        return [pair for pair in self._pairs(_OPPONENTS, competitor).values() if pair.games >= least]

    def share_of_meetings(self, competitor: CompetitorKey) -> Fraction:
        """Return the share of all their meetings that a competitor won; 1/2 if there are none."""
        met = self.opponents(competitor)
        games = sum(pair.games for pair in met)
        return Fraction(sum(pair.share for pair in met), WHOLE * games) if games else Fraction(1, 2)

    def totals(self, competitor: CompetitorKey, other: CompetitorKey, *, together: bool = False) -> PairTotals:
        """Return how a competitor did against another, or with them; all zero if they never met."""
        pairs = self._pairs(_PARTNERS if together else _OPPONENTS, competitor)
        return pairs.get(other) or PairTotals(other, 0, 0, 0, 0)

    def _pairs(self, query: str, competitor: CompetitorKey) -> dict[CompetitorKey, PairTotals]:
        """Return everyone that a query finds for a competitor. Remembered: it reads all of their games."""
        with self.reading() as db:
            return self._kept.get(
                db,
                (query, competitor),
                lambda: {row[0]: PairTotals(*row) for row in db.conn.execute(query, (competitor,))},
                MAX_PAIRS,
            )

    def latest(self, competitor: CompetitorKey, other: CompetitorKey, limit: int) -> list[Meeting]:
        """Return the last games of two competitors against each other, latest first, from the side of the first."""
        with self.reading() as db:
            met = [*_with_streaks(db.conn.execute(_MEETINGS, (other, competitor)))][-limit:]
            orders = json.dumps([order for order, _, _ in met])
            rows = db.conn.execute(
                f"SELECT {GAME} FROM league_game AS game WHERE ord IN (SELECT value FROM json_each(?)) ORDER BY ord",
                (orders,),
            ).fetchall()
            games = [played_game(row) for row in rows]
        return [Meeting(game, share, streak) for game, (_, share, streak) in zip(games, met, strict=True)][::-1]

    def last_ahead(self, competitor: CompetitorKey, other: CompetitorKey) -> list[PlayedGame | None]:
        """Return the last game in which each of the two was ahead of the other, None if there is none."""
        with self.reading() as db:
            last = {share: order for order, share in db.conn.execute(_MEETINGS, (other, competitor))}
            games = games_of(db, last.values())
        return [games[last[share]] if share in last else None for share in (WHOLE, 0)]

    def longest_streaks(self, competitor: CompetitorKey, other: CompetitorKey) -> tuple[int, int]:
        """Return the longest run of meetings that each of the two won."""
        with self.reading() as db:
            streaks = [0, *(streak for _, _, streak in _with_streaks(db.conn.execute(_MEETINGS, (other, competitor))))]
        return max(streaks), -min(streaks)


MAX_PAIRS = 100
"""Competitors whose pairs are remembered."""


def _with_streaks(meetings: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield meetings in the order of play, each with the streak after it."""
    streak = 0
    for order, share in meetings:
        streak = next_streak(streak, share)
        yield order, share, streak


# ---- Evenings, which are days with games that count: `Club.league.evenings`


MAX_GAMES = 100
"""Games of one day that are read."""

_BEGAN = f"""
    SELECT min(created_at) FROM game WHERE id IN (SELECT game FROM league_game WHERE ord BETWEEN ? AND ?)
      AND NOT EXISTS (
        SELECT 1 FROM cell WHERE cell.game = game.id AND cell.round = {WHOLE_GAME} AND cell.place = '{TABLE}'
          AND cell.field = '{IMPORTED}' AND cell.value <> 'null')"""
_ENDED = "SELECT max(at) FROM entry WHERE game IN (SELECT game FROM league_game WHERE ord BETWEEN ? AND ?) AND at < ?"


@dataclass(frozen=True, slots=True)
class EveningRow:
    """A day (ISO) and how many of its games count."""

    day: str
    games: int


class EveningTimes(NamedTuple):
    """A day (ISO), how many of its games count, when its first one began, and when its last change was made on it.

    Both are None if only the day is known, as of games from a file, or if it began after midnight.
    """

    day: str
    games: int
    began: datetime | None
    ended: datetime | None


class Evenings(Reader):
    """The evenings of a club. Use `Club.league.evenings`."""

    def before(self, day: str, limit: int) -> list[EveningRow]:
        """Return the last evenings before a day, latest first."""
        return self._read("ord < ? ORDER BY ord DESC", order_of(day, 0), limit)

    def after(self, day: str, limit: int) -> list[EveningRow]:
        """Return the first evenings after a day, earliest first."""
        return self._read("ord > ? ORDER BY ord", order_of(day, LAST_GAME), limit)

    def last(self) -> str | None:
        """Return the latest evening (ISO), None if no game counts yet."""
        rows = self.before(LAST_DAY, 1)
        return rows[0].day if rows else None

    def days(self, competitor: CompetitorKey = CLUB) -> list[int]:
        """Return the evenings of the club, or those on which a competitor gets the credit for a game: 20261128 …"""
        of_club = "SELECT DISTINCT ord >> 32 FROM league_game ORDER BY 1"
        own = "SELECT DISTINCT ord >> 32 FROM league_played WHERE who = ? AND games = 1 ORDER BY 1"
        with self.reading() as db:
            rows = db.conn.execute(own, (competitor,)) if competitor else db.conn.execute(of_club)
            return [day for (day,) in rows]

    def games(self, day: str) -> list[GameFacts]:
        """Return the games of a day that count, in the order of play."""
        with self.reading() as db:
            rows = db.conn.execute(
                "SELECT game FROM league_game WHERE ord BETWEEN ? AND ? ORDER BY ord LIMIT ?",
                (order_of(day, 0), order_of(day, LAST_GAME), MAX_GAMES),
            )
            numbers = [row[0] for row in rows]
            facts = readings.readable(db, numbers)
            return [facts[number] for number in numbers if number in facts]

    def times(self, limit: int) -> list[EveningTimes]:
        """Return the last evenings with their times, latest first. A correction on a later day is no part of one."""
        with self.reading() as db:
            days, evenings = days_of(db), self.before(LAST_DAY, limit)
            return [_times_of(db, days, evening) for evening in evenings]

    def _read(self, condition: str, order: int, limit: int) -> list[EveningRow]:
        with self.reading() as db:
            games = db.conn.execute(f"SELECT day FROM league_game WHERE {condition}", (order,))
            days = groupby(games, key=itemgetter(0))
            rows = [EveningRow(day, sum(1 for _ in of_day)) for day, of_day in islice(days, limit)]
            games.close()
            return rows


def _times_of(db: Database, days: Days, evening: EveningRow) -> EveningTimes:
    order = (order_of(evening.day, 0), order_of(evening.day, LAST_GAME))
    unknown = EveningTimes(evening.day, evening.games, None, None)
    began = db.conn.execute(_BEGAN, order).fetchone()[0]
    if began is None:
        return unknown
    began, day = datetime.fromisoformat(began), date.fromisoformat(evening.day)
    if began.astimezone(days.zone).date() != day:
        return unknown
    end = days.begin_of(day + timedelta(days=1)).astimezone(UTC).isoformat(timespec="milliseconds")
    ended = db.conn.execute(_ENDED, (*order, end)).fetchone()[0]
    return EveningTimes(evening.day, evening.games, began, datetime.fromisoformat(ended) if ended else began)


# ---- What each evening of a season was worth for everyone: `Club.league.evening_values`


SUMMED = {Figure.WINS: "share", Figure.BOOKS: "books"}
"""The columns whose sum is the value of an evening. For other figures, the value is the rating gained on it."""

_PLAYED_ON = """
    SELECT ord >> 32, who, {value} FROM league_played
    WHERE ord BETWEEN ? AND ? AND size = ? GROUP BY 1, 2 HAVING sum(games) > 0 ORDER BY 1"""
_RATED = "SELECT ord, teams, ratings FROM league_rating WHERE ord BETWEEN ? AND ? AND ratings NOT NULL ORDER BY ord"


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


OfEveryone = dict[CompetitorKey, BestEvenings]

MAX_SEASONS = 20
"""Seasons whose evenings are remembered, for people and for partnerships."""


class EveningValues(Reader):
    """The values of everyone's evenings in the days of a season."""

    def __init__(self, connections: Connections) -> None:
        """Use `Club.league.evening_values`."""
        super().__init__(connections)
        self._kept: dict[tuple[EveningsOf, int], tuple[int, OfEveryone]] = {}

    def best(self, asked: EveningsOf, most: int) -> OfEveryone:
        """Return everyone's evenings by day; the best `most` count.

        A long season has many games. After a change, only the evenings from the first changed game on are read again.
        """
        with self.reading() as db:
            before: OfEveryone
            (turn,) = db.conn.execute("SELECT turn FROM league_state").fetchone()
            kept_turn, before = self._kept.get((asked, most), (-1, {}))
            if kept_turn == turn:
                return before
            changed = _iso(first_change_since(db, kept_turn) >> 32)
            read = _read_evenings(db, replace(asked, first=max(asked.first, changed)))
            everyone: OfEveryone = {}
            for who in {**before, **read}:
                evenings = before[who].evenings if who in before else ()
                same = bisect_left(evenings, changed, key=itemgetter(0))
                if who not in read and same == len(evenings):
                    everyone[who] = before[who]
                elif of_who := [*evenings[:same], *read.get(who, ())]:
                    everyone[who] = BestEvenings(of_who, most, asked.figure)
            if is_settled(db):
                # Assign once: another thread may read the others meanwhile.
                others = [*self._kept.items()][1 - MAX_SEASONS :]
                self._kept = {**dict(others), (asked, most): (turn, everyone)}
            return everyone


def _read_evenings(db: Database, asked: EveningsOf) -> dict[CompetitorKey, list[Evening]]:
    value = f"sum({SUMMED[asked.figure]})" if asked.figure in SUMMED else "0"
    played = db.conn.execute(_PLAYED_ON.format(value=value), (*asked.orders, asked.size)).fetchall()
    values = played if asked.figure in SUMMED else _gains(db, asked, played)
    everyone: dict[CompetitorKey, list[Evening]] = {}
    for day, who, of_day in values:
        everyone.setdefault(who, []).append(Evening(_iso(day), of_day))
    return everyone


@lru_cache(maxsize=10_000)
def _iso(day: int) -> str:
    text = f"{day:08}"
    return f"{text[:4]}-{text[4:6]}-{text[6:]}"


def _gains(
    db: Database, asked: EveningsOf, played: list[tuple[int, CompetitorKey, int]]
) -> Iterator[tuple[int, CompetitorKey, int]]:
    """Yield the rating that each competitor gained on each day, as displayed."""
    ids = {who: members(who) for who in {who for _, who, _ in played}}
    means: dict[int, float] = {}
    for person in {person for people in ids.values() for person in people}:
        means[person] = [*ratings_before(db, person, asked.orders[0], 1), Rating()][0].mean

    def shown(who: CompetitorKey) -> int:
        return round(sum([means[person] for person in ids[who]]) / len(ids[who]))

    of_day = {day: [who for _, who, _ in rows] for day, rows in groupby(played, key=itemgetter(0))}
    rated = groupby(parsed(db.conn.execute(_RATED, asked.orders)), key=lambda game: game[0] >> 32)
    games = {day: [*of_games] for day, of_games in rated}
    for day in sorted({*of_day, *games}):
        eve = [(who, shown(who)) for who in of_day.get(day, ())]
        for _, (teams, _), ratings in games.get(day, ()):
            people = [person for team in teams for person in team]
            means.update(zip(people, struct.unpack(f"<{2 * len(people)}d", ratings or b"")[::2], strict=True))
        for who, before in eve:
            yield day, who, shown(who) - before


# ---- The badges of a person, from all of their games


STREAK = "streak"
"""The code of the badge for games won in a row."""


class BadgeLevel(NamedTuple):
    """A level of a badge, and the order of the game in which it was reached."""

    code: str
    level: int
    order: int


@dataclass(frozen=True, slots=True)
class Progress:
    """A person's games with each deed and longest streak, and the levels reached, in the order of play."""

    counts: Mapping[str, int]
    reached: Sequence[BadgeLevel]


def progress_of(db: Database, person: CompetitorKey) -> Progress:
    counts, reached = dict.fromkeys((*LEVELS, STREAK), 0), list[BadgeLevel]()
    for order, deeds, run in db.conn.execute(
        "SELECT ord, deeds, run FROM league_played WHERE who = ? ORDER BY ord", (person,)
    ):
        for code in _codes(deeds):
            counts[code] += 1
            if counts[code] in LEVELS[code]:
                reached.append(BadgeLevel(code, counts[code], order))
        if run > counts[STREAK]:
            counts[STREAK] = run
            if run in STREAKS:
                reached.append(BadgeLevel(STREAK, run, order))
    return Progress(counts, reached)


@lru_cache(maxsize=1 << len(DEEDS))
def _codes(deeds: int) -> tuple[str, ...]:
    return tuple(code for code, bit in DEEDS.items() if deeds & bit)


def earned_badges(db: Database, levels: Sequence[BadgeLevel]) -> list[EarnedBadge]:
    games = games_of(db, [level.order for level in levels])
    return [EarnedBadge(code, level, games[order]) for code, level, order in levels]


def games_of(db: Database, orders: Iterable[int]) -> dict[int, PlayedGame]:
    rows = db.conn.execute(
        f"SELECT {GAME} FROM league_game AS game WHERE ord IN (SELECT value FROM json_each(?))",
        (json.dumps([*orders]),),
    ).fetchall()
    return {game.order: game for game in map(played_game, rows)}


# ---- One year of a person or partnership: `Club.league.years`
#
# The cost of a read grows with the games of the year: the competitor's, or the club's.


_RUNS = """
    SELECT who, run FROM (
      SELECT who, ord, min(run, row_number() OVER (PARTITION BY who ORDER BY ord)) AS run FROM league_played
      WHERE ord BETWEEN ? AND ? AND games = 1 AND size = ?)
    WHERE run > 0 ORDER BY run DESC, ord, CAST(who AS INTEGER)"""
"""Every run of a person within some games. A run that began before them is cut at their first game."""

_YEARS = """
    SELECT DISTINCT year.value FROM json_each(?) AS year
    CROSS JOIN league_tally ON size = ? AND year = year.value AND who = ? WHERE games > 0"""
"""The years with a game. CROSS makes SQLite look up each year, instead of reading everyone's years."""


@dataclass(frozen=True, slots=True)
class YearGame:
    """A game of a year, as one competitor played it, with their rating after it if it was rated."""

    game: PlayedGame
    played: OwnGame
    rating: Rating | None


class Years(Reader):
    """The years of competitors. Use `Club.league.years`."""

    def with_games(self, competitor: CompetitorKey = CLUB) -> list[int]:
        """Return the years in which a competitor, or the club, is credited with a game."""
        with self.reading() as db:
            # With min and max in one SELECT, SQLite would read every game.
            first, last = db.conn.execute(
                "SELECT (SELECT min(ord) FROM league_game), (SELECT max(ord) FROM league_game)"
            ).fetchone()
            if first is None:
                return []
            years = [f"{year:04}" for year in range(_year_of(first), _year_of(last) + 1)]
            rows = db.conn.execute(_YEARS, (json.dumps(years), size_of(competitor), competitor))
            return sorted(int(row[0]) for row in rows)

    def games(self, competitor: CompetitorKey, year: int) -> list[YearGame]:
        """Return the games of a year that a competitor is credited with, in the order of play."""
        own = members(competitor)
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT {GAME}, played.team, rating.teams, rating.ratings"
                " FROM league_played AS played JOIN league_game AS game ON game.ord = played.ord"
                " LEFT JOIN league_rating AS rating ON rating.ord = played.ord"
                " WHERE played.who = ? AND played.games = 1 AND played.ord BETWEEN ? AND ? ORDER BY played.ord",
                (competitor, *_orders(year)),
            ).fetchall()
        games = []
        for *columns, team, teams, ratings in rows:
            game = played_game(columns)
            rated = None if ratings is None else {person: rating_in(person, teams, ratings) for person in own}
            played = OwnGame(game.day, game.kind, team, game.sides)
            games.append(YearGame(game, played, rating_of(own, rated) if rated else None))
        return games

    def rated(self, year: int) -> list[RatedResult]:
        """Return the rated games of a year that count, in the order of play."""
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT {GAME}, rating.ratings, rating.teams FROM league_game AS game"
                " JOIN league_rating AS rating ON rating.ord = game.ord"
                " WHERE game.ord BETWEEN ? AND ? AND rating.ratings NOT NULL ORDER BY game.ord",
                _orders(year),
            ).fetchall()
        games = []
        for *columns, ratings, teams in rows:
            game = played_game(columns)
            people = [person for team in json.loads(teams)[0] for person in team]
            values = struct.unpack(f"<{2 * len(people)}d", ratings)
            after = dict(zip(people, map(Rating, values[::2], values[1::2]), strict=True))
            games.append(RatedResult(game.game, game.sides, after))
        return games

    def longest_runs(self, year: int) -> dict[CompetitorKey, int]:
        """Return each person's longest winning run within a year, longest first; of equal ones, the first reached."""
        with self.reading() as db:
            runs: dict[CompetitorKey, int] = {}
            for person, run in db.conn.execute(_RUNS, (*_orders(year), PEOPLE_SIZE)):
                runs.setdefault(person, run)
            return runs

    def badges(self, person: CompetitorKey, year: int) -> list[EarnedBadge]:
        """Return the levels of badges that a person reached in a year, in the order of play."""
        first, last = _orders(year)
        with self.reading() as db:
            reached = progress_of(db, person).reached
            return earned_badges(db, [level for level in reached if first <= level.order <= last])


def _orders(year: int) -> tuple[int, int]:
    """Return the lowest and the highest order that a game of a year can have."""
    return order_of(f"{year:04}-01-01", 0), order_of(f"{year:04}-12-31", LAST_GAME)


def _year_of(order: int) -> int:
    return int(f"{order >> 32:08}"[:4])
