"""Replays games into ratings, from the first game whose rating is out of date. It holds no lock while it works."""

from sqlite_utils import Database

from scorepad.league.facts import Side
from scorepad.league.ratings import Rating, Replay
from scorepad.store.connections import Connections
from scorepad.store.results.rows import parse_sides

PART = 2_500
"""Games between two short writes."""


class RatingReplay:
    """A replay in progress. Between two parts its ratings are those after the last part it wrote."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._replay = Replay()
        self._expected: tuple[int, int] | None = None
        self.done = 0

    def next_part(self) -> bool:
        """Rate the next part. Returns False if nothing was left."""
        with self._connections.reading() as db:
            turn, start = db.conn.execute("SELECT turn, unrated FROM league_state").fetchone()
            if start is None:
                return False
            if (turn, start) != self._expected:
                # Something changed since the last part, so the ratings in memory may be wrong.
                self._replay = Replay()
            games = db.conn.execute(
                "SELECT ord, sides FROM league_game WHERE ord >= ? ORDER BY ord LIMIT ?", (start, PART + 1)
            ).fetchall()
            part = [(order, parse_sides(sides)) for order, sides in games[:PART]]
            self._learn(db, part, start)
        rows = [
            (str(person), order, rating.mean, rating.deviation)
            for order, sides in part
            for person, rating in self._replay.play(sides).items()
        ]
        following = games[PART][0] if len(games) > PART else None
        self._write(rows, (turn, start), following)
        self.done += len(part)
        return True

    def left(self) -> int:
        """How many games have no rating yet. Counts every one of them."""
        with self._connections.reading() as db:
            row = db.conn.execute(
                "SELECT count(*) FROM league_game WHERE ord >= (SELECT unrated FROM league_state)"
            ).fetchone()
            return int(row[0])

    def _learn(self, db: Database, part: list[tuple[int, tuple[Side, ...]]], start: int) -> None:
        """Load the ratings before `start` of the people who are new to this replay."""
        people = {person for _, sides in part for side in sides for person in side.people}
        for person in people:
            if not self._replay.knows(person):
                row = db.conn.execute(
                    "SELECT mean, deviation FROM league_rating WHERE who = ? AND ord < ? ORDER BY ord DESC LIMIT 1",
                    (str(person), start),
                ).fetchone()
                self._replay.learn(person, Rating(*row) if row else Rating())

    def _write(self, rows: list[tuple[str, int, float, float]], state: tuple[int, int], following: int | None) -> None:
        """Write a part, unless the state of the league has changed since it was read."""
        with self._connections.writing() as db:
            current = db.conn.execute("SELECT turn, unrated FROM league_state").fetchone()
            if tuple(current) != state:
                self._expected = None
                return
            db.conn.executemany(
                "INSERT INTO league_rating VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE"
                " SET mean = excluded.mean, deviation = excluded.deviation",
                rows,
            )
            db.conn.execute("UPDATE league_state SET unrated = ?", (following,))
            self._expected = None if following is None else (state[0], following)
