"""Store what each game counts for: its facts as JSON, with a digest of the data that they were read from.

A reading's key is a digest of everything that it depends on. While the key is unchanged, the game is not scored again.
Merging people who played in the game empties the key (`tables.mark_stale`).
"""

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from sqlite_utils import Database

from scorepad import __version__
from scorepad.league.facts import Appearance, GameFacts, GameKind, RecordCandidate, Side, Tally
from scorepad.store.errors import Damaged

_SAVE = (
    "INSERT INTO league_reading VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET key = excluded.key, facts = excluded.facts"
)
_SOURCES = """
    SELECT game, group_concat(seq || ' ' || value) FROM cell
    WHERE game IN (SELECT value FROM json_each(?)) GROUP BY game"""
"""The cells of a game as text. The entry of a `seq` says whose value it is, and never changes."""
_KEPT = "SELECT game, key, facts FROM league_reading WHERE game IN (SELECT value FROM json_each(?)) AND key <> ''"
_WRITTEN = """
    SELECT reading.game, CAST(reading.key AS BLOB), CAST(reading.facts AS BLOB) FROM league_reading AS reading
    JOIN league_game ON league_game.game = reading.game
    WHERE reading.game IN (SELECT value FROM json_each(?))"""


def sources(db: Database, games: Collection[int], days: Mapping[int, str], reading: int) -> dict[int, str]:
    """Return a digest for each game of everything that its reading depends on: its cells, its day, and the code."""
    cells = db.conn.execute(_SOURCES, (json.dumps([game for game in games if game in days]),))
    return {game: _digest(f"{reading} {__version__} {days[game]}\n{text}") for game, text in cells if text is not None}


def kept(db: Database, games: Collection[int], sources: Mapping[int, str]) -> dict[int, GameFacts | None]:
    """Return the stored readings whose source is unchanged and whose text is intact."""
    rows = db.conn.execute(_KEPT, (json.dumps(list(games)),))
    return {game: decode(facts) for game, key, facts in rows if game in sources and key == _key(sources[game], facts)}


def _key(source: str, facts: str) -> str:
    return f"{source} {_digest(facts)}"


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


class DamagedReading(Damaged):
    """The stored text of a reading does not match its digest."""


def written(db: Database, games: Collection[int]) -> dict[int, GameFacts]:
    """Return the facts of those of these games that the tables count. Raises DamagedReading."""
    rows = db.conn.execute(_WRITTEN, (json.dumps(list(games)),))
    return {game: facts for game, key, text in rows if (facts := _checked(key, text))}


def readable(db: Database, games: Collection[int]) -> dict[int, GameFacts]:
    """Like `written`, for a page: damaged readings are left out until the league is recomputed."""
    intact: dict[int, GameFacts] = {}
    for game, key, text in db.conn.execute(_WRITTEN, (json.dumps(list(games)),)):
        with suppress(DamagedReading):
            if facts := _checked(key, text):
                intact[game] = facts
    return intact


def check(row: Mapping[str, Any]) -> None:
    """Raise DamagedReading unless a row matches its digest."""
    _checked(row["key"].encode(), row["facts"].encode())


def _checked(key: bytes, facts: bytes) -> GameFacts | None:
    """Return the facts of a row. Raises DamagedReading. An empty key marks a reading that must be renewed."""
    try:
        text = facts.decode()
        if not key or key.endswith(f" {_digest(text)}".encode()):
            return decode(text)
    except (ValueError, TypeError):
        pass
    raise DamagedReading


def save(db: Database, facts: Mapping[int, GameFacts | None], sources: Mapping[int, str]) -> None:
    """Store the facts of games, with the digests of their sources."""
    texts = [(game, encode(of_game)) for game, of_game in facts.items()]
    rows = [(game, _key(sources[game], text) if game in sources else "", text) for game, text in texts]
    db.conn.executemany(_SAVE, rows)


def encode(facts: GameFacts | None) -> str:
    """Return the facts as JSON, null for a game that does not count."""
    if facts is None:
        return "null"
    kind = facts.kind
    values = (
        *(facts.game, facts.day, (kind.id, kind.slug, kind.name, kind.players, kind.teams, kind.decks, kind.has_luck)),
        *(facts.rounds, facts.club, facts.sides, facts.appearances, facts.record_candidates, facts.badges),
        facts.round_points,
    )
    return json.dumps(values, separators=(",", ":"))


_new = tuple.__new__
"""Makes a NamedTuple from a list, in half the time of `_make`. The digest has shown that the list is whole."""


def decode(text: str) -> GameFacts | None:
    values = json.loads(text)
    if values is None:
        return None
    game, day, kind, rounds, club, sides, appearances, records, badges, points = values
    return GameFacts(
        game=game,
        day=day,
        kind=_kind(*kind),
        rounds=rounds,
        club=_new(Tally, club),
        sides=tuple([Side(tuple(people), *others) for people, *others in sides]),
        appearances=tuple([Appearance(who, team, _new(Tally, tally)) for who, team, tally in appearances]),
        record_candidates=tuple([RecordCandidate(code, value, tuple(who), at) for code, value, who, at in records]),
        badges=tuple([(who, code) for who, code in badges]),
        round_points=tuple([(number, tuple(of_teams)) for number, of_teams in points]),
    )


@lru_cache(maxsize=256)
def _kind(*columns: Any) -> GameKind:
    return GameKind(*columns)
