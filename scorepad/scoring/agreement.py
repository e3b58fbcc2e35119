"""What a table agreed on before the first card, as the cells of round 0 tell it, and who took whose seat later.

Cells are plain values by (round, place, field), as the store keeps them; round 0 is the whole game. Places are
"table", "team1"… and "seat1"…; teams and seats sit as `game.py` says.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorepad.rules import lookup
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.parse import choose, from_document
from scorepad.scoring.game import Totals, seats_of
from scorepad.scoring.quantity import count_of, typed_adjustment

Cells = Mapping[tuple[int, str, str], Any]
WHOLE_GAME = 0
MOST_ON_PAPER = 99
"""Rounds that may have been played on paper before a game was begun here."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where from round `start` on: ids by seat, from seat 1, and what the teams are called then."""

    start: int
    players: tuple[int, ...]
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a table agreed on before the first card.

    `base` is the rule set as it was chosen, `rules` the same with the choices laid over it. `seating` has one item
    for each time somebody took a seat, the first from the beginning; `brought` are the totals brought forward,
    `paper` the number of rounds that were played on paper before.
    """

    base: RuleSet
    rules: RuleSet
    choices: Mapping[str, str]
    table: Table
    decks: int
    seating: tuple[Seating, ...]
    brought: Totals
    paper: int

    @property
    def players(self) -> tuple[int, ...]:
        """The ids of those who sit there now, by seat, from seat 1."""
        return self.seating[-1].players

    @property
    def teams(self) -> tuple[str, ...]:
        """What the teams are called now."""
        return self.seating[-1].teams

    def seated_in(self, number: int) -> Seating:
        """Who sat where in round `number`, and what the teams were called then."""
        return next(one for one in reversed(self.seating) if one.start <= max(number, 0))

    def players_in(self, number: int) -> tuple[int, ...]:
        """The ids of those who sat there in round `number`, by seat, from seat 1."""
        return self.seated_in(number).players


@lru_cache(maxsize=256)
def _rules(text: str) -> RuleSet:
    return from_document(json.loads(text))


@lru_cache(maxsize=256)
def _chosen(rules: RuleSet, choices: tuple[tuple[str, str], ...]) -> RuleSet:
    return choose(rules, dict(choices))


def agreement(cells: Cells, names: Mapping[int, str]) -> Agreement:
    """The agreement of a game. `names` are the players' names by id; teams without a name of their own get theirs.

    Raises RulesError when the stored rule set is from a newer Scorepad.
    """
    base = _rules(json.dumps(cells[WHOLE_GAME, "table", "rules"], sort_keys=True))
    choices = dict(cells.get((WHOLE_GAME, "table", "choices")) or {})
    shape = cells[WHOLE_GAME, "table", "shape"]
    rules = _chosen(base, tuple(sorted(choices.items())))
    table = lookup.table_for(rules, shape["players"], shape["teams"]) or rules.tables[0]
    return Agreement(
        base=base,
        rules=rules,
        choices=choices,
        table=table,
        decks=count_of(cells[WHOLE_GAME, "table", "decks"]),
        seating=_seating(cells, table, names),
        brought=tuple(_brought(cells, team) for team in range(table.teams)),
        paper=_paper(cells),
    )


def _seating(cells: Cells, table: Table, names: Mapping[int, str]) -> tuple[Seating, ...]:
    seats = {f"seat{seat}": seat - 1 for seat in range(1, table.players + 1)}
    taken: dict[int, dict[int, int]] = {WHOLE_GAME: {}}
    for (number, place, name), value in cells.items():
        if name == "player" and value is not None and place in seats:
            taken.setdefault(number, {})[seats[place]] = value["id"]
    players = [0] * table.players
    found = []
    for number in sorted(taken):
        for at, player in taken[number].items():
            players[at] = player
        teams = tuple(_team_name(team, table, players, names) for team in range(table.teams))
        found.append(Seating(number, tuple(players), teams))
    return tuple(found)


def _team_name(team: int, table: Table, players: list[int], names: Mapping[int, str]) -> str:
    return " & ".join(
        names.get(players[seat - 1], f"Seat {seat}") for seat in seats_of(team, table)
    )


def _brought(cells: Cells, team: int) -> int:
    cell = cells.get((WHOLE_GAME, f"team{team + 1}", "brought"))
    return typed_adjustment(cell["typed"]) if cell else 0


def _paper(cells: Cells) -> int:
    cell = cells.get((WHOLE_GAME, "table", "paper"))
    return min(count_of(cell), MOST_ON_PAPER) if cell else 0
