"""Writes a game's facts into the league's tables, in place of its old rows. All inside one `writing()`.

Sums change by what went and what came, so a correction costs the same in a club of a hundred thousand games.
"""

import json
from collections.abc import Iterable
from typing import NamedTuple

from sqlite_utils import Database

from scorepad.league.competitors import CompetitorKey, is_partnership
from scorepad.league.facts import FIGURES, WHOLE, GameFacts, GameKind, Side, Tally
from scorepad.league.pairings import Pairing, pairings
from scorepad.league.spans import Span, start_of
from scorepad.store.results.rows import parse_sides
from scorepad.store.results.streaks import StreakRows, correct_streaks, store_longest
from scorepad.store.results.tables import CLUB_SIZE, PARTNERSHIP_SIZE, PEOPLE_SIZE

CLUB = ""
"""The `who` of the sums over the whole club."""

_MARKS = ", ".join("?" * len(FIGURES))
_ADDED = ", ".join(f"{name} = {name} + excluded.{name}" for name in FIGURES)
_ADD_TALLY = f"INSERT INTO league_tally VALUES (?, ?, ?, ?, ?, {_MARKS}) ON CONFLICT DO UPDATE SET {_ADDED}"
_DROP_TALLY = """
    DELETE FROM league_tally WHERE size = ? AND span = ? AND start = ? AND kind = ? AND who = ?
      AND games = 0 AND rounds = 0"""
_ADD_PAIR = """
    INSERT INTO league_pair VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
      games = games + excluded.games, wins = wins + excluded.wins, ties = ties + excluded.ties,
      share = share + excluded.share"""
_DROP_PAIR = "DELETE FROM league_pair WHERE who = ? AND together = ? AND other = ? AND games = 0"


class OldRows(NamedTuple):
    """A game as the tables have it before the change."""

    order: int
    day: str
    kind: int
    club: Tally
    sides: tuple[Side, ...]
    tallies: tuple[tuple[CompetitorKey, Tally], ...]


def write_game(db: Database, game: int, facts: GameFacts | None) -> None:
    """Write what a game counts for now; None if it does not count."""
    old = _old_rows(db, game)
    if old:
        _delete(db, old)
    if facts:
        _insert(db, facts)
    _correct_streaks(db, old, facts)
    _mark_unrated(db, old, facts)


def _old_rows(db: Database, game: int) -> OldRows | None:
    row = db.conn.execute("SELECT ord, day, kind, club, sides FROM league_game WHERE game = ?", (game,)).fetchone()
    if row is None:
        return None
    order, day, kind, club, sides = row
    played = db.conn.execute(f"SELECT who, {', '.join(FIGURES)} FROM league_played WHERE ord = ?", (order,))
    tallies = tuple((who, Tally(*figures)) for who, *figures in played)
    return OldRows(order, day, kind, Tally(*json.loads(club)), parse_sides(sides), tallies)


def _delete(db: Database, old: OldRows) -> None:
    _add_tallies(db, old.day, old.kind, [(CLUB, old.club), *old.tallies], -1)
    _add_pairs(db, pairings(old.sides), -1)
    for table in ("league_game", "league_played", "league_meeting", "league_feat", "league_badge"):
        db.conn.execute(f"DELETE FROM {table} WHERE ord = ?", (old.order,))
    db.conn.execute(
        "DELETE FROM league_kind WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM league_game WHERE kind = ?1)", (old.kind,)
    )


def _insert(db: Database, facts: GameFacts) -> None:
    order, kind = facts.order, facts.kind.id
    sides = json.dumps([[side.people, side.total, side.share] for side in facts.sides])
    pairs = list(pairings(facts.sides))
    _insert_kind(db, facts.kind)
    db.conn.execute(
        "INSERT INTO league_game (ord, game, day, kind, rounds, club, sides) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (order, facts.game, facts.day, kind, facts.rounds, json.dumps(facts.club), sides),
    )
    db.conn.executemany(
        f"INSERT INTO league_played (who, ord, kind, team, run, {', '.join(FIGURES)}) VALUES (?, ?, ?, ?, 0, {_MARKS})",
        [(who, order, kind, team, *tally) for who, team, tally in facts.appearances],
    )
    db.conn.executemany(
        "INSERT INTO league_meeting VALUES (?, ?, ?, ?, ?, 0)",
        [(pair.first, pair.second, pair.together, order, pair.share) for pair in pairs],
    )
    _insert_records_and_badges(db, facts)
    tallies = [(who, tally) for who, _, tally in facts.appearances]
    _add_tallies(db, facts.day, kind, [(CLUB, facts.club), *tallies], 1)
    _add_pairs(db, pairs, 1)


def _insert_kind(db: Database, kind: GameKind) -> None:
    db.conn.execute(
        "INSERT INTO league_kind (id, slug, name, players, teams, decks) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        (kind.id, kind.slug, kind.name, kind.players, kind.teams, kind.decks),
    )


def _insert_records_and_badges(db: Database, facts: GameFacts) -> None:
    game = (facts.kind.id, facts.day[:4], facts.order)
    db.conn.executemany(
        "INSERT INTO league_feat (kind, year, ord, code, value, at, round, people) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (*game, record.code, record.value, at, record.round, ",".join(map(str, record.people)))
            for at, record in enumerate(facts.record_candidates)
        ],
    )
    db.conn.executemany(
        "INSERT INTO league_badge VALUES (?, ?, ?)", [(person, code, facts.order) for person, code in facts.badges]
    )


def _add_tallies(db: Database, day: str, kind: int, tallies: Iterable[tuple[CompetitorKey, Tally]], sign: int) -> None:
    """Add to, or subtract from, the sums of the day, its month, its year and all time; delete empty sums."""
    rows = [
        ((size_of(who), span, start_of(day, span), kind, who), [sign * n for n in tally])
        for who, tally in tallies
        for span in Span
    ]
    db.conn.executemany(_ADD_TALLY, [(*key, *values) for key, values in rows])
    if sign < 0:
        db.conn.executemany(_DROP_TALLY, [key for key, _ in rows])


def size_of(who: CompetitorKey) -> int:
    """The `size` of a competitor's sums, or the club's."""
    if who == CLUB:
        return CLUB_SIZE
    return PARTNERSHIP_SIZE if is_partnership(who) else PEOPLE_SIZE


def _add_pairs(db: Database, pairs: Iterable[Pairing], sign: int) -> None:
    rows = [
        (who, pair.together, other, sign, sign * (share == WHOLE), sign * (0 < share < WHOLE), sign * share)
        for pair in pairs
        for who, other, share in pair.both_ways()
    ]
    db.conn.executemany(_ADD_PAIR, rows)
    if sign < 0:
        db.conn.executemany(_DROP_PAIR, [row[:3] for row in rows])


def _correct_streaks(db: Database, old: OldRows | None, facts: GameFacts | None) -> None:
    orders = _orders(old, facts)
    for rows in _streak_rows(old, facts):
        correct_streaks(db, rows, orders)
        if rows.table == "league_played":
            store_longest(db, str(rows.key[0]))


def _streak_rows(old: OldRows | None, facts: GameFacts | None) -> set[StreakRows]:
    competitors = [who for who, _ in old.tallies] if old else []
    competitors += [who for who, _, _ in facts.appearances] if facts else []
    pairs = list(pairings(old.sides)) if old else []
    pairs += pairings(facts.sides) if facts else []
    rows = {StreakRows("league_played", (who,)) for who in competitors}
    return rows | {StreakRows("league_meeting", (pair.first, pair.second, pair.together)) for pair in pairs}


def _mark_unrated(db: Database, old: OldRows | None, facts: GameFacts | None) -> None:
    """Have ratings replayed from this game on, if anything that they depend on has changed."""
    before = (old.order, _outcome(old.sides)) if old else None
    after = (facts.order, _outcome(facts.sides)) if facts else None
    if before == after:
        return
    orders = _orders(old, facts)
    for order in orders:
        db.conn.execute("DELETE FROM league_rating WHERE ord = ?", (order,))
    db.conn.execute("UPDATE league_state SET turn = turn + 1, unrated = min(coalesce(unrated, ?1), ?1)", (min(orders),))


def _orders(old: OldRows | None, facts: GameFacts | None) -> list[int]:
    return [*([old.order] if old else []), *([facts.order] if facts else [])]


def _outcome(sides: tuple[Side, ...]) -> list[tuple[tuple[int, ...], int]]:
    """What ratings depend on: who played together, and how many teams were ahead of them."""
    return [(side.people, sum(other.total > side.total for other in sides)) for side in sides]
