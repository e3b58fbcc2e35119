"""Read recent games, meetings, evenings, years and news: `Club.league` has these readers.

The cost of a read grows with its result, not with the number of games.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sqlite_utils import Database

from scorepad.league import news
from scorepad.league.facts import (
    LAST_GAME,
    WHOLE,
    CompetitorKey,
    GameFacts,
    RecordCandidate,
    is_partnership,
    members,
    next_streak,
    order_of,
)
from scorepad.league.game_facts import LEVELS, STREAKS
from scorepad.league.news import BadgeNews, News, RatingMove, RecordNews, StreakNews
from scorepad.league.periods import Period
from scorepad.league.ratings import Rating, rating_of
from scorepad.league.standings import PROVISIONAL
from scorepad.league.year import Played
from scorepad.store.connections import Connections, Reader
from scorepad.store.results import readings
from scorepad.store.results.places import FigureCache
from scorepad.store.results.rating import rating_in, ratings_before
from scorepad.store.results.records import DEED, RUN, STREAK
from scorepad.store.results.rows import GAME, EarnedBadge, Meeting, PairTotals, PlayedGame, played_game
from scorepad.store.results.sums import CLUB, size_of
from scorepad.store.results.tables import CLUB_SIZE, LEVEL_REACHED, PEOPLE_SIZE

_AFTER_ALL = 1 << 62

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


# Read how two competitors did with and against each other: `Club.league.meetings` has these methods.


_ALWAYS = """
    SELECT other FROM league_pair AS pair WHERE who = ?1 AND together = 1 AND games = ?2 AND ?2 = (
      SELECT sum(games) FROM league_tally WHERE size = ?3 AND span = ?4 AND start = '' AND who = pair.other)"""
_TOTALS = "other, games, wins, ties, share"


class Meetings(Reader):
    """Meetings of people, and of partnerships. Use `Club.league.meetings`."""

    def partners(self, person: CompetitorKey, least: int = 1) -> list[PairTotals]:
        """Return everyone who played in a person's team in at least `least` games, unordered."""
        return self._pairs(person, least, together=True)

    def always_with(self, person: CompetitorKey, games: int) -> list[CompetitorKey]:
        """Return people with exactly `games` games, all of them in this person's team, by id."""
        with self.reading() as db:
            rows = db.conn.execute(_ALWAYS, (person, games, PEOPLE_SIZE, Period.ALL)).fetchall()
        return sorted((who for (who,) in rows), key=int)

    def opponents(self, competitor: CompetitorKey, least: int = 1) -> list[PairTotals]:
        """Return everyone a competitor met at least `least` times, unordered. Partnerships meet partnerships."""
        return self._pairs(competitor, least, together=False)

    def share_of_meetings(self, competitor: CompetitorKey) -> Fraction:
        """Return the share of all their meetings that a competitor won; 1/2 if there are none."""
        with self.reading() as db:
            games, share = db.conn.execute(
                "SELECT total(games), total(share) FROM league_pair WHERE who = ? AND together = 0", (competitor,)
            ).fetchone()
        return Fraction(int(share), WHOLE * int(games)) if games else Fraction(1, 2)

    def _pairs(self, competitor: CompetitorKey, least: int, *, together: bool) -> list[PairTotals]:
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT {_TOTALS} FROM league_pair WHERE who = ? AND together = ? AND games >= ?",
                (competitor, together, least),
            )
            return [PairTotals(*row) for row in rows]

    def totals(self, competitor: CompetitorKey, other: CompetitorKey, *, together: bool = False) -> PairTotals:
        """Return how a competitor did against another, or with them; all zero if they never met."""
        with self.reading() as db:
            row = db.conn.execute(
                f"SELECT {_TOTALS} FROM league_pair WHERE who = ? AND together = ? AND other = ?",
                (competitor, together, other),
            ).fetchone()
        return PairTotals(*row) if row else PairTotals(other, 0, 0, 0, 0)

    def latest(self, competitor: CompetitorKey, other: CompetitorKey, limit: int) -> list[Meeting]:
        """Return the last games of two competitors against each other, latest first, from the side of the first."""
        first, second, swapped = _in_order(competitor, other)
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT {GAME}, meeting.share"
                " FROM league_meeting AS meeting JOIN league_game AS game ON game.ord = meeting.ord"
                " WHERE one = ? AND other = ? ORDER BY meeting.ord DESC LIMIT ?",
                (first, second, limit),
            ).fetchall()
            if not rows:
                return []
            oldest, share = rows[-1][1], rows[-1][6]
            streak = _streak_before(db, (first, second), oldest, share)
        meetings = []
        for row in reversed(rows):
            streak = next_streak(streak, row[6])
            meetings.append(_meeting(row, streak, swapped))
        return meetings[::-1]

    def longest_streaks(self, competitor: CompetitorKey, other: CompetitorKey) -> tuple[int, int]:
        """Return the longest run of meetings that each of the two won."""
        with self.reading() as db:
            row = db.conn.execute(
                "SELECT won, lost FROM league_pair WHERE who = ? AND together = 0 AND other = ?", (competitor, other)
            ).fetchone()
        return tuple(row) if row else (0, 0)


def _streak_before(db: Database, two: tuple[CompetitorKey, CompetitorKey], order: int, share: int) -> int:
    """Return the streak before a meeting if it had the same outcome, else 0: another streak ends there anyway."""
    (count,) = db.conn.execute(
        "SELECT count(*) FROM league_meeting WHERE one = ?1 AND other = ?2 AND ord < ?3 AND ord > coalesce("
        "(SELECT max(ord) FROM league_meeting WHERE one = ?1 AND other = ?2 AND ord < ?3 AND share <> ?4), 0)",
        (*two, order, share),
    ).fetchone()
    return int({WHOLE: count, 0: -count}.get(share, 0))


def _in_order(competitor: CompetitorKey, other: CompetitorKey) -> tuple[CompetitorKey, CompetitorKey, bool]:
    """Return the two in the order of the table, and whether they were swapped."""
    if members(competitor) < members(other):
        return competitor, other, False
    return other, competitor, True


def _meeting(row: tuple[int, ...], streak: int, swapped: bool) -> Meeting:
    game, share = played_game(row[:6]), row[6]
    return Meeting(game, WHOLE - share, -streak) if swapped else Meeting(game, share, streak)


# Read evenings, which are days with games that count: `Club.league.evenings` has these methods.


MAX_GAMES = 100
"""Games of one day that are read."""

_DAYS = (
    "SELECT start, sum(games) FROM league_tally WHERE size = ? AND span = ? AND games > 0 AND start {beyond} ?"
    " GROUP BY start ORDER BY start {way} LIMIT ?"
)
_BEFORE, _AFTER = _DAYS.format(beyond="<", way="DESC"), _DAYS.format(beyond=">", way="ASC")
_GAMES_OF_DAY = "SELECT game FROM league_game WHERE ord >= ? AND ord < ? ORDER BY ord LIMIT ?"


@dataclass(frozen=True, slots=True)
class EveningRow:
    """A day (ISO) and how many of its games count."""

    day: str
    games: int


class Evenings(Reader):
    """The evenings of a club. Use `Club.league.evenings`."""

    def before(self, day: str, limit: int) -> list[EveningRow]:
        """Return the last evenings before a day, latest first."""
        return self._read(_BEFORE, day, limit)

    def after(self, day: str, limit: int) -> list[EveningRow]:
        """Return the first evenings after a day, earliest first."""
        return self._read(_AFTER, day, limit)

    def last(self) -> str | None:
        """Return the latest evening (ISO), None if no game counts yet."""
        rows = self.before("9999-12-31", 1)
        return rows[0].day if rows else None

    def games(self, day: str) -> list[GameFacts]:
        """Return the games of a day that count, in the order of play."""
        first = int(day.replace("-", "")) << 32
        with self.reading() as db:
            numbers = [row[0] for row in db.conn.execute(_GAMES_OF_DAY, (first, first + (1 << 32), MAX_GAMES))]
            facts = readings.readable(db, numbers)
            return [facts[number] for number in numbers if number in facts]

    def _read(self, query: str, day: str, limit: int) -> list[EveningRow]:
        with self.reading() as db:
            values: Sequence[object] = (CLUB_SIZE, Period.DAY, day, limit)
            return [EveningRow(*row) for row in db.conn.execute(query, values)]


# Read one year of a person or partnership: `Club.league.years` has these methods.
#
# The cost of a read grows with the games of the year: the competitor's, or the club's.


_RUNS = """
    SELECT who, run FROM (
      SELECT who, ord, min(run, row_number() OVER (PARTITION BY who ORDER BY ord)) AS run FROM league_played
      WHERE ord BETWEEN ? AND ? AND games = 1 AND instr(who, '-') = 0)
    WHERE run > 0 ORDER BY run DESC, ord, CAST(who AS INTEGER)"""
"""Every run of a person within some games. A run that began before them is cut at their first game."""

_LEVEL = "SELECT '{code}' AS code, {level} AS level, ({order}) AS ord"
_BADGES = (*((code, levels, DEED) for code, levels in LEVELS.items()), (STREAK, STREAKS, RUN))
_LEVELS = " UNION ALL ".join(
    _LEVEL.format(code=code, level=level, order=game.format(code=code, level=level))
    for code, levels, game in _BADGES
    for level in levels
)
"""Every level of every badge with the game in which a person reached it."""


_PLAYED = """
    SELECT DISTINCT start FROM json_each(?) AS year
    CROSS JOIN league_tally ON size = ? AND span = ? AND start = year.value AND who = ? WHERE games > 0"""
"""The years with a game. CROSS makes SQLite look up each year, instead of reading everyone's years."""


@dataclass(frozen=True, slots=True)
class YearGame:
    """A game of a year, as one competitor played it, with their rating after it if it was rated."""

    game: PlayedGame
    played: Played
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
            years = range(int(_day_of(first)[:4]), int(_day_of(last)[:4]) + 1)
            rows = db.conn.execute(
                _PLAYED, (json.dumps([f"{year:04}" for year in years]), size_of(competitor), Period.YEAR, competitor)
            )
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
            played = Played(game.day, game.kind, team, game.sides)
            games.append(YearGame(game, played, rating_of(own, rated) if rated else None))
        return games

    def longest_runs(self, year: int) -> dict[CompetitorKey, int]:
        """Return each person's longest winning run within a year, longest first; of equal ones, the first reached."""
        with self.reading() as db:
            runs: dict[CompetitorKey, int] = {}
            for person, run in db.conn.execute(_RUNS, _orders(year)):
                runs.setdefault(person, run)
            return runs

    def badges(self, person: CompetitorKey, year: int) -> list[EarnedBadge]:
        """Return the levels of badges that a person reached in a year, in the order of play."""
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT code, level, {GAME} FROM ({_LEVELS}) AS badge JOIN league_game AS game USING (ord)"
                " WHERE ord BETWEEN ?2 AND ?3 ORDER BY ord",
                (person, *_orders(year)),
            )
            return [EarnedBadge(code, level, played_game(game)) for code, level, *game in rows]


def _orders(year: int) -> tuple[int, int]:
    """Return the lowest and the highest order that a game of a year can have."""
    return order_of(f"{year:04}-01-01", 0), order_of(f"{year + 1:04}-01-01", 0) - 1


def _day_of(order: int) -> str:
    """Return the day of an order, as YYYYMMDD."""
    return f"{order >> 32:08}"


# Read what games changed: `Club.league.news` has these methods. The cost of a read grows with its result.
#
# The tables must be settled. A game is compared with the games before it in the order of play.


_RATED = "SELECT teams, ratings FROM league_rating WHERE ord = ? AND ratings IS NOT NULL"
_GAMES_UNTIL = "SELECT count(*) FROM (SELECT 1 FROM league_played WHERE who = ? AND ord <= ? AND games = 1 LIMIT ?)"
_DEEDS = "SELECT count(*) FROM (SELECT 1 FROM league_badge WHERE who = ? AND code = ? AND ord <= ? LIMIT ?)"
_LAST_RUNS = "SELECT ord, run FROM league_played WHERE who = ? AND ord <= ? AND games = 1 ORDER BY ord DESC LIMIT 2"
_FIRST_RUN = f"SELECT ord FROM league_played WHERE who = ? AND run = ? AND {LEVEL_REACHED} ORDER BY ord LIMIT 1"
_EARLIER = "SELECT count(*) FROM (SELECT 1 FROM league_game WHERE kind = ? AND ord < ? LIMIT ?)"
_YEAR = "SELECT year FROM league_feat WHERE kind = ? AND code = ? AND year > ? LIMIT 1"
_AS_GOOD = "SELECT 1 FROM league_feat WHERE kind = ? AND code = ? AND year = ? AND value >= ? AND ord < ? LIMIT 1"

MAX_KEPT = 50
"""Evenings whose news is cached, until any figure changes."""


class NewsReader(Reader):
    """News of games."""

    def __init__(self, connections: Connections) -> None:
        """Use `Club.league.news`."""
        super().__init__(connections)
        self._kept = FigureCache[tuple[int, ...], News]()

    def together(self, games: Sequence[int]) -> News:
        """Return what these games changed together. `games` are in the order of play."""
        asked = tuple(games)
        with self.reading() as db:
            kept = self._kept.at(db, MAX_KEPT)
            if asked not in kept:
                kept[asked] = news.together(self.of_games(asked))
            return kept[asked]

    def of_games(self, games: Sequence[int]) -> list[News]:
        """Return what each of these games changed; an empty News for a game that does not count."""
        with self.reading() as db:
            facts = readings.readable(db, games)
            return [_news(db, facts[game]) if game in facts else News() for game in games]


def _news(db: Database, facts: GameFacts) -> News:
    people = [who for who, _, _ in facts.appearances if not is_partnership(who)]
    streaks = [(who, *_streak(db, who, facts.order)) for who in people]
    reached = [BadgeNews(who, STREAK, run) for who, _, run in streaks if _is_first(db, who, run, facts.order)]
    return News(
        moves=_moves(db, facts.order),
        records=tuple(RecordNews(facts.kind.id, record) for record in _records(db, facts)),
        badges=(*_badges(db, facts), *reached),
        streaks=tuple(_streak_news(streaks)),
    )


def _moves(db: Database, order: int) -> tuple[RatingMove, ...]:
    row = db.conn.execute(_RATED, (order,)).fetchone()
    if row is None:
        return ()
    people = [person for team in json.loads(row[0])[0] for person in team]
    before = {person: ratings[0] for person in people if (ratings := ratings_before(db, person, order, 1))}
    after = {person: rating_in(person, *row) for person in people}
    games = {
        person: db.conn.execute(_GAMES_UNTIL, (str(person), order, PROVISIONAL)).fetchone()[0] for person in people
    }
    return news.rating_moves(before, after, games)


def _streak(db: Database, who: CompetitorKey, order: int) -> tuple[int, int]:
    """Return a person's streak before and after a game, equal if they only helped out."""
    runs = dict(db.conn.execute(_LAST_RUNS, (who, order)).fetchall())
    after = runs.pop(order, None)
    before = max(runs.items())[1] if runs else 0
    return before, before if after is None else after


def _streak_news(streaks: Sequence[tuple[CompetitorKey, int, int]]) -> Iterator[StreakNews]:
    for who, before, after in streaks:
        if before != after and (new := news.streak_news(who, before, after)):
            yield new


def _is_first(db: Database, who: CompetitorKey, run: int, order: int) -> bool:
    """Whether a person reached a level of the streak badge in this game."""
    return run in STREAKS and db.conn.execute(_FIRST_RUN, (who, run)).fetchone() == (order,)


def _badges(db: Database, facts: GameFacts) -> Iterator[BadgeNews]:
    for who, code in facts.badges:
        levels = LEVELS[code]
        (count,) = db.conn.execute(_DEEDS, (who, code, facts.order, levels[-1] + 1)).fetchone()
        if count in levels:
            yield BadgeNews(who, code, count)


def _records(db: Database, facts: GameFacts) -> Iterator[RecordCandidate]:
    kind = facts.kind.id
    (earlier,) = db.conn.execute(_EARLIER, (kind, facts.order, news.FEWEST_GAMES)).fetchone()
    if earlier == news.FEWEST_GAMES:
        for record in news.best_of_game(facts.record_candidates):
            if not _was_reached(db, kind, record, facts.order, facts.day[:4]):
                yield record


def _was_reached(db: Database, kind: int, record: RecordCandidate, order: int, last: str) -> bool:
    """Whether an earlier game has a value that is at least as good. Queries year by year, to use the index."""
    year = ""
    while row := db.conn.execute(_YEAR, (kind, record.code, year)).fetchone():
        year = row[0]
        if year > last:
            return False
        if db.conn.execute(_AS_GOOD, (kind, record.code, year, record.value, order)).fetchone():
            return True
    return False
