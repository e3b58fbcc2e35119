"""What a table agreed on before the first card, read from the cells of round 0, and who took a seat later.

`course.py` explains how teams and seats are numbered.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scorepad.numbers import typed_adjustment
from scorepad.rules import lookup
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.parse import choose, from_document, in_round
from scorepad.scoring.cells import (
    TABLE,
    Adjusted,
    Cells,
    Document,
    Place,
    PlayerId,
    Shape,
    Text,
    parse_place,
    value_json,
)
from scorepad.scoring.game.course import Totals, seats_of
from scorepad.scoring.quantity import count_of

WHOLE_GAME = 0
"""The round of cells about the whole game: players, seats, rules, the bin."""

BINNED = "binned"
"""The field whose value `true`, for the table and the whole game, puts a game into the bin."""

AGREED = ("rules", "choices", "shape", "decks")
"""The table's fields with what it agreed to play."""

SEATED = "player"
"""The field that says who takes a seat."""

BROUGHT = "brought"
"""The field with the points that a team brought forward."""

NICKNAME = "nickname"
"""The field with what a team calls itself, instead of its people's names."""

PAPER = "paper"
"""The table's field that says how many rounds were played on paper."""

IMPORTED = "imported"
"""The field with the file and line that a game came from. In a round it means that only the points are known."""

NIGHT = "night"
"""The table's field with the night of many tables to which a game belongs, its sitting and its table."""

UNCOUNTED = "uncounted"
"""The table's field whose mark leaves a game out of the league."""

MAX_ON_PAPER = 99
"""The most rounds that may have been played on paper before the game began here."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where from round `start` on: player ids by seat, from seat 1, and the names of the teams."""

    start: int
    players: tuple[int, ...]
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a table agreed on before the first card.

    `base` is the chosen rule set, `rules` the same with the table's choices applied. `seating` has an item for the
    start of the game and for each round in which someone took a seat. `brought` are the totals brought forward, `paper`
    is the number of rounds played on paper before. `nicknames` are by team, "" for none.
    """

    base: RuleSet
    rules: RuleSet
    choices: Mapping[str, str]
    table: Table
    decks: int
    seating: tuple[Seating, ...]
    brought: Totals
    paper: int
    nicknames: tuple[str, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """The ids of the players now, by seat, from seat 1."""
        return self.seating[-1].players

    @property
    def teams(self) -> tuple[str, ...]:
        """The names of the teams now."""
        return self.seating[-1].teams

    def in_round(self, round_number: int) -> "Agreement":
        """Return the agreement with the rules that hold in this round."""
        rules = in_round(self.rules, round_number)
        return self if rules is self.rules else replace(self, rules=rules)

    def seated_in(self, round_number: int) -> Seating:
        """Return who sat where in a round, and the names of the teams then."""
        started = max(round_number, 0)
        return next(seating for seating in reversed(self.seating) if seating.start <= started)

    def players_in(self, round_number: int) -> tuple[int, ...]:
        """Return the ids of the players in a round, by seat, from seat 1."""
        return self.seated_in(round_number).players


def is_binned(cells: Cells) -> bool:
    return cells.get((WHOLE_GAME, TABLE, BINNED)) == Document(True)


def is_imported(cells: Cells) -> bool:
    """Whether a game was imported from a file."""
    return (WHOLE_GAME, TABLE, IMPORTED) in cells


@lru_cache(maxsize=256)
def _rules(text: str) -> RuleSet:
    return from_document(json.loads(text))


@lru_cache(maxsize=256)
def _chosen(rules: RuleSet, choices: tuple[tuple[str, str], ...]) -> RuleSet:
    return choose(rules, dict(choices))


def agreement(cells: Cells, names: Mapping[int, str]) -> Agreement:
    """Read the agreement of a game. `names` are the players’ names by id, from which teams get their names.

    Raises RulesError when the stored rule set is from a newer Scorepad.
    """
    base = _rules(json.dumps(_document(cells, "rules"), sort_keys=True))
    choices = dict(_document(cells, "choices") or {})
    shape = cells[WHOLE_GAME, TABLE, "shape"]
    assert isinstance(shape, Shape)
    rules = _chosen(base, tuple(sorted(choices.items())))
    table = lookup.table_for(rules, shape.players, shape.teams) or rules.tables[0]
    nicknames = tuple(_nickname(cells, team) for team in range(1, table.teams + 1))
    return Agreement(
        base=base,
        rules=rules,
        choices=choices,
        table=table,
        decks=count_of(cells[WHOLE_GAME, TABLE, "decks"]),
        seating=_seating(cells, table, names, nicknames),
        brought=tuple(_brought(cells, team) for team in range(1, table.teams + 1)),
        paper=_paper(cells),
        nicknames=nicknames,
    )


def _document(cells: Cells, field: str) -> Any:
    """Return a cell as JSON, because a rule set or its choices may have been parsed as another kind of value."""
    return value_json(cells.get((WHOLE_GAME, TABLE, field)))


def _seating(cells: Cells, table: Table, names: Mapping[int, str], nicknames: tuple[str, ...]) -> tuple[Seating, ...]:
    taken: dict[int, dict[int, int]] = {WHOLE_GAME: {}}
    for (round_number, text, _), value in cells.items():
        if isinstance(value, PlayerId):
            place = parse_place(text)
            if place.number <= table.players:
                taken.setdefault(round_number, {})[place.number - 1] = value.id
    players = [0] * table.players
    seating = []
    for round_number in sorted(taken):
        for at, player in taken[round_number].items():
            players[at] = player
        teams = tuple(name or _people(team, table, players, names) for team, name in enumerate(nicknames, start=1))
        seating.append(Seating(round_number, tuple(players), teams))
    return tuple(seating)


def _people(team: int, table: Table, players: list[int], names: Mapping[int, str]) -> str:
    return " & ".join(names.get(players[seat - 1], f"Seat {seat}") for seat in seats_of(team, table))


def _nickname(cells: Cells, team: int) -> str:
    value = cells.get((WHOLE_GAME, Place.team(team), NICKNAME))
    return value.text if isinstance(value, Text) else ""


def _brought(cells: Cells, team: int) -> int:
    value = cells.get((WHOLE_GAME, Place.team(team), BROUGHT))
    return typed_adjustment(value.typed) if isinstance(value, Adjusted) else 0


def _paper(cells: Cells) -> int:
    value = cells.get((WHOLE_GAME, TABLE, PAPER))
    return min(count_of(value), MAX_ON_PAPER) if value else 0
