"""Records, streaks, badges, and what games changed: `Club.league.records` and `Club.league.news` have these methods."""

import json
from collections.abc import Iterator, Mapping, Sequence

from sqlite_utils import Database

from scorepad.league import news
from scorepad.league.facts import LAST_GAME, CompetitorKey, GameFacts, RecordCandidate, is_partnership, order_of
from scorepad.league.game_facts import LEVELS, RecordCode
from scorepad.league.news import BadgeNews, News, RatingMove, RecordNews, StreakNews
from scorepad.league.standings import PROVISIONAL
from scorepad.store.connections import Connections, Reader
from scorepad.store.results import readings
from scorepad.store.results.rating import rating_in, ratings_before
from scorepad.store.results.reads import LAST_DAY, STREAK, FigureCache, Progress, earned_badges, games_of, progress_of
from scorepad.store.results.rows import GAME, EarnedBadge, RecordHolder, Streak, played_game
from scorepad.store.results.tables import BEST, PARTNERSHIP_SIZE, PEOPLE_SIZE

Days = tuple[str, str]
"""The first day of a range (ISO; "" for any), and the last."""


class ClubRecords(Reader):
    """Records, streaks and badges. Use `Club.league.records`."""

    def best(self, kind: int, code: str, limit: int, days: Days | None = None) -> list[RecordHolder]:
        """Return the best of a kind of game by a `RecordCode`, of all time or of some days.

        The best games are read from an index, and the holders in them from what each counts for.
        """
        column = BEST[RecordCode(code)]
        first, last = days or ("", LAST_DAY)
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT {GAME} FROM league_game AS game INDEXED BY league_game_{column}"
                f" WHERE kind = ? AND {column} IS NOT NULL AND ord BETWEEN ? AND ? ORDER BY {column} DESC, ord LIMIT ?",
                (kind, order_of(first, 0) if first else 0, order_of(last, LAST_GAME), limit),
            ).fetchall()
            games = {row[0]: played_game(row) for row in rows}
            facts = readings.readable(db, games)
        holders = [
            RecordHolder(candidate.value, candidate.people, candidate.round, game)
            for number, game in games.items()
            if number in facts
            for candidate in facts[number].record_candidates
            if candidate.code == code
        ]
        holders.sort(key=lambda holder: (-holder.value, holder.game.order))
        return holders[:limit]

    def highest_game(self, kind: int, competitor: CompetitorKey) -> RecordHolder | None:
        """Return the game of a kind in which this competitor's team scored most; None where the lowest total wins."""
        with self.reading() as db:
            row = db.conn.execute(
                f"SELECT {GAME}, team FROM league_game AS game JOIN ("
                "  SELECT ord, team FROM league_played WHERE who = ? AND kind = ? AND games = 1 AND total IS NOT NULL"
                "  ORDER BY total DESC, ord LIMIT 1) USING (ord)",
                (competitor, kind),
            ).fetchone()
        if row is None:
            return None
        game = played_game(row[:-1])
        side = game.sides[row[-1] - 1]
        return RecordHolder(side.total, side.people, 0, game)

    def longest_streaks(self, group: str, limit: int) -> list[Streak]:
        """Return the longest winning streaks of "people" or "partnerships", one for each, with its last game.

        Equal streaks are in the order in which they were reached; within one game, the lower id comes first.
        """
        longest: dict[CompetitorKey, tuple[int, int]] = {}
        with self.reading() as db:
            rows = db.conn.execute(
                "SELECT who, run, ord FROM league_played WHERE size = ? AND run > 0"
                " ORDER BY run DESC, ord, CAST(who AS INTEGER)",
                (PARTNERSHIP_SIZE if group == "partnerships" else PEOPLE_SIZE,),
            )
            for who, run, order in rows:
                if len(longest) == limit:
                    break
                longest.setdefault(who, (run, order))
            rows.close()
            return [Streak(run, who, games_of(db, [order])[order]) for who, (run, order) in longest.items()]

    def streaks_of(self, competitor: CompetitorKey) -> tuple[int, int]:
        """Return a competitor's longest winning streak, and the current streak (negative: games not won)."""
        of = "FROM league_played WHERE who = ?1 AND games = 1"
        with self.reading() as db:
            longest, current = db.conn.execute(
                f"SELECT (SELECT max(run) {of}), (SELECT run {of} ORDER BY ord DESC LIMIT 1)", (competitor,)
            ).fetchone()
        return max(longest or 0, 0), current or 0

    def badges(self, person: CompetitorKey) -> list[EarnedBadge]:
        """Return a person's badges, each at the highest level reached, with the game that earned it."""
        with self.reading() as db:
            highest = {level.code: level for level in progress_of(db, person).reached}
            return earned_badges(db, [*highest.values()])

    def badge_counts(self, person: CompetitorKey) -> dict[str, int]:
        """Return a person's progress with each badge: games with its deed (up to the last level), longest streak."""
        with self.reading() as db:
            counts = progress_of(db, person).counts
        return {code: min(counts[code], levels[-1]) for code, levels in LEVELS.items()} | {STREAK: counts[STREAK]}


# ---- What games changed: `Club.league.news`
#
# The tables must be settled. A game is compared with the games before it in the order of play.


_RATED = "SELECT teams, ratings FROM league_rating WHERE ord = ? AND ratings IS NOT NULL"
_GAMES_UNTIL = "SELECT count(*) FROM (SELECT 1 FROM league_played WHERE who = ? AND ord <= ? AND games = 1 LIMIT ?)"
_LAST_RUNS = "SELECT ord, run FROM league_played WHERE who = ? AND ord <= ? AND games = 1 ORDER BY ord DESC LIMIT 2"
_EARLIER = "SELECT count(*) FROM (SELECT 1 FROM league_game WHERE kind = ? AND ord < ? LIMIT ?)"
_AS_GOOD = "SELECT 1 FROM league_game WHERE kind = ? AND {column} >= ? AND ord < ? LIMIT 1"

MAX_KEPT = 50
"""Evenings whose news is remembered, until any figure changes."""


class NewsReader(Reader):
    """News of games."""

    def __init__(self, connections: Connections) -> None:
        """Use `Club.league.news`."""
        super().__init__(connections)
        self._kept = FigureCache[tuple[int, ...], News]()

    def together(self, games: Sequence[int]) -> News:
        """Return what these games changed together. `games` are in the order of play."""
        with self.reading() as db:
            return self._kept.get(db, tuple(games), lambda: news.together(self.of_games(games)), MAX_KEPT)

    def of_games(self, games: Sequence[int]) -> list[News]:
        """Return what each of these games changed; an empty News for a game that does not count."""
        with self.reading() as db:
            facts = readings.readable(db, games)
            progress = {who: progress_of(db, who) for who in {who for game in facts.values() for who in _people(game)}}
            return [_news(db, facts[game], progress) if game in facts else News() for game in games]


def _people(facts: GameFacts) -> list[CompetitorKey]:
    return [who for who, _, _ in facts.appearances if not is_partnership(who)]


def _news(db: Database, facts: GameFacts, progress: Mapping[CompetitorKey, Progress]) -> News:
    reached = {
        (who, code): level
        for who in _people(facts)
        for code, level, order in progress[who].reached
        if order == facts.order
    }
    badges = [*facts.badges, *((who, STREAK) for who in _people(facts))]
    return News(
        moves=_moves(db, facts.order),
        records=tuple(RecordNews(facts.kind.id, record) for record in _records(db, facts)),
        badges=tuple(BadgeNews(*badge, reached[badge]) for badge in badges if badge in reached),
        streaks=tuple(_streaks(db, facts)),
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


def _streaks(db: Database, facts: GameFacts) -> Iterator[StreakNews]:
    """Yield the streaks that were reached or ended. Those of people who only helped out stay the same."""
    for who in _people(facts):
        runs = dict(db.conn.execute(_LAST_RUNS, (who, facts.order)).fetchall())
        after = runs.pop(facts.order, None)
        before = max(runs.items())[1] if runs else 0
        if after is not None and before != after and (new := news.streak_news(who, before, after)):
            yield new


def _records(db: Database, facts: GameFacts) -> Iterator[RecordCandidate]:
    """Yield the best candidates of a game that are better than those of all earlier games, if there are enough."""
    kind = facts.kind.id
    (earlier,) = db.conn.execute(_EARLIER, (kind, facts.order, news.FEWEST_GAMES)).fetchone()
    if earlier == news.FEWEST_GAMES:
        for record in news.best_of_game(facts.record_candidates):
            as_good = _AS_GOOD.format(column=BEST[RecordCode(record.code)])
            if not db.conn.execute(as_good, (kind, record.value, facts.order)).fetchone():
                yield record
