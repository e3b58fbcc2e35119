"""Replay games into ratings, from the first game whose rating is out of date. The computation holds no lock.

A game is skipped if all of its people have the ratings that they had when it was last rated.
"""

import json
import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from sqlite_utils import Database

from scorepad.league.facts import GameFacts
from scorepad.league.ratings import Rating, Replay, Teams, is_rated, teams_of
from scorepad.store.connections import Connections
from scorepad.store.results.long_writes import without_garbage, writing

PART = 5_000
"""Games that are rated between two short writes."""

_AT_ONCE = 250
"""Games that are parsed at a time."""

_MARK = """
    UPDATE league_state SET unrated = min(coalesce(unrated, ?1), ?1),
      replay_to = max(coalesce(replay_to, ?2), coalesce(unrated, ?2), ?2)"""
_LAST = """
    SELECT rating.teams, rating.ratings
    FROM league_played AS played JOIN league_rating AS rating ON rating.ord = played.ord
    WHERE played.who = ? AND played.ord < ? AND played.games = 1 AND rating.ratings IS NOT NULL
    ORDER BY played.ord DESC LIMIT ?"""


def mark_unrated(db: Database, changes: Iterable[tuple[GameFacts | None, GameFacts | None]]) -> None:
    """Store who played these games, and mark for replay those from the first whose people or ranks changed."""
    orders: list[int] = []
    rows: list[tuple[int, str]] = []
    for old, new in changes:
        before, after = (_row(facts) if facts else None for facts in (old, new))
        if before == after:
            continue
        if before:
            orders.append(before[0])
            db.conn.execute("DELETE FROM league_rating WHERE ord = ?", before[:1])
        if after:
            orders.append(after[0])
            rows.append(after)
    db.conn.executemany("INSERT INTO league_rating (ord, teams) VALUES (?, ?)", [row for row in rows if row[1]])
    if orders:
        db.conn.execute(_MARK, (min(orders), max(orders)))


def _row(facts: GameFacts) -> tuple[int, str]:
    """Return a game's order, and its teams and ranks as JSON ("" if it is not rated)."""
    return facts.order, json.dumps(teams_of(facts.sides)) if is_rated(facts.sides) else ""


def ratings_before(db: Database, person: int, order: int, limit: int) -> list[Rating]:
    """Return a person's last ratings before a game, latest first."""
    rows = db.conn.execute(_LAST, (str(person), order, limit))
    return [rating_in(person, *row) for row in rows]


def rating_in(person: int, teams: str, ratings: bytes) -> Rating:
    """Return a person's rating after a game, from the game's row."""
    people = [member for team in json.loads(teams)[0] for member in team]
    return Rating(*struct.unpack_from("<2d", ratings, 16 * people.index(person)))


def parsed(games: Iterator[tuple[int, str, bytes | None]]) -> Iterator[tuple[int, Teams, bytes | None]]:
    """Yield games with their teams. Parsing many at a time is quicker."""
    while some := list(islice(games, _AT_ONCE)):
        teams = json.loads(f"[{','.join([row[1] for row in some])}]")
        for (order, _, packed), of_game in zip(some, teams, strict=True):
            yield order, of_game, packed


def _packed(values: Sequence[float]) -> bytes:
    return struct.pack(f"<{len(values)}d", *values)


class RatingReplay:
    """A replay in progress. Between two parts, its ratings are those after the last part that it wrote."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._begin()
        self.done = 0

    def _begin(self) -> None:
        self._replay = Replay()
        # The people whose ratings the replay knows; those whose stored ratings are correct; and for people whom the
        # replay does not know, where their correct rating is stored.
        self._known: set[int] = set()
        self._unchanged: set[int] = set()
        self._stored: dict[int, tuple[bytes, int]] = {}
        self._expected: tuple[int, int] | None = None

    def next_part(self) -> bool:
        """Rate the next part. Return False if nothing was left."""
        with without_garbage():
            return self._next_part()

    def _next_part(self) -> bool:
        with self._connections.reading() as db:
            turn, start, replay_to = db.conn.execute("SELECT turn, unrated, replay_to FROM league_state").fetchone()
            if start is None:
                return False
            if (turn, start) != self._expected:
                # Something changed since the last part, so the ratings in memory may be wrong.
                self._begin()
            games = db.conn.execute(
                "SELECT ord, teams, ratings FROM league_rating WHERE ord >= ? ORDER BY ord", (start,)
            )
            rows = list(self._changed(db, parsed(islice(games, PART)), (start, replay_to)))
            following = next(games, (None,))[0]
            # An open cursor would keep this snapshot of the file open in the pooled connection.
            games.close()
        self._write(rows, (turn, start), following)
        return True

    def left(self) -> int:
        """Return how many games are still to be rated. This reads every one of them."""
        with self._connections.reading() as db:
            row = db.conn.execute(
                "SELECT count(*) FROM league_rating WHERE ord >= (SELECT unrated FROM league_state)"
            ).fetchone()
            return int(row[0])

    def _changed(
        self, db: Database, games: Iterable[tuple[int, Teams, bytes | None]], state: tuple[int, int]
    ) -> Iterator[tuple[bytes, int]]:
        """Rate the games of a part. Yield those whose ratings differ from the stored ones."""
        known, unchanged, stored = self._known, self._unchanged, self._stored
        start, replay_to = state
        for order, (teams, ranks), packed in games:
            self.done += 1
            people = [person for team in teams for person in team]
            if packed is not None and order > replay_to and unchanged.issuperset(people):
                for at, person in enumerate(people):
                    stored[person] = packed, 16 * at
                known.difference_update(people)
                continue
            if not known.issuperset(people):
                self._learn(db, people, start)
            after = _packed(self._replay.rate(teams, ranks))
            if after == packed:
                unchanged.update(people)
            else:
                unchanged.difference_update(people)
                yield after, order

    def _learn(self, db: Database, people: Iterable[int], start: int) -> None:
        """Load these people's ratings before their next game into the replay."""
        for person in people:
            if person in self._stored:
                self._replay.take(person, *struct.unpack_from("<2d", *self._stored.pop(person)))
            elif person not in self._known:
                self._replay.learn(person, [*ratings_before(db, person, start, 1), Rating()][0])
        self._known.update(people)

    def _write(self, rows: list[tuple[bytes, int]], state: tuple[int, int], following: int | None) -> None:
        """Write a part, unless the state of the league has changed since it was read."""
        with writing(self._connections) as db:
            current = db.conn.execute("SELECT turn, unrated FROM league_state").fetchone()
            if tuple(current) != state:
                self._expected = None
                return
            db.conn.executemany("UPDATE league_rating SET ratings = ? WHERE ord = ?", rows)
            db.conn.execute("UPDATE league_state SET unrated = ?", (following,))
            if following is None:
                db.conn.execute("UPDATE league_state SET replay_to = NULL")
            self._expected = None if following is None else (state[0], following)
