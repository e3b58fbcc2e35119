"""Two who are one person: made one, and two again. All of it inside one `Club.writing`."""

import json
from collections.abc import Iterable, Iterator

from sqlite_utils import Database

from scorepad.store import players
from scorepad.store.errors import CannotMerge, ChangedMeanwhile, Forgotten
from scorepad.store.facts import BINNED, TABLE, WHOLE_GAME, Player
from scorepad.store.results.stale import mark_stale

_SAT = """
    SELECT game FROM cell
    WHERE +field = 'player' AND json_extract(value, '$.id') IN (SELECT value FROM json_each(?))"""
_SEATS = f"""
    SELECT game, round, place, json_extract(value, '$.id') FROM cell
    WHERE field = 'player' AND json_extract(value, '$.id') IS NOT NULL
      AND game IN ({_SAT} INTERSECT {_SAT})
    ORDER BY game, round"""
_GAMES = f"""
    SELECT count(DISTINCT game) FROM ({_SAT}) AS sat
    WHERE NOT EXISTS (
        SELECT 1 FROM cell
        WHERE cell.game = sat.game AND cell.round = {WHOLE_GAME} AND cell.place = '{TABLE}'
          AND cell.field = '{BINNED}' AND cell.value = 'true')"""
# Whom everybody is now, from whom they were merged into when they were.
_RESOLVE = """
    WITH RECURSIVE merged (id, person) AS (
        SELECT one.id, one.joined FROM player AS one JOIN player AS into_one ON into_one.id = one.joined
        WHERE into_one.joined IS NULL
        UNION ALL
        SELECT one.id, merged.person FROM player AS one JOIN merged ON merged.id = one.joined
    )
    UPDATE player SET merged_into = (SELECT person FROM merged WHERE merged.id = player.id)
    WHERE joined IS NOT NULL OR merged_into IS NOT NULL"""


def merge(db: Database, one: int, into: int) -> Player:
    """Let all that is said of one person be said of another; give that one.

    Raises NoSuchPerson and CannotMerge.
    """
    first, second = players.present(db, one), players.present(db, into)
    if first.id == second.id:
        raise CannotMerge(f"That is one person already: {second.name}.")
    groups = players.group(db, first.id), players.group(db, second.id)
    for game, number in _together(db, *groups):
        raise CannotMerge(
            f"{first.name} and {second.name} sat at one table in game {game}, round {number}, "
            "so they are two people. If one of them only was put down wrongly, mend that game first.",
            game,
        )
    db.execute("UPDATE player SET joined = ? WHERE id = ?", (second.id, first.id))
    _resolve(db, groups[0])
    return second


def unmerge(db: Database, number: int, was: int | None = None) -> Player:
    """Let a merged person be themselves again, with all who were merged into them before; give them.

    Nothing happens to who is nobody else. Raises NoSuchPerson, and ChangedMeanwhile where they are
    somebody else than `was`.
    """
    alias = players.person(db, number)
    if alias.forgotten:
        raise Forgotten("This person was forgotten, which cannot be taken back.")
    if alias.merged_into is None:
        return alias
    if was not in (None, alias.merged_into):
        raise ChangedMeanwhile(f"Somebody else has just said who {alias.name} is.")
    db.execute("UPDATE player SET joined = NULL WHERE id = ?", (number,))
    _resolve(db, players.group(db, alias.merged_into))
    return players.person(db, number)


def _resolve(db: Database, whose: Iterable[int]) -> None:
    db.execute(_RESOLVE)
    players.raise_version(db)
    mark_stale(db, whose)


def _together(db: Database, one: Iterable[int], other: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The rounds in which people of both groups sat at one table: game and first round of each."""
    first, second = set(one), set(other)
    groups = json.dumps(list(first)), json.dumps(list(second))
    games: dict[int, dict[int, dict[str, int]]] = {}
    for game, number, place, person in db.execute(_SEATS, groups):
        games.setdefault(game, {}).setdefault(number, {})[place] = person
    for game, taken in games.items():
        sitting: dict[str, int] = {}
        ends = [*list(taken)[1:], None]
        for (number, seats), end in zip(taken.items(), ends, strict=True):
            sitting |= seats
            # Who was replaced before the first round sat in none.
            here = set(sitting.values()) if end is None or end > 1 else set()
            if here & first and here & second:
                yield game, max(number, 1)


def games_of(db: Database, number: int) -> int:
    """In how many games, not in the bin, somebody sat, and all who were merged into them."""
    asked = json.dumps(players.group(db, number))
    return int(db.execute(_GAMES, (asked,)).fetchone()[0])
