"""Merges two people who are really one person, and undoes merges. Call everything inside one `Club.writing`."""

import json
from collections.abc import Iterable, Iterator

from sqlite_utils import Database

from scorepad.scoring.cells import TABLE
from scorepad.scoring.game.agreement import BINNED, WHOLE_GAME
from scorepad.store import players
from scorepad.store.errors import CannotMerge, ChangedMeanwhile, Forgotten
from scorepad.store.facts import Player
from scorepad.store.results.tables import mark_stale

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
# `joined` says whom each person was merged into; following it to the end gives who they are now.
_RESOLVE = """
    WITH RECURSIVE merged (id, person) AS (
        SELECT alias.id, alias.joined FROM player AS alias JOIN player AS target ON target.id = alias.joined
        WHERE target.joined IS NULL
        UNION ALL
        SELECT alias.id, merged.person FROM player AS alias JOIN merged ON merged.id = alias.joined
    )
    UPDATE player SET merged_into = (SELECT person FROM merged WHERE merged.id = player.id)
    WHERE joined IS NOT NULL OR merged_into IS NOT NULL"""


def merge(db: Database, duplicate: int, into: int) -> Player:
    """Give all games of one person to another, and return the other. Raises NoSuchPerson and CannotMerge."""
    first, second = players.current_person(db, duplicate), players.current_person(db, into)
    if first.id == second.id:
        raise CannotMerge(f"They are already the same person: {second.name}.")
    groups = players.group(db, first.id), players.group(db, second.id)
    for game, round_number in _shared_rounds(db, *groups):
        raise CannotMerge(
            f"{first.name} and {second.name} sat at one table in game {game}, round {round_number}, "
            "so they are two people. If one of them is there by mistake, correct that game first.",
            game,
        )
    db.table("player").update(first.id, {"joined": second.id})
    _resolve(db, groups[0])
    return second


def unmerge(db: Database, person: int, seen: int | None = None) -> Player:
    """Separate a merged person again, with everyone merged into them before, and return them.

    Does nothing for a person who is not merged. Raises NoSuchPerson, and ChangedMeanwhile if they are merged into
    someone other than `seen`.
    """
    player = players.person(db, person)
    if player.forgotten:
        raise Forgotten("This person was forgotten, which cannot be taken back.")
    if player.merged_into is None:
        return player
    if seen not in (None, player.merged_into):
        raise ChangedMeanwhile(f"Someone else has just changed who {player.name} is.")
    db.table("player").update(person, {"joined": None})
    _resolve(db, players.group(db, player.merged_into))
    return players.person(db, person)


def resolve(db: Database) -> None:
    """Compute `merged_into` again after a change of `joined`."""
    db.execute(_RESOLVE)


def _resolve(db: Database, people: Iterable[int]) -> None:
    resolve(db)
    players.raise_version(db)
    mark_stale(db, people)


def _shared_rounds(db: Database, group: Iterable[int], other: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The games in which people of both groups sat at one table, with the first such round of each."""
    first, second = set(group), set(other)
    groups = json.dumps(list(first)), json.dumps(list(second))
    games: dict[int, dict[int, dict[str, int]]] = {}
    for game, round_number, place, person in db.execute(_SEATS, groups):
        games.setdefault(game, {}).setdefault(round_number, {})[place] = person
    for game, changes in games.items():
        sitting: dict[str, int] = {}
        ends = [*list(changes)[1:], None]
        for (round_number, seats), end in zip(changes.items(), ends, strict=True):
            sitting |= seats
            # Someone replaced before the first round sat in no round.
            here = set(sitting.values()) if end is None or end > 1 else set()
            if here & first and here & second:
                yield game, max(round_number, 1)


def count_games(db: Database, person: int) -> int:
    """In how many games, not counting the bin, a person or anyone merged into them sat."""
    ids = json.dumps(players.group(db, person))
    return int(db.execute(_GAMES, (ids,)).fetchone()[0])
