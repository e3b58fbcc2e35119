"""What a game's log tells of how it was kept: who scored, and what was corrected afterwards. One reading, in pages."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from scorepad.scoring.agreement import WHOLE_GAME
from scorepad.scoring.record import CHECKED, NOTHING_COUNTED
from scorepad.store import CellName
from scorepad.web.given import Change
from scorepad.web.history import Action, actions
from scorepad.web.scorer import player_of

FINISHED = "finished"

AGREED = ("rules", "choices", "shape", "decks", "player", "brought", "paper")
"""What was agreed for the whole game, and gives finished rounds another meaning when it is changed."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An action that changed rounds after they had been finished; `rounds` is empty where it changed the whole game."""

    action: Action
    rounds: frozenset[int]


@dataclass(frozen=True, slots=True)
class Chronicle:
    """How many entries each scorer recorded, by id and round, and the corrections, oldest first."""

    scorers: Mapping[int, Counter[int]]
    corrections: tuple[Correction, ...]

    @classmethod
    def of(cls, game: int) -> Self:
        """The chronicle of a game."""
        done = list(actions(game))[::-1]
        return cls(_scorers(done), tuple(_corrections(done)))

    @property
    def corrected(self) -> frozenset[int]:
        """The rounds that were corrected."""
        return frozenset().union(*(one.rounds for one in self.corrections))


def _scorers(done: Iterable[Action]) -> dict[int, Counter[int]]:
    """Who kept score on the phones from which rounds were recorded."""
    found: dict[int, Counter[int]] = {}
    for action in done:
        for one in action.applied:
            if one.round != WHOLE_GAME and one.field not in NOTHING_COUNTED:
                found.setdefault(player_of(one.device), Counter())[one.round] += 1
    return found


def _corrections(done: Iterable[Action]) -> list[Correction]:
    there: dict[CellName, Any] = {}
    finished: set[int] = set()
    found = []
    for action in done:
        changes = _changes(action, there)
        corrected = {change.cell[0] for change in changes if _corrects(change, finished)}
        if corrected:
            found.append(Correction(action, _rounds(corrected)))
        # What came in the same form as the finish was there when the round was finished.
        finished |= {one.cell[0] for one in changes if one.cell[2] == FINISHED and one.after}
    return found


def _changes(action: Action, there: dict[CellName, Any]) -> list[Change]:
    """What an action changed, cell by cell; `there` is what stood in the cells, and stands there after it."""
    found = []
    for one in action.applied:
        cell = (one.round, one.place, one.field)
        found.append(Change(cell, there.get(cell), one.value))
        there[cell] = one.value
    return found


def _corrects(change: Change, finished: set[int]) -> bool:
    """Whether it changed what had been finished. The zeros that finishing writes, and takes back, say nothing."""
    number, _, field = change.cell
    if change.is_none or change.counts_none or change.back.counts_none or field == CHECKED:
        return False
    if number == WHOLE_GAME:
        return bool(finished) and field in AGREED
    return number in finished and field != FINISHED


def _rounds(corrected: set[int]) -> frozenset[int]:
    """The rounds of a correction. Those that were all moved behind others on paper were not corrected."""
    rounds = corrected - {WHOLE_GAME}
    return frozenset(rounds if len(rounds) == 1 else ())
