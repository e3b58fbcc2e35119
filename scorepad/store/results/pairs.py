"""Write meetings: each meeting, and for every two competitors their number, results and streaks."""

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlite_utils import Database

from scorepad.league.counterparts import pairings
from scorepad.league.facts import WHOLE, CompetitorKey, GameFacts, next_streak

_STATES = """
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


class State(NamedTuple):
    """The last meeting of two, the streak after it, and the longest runs that the first of them won and lost."""

    last: int = 0
    run: int = 0
    won: int = 0
    lost: int = 0

    def after(self, meetings: Sequence[tuple[int, int]]) -> "State":
        """Return the state after more meetings, each given as its order and the share of the first of the two."""
        _, run, won, lost = self
        for _, share in meetings:
            run = next_streak(run, share)
            if run > won:
                won = run
            elif -run > lost:
                lost = -run
        return State(meetings[-1][0] if meetings else self.last, run, won, lost)

    def swapped(self) -> "State":
        """Return the state from the other side."""
        return State(self.last, -self.run, self.lost, self.won)


def change(db: Database, removed: Sequence[GameFacts], added: Sequence[GameFacts]) -> None:
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
    states = _states(db, removed_meetings, added_meetings)
    rows = sorted(_rows(counts, states))
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


def _rows(
    counts: dict[tuple[bool, CompetitorKey, CompetitorKey], list[int]], states: dict[Pair, State]
) -> Iterable[tuple[object, ...]]:
    for (together, first, second), (games, wins, ties, share) in counts.items():
        if together:
            yield first, True, second, games, wins, ties, share, *State()
            yield second, True, first, games, wins, ties, share, *State()
        else:
            state = states[first, second]
            yield first, False, second, games, wins, ties, share, *state
            yield second, False, first, games, games - wins - ties, ties, WHOLE * games - share, *state.swapped()


def _states(
    db: Database, removed_meetings: dict[Pair, list[tuple[int, int]]], added_meetings: dict[Pair, list[tuple[int, int]]]
) -> dict[Pair, State]:
    """Return the new state of every two. Meetings after their last one continue from the stored state."""
    rows = db.conn.execute(_STATES, (json.dumps(list(added_meetings)),))
    states = {(first, second): State(*state) for first, second, *state in rows}
    for two, meetings in added_meetings.items():
        state = states.get(two, State())
        if two in removed_meetings or meetings[0][0] < state.last:
            states[two] = _state_in_table(db, two)
            continue
        states[two] = state.after(meetings)
    for two in removed_meetings.keys() - added_meetings.keys():
        states[two] = _state_in_table(db, two)
    return states


def _state_in_table(db: Database, two: Pair) -> State:
    meetings = db.conn.execute("SELECT ord, share FROM league_meeting WHERE one = ? AND other = ? ORDER BY ord", two)
    return State().after(meetings.fetchall())
