"""Replace the rows of games in the league's tables. Call inside one `writing()`.

Sums are changed by the difference, so a correction costs the same in a club of a hundred thousand games. Many games are
written together: each statement then runs once for all of them.
"""

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from sqlite_utils import Database

from scorepad.league.counterparts import pairings
from scorepad.league.facts import FIGURES, WHOLE, CompetitorKey, GameFacts, GameKind, is_partnership, next_streak
from scorepad.store.results import rating, sums

# Write streaks. New games at the end continue the stored streaks; after other changes, streaks are corrected.


_BATCH = 50
_OF = "who = ? AND games = 1"
_STREAK_STATES = """
    SELECT who, run, ord, current, last FROM league_streak WHERE who IN (SELECT value FROM json_each(?))"""
_STORE = """
    INSERT INTO league_streak (who, partners, run, ord, current, last) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET
      run = excluded.run, ord = excluded.ord, current = excluded.current, last = excluded.last"""


class StreakState(NamedTuple):
    """The longest winning streak, the game in which it was first reached, the current streak, and the last game."""

    longest: int = 0
    reached: int = 0
    current: int = 0
    last: int = 0


class Streaks:
    """The streaks to write for everyone in some games. Delete the rows of removed games first."""

    def __init__(self, states: dict[CompetitorKey, StreakState], changed: dict[CompetitorKey, set[int]]) -> None:
        """Use `Streaks.of`. `changed` has the games to correct from, by competitor."""
        self._states = states
        self._changed = changed
        self._runs: dict[tuple[CompetitorKey, int], int] = {}

    @classmethod
    def of(cls, db: Database, removed: Sequence[GameFacts], added: Sequence[GameFacts]) -> "Streaks":
        """Return the streaks after removing and adding these games, both in the order of play."""
        removed_results, added_results = _results(removed), _results(added)
        rows = db.conn.execute(_STREAK_STATES, (json.dumps([*{**removed_results, **added_results}]),))
        states = {who: StreakState(*state) for who, *state in rows}
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
        longest, reached, current, last = self._states.get(who, StreakState())
        for last, share in results:
            current = next_streak(current, share)
            if current > longest:
                longest, reached = current, last
            self._runs[who, last] = current
        self._states[who] = StreakState(longest, reached, current, last)

    def after(self, who: CompetitorKey, order: int) -> int:
        """Return a competitor's streak after a game; 0 if `store` will correct it."""
        return self._runs.get((who, order), 0)

    def store(self, db: Database) -> None:
        """Correct the changed streaks, and store everyone's state. Insert the rows of the games first."""
        for who, orders in self._changed.items():
            for order in sorted(orders):
                _correct_from(db, who, order)
            self._states[who] = _streak_in_table(db, who)
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


def _streak_in_table(db: Database, who: CompetitorKey) -> StreakState:
    longest = db.conn.execute(
        f"SELECT run, ord FROM league_played WHERE {_OF} AND run > 0 ORDER BY run DESC, ord LIMIT 1", (who,)
    ).fetchone()
    last = db.conn.execute(
        f"SELECT run, ord FROM league_played WHERE {_OF} ORDER BY ord DESC LIMIT 1", (who,)
    ).fetchone()
    return StreakState(*(longest or (0, 0)), *(last or (0, 0)))


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


# Write meetings: each meeting, and for every two competitors their number, results and streaks.


_PAIR_STATES = """
    SELECT pair.who, pair.other, pair.last, pair.run, pair.won, pair.lost
    FROM json_each(?) AS two
    JOIN league_pair AS pair
      ON pair.who = json_extract(two.value, '$[0]') AND pair.together = 0
     AND pair.other = json_extract(two.value, '$[1]')"""
_ADD = """
    INSERT INTO league_pair VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
      games = games + excluded.games, wins = wins + excluded.wins, ties = ties + excluded.ties,
      share = share + excluded.share, last = excluded.last, run = excluded.run, won = excluded.won,
      lost = excluded.lost"""
_DROP = "DELETE FROM league_pair WHERE who = ? AND together = ? AND other = ? AND games = 0"

Pair = tuple[CompetitorKey, CompetitorKey]
"""Two competitors who met, the lower ids first."""


class PairState(NamedTuple):
    """The last meeting of two, the streak after it, and the longest runs that the first of them won and lost."""

    last: int = 0
    run: int = 0
    won: int = 0
    lost: int = 0

    def after(self, meetings: Sequence[tuple[int, int]]) -> "PairState":
        """Return the state after more meetings, each given as its order and the share of the first of the two."""
        _, run, won, lost = self
        for _, share in meetings:
            run = next_streak(run, share)
            if run > won:
                won = run
            elif -run > lost:
                lost = -run
        return PairState(meetings[-1][0] if meetings else self.last, run, won, lost)

    def swapped(self) -> "PairState":
        """Return the state from the other side."""
        return PairState(self.last, -self.run, self.lost, self.won)


def change_pairs(db: Database, removed: Sequence[GameFacts], added: Sequence[GameFacts]) -> None:
    """Update the pairings for games that left the tables and games that joined, both in the order of play."""
    counts: dict[tuple[bool, CompetitorKey, CompetitorKey], list[int]] = {}
    removed_meetings, added_meetings = _add_counts(counts, removed, -1), _add_counts(counts, added, 1)
    db.conn.executemany(
        "DELETE FROM league_meeting WHERE one = ? AND other = ? AND ord = ?",
        [(*two, order) for two, meetings in removed_meetings.items() for order, _ in meetings],
    )
    db.conn.executemany(
        "INSERT INTO league_meeting (one, other, ord, share) VALUES (?, ?, ?, ?)",
        [(*two, order, share) for two in sorted(added_meetings) for order, share in added_meetings[two]],
    )
    states = _pair_states(db, removed_meetings, added_meetings)
    rows = sorted(_pair_rows(counts, states))
    db.conn.executemany(_ADD, rows)
    if removed:
        db.conn.executemany(_DROP, [row[:3] for row in rows])


def _add_counts(
    counts: dict[tuple[bool, CompetitorKey, CompetitorKey], list[int]], games: Sequence[GameFacts], sign: int
) -> dict[Pair, list[tuple[int, int]]]:
    """Add to the counts (games, wins, ties, share), and return the meetings."""
    meetings: dict[Pair, list[tuple[int, int]]] = {}
    for facts in games:
        order = facts.order
        for first, second, together, share in pairings(facts.sides):
            sums = counts.setdefault((together, first, second), [0, 0, 0, 0])
            sums[0] += sign
            sums[1] += sign * (share == WHOLE)
            sums[2] += sign * (0 < share < WHOLE)
            sums[3] += sign * share
            if not together:
                meetings.setdefault((first, second), []).append((order, share))
    return meetings


def _pair_rows(
    counts: dict[tuple[bool, CompetitorKey, CompetitorKey], list[int]], states: dict[Pair, PairState]
) -> Iterable[tuple[object, ...]]:
    for (together, first, second), (games, wins, ties, share) in counts.items():
        if together:
            yield first, True, second, games, wins, ties, share, *PairState()
            yield second, True, first, games, wins, ties, share, *PairState()
        else:
            state = states[first, second]
            yield first, False, second, games, wins, ties, share, *state
            yield second, False, first, games, games - wins - ties, ties, WHOLE * games - share, *state.swapped()


def _pair_states(
    db: Database, removed_meetings: dict[Pair, list[tuple[int, int]]], added_meetings: dict[Pair, list[tuple[int, int]]]
) -> dict[Pair, PairState]:
    """Return the new state of every two. Meetings after their last one continue from the stored state."""
    rows = db.conn.execute(_PAIR_STATES, (json.dumps(list(added_meetings)),))
    states = {(first, second): PairState(*state) for first, second, *state in rows}
    for two, meetings in added_meetings.items():
        state = states.get(two, PairState())
        if two in removed_meetings or meetings[0][0] < state.last:
            states[two] = _pair_in_table(db, two)
            continue
        states[two] = state.after(meetings)
    for two in removed_meetings.keys() - added_meetings.keys():
        states[two] = _pair_in_table(db, two)
    return states


def _pair_in_table(db: Database, two: Pair) -> PairState:
    meetings = db.conn.execute("SELECT ord, share FROM league_meeting WHERE one = ? AND other = ? ORDER BY ord", two)
    return PairState().after(meetings.fetchall())


_MARKS = ", ".join("?" * len(FIGURES))
_ADD_KIND = "INSERT INTO league_kind (id, slug, name, players, teams, decks, luck) VALUES (?, ?, ?, ?, ?, ?, ?)"
_ADD_GAME = "INSERT INTO league_game (ord, game, day, kind, rounds, sides) VALUES (?, ?, ?, ?, ?, ?)"
_ADD_PLAYED = f"INSERT INTO league_played VALUES (?, ?, ?, ?, ?, {_MARKS})"
_ADD_CANDIDATE = (
    "INSERT INTO league_feat (kind, year, code, value, ord, at, round, people) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_NEXT_TURN = "UPDATE league_state SET turn = turn + 1"
"""Run with every change of a figure, to invalidate cached values (`places.FigureCache`)."""
_DROP_CANDIDATE = (
    "DELETE FROM league_feat WHERE kind = ? AND year = ? AND code = ? AND value = ? AND ord = ? AND at = ?"
)


class Change(NamedTuple):
    """A game's facts in the tables, and its facts now; None if it does not count."""

    old: GameFacts | None
    new: GameFacts | None


def write_games(db: Database, changes: Sequence[Change]) -> None:
    """Write the new facts of these games."""
    changes = [change for change in changes if change.old != change.new]
    if not changes:
        return
    db.conn.execute(_NEXT_TURN)
    removed = sorted([change.old for change in changes if change.old], key=lambda facts: facts.order)
    added = sorted([change.new for change in changes if change.new], key=lambda facts: facts.order)
    rating.mark_unrated(db, changes)
    _delete(db, removed)
    _insert(db, added, Streaks.of(db, removed, added))
    sums.change(db, removed, added)
    change_pairs(db, removed, added)


def _delete(db: Database, removed: Sequence[GameFacts]) -> None:
    orders = [(facts.order,) for facts in removed]
    db.conn.executemany("DELETE FROM league_game WHERE ord = ?", orders)
    db.conn.executemany("DELETE FROM league_played WHERE ord = ?", orders)
    db.conn.executemany(_DROP_CANDIDATE, [row[:6] for row in _record_candidates(removed)])
    db.conn.executemany("DELETE FROM league_badge WHERE who = ? AND code = ? AND ord = ?", _badges(removed))
    db.conn.executemany(
        "DELETE FROM league_kind WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM league_game WHERE kind = ?1)",
        [(kind,) for kind in {facts.kind.id for facts in removed}],
    )


def _insert(db: Database, added: Sequence[GameFacts], runs: Streaks) -> None:
    kinds: set[GameKind] = {facts.kind for facts in added}
    db.conn.executemany(
        f"{_ADD_KIND} ON CONFLICT DO NOTHING",
        [(kind.id, kind.slug, kind.name, kind.players, kind.teams, kind.decks, kind.has_luck) for kind in kinds],
    )
    db.conn.executemany(
        _ADD_GAME, [(facts.order, facts.game, facts.day, facts.kind.id, facts.rounds, _sides(facts)) for facts in added]
    )
    db.conn.executemany(
        _ADD_PLAYED,
        [
            (order, who, kind, team, runs.after(who, order), *tally)
            for order, kind, appearances in [(facts.order, facts.kind.id, facts.appearances) for facts in added]
            for who, team, tally in appearances
        ],
    )
    db.conn.executemany(_ADD_CANDIDATE, _record_candidates(added))
    db.conn.executemany("INSERT INTO league_badge (who, code, ord) VALUES (?, ?, ?)", _badges(added))
    runs.store(db)


def _sides(facts: GameFacts) -> str:
    return json.dumps(facts.sides)


def _record_candidates(games: Sequence[GameFacts]) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    for facts in games:
        kind, year, order = facts.kind.id, facts.day[:4], facts.order
        for at, (code, value, people, round_number) in enumerate(facts.record_candidates):
            rows.append((kind, year, code, value, order, at, round_number, _ids(people)))
    return sorted(rows)


@lru_cache(maxsize=1_000)
def _ids(people: tuple[int, ...]) -> str:
    return ",".join(map(str, people))


def _badges(games: Sequence[GameFacts]) -> list[tuple[str, str, int]]:
    orders = [(facts.order, facts.badges) for facts in games]
    return sorted([(who, code, order) for order, badges in orders for who, code in badges])
