"""Replace the rows of games in the league's tables. Call inside one `writing()`.

Sums are changed by the difference, so a correction costs the same in a club of a hundred thousand games. Many games are
written together: each statement then runs once for all of them.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sqlite_utils import Database

from scorepad.league.facts import FIGURES, GameFacts, GameKind
from scorepad.store.results import pairs, rating, streaks, sums

_MARKS = ", ".join("?" * len(FIGURES))
_ADD_KIND = "INSERT INTO league_kind (id, slug, name, players, teams, decks, luck) VALUES (?, ?, ?, ?, ?, ?, ?)"
_ADD_GAME = "INSERT INTO league_game (ord, game, day, kind, rounds, sides) VALUES (?, ?, ?, ?, ?, ?)"
_ADD_PLAYED = f"INSERT INTO league_played VALUES (?, ?, ?, ?, ?, {_MARKS})"
_ADD_CANDIDATE = (
    "INSERT INTO league_feat (kind, year, code, value, ord, at, round, people) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_NEXT_TURN = "UPDATE league_state SET turn = turn + 1"
"""Run with every change of a figure, to invalidate cached values (`figure_cache`)."""
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
    _insert(db, added, streaks.Streaks.of(db, removed, added))
    sums.change(db, removed, added)
    pairs.change(db, removed, added)


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


def _insert(db: Database, added: Sequence[GameFacts], runs: streaks.Streaks) -> None:
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
