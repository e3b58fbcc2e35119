"""Write streaks. New games at the end continue the stored streaks; after other changes, streaks are corrected."""

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlite_utils import Database

from scorepad.league.facts import CompetitorKey, GameFacts, is_partnership, next_streak

_BATCH = 50
_OF = "who = ? AND games = 1"
_STATES = """
    SELECT who, run, ord, current, last FROM league_streak WHERE who IN (SELECT value FROM json_each(?))"""
_STORE = """
    INSERT INTO league_streak (who, partners, run, ord, current, last) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET
      run = excluded.run, ord = excluded.ord, current = excluded.current, last = excluded.last"""


class State(NamedTuple):
    """The longest winning streak, the game in which it was first reached, the current streak, and the last game."""

    longest: int = 0
    reached: int = 0
    current: int = 0
    last: int = 0


class Streaks:
    """The streaks to write for everyone in some games. Delete the rows of removed games first."""

    def __init__(self, states: dict[CompetitorKey, State], changed: dict[CompetitorKey, set[int]]) -> None:
        """Use `Streaks.of`. `changed` has the games to correct from, by competitor."""
        self._states = states
        self._changed = changed
        self._runs: dict[tuple[CompetitorKey, int], int] = {}

    @classmethod
    def of(cls, db: Database, removed: Sequence[GameFacts], added: Sequence[GameFacts]) -> "Streaks":
        """Return the streaks after removing and adding these games, both in the order of play."""
        removed_results, added_results = _results(removed), _results(added)
        rows = db.conn.execute(_STATES, (json.dumps([*{**removed_results, **added_results}]),))
        states = {who: State(*state) for who, *state in rows}
        changed: dict[CompetitorKey, set[int]] = {
            who: {order for order, _ in of} for who, of in removed_results.items()
        }
        for who, results in added_results.items():
            if who in changed or (who in states and results[0][0] < states[who].last):
                changed.setdefault(who, set()).update(order for order, _ in results)
        streaks = cls(states, changed)
        for who, results in added_results.items():
            if who not in changed:
                streaks._go_on(who, results)
        return streaks

    def _go_on(self, who: CompetitorKey, results: Iterable[tuple[int, int]]) -> None:
        longest, reached, current, last = self._states.get(who, State())
        for last, share in results:
            current = next_streak(current, share)
            if current > longest:
                longest, reached = current, last
            self._runs[who, last] = current
        self._states[who] = State(longest, reached, current, last)

    def after(self, who: CompetitorKey, order: int) -> int:
        """Return a competitor's streak after a game; 0 if `store` will correct it."""
        return self._runs.get((who, order), 0)

    def store(self, db: Database) -> None:
        """Correct the changed streaks, and store everyone's state. Insert the rows of the games first."""
        for who, orders in self._changed.items():
            for order in sorted(orders):
                _correct_from(db, who, order)
            self._states[who] = _state_in_table(db, who)
        db.conn.executemany(
            _STORE, [(who, is_partnership(who), *state) for who, state in self._states.items() if state.last]
        )
        db.conn.executemany(
            "DELETE FROM league_streak WHERE who = ?", [(who,) for who, state in self._states.items() if not state.last]
        )


def _results(games: Sequence[GameFacts]) -> dict[CompetitorKey, list[tuple[int, int]]]:
    """Return the games that each competitor is credited with, with their share of the win."""
    results: dict[CompetitorKey, list[tuple[int, int]]] = {}
    for facts in games:
        order = facts.order
        for who, _, tally in facts.appearances:
            if tally.games:
                results.setdefault(who, []).append((order, tally.share))
    return results


def _state_in_table(db: Database, who: CompetitorKey) -> State:
    longest = db.conn.execute(
        f"SELECT run, ord FROM league_played WHERE {_OF} AND run > 0 ORDER BY run DESC, ord LIMIT 1", (who,)
    ).fetchone()
    last = db.conn.execute(
        f"SELECT run, ord FROM league_played WHERE {_OF} ORDER BY ord DESC LIMIT 1", (who,)
    ).fetchone()
    return State(*(longest or (0, 0)), *(last or (0, 0)))


def _correct_from(db: Database, who: CompetitorKey, changed: int) -> None:
    """Correct streaks from a changed game on, until a stored one is right."""
    before = db.conn.execute(
        f"SELECT run FROM league_played WHERE {_OF} AND ord < ? ORDER BY ord DESC LIMIT 1", (who, changed)
    ).fetchone()
    streak, start = (before[0] if before else 0), changed
    while True:
        batch = db.conn.execute(
            f"SELECT ord, share, run FROM league_played WHERE {_OF} AND ord >= ? ORDER BY ord LIMIT ?",
            (who, start, _BATCH),
        ).fetchall()
        for order, share, stored in batch:
            streak = next_streak(streak, share)
            if streak == stored and order > changed:
                return
            if streak != stored:
                db.conn.execute("UPDATE league_played SET run = ? WHERE ord = ? AND who = ?", (streak, order, who))
        if len(batch) < _BATCH:
            return
        start = batch[-1][0] + 1
