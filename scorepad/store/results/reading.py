"""Reads the league's tables. Every question here costs what it answers, however many games there are."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlite_utils import Database

from scorepad.league.facts import FIGURES, GameKind, Tally
from scorepad.league.ratings import Rating
from scorepad.league.spans import Span, Stretch
from scorepad.league.who import Who
from scorepad.store.results.putting import sides_of
from scorepad.store.results.rows import PlayedBy, PlayedGame, PlayedKind, RatedGame

GAME = "game.game, game.ord, game.day, game.kind, game.rounds, game.sides"
_SUMS = ", ".join(f"sum({name})" for name in FIGURES)
_FIGURES = ", ".join(f"played.{name}" for name in FIGURES)


def played_game(row: Sequence[Any]) -> PlayedGame:
    """A game from the columns of `GAME`."""
    game, order, day, kind, rounds, sides = row
    return PlayedGame(game, order, day, kind, rounds, sides_of(sides))


def kinds(db: Database) -> list[PlayedKind]:
    """The kinds of games that were played, the one played most first, of equals the one played first."""
    rows = db.conn.execute(
        "SELECT kind.id, kind.slug, kind.name, kind.players, kind.teams, kind.decks, tally.games,"
        " (SELECT min(ord) FROM league_game WHERE league_game.kind = kind.id)"
        " FROM league_kind AS kind JOIN league_tally AS tally ON tally.kind = kind.id"
        " WHERE tally.size = 0 AND tally.span = ? AND tally.start = '' AND tally.who = ''",
        (Span.ALL,),
    ).fetchall()
    found = [PlayedKind(GameKind(*row[:6]), row[6], row[7]) for row in rows]
    return sorted(found, key=lambda one: (-one.games, one.first))


def days(db: Database) -> tuple[str, str] | None:
    """The first and the last day (ISO) on which a game was played that counts; None before the first."""
    first, last = db.conn.execute(
        "SELECT (SELECT day FROM league_game ORDER BY ord LIMIT 1),"
        " (SELECT day FROM league_game ORDER BY ord DESC LIMIT 1)"
    ).fetchone()
    return None if first is None else (first, last)


def tallies(
    db: Database, size: int, stretches: Sequence[Stretch], kind: int | None
) -> dict[Who, Tally]:
    """Everybody's figures over these stretches, of one kind of game or of all. `size` as in `putting.size_of`."""
    if len(stretches) == 1 and stretches[0].first == stretches[0].last:
        return _of_one_sum(db, size, stretches[0], kind)
    return {row[0]: Tally._make(row[1:]) for row in _summed(db, "who", size, stretches, kind)}


def _of_one_sum(db: Database, size: int, sum_of: Stretch, kind: int | None) -> dict[Who, Tally]:
    """The figures of one sum: a row for each kind, which is mostly one, so that SQLite need not put them in order."""
    found: dict[Who, Tally] = {}
    for row in db.conn.execute(
        f"SELECT who, {', '.join(FIGURES)} FROM league_tally"
        " WHERE size = ? AND span = ? AND start = ? AND (?4 IS NULL OR kind = ?4)",
        (size, sum_of.span, sum_of.first, kind),
    ):
        who, tally = row[0], Tally._make(row[1:])
        found[who] = Tally.sum([found[who], tally]) if who in found else tally
    return found


def club_tallies(db: Database, stretches: Sequence[Stretch]) -> dict[int, Tally]:
    """What the whole club did over these stretches, by kind."""
    return {row[0]: Tally._make(row[1:]) for row in _summed(db, "kind", 0, stretches, None)}


def _summed(
    db: Database, by: str, size: int, stretches: Sequence[Stretch], kind: int | None
) -> Iterable[tuple[Any, ...]]:
    if not stretches:
        return ()
    of_kind = "" if kind is None else f" AND kind = {kind:d}"
    parts = " UNION ALL ".join(
        f"SELECT {by}, {', '.join(FIGURES)} FROM league_tally"
        f" WHERE size = ? AND span = ? AND start BETWEEN ? AND ?{of_kind}"
        for _ in stretches
    )
    asked = [one for x in stretches for one in (size, x.span, x.first, x.last)]
    return db.conn.execute(f"SELECT {by}, {_SUMS} FROM ({parts}) GROUP BY {by}", asked)


def figures(db: Database, who: Who) -> dict[int, Tally]:
    """Somebody's figures of all time, by kind."""
    rows = db.conn.execute(
        f"SELECT kind, {', '.join(FIGURES)} FROM league_tally WHERE who = ? AND span = ?",
        (who, Span.ALL),
    )
    return {kind: Tally._make(values) for kind, *values in rows}


def ratings(db: Database, people: Iterable[int], until: str | None) -> dict[int, Rating]:
    """The ratings of these people after the last game up to a day (ISO), the last of all where None."""
    before = 1 << 62 if until is None else (int(until.replace("-", "")) + 1) << 32
    rows = db.conn.execute(
        "SELECT asked.value, rating.mean, rating.deviation"
        " FROM json_each(?) AS asked JOIN league_rating AS rating"
        " ON rating.who = CAST(asked.value AS TEXT) AND rating.ord ="
        " (SELECT max(ord) FROM league_rating WHERE who = CAST(asked.value AS TEXT) AND ord < ?)",
        (json.dumps(list(people)), before),
    )
    return {person: Rating(mean, deviation) for person, mean, deviation in rows}


def games_of(db: Database, who: Who, limit: int, before: int | None) -> list[PlayedBy]:
    """The games that belong to somebody, the last first; further back are those `before` a place in the order."""
    rows = db.conn.execute(
        f"SELECT {GAME}, played.team, played.run, {_FIGURES}"
        " FROM league_played AS played JOIN league_game AS game ON game.ord = played.ord"
        " WHERE played.who = ? AND played.ord < ? AND played.games = 1"
        " ORDER BY played.ord DESC LIMIT ?",
        (who, 1 << 62 if before is None else before, limit),
    )
    return [PlayedBy(played_game(row[:6]), row[6], Tally._make(row[8:]), row[7]) for row in rows]


def rated_games(db: Database, person: int, limit: int) -> list[RatedGame]:
    """A person's last ratings with their games, in the order of play."""
    rows = db.conn.execute(
        f"SELECT {GAME}, rating.mean, rating.deviation"
        " FROM league_rating AS rating JOIN league_game AS game ON game.ord = rating.ord"
        " WHERE rating.who = ? ORDER BY rating.ord DESC LIMIT ?",
        (str(person), limit),
    ).fetchall()
    return [RatedGame(played_game(row[:6]), Rating(*row[6:])) for row in reversed(rows)]


def game(db: Database, number: int) -> PlayedGame | None:
    """A game by its number, None where it does not count."""
    row = db.conn.execute(
        f"SELECT {GAME} FROM league_game AS game WHERE game = ?", (number,)
    ).fetchone()
    return played_game(row) if row else None
