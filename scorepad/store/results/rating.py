"""Replays games into ratings, from the first one that is not rated right. No lock is held meanwhile."""

from sqlite_utils import Database

from scorepad.league.facts import Side
from scorepad.league.ratings import Rating, Replay
from scorepad.store.connections import Connections
from scorepad.store.results.putting import sides_of

PART = 2_500
"""Games between two short writings."""


class Replaying:
    """One replay under way. Its ratings are those after the last part it wrote."""

    def __init__(self, connections: Connections) -> None:
        """Begin a replay; nothing is read yet."""
        self._connections = connections
        self._replay = Replay()
        self._expected: tuple[int, int] | None = None
        self.done = 0

    def go_on(self) -> bool:
        """Rate one part more; whether there was one."""
        with self._connections.reading() as db:
            turn, start = db.conn.execute("SELECT turn, unrated FROM league_state").fetchone()
            if start is None:
                return False
            if (turn, start) != self._expected:
                # Something changed since the last part: what is known so far may hang on it.
                self._replay = Replay()
            games = db.conn.execute(
                "SELECT ord, sides FROM league_game WHERE ord >= ? ORDER BY ord LIMIT ?",
                (start, PART + 1),
            ).fetchall()
            part = [(order, sides_of(sides)) for order, sides in games[:PART]]
            self._learn(db, part, start)
        rows = [
            (str(person), order, one.mean, one.deviation)
            for order, sides in part
            for person, one in self._replay.play(sides).items()
        ]
        then = games[PART][0] if len(games) > PART else None
        self._write(rows, (turn, start), then)
        self.done += len(part)
        return True

    def left(self) -> int:
        """How many games are not rated yet; takes a look at every one of them."""
        with self._connections.reading() as db:
            row = db.conn.execute(
                "SELECT count(*) FROM league_game WHERE ord >= (SELECT unrated FROM league_state)"
            ).fetchone()
            return int(row[0])

    def _learn(self, db: Database, part: list[tuple[int, tuple[Side, ...]]], start: int) -> None:
        """Where those who come up for the first time stood before the replay's next game."""
        people = {person for _, sides in part for side in sides for person in side.people}
        for person in people:
            if not self._replay.knows(person):
                row = db.conn.execute(
                    "SELECT mean, deviation FROM league_rating WHERE who = ? AND ord < ?"
                    " ORDER BY ord DESC LIMIT 1",
                    (str(person), start),
                ).fetchone()
                self._replay.learn(person, Rating(*row) if row else Rating())

    def _write(
        self, rows: list[tuple[str, int, float, float]], seen: tuple[int, int], then: int | None
    ) -> None:
        with self._connections.writing() as db:
            standing = db.conn.execute("SELECT turn, unrated FROM league_state").fetchone()
            if tuple(standing) != seen:
                self._expected = None
                return
            db.conn.executemany(
                "INSERT INTO league_rating VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE"
                " SET mean = excluded.mean, deviation = excluded.deviation",
                rows,
            )
            db.conn.execute("UPDATE league_state SET unrated = ?", (then,))
            self._expected = None if then is None else (seen[0], then)
