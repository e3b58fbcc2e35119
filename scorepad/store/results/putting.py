"""Puts what a game says into the league's tables, in place of what it said before. All inside one `writing()`.

Sums are mended by what went and what came, so that a correction costs the same in a club of a hundred thousand games.
"""

import json
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sqlite_utils import Database

from scorepad.league.facts import FIGURES, WHOLE, GameFacts, GameKind, Side, Tally
from scorepad.league.spans import Span, start_of
from scorepad.league.who import Who, is_partnership, key_of
from scorepad.store.results.runs import Line, mend_runs, mend_streak

CLUB = ""
"""The `who` of the sums over the whole club."""

_MARKS = ", ".join("?" * len(FIGURES))
_ADDED = ", ".join(f"{name} = {name} + excluded.{name}" for name in FIGURES)
_ADD_TALLY = (
    f"INSERT INTO league_tally VALUES (?, ?, ?, ?, ?, {_MARKS}) ON CONFLICT DO UPDATE SET {_ADDED}"
)
_DROP_TALLY = """
    DELETE FROM league_tally WHERE size = ? AND span = ? AND start = ? AND kind = ? AND who = ?
      AND games = 0 AND rounds = 0"""
_ADD_PAIR = """
    INSERT INTO league_pair VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
      games = games + excluded.games, wins = wins + excluded.wins, ties = ties + excluded.ties,
      share = share + excluded.share"""
_DROP_PAIR = "DELETE FROM league_pair WHERE who = ? AND together = ? AND other = ? AND games = 0"


class Meeting(NamedTuple):
    """Two who were in one game, as one team or against each other, and the first one's share of it."""

    one: Who
    other: Who
    together: bool
    share: int


class Kept(NamedTuple):
    """A game's rows as they stand in the tables."""

    ord: int
    day: str
    kind: int
    club: Tally
    sides: tuple[Side, ...]
    tallies: tuple[tuple[Who, Tally], ...]


def put(db: Database, game: int, facts: GameFacts | None) -> None:
    """Keep what a game says now, or that it does not count."""
    before = _kept(db, game)
    if before:
        _take_out(db, before)
    if facts:
        _put_in(db, facts)
    _mend(db, before, facts)


def _kept(db: Database, game: int) -> Kept | None:
    row = db.conn.execute(
        "SELECT ord, day, kind, club, sides FROM league_game WHERE game = ?", (game,)
    ).fetchone()
    if row is None:
        return None
    order, day, kind, club, sides = row
    played = db.conn.execute(
        f"SELECT who, {', '.join(FIGURES)} FROM league_played WHERE ord = ?", (order,)
    )
    tallies = tuple((one[0], Tally(*one[1:])) for one in played)
    return Kept(order, day, kind, Tally(*json.loads(club)), sides_of(sides), tallies)


def sides_of(text: str) -> tuple[Side, ...]:
    """The teams of a game as its row keeps them."""
    return tuple(Side(tuple(people), total, share) for people, total, share in json.loads(text))


def _take_out(db: Database, kept: Kept) -> None:
    sums = [(CLUB, kept.club), *kept.tallies]
    _add_tallies(db, kept.day, kept.kind, sums, -1)
    _add_pairs(db, meetings(kept.sides), -1)
    for table in ("league_game", "league_played", "league_meeting", "league_feat", "league_badge"):
        db.conn.execute(f"DELETE FROM {table} WHERE ord = ?", (kept.ord,))
    db.conn.execute(
        "DELETE FROM league_kind WHERE id = ?1"
        " AND NOT EXISTS (SELECT 1 FROM league_game WHERE kind = ?1)",
        (kept.kind,),
    )


def _put_in(db: Database, facts: GameFacts) -> None:
    order, kind = facts.order, facts.kind
    sides = json.dumps([[one.people, one.total, one.share] for one in facts.sides])
    club = json.dumps(facts.club)
    _keep_kind(db, kind)
    db.conn.execute(
        "INSERT INTO league_game (ord, game, day, kind, rounds, club, sides)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (order, facts.game, facts.day, kind.id, facts.rounds, club, sides),
    )
    db.conn.executemany(
        f"INSERT INTO league_played (who, ord, kind, team, run, {', '.join(FIGURES)})"
        f" VALUES (?, ?, ?, ?, 0, {_MARKS})",
        [(one.who, order, kind.id, one.team, *one.tally) for one in facts.portions],
    )
    db.conn.executemany(
        "INSERT INTO league_meeting VALUES (?, ?, ?, ?, ?, 0)",
        [(one.one, one.other, one.together, order, one.share) for one in meetings(facts.sides)],
    )
    _put_honours(db, facts)
    sums = [(CLUB, facts.club), *((one.who, one.tally) for one in facts.portions)]
    _add_tallies(db, facts.day, kind.id, sums, 1)
    _add_pairs(db, meetings(facts.sides), 1)


def _put_honours(db: Database, facts: GameFacts) -> None:
    """The records a game may hold, and the badges it earned somebody."""
    of, order = (facts.kind.id, facts.day[:4]), facts.order
    db.conn.executemany(
        "INSERT INTO league_feat (kind, year, ord, code, value, at, round, people)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (*of, order, one.code, one.value, at, one.round, ",".join(map(str, one.people)))
            for at, one in enumerate(facts.feats)
        ],
    )
    db.conn.executemany(
        "INSERT INTO league_badge VALUES (?, ?, ?)",
        [(who, code, order) for who, code in facts.badges],
    )


def _keep_kind(db: Database, kind: GameKind) -> None:
    db.conn.execute(
        "INSERT INTO league_kind (id, slug, name, players, teams, decks) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        (kind.id, kind.slug, kind.name, kind.players, kind.teams, kind.decks),
    )


def _add_tallies(
    db: Database, day: str, kind: int, sums: Iterable[tuple[Who, Tally]], sign: int
) -> None:
    """Adds to the sums of the day, its month, its year and all time; what is nothing then, is dropped."""
    rows = [
        ((size_of(who), span, start_of(day, span), kind, who), [sign * n for n in tally])
        for who, tally in sums
        for span in Span
    ]
    db.conn.executemany(_ADD_TALLY, [(*key, *values) for key, values in rows])
    if sign < 0:
        db.conn.executemany(_DROP_TALLY, [key for key, _ in rows])


def size_of(who: Who) -> int:
    """Under which size sums are kept: 0 the club, 1 a person, 2 a partnership."""
    return 0 if who == CLUB else 2 if is_partnership(who) else 1


def _add_pairs(db: Database, pairs: Iterable[Meeting], sign: int) -> None:
    rows = [
        (
            who,
            pair.together,
            other,
            sign,
            sign * (share == WHOLE),
            sign * (0 < share < WHOLE),
            sign * share,
        )
        for pair in pairs
        for who, other, share in _both_ways(pair)
    ]
    db.conn.executemany(_ADD_PAIR, rows)
    if sign < 0:
        db.conn.executemany(_DROP_PAIR, [row[:3] for row in rows])


def _both_ways(pair: Meeting) -> Iterator[tuple[Who, Who, int]]:
    yield pair.one, pair.other, pair.share
    yield pair.other, pair.one, pair.share if pair.together else WHOLE - pair.share


def meetings(sides: tuple[Side, ...]) -> Iterator[Meeting]:
    """Everybody who was in a game with everybody else, as people and as partnerships, the lower ids first."""
    for at, side in enumerate(sides):
        people = sorted(side.people)
        for place, one in enumerate(people):
            for other in people[place + 1 :]:
                yield Meeting(str(one), str(other), True, side.share)
        for against in sides[at + 1 :]:
            yield from _against(side, against)


def _against(side: Side, against: Side) -> Iterator[Meeting]:
    share = WHOLE * ((side.total > against.total) * 2 + (side.total == against.total)) // 2
    for one in side.people:
        for other in against.people:
            yield _in_order((one,), (other,), share)
    if len(side.people) > 1 and len(against.people) > 1:
        yield _in_order(tuple(sorted(side.people)), tuple(sorted(against.people)), share)


def _in_order(one: tuple[int, ...], other: tuple[int, ...], share: int) -> Meeting:
    if one < other:
        return Meeting(key_of(one), key_of(other), False, share)
    return Meeting(key_of(other), key_of(one), False, WHOLE - share)


def _mend(db: Database, before: Kept | None, facts: GameFacts | None) -> None:
    """What hangs on the order of games: runs are mended now, ratings are marked for the replay."""
    orders = [one.ord for one in (before,) if one] + [one.order for one in (facts,) if one]
    lines = _lines(before, facts)
    for line in lines:
        mend_runs(db, line, orders)
        if line[0] == "league_played":
            mend_streak(db, str(line[1][0]))
    old = _outcome(before.sides) if before else None
    new = _outcome(facts.sides) if facts else None
    if (old, before and before.ord) == (new, facts and facts.order):
        return
    for order in orders:
        db.conn.execute("DELETE FROM league_rating WHERE ord = ?", (order,))
    if orders:
        db.conn.execute(
            "UPDATE league_state SET turn = turn + 1, unrated = min(coalesce(unrated, ?1), ?1)",
            (min(orders),),
        )


def _lines(before: Kept | None, facts: GameFacts | None) -> set[Line]:
    whos = {who for who, _ in before.tallies} if before else set()
    whos |= {one.who for one in facts.portions} if facts else set()
    pairs = list(meetings(before.sides)) if before else []
    pairs += meetings(facts.sides) if facts else []
    found: set[Line] = {("league_played", (who,)) for who in whos}
    return found | {("league_meeting", (one.one, one.other, one.together)) for one in pairs}


def _outcome(sides: tuple[Side, ...]) -> list[tuple[tuple[int, ...], int]]:
    """All that ratings hang on: who played together, and in which place."""
    return [(side.people, sum(one.total > side.total for one in sides)) for side in sides]
