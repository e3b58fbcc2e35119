"""Corrections in a game's log: what changed after a round was finished, and who kept score of which rounds."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from scorepad.play.change_words import Change
from scorepad.play.game import FINISHED
from scorepad.play.game_people import player_of
from scorepad.play.history import Action, actions
from scorepad.scoring.cell_json import parse_value
from scorepad.scoring.cells import CellName, CellValue
from scorepad.scoring.game.agreement import WHOLE_GAME
from scorepad.scoring.game.record import CHECKED, NOTHING_COUNTED
from scorepad.store import Club

SETTINGS = ("rules", "choices", "shape", "decks", "player", "brought", "paper")
"""Fields of the whole game that give finished rounds another meaning when they change."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An action that changed rounds after they were finished; `rounds` is empty if it changed the whole game."""

    action: Action
    rounds: frozenset[int]


@dataclass(frozen=True, slots=True)
class Corrections:
    """The corrections of a game, oldest first, and how many entries each scorer recorded, by id and round."""

    scorers: Mapping[int, Counter[int]]
    corrections: tuple[Correction, ...]

    @classmethod
    def of(cls, club: Club, game: int) -> Self:
        """Read the whole log of a game."""
        log = list(actions(club, game))[::-1]
        return cls(_scorers(log), tuple(_corrections(log)))

    @property
    def corrected(self) -> frozenset[int]:
        """The rounds that were corrected."""
        return frozenset().union(*(correction.rounds for correction in self.corrections))


def _scorers(log: Iterable[Action]) -> dict[int, Counter[int]]:
    scorers: dict[int, Counter[int]] = {}
    for action in log:
        for entry in action.applied:
            if entry.round != WHOLE_GAME and entry.field not in NOTHING_COUNTED:
                scorers.setdefault(player_of(entry.device), Counter())[entry.round] += 1
    return scorers


def _corrections(log: Iterable[Action]) -> list[Correction]:
    values: dict[CellName, CellValue | None] = {}
    finished: set[int] = set()
    corrections = []
    for action in log:
        changes = _changes(action, values)
        corrected = {change.cell[0] for change in changes if _corrects(change, finished)}
        if corrected:
            corrections.append(Correction(action, _rounds(corrected)))
        # What came in the same form as the finish was there when the round was finished.
        finished |= {c.cell[0] for c in changes if c.cell[1:] == FINISHED and c.after}
    return corrections


def _changes(action: Action, values: dict[CellName, CellValue | None]) -> list[Change]:
    """Return what an action changed, cell by cell, and bring `values` up to date with it."""
    changes = []
    for entry in action.applied:
        cell, value = (entry.round, entry.place, entry.field), parse_value(entry.value)
        changes.append(Change(cell, values.get(cell), value))
        values[cell] = value
    return changes


def _corrects(change: Change, finished: set[int]) -> bool:
    """Return whether it changed what was finished. Zeros that a finish writes, or its undo takes back, do not count."""
    round_number, _, field = change.cell
    if change.is_none or change.is_zero or change.reversed.is_zero or field == CHECKED:
        return False
    if round_number == WHOLE_GAME:
        return bool(finished) and field in SETTINGS
    return round_number in finished and field != FINISHED[1]


def _rounds(corrected: set[int]) -> frozenset[int]:
    """Return the rounds of a correction; none if it only moved rounds behind others played on paper."""
    rounds = corrected - {WHOLE_GAME}
    return frozenset(rounds if len(rounds) == 1 else ())
