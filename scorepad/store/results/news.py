"""Read what games changed: `Club.league.news` has these methods. The cost of a read grows with its result.

The tables must be settled. A game is compared with the games before it in the order of play.
"""

import json
from collections.abc import Iterator, Sequence

from sqlite_utils import Database

from scorepad.league import news
from scorepad.league.facts import CompetitorKey, GameFacts, RecordCandidate, is_partnership
from scorepad.league.game_facts import LEVELS, STREAKS
from scorepad.league.news import BadgeNews, News, RatingMove, RecordNews, StreakNews
from scorepad.league.standings import PROVISIONAL
from scorepad.store.connections import Connections, Reader
from scorepad.store.results import readings
from scorepad.store.results.figure_cache import FigureCache
from scorepad.store.results.rating import rating_in, ratings_before
from scorepad.store.results.records import STREAK
from scorepad.store.results.tables import LEVEL_REACHED

_RATED = "SELECT teams, ratings FROM league_rating WHERE ord = ? AND ratings IS NOT NULL"
_GAMES = "SELECT count(*) FROM (SELECT 1 FROM league_played WHERE who = ? AND ord <= ? AND games = 1 LIMIT ?)"
_DEEDS = "SELECT count(*) FROM (SELECT 1 FROM league_badge WHERE who = ? AND code = ? AND ord <= ? LIMIT ?)"
_RUNS = "SELECT ord, run FROM league_played WHERE who = ? AND ord <= ? AND games = 1 ORDER BY ord DESC LIMIT 2"
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
    games = {person: db.conn.execute(_GAMES, (str(person), order, PROVISIONAL)).fetchone()[0] for person in people}
    return news.rating_moves(before, after, games)


def _streak(db: Database, who: CompetitorKey, order: int) -> tuple[int, int]:
    """Return a person's streak before and after a game, equal if they only helped out."""
    runs = dict(db.conn.execute(_RUNS, (who, order)).fetchall())
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
