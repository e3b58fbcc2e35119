"""Replace the rows of games in the league's tables. Call inside one `writing()`.

Sums are changed by the difference, so a correction costs the same in a club of a hundred thousand games. Many games are
written together: each statement then runs once for all of them.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from operator import add, neg
from typing import NamedTuple

from sqlite_utils import Database

from scorepad.league.facts import FIGURES, CompetitorKey, GameFacts, GameKind, next_streak
from scorepad.league.game_facts import LEVELS, RecordCode
from scorepad.store.results import rating
from scorepad.store.results.tables import BEST, CLUB, NEXT_TURN, size_of

DEEDS = {code: 1 << at for at, code in enumerate(LEVELS)}
"""The bit of each deed in the column `deeds`."""

_MARKS = ", ".join("?" * len(FIGURES))
_ADD_KIND = "INSERT INTO league_kind VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
_MARKS_OF_BEST = ", ".join("?" * len(BEST))
_ADD_GAME = f"INSERT INTO league_game VALUES (?, ?, ?, ?, ?, ?, {_MARKS_OF_BEST})"
_ADD_PLAYED = f"INSERT INTO league_played VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, {_MARKS})"


class FactsChange(NamedTuple):
    """A game's facts in the tables, and its facts now; None if it does not count."""

    old: GameFacts | None
    new: GameFacts | None


def write_games(db: Database, changes: Sequence[FactsChange]) -> None:
    """Write the new facts of these games."""
    changes = [change for change in changes if change.old != change.new]
    if not changes:
        return
    removed = [change.old for change in changes if change.old]
    added = sorted([change.new for change in changes if change.new], key=lambda facts: facts.order)
    db.conn.execute(NEXT_TURN, (min(facts.order for facts in (*removed, *added)),))
    rating.mark_unrated(db, changes)
    _delete(db, removed)
    _insert(db, added)
    _correct_streaks(db, [*removed, *added])
    _change_sums(db, removed, added)


def _delete(db: Database, removed: Sequence[GameFacts]) -> None:
    orders = [(facts.order,) for facts in removed]
    db.conn.executemany("DELETE FROM league_game WHERE ord = ?", orders)
    db.conn.executemany("DELETE FROM league_played WHERE ord = ?", orders)
    db.conn.executemany(
        "DELETE FROM league_kind WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM league_game WHERE kind = ?1)",
        [(kind,) for kind in {facts.kind.id for facts in removed}],
    )


def _insert(db: Database, added: Sequence[GameFacts]) -> None:
    kinds: set[GameKind] = {facts.kind for facts in added}
    db.conn.executemany(
        _ADD_KIND,
        [(kind.id, kind.slug, kind.name, kind.players, kind.teams, kind.decks, kind.has_luck) for kind in kinds],
    )
    db.conn.executemany(_ADD_GAME, [_game_row(facts) for facts in added])
    db.conn.executemany(_ADD_PLAYED, [row for facts in added for row in _played_rows(facts)])


def _game_row(facts: GameFacts) -> tuple[object, ...]:
    best: dict[str, int] = {}
    for code, value, _, _ in facts.record_candidates:
        best[code] = max(value, best.get(code, value))
    game = facts.order, facts.game, facts.day, facts.kind.id, facts.rounds, json.dumps(facts.sides)
    return *game, *map(best.get, BEST)


def _played_rows(facts: GameFacts) -> Iterator[tuple[object, ...]]:
    """Yield the rows of the club and of everyone in a game. `_correct_streaks` sets their streaks."""
    order, kind, deeds = facts.order, facts.kind.id, dict[CompetitorKey, int]()
    for who, code in facts.badges:
        deeds[who] = deeds.get(who, 0) | DEEDS[code]
    has_best = any(candidate.code == RecordCode.GAME for candidate in facts.record_candidates)
    yield order, size_of(CLUB), CLUB, kind, None, None, None, 0, *facts.club
    for who, team, tally in facts.appearances:
        side = facts.sides[team - 1] if team else None
        result = (team, side.ahead, side.total if has_best else None) if side else (None, None, None)
        yield order, size_of(who), who, kind, *result, deeds.get(who, 0), *tally


# ---- Streaks are stored, because records look for the longest of everyone


def _correct_streaks(db: Database, changed: Iterable[GameFacts]) -> None:
    """Correct the streaks of everyone in these games, from the first of them on."""
    orders: dict[CompetitorKey, list[int]] = {}
    for facts in changed:
        order = facts.order
        for who, _, tally in facts.appearances:
            if tally.games:
                orders.setdefault(who, []).append(order)
    rows = [row for who, of in orders.items() for row in _wrong_streaks(db, who, min(of), max(of))]
    db.conn.executemany("UPDATE league_played SET run = ? WHERE ord = ? AND size = ? AND who = ?", rows)


def _wrong_streaks(
    db: Database, who: CompetitorKey, first: int, last: int
) -> Iterator[tuple[int, int, int, CompetitorKey]]:
    """Yield the right streaks of a competitor's games whose stored streak is wrong. `first` to `last` have changed."""
    size = size_of(who)
    before = db.conn.execute(
        "SELECT run FROM league_played WHERE who = ? AND ord < ? AND games = 1 ORDER BY ord DESC LIMIT 1", (who, first)
    ).fetchone()
    streak = before[0] if before else 0
    games = db.conn.execute(
        "SELECT ord, share, run FROM league_played WHERE who = ? AND ord >= ? AND games = 1 ORDER BY ord", (who, first)
    )
    for order, share, stored in games:
        streak = next_streak(streak, share)
        if streak != stored:
            yield streak, order, size, who
        elif order > last:
            break
    games.close()


# ---- Sums by competitor, kind and year


_ADDED = ", ".join(f"{name} = {name} + excluded.{name}" for name in FIGURES)
_ADD = f"INSERT INTO league_tally VALUES (?, ?, ?, ?, {_MARKS}) ON CONFLICT DO UPDATE SET {_ADDED}"
_DROP = """
    DELETE FROM league_tally WHERE size = ? AND year = ? AND who = ? AND kind = ? AND games = 0 AND rounds = 0"""

Figures = tuple[int, ...]


def _change_sums(db: Database, removed: Iterable[GameFacts], added: Iterable[GameFacts]) -> None:
    """Update the sums of each year and of all years for removed and added games, and delete empty sums."""
    sums: dict[tuple[int, str, CompetitorKey, int], Figures] = {}

    def count(size: int, year: str, who: CompetitorKey, kind: int, figures: Figures) -> None:
        key = size, year, who, kind
        before = sums.get(key)
        sums[key] = tuple(map(add, before, figures)) if before else figures

    games = [*((facts, -1) for facts in removed), *((facts, 1) for facts in added)]
    for facts, sign in games:
        year, kind = facts.day[:4], facts.kind.id
        for who, _, tally in ((CLUB, None, facts.club), *facts.appearances):
            count(size_of(who), year, who, kind, tally if sign > 0 else tuple(map(neg, tally)))
    for (size, _, who, kind), figures in [*sums.items()]:
        count(size, "", who, kind, figures)
    keys = sorted(sums)
    db.conn.executemany(_ADD, [(*key, *sums[key]) for key in keys])
    db.conn.executemany(_DROP, keys)
