"""What a table agreed on before the first card, as the cells of round 0 tell it.

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


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a table agreed on before the first card.

    `base` is the rule set as it was chosen, `rules` the same with the choices laid over it. `players` are ids by
    seat, from seat 1; `brought` the totals brought forward.
    """

    base: RuleSet
    rules: RuleSet
    choices: Mapping[str, str]
    table: Table
    decks: int
    players: tuple[int, ...]
    teams: tuple[str, ...]
    brought: Totals


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
    players = tuple(
        cells.get((WHOLE_GAME, f"seat{seat}", "player"), {}).get("id", 0)
        for seat in range(1, table.players + 1)
    )
    return Agreement(
        base=base,
        rules=rules,
        choices=choices,
        table=table,
        decks=count_of(cells[WHOLE_GAME, "table", "decks"]),
        players=players,
        teams=tuple(_team_name(team, table, players, names) for team in range(table.teams)),
        brought=tuple(_brought(cells, team) for team in range(table.teams)),
    )


def _team_name(team: int, table: Table, players: tuple[int, ...], names: Mapping[int, str]) -> str:
    return " & ".join(
        names.get(players[seat - 1], f"Seat {seat}") for seat in seats_of(team, table)
    )


def _brought(cells: Cells, team: int) -> int:
    cell = cells.get((WHOLE_GAME, f"team{team + 1}", "brought"))
    return typed_adjustment(cell["typed"]) if cell else 0
